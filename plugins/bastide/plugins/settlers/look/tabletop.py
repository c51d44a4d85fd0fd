"""Where everything lies in a pane: the opponent's principality, the middle, the own one.

A principality is a row of columns; a card has one column of table at its left. Above and below
the row lie regions (even columns) and building sites (odd ones). A settlement has one site a side,
as tall as a region; a city has two in that place, of which the first is the taller one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from bastide.core.look.lines import Box
from bastide.plugins.settlers.look.rows import Row, Rows
from bastide.plugins.settlers.look.targets import CENTRE, PILE, REGION, SITE, Target
from bastide.plugins.settlers.places import centres
from bastide.plugins.settlers.state import PILES, SIDES, UPPER, Principality, Site


class Tabletop(Rows):
    """What lies on each cell of a pane, and on which cells something lies."""

    # boxes

    @cached_property
    def boxes(self) -> dict[Target, Box]:
        """Where everything lies that can be pointed at."""
        found = dict(self._piles())
        for row in self.rows.values():
            found.update(self._principality(row))
        return found

    def _principality(self, row: Row) -> Iterator[tuple[Target, Box]]:
        lands = self.realm.lands[row.seat]
        middle = row.top + self.plan.heads + self.plan.side
        for x in row.columns:
            box = Box(row.left(x), middle, row.width(x), self.plan.row)
            yield Target(CENTRE, row.seat, x), box
        for land in lands.lands:
            box = self._beside(row, land.x, land.side)
            yield Target(REGION, row.seat, land.x, land.side), box
        for x in centres(lands):
            for side in SIDES:
                yield from self._sites(row, lands, x, side)

    def _beside(self, row: Row, x: int, side: str) -> Box:
        """Return the room above or below a column."""
        above = row.top + self.plan.heads
        top = above if side == UPPER else above + self.plan.side + self.plan.row
        return Box(row.left(x) + 1, top, row.width(x) - 1, self.plan.side)

    def _sites(
        self, row: Row, lands: Principality, x: int, side: str
    ) -> Iterator[tuple[Target, Box]]:
        box = self._beside(row, x, side)
        if x not in lands.cities:
            yield Target(SITE, row.seat, x, side, 1), box
            return
        outer = box.height // 2
        inner = box.height - outer
        below = box.top + (outer if side == UPPER else 0)
        yield Target(SITE, row.seat, x, side, 1), box._replace(top=below, height=inner)
        above = box.top + (0 if side == UPPER else inner)
        yield Target(SITE, row.seat, x, side, 2), box._replace(top=above, height=outer)

    def _piles(self) -> Iterator[tuple[Target, Box]]:
        """Yield the draw piles: one beside the other, as broad as there is room for."""
        strip = self.strip
        tall = max(1, self.plan.middle - 2)
        top = strip.top + (strip.height - self.plan.middle) // 2 + (self.plan.middle > 1)
        wide = max(4, min(9, (self.width - PILES_LEFT) // len(PILES) - 1))
        for n in range(1, len(PILES) + 1):
            yield (
                Target(PILE, n=n),
                Box(PILES_LEFT + (n - 1) * (wide + 1), top, wide, tall),
            )

    # cells

    def target_at(self, x: int, y: int) -> Target | None:
        """Return what lies on a cell of the pane."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return None
        for target, (left, top, wide, high) in self.boxes.items():
            if left <= x < left + wide and top <= y < top + high:
                return target
        return None

    def cells_of(self, target: Target) -> list[tuple[int, int]]:
        """Return the cells of the pane on which something lies, in reading order."""
        box = self.boxes.get(target)
        if box is None:
            return []
        columns = range(max(0, box.left), min(self.width, box.left + box.width))
        rows = range(max(0, box.top), min(self.height, box.top + box.height))
        return [(x, y) for y in rows for x in columns]

    def placed(self, target: Target) -> str | None:
        """Return the card on a building site."""
        site = Site(target.x, target.side, target.n)
        placed = self.realm.lands[target.seat].sites.get(site)
        return placed.card if placed else None


PILES_LEFT = 8
"""Columns before the draw piles: what they are called."""
