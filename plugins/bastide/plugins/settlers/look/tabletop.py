"""Where everything lies in a pane: the opponent's principality, the middle, the own one.

A principality is a row of columns; a card has one column of table at its left. Above and below
the row lie regions (even columns) and building sites (odd ones). A settlement has one site a side,
as tall as a region; a city has two in that place, of which the first is the taller one. Rows that
are too wide show what is pointed at, or what was in the middle.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from bastide.core.look.lines import Box
from bastide.core.screen import Look
from bastide.core.state import State
from bastide.plugins.settlers.look.targets import CENTRE, PILE, REGION, SITE, Target
from bastide.plugins.settlers.places import centres
from bastide.plugins.settlers.state import PILES, SIDES, UPPER, Principality, Site, other, realm

ZOOMS = ((7, 2), (7, 3), (7, 5), (9, 7), (14, 8), (20, 9))
"""Least columns of a card, with the one to its left, before a row goes on beyond the pane; rows."""

_WIDEST = 24
"""Columns that a card takes at most."""


class Plan(NamedTuple):
    """How the rows of a pane are used.

    side: rows of the cards above a row, and of those below it. row: of the row itself.
    heads: whether each seat has a line of its own. middle: rows between the principalities.
    """

    side: int
    row: int
    heads: int
    middle: int

    @property
    def seat(self) -> int:
        """Rows of a principality with its head."""
        return self.heads + 2 * self.side + self.row

    @property
    def rows(self) -> int:
        """Rows of the whole table."""
        return 2 * self.seat + self.middle


PLANS = (
    Plan(9, 3, 1, 5),
    Plan(8, 3, 1, 5),
    Plan(7, 3, 1, 5),
    Plan(6, 3, 1, 5),
    Plan(5, 3, 1, 5),
    Plan(5, 2, 1, 4),
    Plan(4, 2, 1, 3),
    Plan(4, 1, 1, 3),
    Plan(3, 1, 1, 3),
    Plan(2, 1, 1, 3),
    Plan(2, 1, 1, 2),
    Plan(2, 1, 0, 2),
    Plan(2, 1, 0, 1),
)
"""The plan of a pane is the first that fits; of the last one only a part is shown."""


class Widths(NamedTuple):
    """Columns that a region, a building site, and a place at an end of the row take."""

    region: int
    site: int
    end: int = 4


class Row(NamedTuple):
    """Where a principality lies: its top row, and for each column of its row its left edge.

    The last edge is that of what would come next.
    """

    seat: int
    top: int
    first: int
    edges: tuple[int, ...]

    def left(self, x: int) -> int:
        """Return where a column begins."""
        return self.edges[x - self.first]

    def width(self, x: int) -> int:
        """Return how wide a column is."""
        return self.left(x + 1) - self.left(x)

    @property
    def columns(self) -> range:
        """The columns, with the places at the ends."""
        return range(self.first, self.first + len(self.edges) - 1)


class Tabletop:
    """The table in a pane of `size` columns and rows, as one seat sees it (-1: a spectator).

    middle: the column of the row that was in the middle of the pane. focus: what must be seen.
    """

    def __init__(
        self,
        size: tuple[int, int],
        look: Look,
        s: State,
        eyes: int,
        middle: int = 0,
        focus: Target | None = None,
    ) -> None:
        self.width, self.height = size
        self.s, self.realm = s, realm(s)
        self.near = near_seat(s, eyes)
        self.plan = next((plan for plan in PLANS if plan.rows <= self.height), PLANS[-1])
        least = look.zoomed(ZOOMS)[0]
        self.widths = [self._widths(seat, least) for seat in range(s.seats)]
        self.middle, self.focus = middle, focus

    # rows and columns

    def span(self, seat: int) -> range:
        """Return the columns of a row, with the places at its ends."""
        lands = self.realm.lands[seat]
        return range(lands.low - 1, lands.high + 2)

    def _kind(self, seat: int, x: int) -> str:
        """Return which of `Widths` a column has."""
        lands = self.realm.lands[seat]
        if x % 2 == 0:
            return "region"
        return "site" if lands.low <= x <= lands.high else "end"

    def _widths(self, seat: int, least: int) -> Widths:
        """Return what columns of a row take: as much as fits, sites a little more than regions."""
        kinds = [self._kind(seat, x) for x in self.span(seat)]
        room = self.width - 1 - Widths(0, 0).end * kinds.count("end")
        sites = kinds.count("site")
        both = sites + kinds.count("region")
        narrow = (room - sites * (room // both // 8)) // both
        narrow = max(least, min(_WIDEST, narrow))
        more = max(0, min(narrow // 3, (room - both * narrow) // sites))
        return Widths(narrow, narrow + more)

    @cached_property
    def spare(self) -> int:
        """Rows that the plan does not use; less than 0 where the pane is too low."""
        return self.height - self.plan.rows

    @cached_property
    def top(self) -> int:
        """The row where the table begins: what is pointed at is shown, else the own side."""
        if self.spare >= 0:
            return self.spare // 3
        return 0 if self.focus and self.focus.seat == other(self.near) else self.spare

    @cached_property
    def strip(self) -> Box:
        """The lines between the principalities."""
        loose = self.spare - 2 * (self.spare // 3) if self.spare > 0 else 0
        return Box(0, self.top + self.plan.seat, self.width, self.plan.middle + loose)

    @cached_property
    def rows(self) -> dict[int, Row]:
        """Where the principalities lie: the opponent's above, the own one below."""
        tops = {other(self.near): self.top, self.near: self.strip.top + self.strip.height}
        return {seat: self._row(seat, top) for seat, top in tops.items()}

    def _row(self, seat: int, top: int) -> Row:
        edges = self._edges[seat]
        start = self._start(seat, self.centre)
        return Row(seat, top, self.span(seat).start, tuple(edge + start for edge in edges))

    @cached_property
    def _edges(self) -> list[list[int]]:
        """Where the columns of each row begin, the first one at 0, and where the last one ends."""
        found = []
        for seat in range(self.s.seats):
            edges = [0]
            for x in self.span(seat):
                width: int = getattr(self.widths[seat], self._kind(seat, x))
                edges.append(edges[-1] + width)
            found.append(edges)
        return found

    def _start(self, seat: int, x: int) -> int:
        """Return where a row begins that has a column in the middle, as far as there is more."""
        edges, span = self._edges[seat], self.span(seat)
        total = edges[-1] + 1
        if total <= self.width:
            return (self.width - total) // 2
        n = min(max(x, span.start), span.stop - 1) - span.start
        left = (edges[n] + edges[n + 1] - self.width) // 2
        return -max(0, min(left, total - self.width))

    @cached_property
    def centre(self) -> int:
        """The column in the middle of the pane: the nearest one with which the focus is seen."""
        focus = self.focus
        if focus is None or focus.seat < 0 or focus.x not in self.span(focus.seat):
            return self.middle
        near = sorted(self.span(focus.seat), key=lambda x: abs(x - self.middle))
        wanted = self.middle, *near
        return next((x for x in wanted if self._is_seen(focus, x)), focus.x)

    def _is_seen(self, focus: Target, x: int) -> bool:
        """Tell whether something, and what is beside it, is seen with a column in the middle."""
        edges, span = self._edges[focus.seat], self.span(focus.seat)
        n, start = focus.x - span.start, self._start(focus.seat, x)
        roomy = self.width >= 3 * self.widths[focus.seat].site
        first, last = (max(0, n - 1), min(n + 2, len(edges) - 1)) if roomy else (n, n + 1)
        return edges[first] + start >= 0 and edges[last] + start < self.width

    def goes_on(self, seat: int) -> tuple[bool, bool]:
        """Tell whether a row goes on beyond the left and the right edge of the pane."""
        edges = self.rows[seat].edges
        return edges[0] < 0, edges[-1] + 1 > self.width

    def head(self, seat: int) -> Box:
        """Return the line of a seat; empty where there is no room for one."""
        return Box(0, self.rows[seat].top, self.width, self.plan.heads)

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


def near_seat(s: State, eyes: int) -> int:
    """Return the seat whose side is below: also where nothing is to be chosen it stays there."""
    return eyes if eyes >= 0 else max(0, s.eyes)


PILES_LEFT = 8
"""Columns before the draw piles: what they are called."""
