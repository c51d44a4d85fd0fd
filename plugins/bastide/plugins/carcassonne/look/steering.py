"""Keys and mouse: where the cursor goes. Its x, y are the ghost's cell, `turn` its rotation.

`choice` counts the numbered places and what may be done instead, the meeple choices, or what else
there is to choose, from 0; -1 is a cell without a number.
"""

from __future__ import annotations

from bastide.core.events import Action
from bastide.core.look.position import Cell
from bastide.core.look.steering import ARROWS, LOOSE, MISSED, STEPS, TABS, Steering, next_number
from bastide.core.screen import Cursor
from bastide.plugins.carcassonne.look.position import LIST, PIECE, Position
from bastide.plugins.carcassonne.look.view import FARTHEST
from bastide.plugins.carcassonne.tables import MEEPLE_ACTION, NO_MEEPLE
from bastide.plugins.carcassonne.turn import MEEPLE, PLACE

TURNS = {"r": 1, "R": -1}
SKIP = "s"
KINDS = ("b", "r", "R")
"""Keys for the next kind of piece; the turning keys serve the right mouse button."""

FIELDS = "f3"
"""Key of the field view, and the flag of a cursor that shows it."""

_TURN = "turn"
"""Flag of a cursor: `turn1=2` keeps the rotation of the second tile in hand."""


_BEYOND = 2
"""Cells that arrows lead beyond those where a tile can lie."""


class TileSteering(Steering[Position]):
    """Over cells and tiles, then over segments and kinds of pieces."""

    views = (FIELDS,)

    def start(self, position: Position) -> Cursor:
        """Return the cursor at the start of a decision: on the legal place nearest to before."""
        cursor = position.cursor.without(_TURN, PIECE)._replace(hand=0, choice=0)
        if not position.mine or position.phase == LIST:
            return cursor
        cursor = self.held(cursor)
        if position.phase == MEEPLE:
            return cursor._replace(x=position.last.x, y=position.last.y)
        cursor = cursor._replace(origin=None)
        for hand in range(len(position.hand)):
            other = position.moved(cursor._replace(hand=hand))
            if other.fitting:
                return to_nearest(other)
        return cursor

    def last(self, position: Position) -> Cell:
        """Return the cell of the tile laid last."""
        return position.last.x, position.last.y

    def to_number(self, position: Position, number: int) -> Cursor:
        if position.phase == PLACE and number <= len(position.fitting):
            cell = list(position.fitting)[number - 1]
            return to_cell(position, self.held(position.cursor), cell)
        if position.phase == MEEPLE:
            return to_choice(position, position.choices[number - 1])
        return super().to_number(position, number)

    def decide(self, position: Position, key: str) -> Cursor:
        by_phase = {PLACE: self._laying, MEEPLE: _choosing, LIST: super().decide}
        return by_phase[position.phase](position, key)

    def _laying(self, position: Position, key: str) -> Cursor:
        cursor = position.cursor
        if key in ARROWS:
            dx, dy = ARROWS[key]
            cell = _near_tiles(position, (cursor.x + dx, cursor.y + dy))
            return to_cell(position, self.held(cursor), cell)
        if key in TURNS:
            return cursor._replace(turn=_next_turn(position, TURNS[key]))
        if key in STEPS and position.numbered:
            return self.to_number(position, _next_place(position, STEPS[key]))
        if key in TABS and position.hand:
            return take(position, (cursor.hand + TABS[key]) % len(position.hand))
        return cursor


def to_nearest(position: Position) -> Cursor:
    """Return the cursor on the legal place nearest to where it is; where it is if there is none."""
    cursor = position.cursor
    places = position.fitting or [(cursor.x, cursor.y)]
    near = min(places, key=lambda c: abs(c[0] - cursor.x) + abs(c[1] - cursor.y))
    return to_cell(position, cursor, near)


def take(position: Position, hand: int) -> Cursor:
    """Return the cursor with another tile of the hand, turned as it was left."""
    before = position.cursor
    if hand == before.hand:
        return before
    mark = f"{_TURN}{before.hand}="
    kept = before.without(mark, f"{_TURN}{hand}=").flagged(f"{mark}{before.turn}")
    cursor = kept._replace(hand=hand, turn=turn_of(position, hand))
    return to_nearest(position.moved(cursor))


def turn_of(position: Position, hand: int) -> int:
    """Return how a tile of the hand is turned: quarter turns, the smallest that look alike."""
    cursor, kept = position.cursor, position.cursor.flag(f"{_TURN}{hand}=")
    turn = cursor.turn if hand == cursor.hand else int(kept or 0)
    return position.board.tables.turned[position.hand[hand].tile][turn % 4].rotation


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


