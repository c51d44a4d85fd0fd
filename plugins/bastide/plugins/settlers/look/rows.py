"""Where the two rows of the table lie in a pane: the top of each, and where its columns begin.

Rows that are too wide show what is pointed at, or what was in the middle.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from bastide.core.look.lines import Box
from bastide.core.screen import Look
from bastide.core.state import State
from bastide.plugins.settlers.look.plans import PLANS
from bastide.plugins.settlers.look.targets import Target
from bastide.plugins.settlers.state import other, realm

ZOOMS = ((7, 2), (7, 3), (7, 5), (9, 7), (14, 8), (20, 9))
"""Least columns of a card, with the one to its left, before a row goes on beyond the pane; rows."""

_WIDEST = 24
"""Columns that a card takes at most."""


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


class Rows:
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


def near_seat(s: State, eyes: int) -> int:
    """Return the seat whose side is below: also where nothing is to be chosen it stays there."""
    return eyes if eyes >= 0 else max(0, s.eyes)
