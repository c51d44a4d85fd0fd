"""What the screen asks of a position: what may be laid where, what joins what. Changes nothing."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from bastide.core.events import Action, total
from bastide.core.rules import Rules
from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.plugins.carcassonne.board import extent, open_ends, tile_at
from bastide.plugins.carcassonne.features import number_of, root_of
from bastide.plugins.carcassonne.look.view import Bounds, Cell
from bastide.plugins.carcassonne.pieces import (
    MONASTERY,
    SIDES,
    STEPS,
    Kind,
    Placed,
    kind_of,
)
from bastide.plugins.carcassonne.scoring import tiles_of, worth
from bastide.plugins.carcassonne.state import Board, board
from bastide.plugins.carcassonne.tables import (
    AROUND,
    CLAIMED,
    MEEPLE_ACTION,
    PLACE_ACTION,
    Shape,
    cell_of,
    place_of,
    weights,
)
from bastide.plugins.carcassonne.turn import MEEPLE, PLACE, place_tile, put_meeple, tiles_to_lay


class Joined(NamedTuple):
    """A feature that a tile is part of, or would be.

    seats: who stands there. tiles: each once; for a monastery those around it, too. finished: no
    side is open.
    """

    kind: Kind
    seats: tuple[int, ...]
    tiles: int
    finished: bool


class Worth(NamedTuple):
    """A meeple choice and what it would bring.

    points: if the game ended now; of a finished feature, at once. cities: finished ones that a
    field touches.
    """

    feature: Joined
    points: int
    cities: int


class Position:
    """A state as a seat sees it, with its cursor."""

    def __init__(self, rules: Rules, s: State, seat: int, cursor: Cursor) -> None:
        self.rules, self.s, self.seat, self.cursor = rules, s, seat, cursor
        self.board: Board = board(s)

    def moved(self, cursor: Cursor) -> Position:
        """Return the same position with another cursor."""
        return Position(self.rules, self.s, self.seat, cursor)

    # whose decision, and which

    @property
    def phase(self) -> str:
        """Return `place` or `meeple` while a seat decides that, else ""."""
        s = self.s
        return s.phase if s.phase in (PLACE, MEEPLE) and not s.over and not s.waiting else ""

    @property
    def mine(self) -> bool:
        """Whether the seat that looks is the one to decide."""
        return bool(self.phase) and self.seat == self.s.seat

    @property
    def tile(self) -> str:
        """Return the tile that is to be laid, as far as these eyes know it; else ""."""
        tiles = self.tiles
        return tiles[self.cursor.hand % len(tiles)] if tiles else ""

    @cached_property
    def tiles(self) -> tuple[str, ...]:
        """The tiles that the seat to act may choose from."""
        return tiles_to_lay(self.s) if self.phase == PLACE else ()

    # laying

    @cached_property
    def fitting(self) -> dict[Cell, list[Action]]:
        """The actions that lay the tile, by cell: rows from the north, each from the west."""
        if self.phase != PLACE:
            return {}
        found: dict[Cell, list[Action]] = {}
        for action in self.rules.legal(self.s):
            if action.kind == PLACE_ACTION and action.data[0] == self.tile:
                found.setdefault(placed_of(action)[1:3], []).append(action)
        return {cell: found[cell] for cell in sorted(found, key=lambda c: (c[1], c[0]))}

    def turns(self, cell: Cell) -> list[int]:
        """Return the rotations in which the tile fits on a cell, smallest first."""
        return sorted(placed_of(action).rotation for action in self.fitting.get(cell, ()))

    def alike(self, rotation: int) -> int:
        """Return the smallest rotation in which the tile looks as in another."""
        return self.board.tables.turned[self.tile][rotation % 4].rotation if self.tile else 0

    def action_on(self, cell: Cell) -> Action | None:
        """Return the action that lays the tile on a cell, turned as the cursor says if it can."""
        actions = self.fitting.get(cell)
        if not actions:
            return None
        wanted = self.alike(self.cursor.turn)
        return next((a for a in actions if placed_of(a).rotation == wanted), actions[0])

    def joined(self, action: Action) -> list[Joined]:
        """Return the features that the tile would be part of where an action lays it.

        Only those that reach a neighbour, and fields only where somebody stands.
        """
        t = self.s.clone()
        place_tile(t, action)
        placed, b = placed_of(action), board(t)
        shape = b.tables.turned[placed.tile][placed.rotation]
        touching = self._neighbours(placed)
        roots: dict[int, str] = {}
        for segment in shape.segments:
            if touching & {*segment.sides, *(half[0] for half in segment.half_edges)}:
                root = root_of(b, number_of(b, placed.x, placed.y, segment.id))
                roots.setdefault(root, segment.id)
        found = [feature_at(t, placed.x, placed.y, id) for id in roots.values()]
        near = [
            feature_at(t, *place_of(monk), MONASTERY)
            for monk in b.monks
            if monk - cell_of(placed.x, placed.y) in AROUND
        ]
        return [feature for feature in found if feature.kind != "field" or feature.seats] + near

    def _neighbours(self, placed: Placed) -> set[str]:
        around = zip(SIDES, STEPS, strict=True)
        at = self.board.at
        return {side for side, (dx, dy) in around if cell_of(placed.x + dx, placed.y + dy) in at}

    # meeples

    @cached_property
    def choices(self) -> list[Action]:
        """What may be chosen once the tile lies: each meeple, then none."""
        if self.phase != MEEPLE:
            return []
        actions = self.rules.legal(self.s)
        meeples = [action for action in actions if action.kind == MEEPLE_ACTION]
        return meeples + [action for action in actions if action.kind != MEEPLE_ACTION]

    @property
    def choice(self) -> Action | None:
        """The meeple action under the cursor."""
        return self.choices[self.cursor.choice % len(self.choices)] if self.choices else None

    @property
    def last(self) -> Placed:
        """The tile laid last."""
        return self.board.placed[-1]

    def worth(self, action: Action) -> Worth:
        """Return what a meeple would be worth where an action puts it."""
        segment = str(action.data[0])
        t = self.s.clone()
        put_meeple(t, action)
        _, x, y, _ = self.last
        cities = len(extent(t, x, y, segment).cities) if kind_of(segment) == "field" else 0
        return Worth(feature_at(self.s, x, y, segment), total(worth(t, x, y, segment)), cities)

    def outlined(self) -> dict[Cell, set[str]]:
        """Return the segments of the feature under the cursor, by cell."""
        action = self.choice if self.mine else None
        if action is None or action.kind != MEEPLE_ACTION:
            return {}
        return self.feature(self.last.x, self.last.y, str(action.data[0]))

    def feature(self, x: int, y: int, segment: str) -> dict[Cell, set[str]]:
        """Return all segments of a feature, by cell."""
        found: dict[Cell, set[str]] = {}
        for cell_x, cell_y, id in extent(self.s, x, y, segment).segments:
            found.setdefault((cell_x, cell_y), set()).add(id)
        return found

    # the board

    def bounds(self) -> Bounds:
        """Return the rectangle that holds all tiles and the cells beside them."""
        xs = [placed.x for placed in self.board.placed]
        ys = [placed.y for placed in self.board.placed]
        return Bounds(min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1)

    def shape_at(self, x: int, y: int) -> Shape | None:
        """Return what lies on a cell, in its turn."""
        placed = tile_at(self.s, x, y)
        return placed and self.board.tables.turned[placed.tile][placed.rotation]


def placed_of(action: Action) -> Placed:
    """Return the tile that an action lays."""
    return Placed(*action.data)  # type: ignore[arg-type]  # the data of `carcassonne.place`


def feature_at(s: State, x: int, y: int, segment: str) -> Joined:
    """Return the feature of a segment of a laid tile."""
    b, kind, cell = board(s), kind_of(segment), cell_of(x, y)
    root = root_of(b, number_of(b, x, y, segment))
    finished = kind != "field" and not open_ends(b, root, kind, cell)
    return Joined(kind, _owners(b.totals[root], s.seats), tiles_of(b, root, kind, cell), finished)


def _owners(packed: int, seats: int) -> tuple[int, ...]:
    if packed < CLAIMED:
        return ()
    return tuple(seat for seat, weight in enumerate(weights(packed, seats)) if weight)


def all_tiles(s: State) -> int:
    """Return how many tiles there are, the start tile included."""
    return sum(tile.copies for tile in board(s).tables.tiles.values())
