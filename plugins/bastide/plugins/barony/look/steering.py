"""Keys and mouse: where the cursor goes."""

from __future__ import annotations

from bastide.core.look.position import acted_on
from bastide.core.look.steering import ARROWS, LOOSE, MISSED, STEPS, TABS, Steering, next_number
from bastide.core.screen import Cursor
from bastide.plugins.barony.board import Cell
from bastide.plugins.barony.look.hexes import Spot, beside, spot_of
from bastide.plugins.barony.look.position import FROM, LISTS, PAUSED, VERBS, Position, start_of
from bastide.plugins.barony.turn import MORE

WAYS = {"r": 1, "R": -1}
"""Keys for another way to the same hex; the right mouse button is `r`, too."""

LETTERS = {
    "a": "recruit",
    "m": "move",
    "b": "build",
    "f": "city",
    "e": "expedition",
    "t": "title",
    "s": "stop",
}
COORDINATES = "f3"
"""Key of the view with coordinates, and the flag of a cursor that shows it."""


_LOOSE = (*LOOSE, PAUSED)


class HexSteering(Steering[Position]):
    """Over hexes, kinds of action and ways to the same hex."""

    column = 2
    views, loose = (COORDINATES,), _LOOSE

    def start(self, position: Position) -> Cursor:
        """Return the cursor at the start of a decision: on the nearest hex of the same action.

        Where a turn can go on it stays where the last step was made, and nothing is chosen yet: who
        presses Enter once more than needed moves and builds nothing by it.
        """
        kept = tuple(flag for flag in position.cursor.flags if flag == COORDINATES)
        cursor = position.cursor._replace(turn=0, choice=0, flags=kept)
        position = position.moved(cursor)
        if position.mine and position.s.phase == MORE and position.verb in position.by_verb:
            return cursor._replace(hand=VERBS.index(position.verb), flags=(*kept, PAUSED))
        possible = [verb for verb in position.menu if verb in position.by_verb]
        verb = position.verb if position.verb in possible else (possible or [""])[0]
        return to_verb(position, verb)

    def spot(self, cell: Cell) -> Spot:
        return spot_of(*cell)

    def last(self, position: Position) -> Cell | None:
        """Return the hex where something was done last."""
        return next(reversed(acted_on(position.s.events, WHERE, -1)), None)

    def to_number(self, position: Position, number: int) -> Cursor:
        if position.listed:
            return self.held(position.cursor)._replace(choice=number - 1)
        return to_cell(position, list(position.targets)[number - 1])

    def decide(self, position: Position, key: str) -> Cursor:
        if key in ARROWS:
            return self._stepped(position, ARROWS[key])
        if key in STEPS:
            return self._next(position, STEPS[key])
        if key in WAYS:
            return to_way(position, WAYS[key])
        if key in TABS:
            menu = [verb for verb in position.menu if verb in position.by_verb]
            at = menu.index(position.verb) if position.verb in menu else -TABS[key]
            return to_verb(position, menu[(at + TABS[key]) % len(menu)])
        verb = LETTERS.get(key, "")
        return to_verb(position, verb) if verb in position.menu else position.cursor

    def _stepped(self, position: Position, step: Cell) -> Cursor:
        """Return the cursor on the next hex in a direction, or on the next line of a list."""
        if position.verb in LISTS:
            return self._next(position, step[0] + step[1])
        board = position.realm.land.number
        for cell in beside(position.cell, step):
            if cell in board:
                return to_cell(position, cell)
        return self.held(position.cursor)

    def _next(self, position: Position, step: int) -> Cursor:
        """Return the cursor on the next number, from wherever it is."""
        most = len(position.numbered)
        if not most:
            return position.cursor
        here = spot_of(*position.cell)[::-1]
        before = sum(spot_of(*cell)[::-1] < here for cell in position.targets)
        return self.to_number(position, next_number(position.number, before, most, step))


def to_verb(position: Position, verb: str) -> Cursor:
    """Return the cursor with a kind of action, on its nearest hex.

    If no village may become a city, that is the nearest village, of which is then said why.
    """
    if not verb:
        return position.cursor
    cursor = position.cursor.without(*_LOOSE)._replace(hand=VERBS.index(verb), turn=0, choice=0)
    other = position.moved(cursor)
    places = other.targets or (other.villages if verb == "city" else ())
    if not places:
        return cursor
    u, v = spot_of(cursor.x, cursor.y)

    def far(cell: Cell) -> int:
        x, y = spot_of(*cell)
        return (x - u) ** 2 + 3 * (y - v) ** 2

    return to_cell(other, min(places, key=far))


def to_cell(position: Position, cell: Cell) -> Cursor:
    """Return the cursor on a hex; a knight there is the next to move, if it can.

    Of several ways to get there, that of the knight looked at last is taken.
    """
    cursor = position.cursor.without(*_LOOSE)._replace(x=cell[0], y=cell[1], turn=0)
    if position.verb != "move":
        return cursor
    ways = position.targets.get(cell, [])
    last = position.looked_at
    fitting = [n for n, way in enumerate(ways) if start_of(way) == last]
    if fitting:
        return cursor._replace(turn=fitting[0])
    if position.can_leave(cell):
        return looking_at(cursor, cell)
    return looking_at(cursor, start_of(ways[0])) if ways else cursor


def looking_at(cursor: Cursor, cell: Cell) -> Cursor:
    """Return the cursor with another knight in mind."""
    return cursor.without(FROM).flagged(f"{FROM}{cell[0]},{cell[1]}")


def to_way(position: Position, step: int) -> Cursor:
    """Return the cursor on the same hex with another way to get there."""
    ways, cursor = position.ways, position.cursor
    if not ways:
        return cursor
    turn = (cursor.turn + step) % len(ways)
    cursor = cursor._replace(turn=turn)
    return looking_at(cursor, start_of(ways[turn])) if position.verb == "move" else cursor


def point_at(position: Position, cell: Cell) -> Cursor:
    """Return the cursor after a click on a hex."""
    if not position.mine or position.verb in LISTS:
        return position.cursor.toggled(MISSED)
    if cell not in position.realm.land.number:
        return position.cursor.toggled(MISSED)
    if cell == position.cell:
        return position.cursor.without(*_LOOSE)
    return to_cell(position, cell)


WHERE = {
    "barony.settled": 1,
    "barony.recruited": 2,
    "barony.moved": 3,
    "barony.built": 2,
    "barony.built_bare": 2,
    "barony.founded": 1,
    "barony.explored": 1,
}
"""Where the hex stands in an event's data."""
