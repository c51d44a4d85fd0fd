"""The board pane of one table, and what the painter keeps of it."""

from __future__ import annotations

from typing import Protocol

from bastide.core.events import Event
from bastide.core.look.lines import Box
from bastide.core.look.pixels import ground
from bastide.core.look.position_screen import ROOMY
from bastide.core.look.steering import PANNED
from bastide.core.messages import Text
from bastide.core.screen import Cursor, Grid, Look
from bastide.core.state import State
from bastide.plugins.settlers.look import catalogue
from bastide.plugins.settlers.look.brush import Brush, draw_pointer
from bastide.plugins.settlers.look.middle import draw_head, draw_middle
from bastide.plugins.settlers.look.principality import (
    Lit,
    Stocks,
    draw_principality,
    marks_of,
    stocks_of,
)
from bastide.plugins.settlers.look.tabletop import Tabletop
from bastide.plugins.settlers.look.targets import CENTRE


class Seen(Lit, Protocol):
    """What the painter asks of a position, besides what can be chosen."""

    @property
    def s(self) -> State: ...
    @property
    def seat(self) -> int: ...
    @property
    def cursor(self) -> Cursor: ...


class Painter:
    """Paints tables."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.middle: tuple[int, int] = (0, 0)
        self.narrow = False
        self._told: tuple[int, tuple[Event, ...]] = (-1, ())
        self._stocks: Stocks = {}

    def board(self, grid: Grid, position: Seen, look: Look) -> None:
        """Draw the board pane, or over it the cards of the box."""
        self.narrow = grid.width < ROOMY
        brush = Brush(grid, look, self.text)
        shown = catalogue.shown(position.cursor)
        if shown is not None:
            catalogue.draw_catalogue(brush, position.s, position.seat, shown)
            return
        ground(grid, brush.theme)
        table = self.tabletop(position, (grid.width, grid.height), look)
        self.middle = table.centre, 0
        s = position.s
        marks = marks_of(position, table, look, self._stocks_before(s, look))
        for seat in table.rows:
            draw_principality(brush, table, seat, marks)
            draw_head(brush, table.head(seat), s, seat, seat == table.near)
        draw_middle(brush, table, s, marks)
        at = position.pointed
        if at is not None and at in table.boxes:
            left, top, width, height = table.boxes[at]
            inset = at.kind == CENTRE
            draw_pointer(brush, Box(left + inset, top, width - inset, height))

    def _stocks_before(self, s: State, look: Look) -> Stocks:
        """Return what regions stored when the events of `look` came: a draft may have spent it."""
        told = s.turn, look.fresh
        if look.idle or told != self._told:
            self._told, self._stocks = told, stocks_of(s)
        return self._stocks

    def tabletop(self, position: Seen, size: tuple[int, int], look: Look) -> Tabletop:
        """Return where everything lies in a pane; rows move no farther than they must."""
        cursor = position.cursor
        middle = self.middle if cursor.origin is None else cursor.origin
        focus = None if PANNED in cursor.flags else position.pointed
        return Tabletop(size, look, position.s, position.seat, middle[0], focus)
