"""Keys and mouse: how a cursor goes over the places, choices and views of any game."""

from __future__ import annotations

from typing import ClassVar, Generic

from bastide.core.look.position import Cell, P
from bastide.core.screen import Cursor

ARROWS = {
    "up": (0, -1),
    "k": (0, -1),
    "right": (1, 0),
    "l": (1, 0),
    "down": (0, 1),
    "j": (0, 1),
    "left": (-1, 0),
    "h": (-1, 0),
}
STEPS = {"n": 1, "p": -1}
TABS = {"tab": 1, "s-tab": -1}
CENTRE, LAST_MOVE = "c", "f6"

CLOSE = "escape"
"""The key that closes what a game's own keys have opened over its board."""

PAGES = ("pageup", "pagedown")
"""Keys that leaf through it; the log takes them where they change nothing."""

PANNED = "pan"
"""Flag of a cursor: the player has moved the view, which then stays where it is."""

MISSED = "miss"
"""Flag of a cursor that a click beside all choices toggles: the same cursor would confirm one."""


LOOSE = (PANNED, MISSED)


class Steering(Generic[P]):
    """Where the cursor goes: over the numbered choices, unless the game knows better.

    A spot is a place independent of the zoom, in the game's own units: that of `Cursor.origin`.
    """

    column: ClassVar[int] = 1
    """Spots from one column of the board to the next."""

    loose: ClassVar[tuple[str, ...]] = LOOSE
    """Flags that go when the cursor goes somewhere else."""

    views: ClassVar[tuple[str, ...]] = ()
    """Keys of other views of the board; each is the flag of a cursor that shows it."""

    def start(self, position: P) -> Cursor:
        """Return the cursor at the start of a decision."""
        return self.to_number(position, 1)

    def to_number(self, position: P, number: int) -> Cursor:
        """Return the cursor on a numbered choice."""
        return self.held(position.cursor)._replace(choice=number - 1)

    def decide(self, position: P, key: str) -> Cursor:
        """Return the cursor after a key, in a decision of the seat that looks."""
        step = STEPS.get(key) or TABS.get(key) or sum(ARROWS.get(key, (0, 0)))
        choice = (position.cursor.choice + step) % len(position.numbered)
        return position.cursor._replace(choice=choice)

    def spot(self, cell: Cell) -> Cell:
        """Return the spot of a cell."""
        return cell

    def last(self, position: P) -> Cell | None:
        """Return the cell where something was done last."""
        return None

    def move(self, position: P, key: str, middle: Cell) -> Cursor:
        """Return the cursor after a key; `middle` is the spot in the middle of the pane."""
        cursor = position.cursor
        if key.removeprefix("s-") in ARROWS and key not in ARROWS:
            (x, y), (dx, dy) = middle, ARROWS[key.removeprefix("s-")]
            return self.panned(cursor, (x + self.column * dx, y + dy))
        if key == LAST_MOVE:
            last = self.last(position)
            return self.panned(cursor, self.spot(last)) if last else cursor
        if key == CENTRE:
            return self.held(cursor)._replace(origin=self.spot(position.cell))
        if key in self.views:
            return cursor.toggled(key)
        if key == CLOSE:
            return cursor.without(*self.views) if self.views else cursor
        if key in PAGES:
            return cursor
        return self.decide(position, key) if position.mine else cursor

    def held(self, cursor: Cursor) -> Cursor:
        """Return the cursor with the view free to follow it; a click beside is forgotten."""
        return cursor.without(*self.loose)

    def panned(self, cursor: Cursor, middle: Cell) -> Cursor:
        """Return the cursor with the view where the player wants it."""
        return self.held(cursor).flagged(PANNED)._replace(origin=middle)


def next_number(number: int | None, before: int, most: int, step: int) -> int:
    """Return the number a step (1 or -1) after another one, round and round from 1 to `most`.

    Where there is none, the next one in reading order: `before` of them come first.
    """
    if number:
        return (number - 1 + step) % most + 1
    return (before if step > 0 else before - 1) % most + 1
