"""The mouse at an open table: click to choose, right to turn, wheel to zoom, drag to move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bastide.cli.screens.rects import Rect
from bastide.cli.screens.replay_acts import ReplayActs
from bastide.cli.screens.slider import RAIL, step_at
from bastide.cli.screens.table_view import arranged
from bastide.core.screen import Cursor
from bastide.core.typed import typed_number

if TYPE_CHECKING:
    from bastide.cli.screens.table_page import TablePage

_CELL = (4, 2)
"""Cells that count as one step of dragging, where a zoom's name gives no size."""


class TableMouse:
    """Turns the mouse into the same acts that keys lead to."""

    def __init__(self, page: TablePage) -> None:
        self.page = page
        self._rest = [0, 0]

    def click(self, name: str, at: tuple[int, int], right: bool, place: Rect) -> None:
        """Act on a click into a pane; `at` is relative to it."""
        page, acts = self.page, self.page.table_acts
        opened = {"<log>": acts.log, "<talk>": acts.talk, "<scores>": acts.scores}
        if name == "<board>" and not right:
            self._board(at, place)
        elif name == "<hand>" and not right:
            self._hand(at, place)
        elif name in ("<board>", "<hand>"):
            acts.move("r")
        elif name == "<next>":
            acts.move("p" if right else "n")
        elif name == "<choice>":
            page.answer(acts.enter())
        elif name == RAIL and page.session.replay is not None:
            replay = page.session.replay
            page.answer(ReplayActs(page).by(step_at(at[0], place.width, replay.length) - replay.at))
        elif name in opened:
            page.answer(opened[name]())

    def _board(self, at: tuple[int, int], place: Rect) -> None:
        """Put the cursor there; a click where it is already chooses."""
        page = self.page
        session, before = page.session, page.model.cursor
        _, look = arranged(page.model, page.shell.pen, page.size)
        size = (place.width, place.height)
        after = page.game.point(session.state, session.eyes, before, *at, size, look)
        page.model.cursor = after
        self._confirm(before)

    def _confirm(self, before: Cursor) -> None:
        """Choose what the cursor is on, if a click has left it where it was."""
        page = self.page
        here = page.model.cursor == before and page.model.my_turn
        if here and not page.session.needs_confirm:
            page.answer(page.table_acts.enter())

    def _hand(self, at: tuple[int, int], place: Rect) -> None:
        """Take the card that lies there; only on small screens the pane has no border."""
        page = self.page
        session, model = page.session, page.model
        _, look = arranged(model, page.shell.pen, page.size)
        inside = place.inner() if page.table_acts.tier else place
        x, y = at[0] + place.x - inside.x, at[1] + place.y - inside.y
        size = (inside.width, inside.height)
        point, before = page.game.point_hand, model.cursor
        model.cursor = point(session.state, session.eyes, before, x, y, size, look)
        if page.game.in_hand(session.state, session.eyes).confirms:
            self._confirm(before)

    def wheel(self, name: str, step: int) -> None:
        """Zoom over the board, scroll over the lists."""
        if name == "<board>":
            self.page.table_acts.zoom_by(-step)
        elif name == "<aside>":
            self.page.table_acts.scroll_aside(step)
        elif name in ("<talk>", "<log>"):
            back, pane = self.page.model.back, name.strip("<>")
            back[pane] = max(0, back.get(pane, 0) - step)

    def drag(self, by: tuple[int, int]) -> None:
        """Move the board: a step for each of its cells that the mouse passes."""
        cell = self._cell()
        keys = (("s-right", "s-left"), ("s-down", "s-up"))
        for axis in (0, 1):
            self._rest[axis] += by[axis]
            while abs(self._rest[axis]) >= cell[axis]:
                forth = self._rest[axis] > 0
                self.page.table_acts.move(keys[axis][forth])
                self._rest[axis] -= cell[axis] if forth else -cell[axis]

    def _cell(self) -> tuple[int, int]:
        """Return the size of a cell of the board, from the zoom's name (`10x5`)."""
        page = self.page
        name = page.game.zooms()[page.model.zoom(page.table_acts.tier)]
        wide, high = (typed_number(each) for each in name.partition("x")[::2])
        return (wide, high) if wide and high else _CELL
