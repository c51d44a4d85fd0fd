"""Geometry of a principality: the row, its ends, building sites, what touches what (chapter 3).

Column 0 is the start road. Odd columns hold settlements or cities, even columns roads; regions lie
above and below the even columns, building sites above and below the odd ones.
"""

from __future__ import annotations

from functools import lru_cache

from bastide.plugins.settlers.state import SIDES, Places, Principality, Site

START_PLACES = tuple((x, side) for side in SIDES for x in (-2, 0, 2))
"""Where the six start regions lie, in the order in which an arrangement names them."""


def centres(lands: Principality) -> range:
    """Return the columns of all settlements and cities."""
    return range(lands.low + 1 - lands.low % 2, lands.high + 1, 2)


def road_places(lands: Principality) -> tuple[int, ...]:
    """Return the columns where a road may be built (R6)."""
    ends = ((lands.low, lands.low - 1), (lands.high, lands.high + 1))
    return tuple(new for end, new in ends if end % 2)


def settlement_places(lands: Principality) -> tuple[int, ...]:
    """Return the columns where a settlement may be built: past a road at an end of the row."""
    ends = ((lands.low, lands.low - 1), (lands.high, lands.high + 1))
    return tuple(new for end, new in ends if not end % 2)


def city_places(lands: Principality) -> tuple[int, ...]:
    """Return the columns of settlements that are no city yet."""
    return tuple(x for x in centres(lands) if x not in lands.cities)


def outer_column(x: int) -> int:
    """Return the column of the two regions that a new settlement gets."""
    return x + 1 if x > 0 else x - 1


def free_site(lands: Principality, x: int, side: str) -> Site | None:
    """Return the site that the next card at a centre and a side goes to, or None if it is full."""
    inner, outer = _sites(x, side)
    if inner not in lands.sites:
        return inner
    if outer not in lands.sites and x in lands.cities:
        return outer
    return None


@lru_cache(maxsize=256)
def _sites(x: int, side: str) -> tuple[Site, Site]:
    return Site(x, side, 1), Site(x, side, 2)


def open_places(lands: Principality) -> Places:
    """Return where roads, settlements, cities and cards may come, and what stands in the way.

    Red cards stand at cities only (chapter 3).
    """
    if lands.found is None:
        found = [free_site(lands, x, side) for x in centres(lands) for side in SIDES]
        green = tuple([site for site in found if site])
        red = tuple([site for site in green if site.x in lands.cities])
        roomy = [site.x for site in green]
        crowded = tuple(sorted([site for site in lands.sites if site.x not in roomy]))
        columns = road_places(lands), settlement_places(lands), city_places(lands)
        lands.found = Places(*columns, green, red, crowded)
    return lands.found


def touched(lands: Principality, site: Site) -> tuple[int, int]:
    """Return the numbers of the two regions next to a site, on its side."""
    return lands.at[site.x - 1, site.side], lands.at[site.x + 1, site.side]


def around(lands: Principality, x: int) -> tuple[int, ...]:
    """Return the numbers of the four regions around a settlement or city."""
    return tuple(lands.at[column, side] for column in (x - 1, x + 1) for side in SIDES)
