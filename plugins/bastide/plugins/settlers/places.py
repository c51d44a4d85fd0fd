"""Geometry of a principality: the row, its ends, building sites, what touches what (chapter 3).

Column 0 is the start road. Odd columns hold settlements or cities, even columns roads; regions lie
above and below the even columns, building sites above and below the odd ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from bastide.plugins.settlers.cards import CARDS, RED
from bastide.plugins.settlers.state import SIDES, Principality, Site

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


def city_places(lands: Principality) -> list[int]:
    """Return the columns of settlements that are no city yet."""
    return [x for x in centres(lands) if x not in lands.cities]


def extend(lands: Principality, x: int) -> None:
    """Let the row reach a column next to one of its ends."""
    lands.low, lands.high = min(lands.low, x), max(lands.high, x)


def outer_column(x: int) -> int:
    """Return the column of the two regions that a new settlement gets."""
    return x + 1 if x > 0 else x - 1


def free_site(lands: Principality, x: int, side: str) -> Site | None:
    """Return the site that the next card at a centre and a side goes to, or None if it is full."""
    sites = lands.sites
    if (x, side, 1) not in sites:
        return Site(x, side, 1)
    if x in lands.cities and (x, side, 2) not in sites:
        return Site(x, side, 2)
    return None


def sites_for(lands: Principality, card: str) -> Iterator[Site]:
    """Yield where a green or red card may be built: red cards only at cities (chapter 3)."""
    columns = lands.cities if CARDS[card].kind == RED else centres(lands)
    for x in columns:
        for side in SIDES:
            site = free_site(lands, x, side)
            if site is not None:
                yield site


def touched(lands: Principality, site: Site) -> tuple[int, int]:
    """Return the numbers of the two regions next to a site, on its side."""
    return lands.at[site.x - 1, site.side], lands.at[site.x + 1, site.side]


def around(lands: Principality, x: int) -> tuple[int, ...]:
    """Return the numbers of the four regions around a settlement or city."""
    return tuple(lands.at[column, side] for column in (x - 1, x + 1) for side in SIDES)
