"""Keys and mouse: where the cursor goes. Its x, y are the ghost's cell, `turn` its rotation.

`choice` counts the numbered places, or the meeple choices, from 0; -1 is a cell without a number.
"""

from __future__ import annotations

from bastide.core.screen import Cursor
from bastide.plugins.carcassonne.look.position import Position
from bastide.plugins.carcassonne.look.view import FARTHEST, PANNED, Cell
from bastide.plugins.carcassonne.tables import NO_MEEPLE
from bastide.plugins.carcassonne.turn import MEEPLE, PLACE

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
PANS = {"s-up": (0, -1), "s-right": (1, 0), "s-down": (0, 1), "s-left": (-1, 0)}
TURNS = {"r": 1, "R": -1}
STEPS = {"n": 1, "p": -1}
HAND = {"tab": 1, "s-tab": -1}
CENTRE, LAST_MOVE, SKIP = "c", "f6", "s"
MISSED = "miss"
"""Flag of a cursor: the last click hit nothing that can be chosen."""


def start(position: Position) -> Cursor:
    """Return the cursor at the start of a decision: on the legal place nearest to where it was."""
    cursor = position.cursor._replace(hand=0, choice=0)
    if not position.mine:
        return cursor
    cursor = _held(cursor)
    if position.phase == MEEPLE:
        return cursor._replace(x=position.last.x, y=position.last.y)
    for hand in range(len(position.tiles)):
        other = position.moved(cursor._replace(hand=hand))
        if other.fitting:
            near = min(other.fitting, key=lambda c: abs(c[0] - cursor.x) + abs(c[1] - cursor.y))
            return to_cell(other, other.cursor, near)
    return cursor


def move(position: Position, key: str, middle: Cell) -> Cursor:
    """Return the cursor after a key; `middle` is the cell in the middle of the pane."""
    cursor = position.cursor
    if key in PANS:
        dx, dy = PANS[key]
        return _panned(cursor, (middle[0] + dx, middle[1] + dy))
    if key == LAST_MOVE:
        return _panned(cursor, (position.last.x, position.last.y))
    if key == CENTRE:
        return _held(cursor)._replace(origin=(cursor.x, cursor.y))
    if not position.mine:
        return cursor
    return _laying(position, key) if position.phase == PLACE else _choosing(position, key)


def _panned(cursor: Cursor, middle: Cell) -> Cursor:
    return cursor._replace(origin=middle, flags=(*_others(cursor), PANNED))


def _held(cursor: Cursor) -> Cursor:
    """Return the cursor with the view free to follow it."""
    return cursor._replace(flags=_others(cursor))


def _others(cursor: Cursor) -> tuple[str, ...]:
    return tuple(flag for flag in cursor.flags if flag != PANNED)


def _laying(position: Position, key: str) -> Cursor:
    cursor = position.cursor
    if key in ARROWS:
        dx, dy = ARROWS[key]
        return to_cell(position, _held(cursor), (cursor.x + dx, cursor.y + dy))
    if key in TURNS:
        return cursor._replace(turn=_next_turn(position, TURNS[key]))
    if key in STEPS and position.fitting:
        return at_number(position, _next_number(position, STEPS[key]))
    if key in HAND and position.tiles:
        return _take(position, (cursor.hand + HAND[key]) % len(position.tiles))
    return cursor


def _take(position: Position, hand: int) -> Cursor:
    """Return the cursor with another tile of the hand."""
    cursor = position.cursor._replace(hand=hand)
    return to_cell(position.moved(cursor), cursor, (cursor.x, cursor.y))


def _next_turn(position: Position, step: int) -> int:
    """Return the next rotation that fits here, or just the next where none does."""
    cursor = position.cursor
    now = position.alike(cursor.turn)
    turns = position.turns((cursor.x, cursor.y))
    if not turns:
        turns = sorted({position.alike(turn) for turn in range(4)})
    if now not in turns:
        return turns[0]
    return turns[(turns.index(now) + step) % len(turns)]


def _next_number(position: Position, step: int) -> int:
    """Return the number of the next place in reading order, from wherever the ghost is."""
    places = list(position.fitting)
    here = (position.cursor.y, position.cursor.x)
    order = [(y, x) for x, y in places]
    if here in order:
        return (order.index(here) + step) % len(order) + 1
    before = sum(place < here for place in order)
    return (before if step > 0 else before - 1) % len(order) + 1


def to_cell(position: Position, cursor: Cursor, cell: Cell) -> Cursor:
    """Return the cursor on a cell, turned so that the tile fits if it can."""
    cell = _near(cell[0]), _near(cell[1])
    places = list(position.fitting)
    choice = places.index(cell) if cell in places else -1
    turns = position.turns(cell)
    now = position.alike(cursor.turn)
    turn = turns[0] if turns and now not in turns else now
    return cursor._replace(x=cell[0], y=cell[1], choice=choice, turn=turn)


def _near(n: int) -> int:
    return max(-FARTHEST, min(FARTHEST, n))


def at_number(position: Position, number: int) -> Cursor:
    """Return the cursor on a numbered place or choice; where it was if there is no such number."""
    cursor = _held(position.cursor)
    if position.phase == PLACE and 1 <= number <= len(position.fitting):
        return to_cell(position, cursor, list(position.fitting)[number - 1])
    if position.phase == MEEPLE and 1 <= number <= len(position.choices):
        return cursor._replace(choice=number - 1)
    return position.cursor


def _choosing(position: Position, key: str) -> Cursor:
    cursor, choices = position.cursor, position.choices
    if key == SKIP and NO_MEEPLE in choices:
        return cursor._replace(choice=choices.index(NO_MEEPLE))
    step = STEPS.get(key) or sum(ARROWS.get(key, (0, 0)))
    return cursor._replace(choice=(cursor.choice + step) % len(choices)) if choices else cursor


def point_at(position: Position, cell: Cell, segment: str) -> Cursor:
    """Return the cursor after a click on a segment of a cell ("" where no tile lies)."""
    if not position.mine:
        return position.cursor
    if position.phase == PLACE:
        return to_cell(position, position.cursor, cell)
    for n, action in enumerate(position.choices):
        if cell == (position.last.x, position.last.y) and action.data[:1] == (segment,):
            flags = tuple(flag for flag in position.cursor.flags if flag != MISSED)
            return position.cursor._replace(choice=n, flags=flags)
    return _missed(position.cursor)


def _missed(cursor: Cursor) -> Cursor:
    """Return another cursor on the same choice: a click beside it must not confirm it."""
    if MISSED in cursor.flags:
        return cursor._replace(flags=tuple(flag for flag in cursor.flags if flag != MISSED))
    return cursor._replace(flags=(*cursor.flags, MISSED))