def _next_place(position: Position, step: int) -> int:
    """Return the number of the next place in reading order, from wherever the ghost is."""
    here = position.cursor.y, position.cursor.x
    order = [(y, x) for x, y in position.fitting]
    number = order.index(here) + 1 if here in order else None
    if position.other:
        number = position.cursor.choice + 1
    return next_number(number, sum(place < here for place in order), len(position.numbered), step)


def to_cell(position: Position, cursor: Cursor, cell: Cell) -> Cursor:
    """Return the cursor on a cell, turned so that the tile fits if it can."""
    cell = _near(cell[0]), _near(cell[1])
    places = list(position.fitting)
    choice = places.index(cell) if cell in places else -1
    turns = position.turns(cell)
    now = position.alike(cursor.turn)
    turn = turns[0] if turns and now not in turns else now
    return cursor._replace(x=cell[0], y=cell[1], choice=choice, turn=turn)


def _near_tiles(position: Position, cell: Cell) -> Cell:
    """Return a cell, or the one nearest to it that is not far beyond the tiles."""
    left, top, right, bottom = position.bounds()
    x, y = cell
    across = max(left - _BEYOND, min(right + _BEYOND, x))
    return across, max(top - _BEYOND, min(bottom + _BEYOND, y))


def _near(n: int) -> int:
    return max(-FARTHEST, min(FARTHEST, n))


def _choosing(position: Position, key: str) -> Cursor:
    """Go through the places for the kind of piece at hand and no meeple, or change the kind."""
    if key == SKIP and NO_MEEPLE in position.choices:
        return to_choice(position, NO_MEEPLE)
    if key in (*KINDS, *TABS):
        return to_kind(position, -1 if key in ("R", "s-tab") else 1)
    step = STEPS.get(key) or sum(ARROWS.get(key, (0, 0)))
    choice = position.choice
    if choice is None or not step:
        return position.cursor
    offered = [a for a in position.choices if _kind(a) in ("", position.kind)]
    return to_choice(position, offered[(offered.index(choice) + step) % len(offered)])


def _kind(action: Action) -> str:
    return str(action.data[1]) if action.kind == MEEPLE_ACTION else ""


def to_choice(position: Position, action: Action) -> Cursor:
    """Return the cursor on a meeple choice; one without a piece keeps the kind in mind."""
    cursor = position.cursor.without(PIECE, *LOOSE)
    if not _kind(action) and len(position.kinds) > 1:
        cursor = cursor.flagged(PIECE + position.kind)
    return cursor._replace(choice=position.choices.index(action))


def to_kind(position: Position, step: int) -> Cursor:
    """Return the cursor on the same segment with the next kind of piece that may stand there."""
    choice = position.choice
    if choice is None or choice.kind != MEEPLE_ACTION:
        return position.cursor
    there = [a for a in position.choices if a.data[:1] == choice.data[:1]]
    return to_choice(position, there[(there.index(choice) + step) % len(there)])


def at_card(position: Position, n: int) -> Cursor:
    """Return the cursor on a tile of the hand, or on a kind of piece, by its place in the pane."""
    if position.phase == PLACE:
        return take(position, n)
    if position.phase == MEEPLE:
        alike = [a for a in position.choices if _kind(a) == position.kinds[n]]
        choice = position.choice
        here = [a for a in alike if choice and a.data[:1] == choice.data[:1]]
        return to_choice(position, (here or alike)[0])
    tile = position.hand[n].tile
    naming = (k for k, a in enumerate(position.actions) if names(a, tile))
    return position.cursor._replace(choice=next(naming, position.cursor.choice))


def names(action: Action, tile: str) -> bool:
    """Tell whether an action is about a tile."""
    return tile in action.data or any(face == tile for _, face in action.claims)


def point_at(position: Position, cell: Cell, segment: str) -> Cursor:
    """Return the cursor after a click on a segment of a cell ("" where no tile lies)."""
    if not position.mine:
        return position.cursor
    if position.phase == PLACE:
        return to_cell(position, position.cursor, cell)
    there = [a for a in position.choices if a.data[:1] == (segment,)]
    if there and cell == (position.last.x, position.last.y):
        alike = [a for a in there if _kind(a) == position.kind]
        choice = position.choices.index((alike or there)[0])
        return position.cursor.without(MISSED)._replace(choice=choice)
    return position.cursor.toggled(MISSED)
