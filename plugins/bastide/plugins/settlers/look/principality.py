"""A principality as it is painted, and what is to be seen of its things besides themselves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Protocol, cast

from bastide.core.screen import Look, Style
from bastide.core.state import State
from bastide.plugins.settlers.cards import DOUBLES
from bastide.plugins.settlers.look.brush import Brush, Mark
from bastide.plugins.settlers.look.cards_drawn import (
    draw_card,
    draw_centre,
    draw_free,
    draw_place,
    draw_region,
    draw_road,
)
from bastide.plugins.settlers.look.tabletop import Tabletop
from bastide.plugins.settlers.look.targets import CENTRE, REGION, SITE, Target
from bastide.plugins.settlers.places import free_site, touched
from bastide.plugins.settlers.state import Principality, Site, realm
from bastide.plugins.settlers.stock import GAINED, LOST, places_of

Marks = Mapping[Target, Mark]
Stocks = Mapping[Target, int]
"""How much each region stores."""


class Lit(Protocol):
    """What can be chosen, and what the cursor is on."""

    @property
    def lit(self) -> Mapping[Target, int]: ...
    @property
    def pointed(self) -> Target | None: ...
    @property
    def lifted(self) -> Target | None: ...


def stocks_of(s: State) -> Stocks:
    """Return what all regions store."""
    return {
        Target(REGION, seat, land.x, land.side): stored
        for seat, lands in enumerate(realm(s).lands)
        for land, stored in zip(lands.lands, lands.stock, strict=True)
    }


def marks_of(position: Lit, table: Tabletop, look: Look, before: Stocks) -> Marks:
    """Return what is to be seen of everything besides itself.

    before: what regions stored when the events of `look` had come.
    """
    changes = _changes(look, before, stocks_of(table.s))
    found: dict[Target, Mark] = defaultdict(Mark)
    for target in table.boxes:
        found[target] = Mark(
            lit=target in position.lit,
            number=position.lit.get(target, 0),
            lifted=target == position.lifted,
            change=changes[target],
        )
    for seat, lands in enumerate(table.realm.lands):
        doubled = _doubled(lands)
        for n, land in enumerate(lands.lands):
            target = Target(REGION, seat, land.x, land.side)
            rolled = land.number == table.realm.number
            found[target] = found[target]._replace(doubled=n in doubled, rolled=rolled)
    return found


def _changes(look: Look, before: Stocks, now: Stocks) -> Counter[Target]:
    """Return what regions have gained or lost since the seat last acted, with its draft."""
    found: Counter[Target] = Counter()
    for event in look.fresh:
        if event.kind in (GAINED, LOST):
            seat = cast(int, event.data[0])
            for x, side, amount in places_of(event):
                found[Target(REGION, seat, x, side)] += amount if event.kind == GAINED else -amount
    for region, stored in now.items():
        change = found[region] + stored - before.get(region, stored)
        found[region] = min(change, stored)
    return found


def _doubled(lands: Principality) -> set[int]:
    """Return the numbers of the regions whose yield a building doubles (R15)."""
    return {
        n
        for site, placed in lands.sites.items()
        for n in touched(lands, site)
        if DOUBLES.get(placed.card) == lands.lands[n].resource
    }


def draw_principality(brush: Brush, table: Tabletop, seat: int, marks: Marks) -> None:
    """Draw the regions, the row and the building sites of a seat."""
    lands = table.realm.lands[seat]
    for target, box in table.boxes.items():
        if target.seat != seat or not _seen(brush, box.left, box.width):
            continue
        mark = marks[target]
        if target.kind == REGION:
            n = lands.at[target.x, target.side]
            land = lands.lands[n]
            draw_region(brush, box, land.resource, land.number, lands.stock[n], mark)
        elif target.kind == SITE:
            _draw_site(brush, table, target, mark)
        elif target.kind == CENTRE:
            _draw_centre(brush, table, target, mark)
    _draw_ends(brush, table, seat)


def _seen(brush: Brush, left: int, width: int) -> bool:
    return left + width >= 0 and left <= brush.grid.width


def _draw_site(brush: Brush, table: Tabletop, target: Target, mark: Mark) -> None:
    lands, box = table.realm.lands[target.seat], table.boxes[target]
    card = table.placed(target)
    if card:
        draw_card(brush, box, card, mark)
        return
    site = Site(target.x, target.side, target.n)
    draw_free(brush, box, free_site(lands, target.x, target.side) == site, mark)


def _draw_centre(brush: Brush, table: Tabletop, target: Target, mark: Mark) -> None:
    lands, box, x = table.realm.lands[target.seat], table.boxes[target], target.x
    if not lands.low <= x <= lands.high:
        draw_place(brush, box, x, mark)
    elif x % 2 == 0:
        draw_road(brush, box, x, mark)
    else:
        draw_centre(brush, box, x, x in lands.cities, mark)


def _draw_ends(brush: Brush, table: Tabletop, seat: int) -> None:
    """Draw arrows where a row goes on beyond the pane."""
    row = table.rows[seat]
    y = row.top + table.plan.heads + table.plan.side + (table.plan.row - 1) // 2
    style = Style(brush.theme.accent, brush.theme.table, bold=True)
    places = zip((0, brush.grid.width - 1), table.goes_on(seat), brush.signs.more, strict=True)
    for x, goes_on, sign in places:
        if goes_on:
            brush.grid.put(x, y, sign, style)
