"""What the screen asks of a position: what may be laid where, what joins what. Changes nothing."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from bastide.core.events import Action, Term, total
from bastide.core.rules import Rules
from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.plugins.carcassonne.features import lay, number_of, root_of
from bastide.plugins.carcassonne.look.view import Bounds, Cell
from bastide.plugins.carcassonne.pieces import (
    SIDES,
    STEPS,
    Kind,
    Meeple,
    Placed,
    Segment,
    Tile,
    kind_of,
)
from bastide.plugins.carcassonne.refusals import edges_around
from bastide.plugins.carcassonne.scoring import tiles_around, touched_cities, worth
from bastide.plugins.carcassonne.state import Board, board
from bastide.plugins.carcassonne.tables import (
    CLAIMED,
    MEEPLE_ACTION,
    NUMBER,
    NUMBER_BITS,
    OPEN,
    PLACE_ACTION,
    Shape,
    cell_of,
    place_of,
    weights,
)
from bastide.plugins.carcassonne.turn import MEEPLE, PLACE, put_meeple, tiles_to_lay

MONASTERY_TILES = 9


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

    feature: the seats are those that stand there before. now: points if the game ended now.
    done: points when it is finished as it is now; None where the game has no such thing (fields).
    cities: finished ones that a field touches.
    """

    feature: Joined
    now: int
    done: int | None
    cities: int


class Position:
    """A state as a seat sees it, with its cursor."""

    def __init__(self, rules: Rules, s: State, seat: int, cursor: Cursor) -> None:
        self.rules, self.s, self.seat, self.cursor = rules, s, seat, cursor
        self.board: Board = board(s)

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

    def joined(self, placed: Placed) -> list[Joined]:
        """Return the features that a tile would be part of, if it were laid where it fits.

        Only those that reach a neighbour, and fields only where somebody stands.
        """
        b = self.board.clone()
        shape = b.tables.turned[placed.tile][placed.rotation]
        cell = cell_of(placed.x, placed.y)
        lay(b, shape, cell)
        touching = {SIDES[n] for n, (dx, dy) in enumerate(STEPS) if self._at(placed, dx, dy)}
        roots: dict[int, Kind] = {}
        for k, segment in enumerate(shape.segments):
            if touching & {*segment.sides, *(half[0] for half in segment.half_edges)}:
                roots[root_of(b, (b.at[cell] >> NUMBER_BITS) + k)] = segment.kind
        found = [_joined(self.s, b, root, kind) for root, kind in roots.items()]
        near = [_monastery(self.s, b, monk) for monk in b.monks if _touch(monk, cell)]
        return [feature for feature in found if feature.kind != "field" or feature.seats] + near

    def _at(self, placed: Placed, dx: int, dy: int) -> bool:
        return cell_of(placed.x + dx, placed.y + dy) in self.board.at

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
        t = self.s.clone()
        put_meeple(t, action)
        b, meeple = board(t), board(t).meeples[-1]
        kind = kind_of(meeple.segment)
        root = root_of(b, number_of(b, meeple.x, meeple.y, meeple.segment))
        crew = (root, [meeple])
        before = _feature(self.s, self.board, meeple)
        done = None if kind == "field" else total(_finished(t, crew, before, kind))
        now = done if before.finished and done is not None else total(worth(t, crew, done=False))
        cities = len(touched_cities(b, root)) if kind == "field" else 0
        return Worth(before, now, done, cities)

    def outlined(self) -> dict[Cell, set[str]]:
        """Return the segments of the feature under the cursor, by cell."""
        action = self.choice if self.mine else None
        if action is None or action.kind != MEEPLE_ACTION:
            return {}
        return self.feature(self.last.x, self.last.y, str(action.data[0]))

    def feature(self, x: int, y: int, segment: str) -> dict[Cell, set[str]]:
        """Return all segments of a feature, by cell."""
        b = self.board
        root = root_of(b, number_of(b, x, y, segment))
        found: dict[Cell, set[str]] = {}
        for n, (cell, there) in enumerate(b.at.items()):
            if b.tiles[root] >> n & 1:
                ids = b.tables.shapes[there & NUMBER].ids
                first = there >> NUMBER_BITS
                found[place_of(cell)] = {
                    id for k, id in enumerate(ids) if root_of(b, first + k) == root
                }
        return found

    # the board

    def bounds(self) -> Bounds:
        """Return the rectangle that holds all tiles and the cells beside them."""
        xs = [placed.x for placed in self.board.placed]
        ys = [placed.y for placed in self.board.placed]
        return Bounds(min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1)

    def gaps(self) -> set[Cell]:
        """Return the empty cells beside tiles that no remaining tile can fill."""
        b = self.board
        left = [b.tables.fit[tile] for tile, n in tiles_left(self.s).items() if n]
        codes = {code for code in b.frontier.values() if not any(fit[code] for fit in left)}
        return {place_of(cell) for cell, code in b.frontier.items() if code in codes}

    def shape_at(self, x: int, y: int) -> Shape | None:
        """Return what lies on a cell."""
        there = self.board.at.get(cell_of(x, y))
        return None if there is None else self.board.tables.shapes[there & NUMBER]

    def asked(self, x: int, y: int) -> tuple[str, ...]:
        """Return the terrain that the neighbours ask of a cell on N E S W, "" for none."""
        return edges_around(self.board, x, y)

    def feature_of(self, x: int, y: int, segment: Segment) -> Joined:
        """Return the feature of a segment of a laid tile."""
        return _feature(self.s, self.board, Meeple(x, y, segment.id, -1, ""))


def placed_of(action: Action) -> Placed:
    """Return the tile that an action lays."""
    return Placed(*action.data)  # type: ignore[arg-type]  # the data of `carcassonne.place`


def tiles_left(s: State) -> dict[str, int]:
    """Return how many tiles of each type are neither laid nor aside, the drawn one included."""
    b = board(s)
    left = {id: tile.copies for id, tile in b.tables.tiles.items()}
    for id in (*(placed.tile for placed in b.placed), *b.aside):
        left[id] -= 1
    return left


def tiles_to_come(s: State) -> dict[str, int]:
    """Return how many tiles of each type nobody has seen yet."""
    left = tiles_left(s)
    if board(s).current:
        left[board(s).current] -= 1
    return left


def all_tiles(s: State) -> int:
    """Return how many tiles there are, the start tile included."""
    return sum(tile.copies for tile in board(s).tables.tiles.values())


def start_tile(s: State) -> Tile:
    """Return the start tile's type."""
    return board(s).tables.start


def _feature(s: State, b: Board, meeple: Meeple) -> Joined:
    """Return the feature that a meeple stands in, or would."""
    kind = kind_of(meeple.segment)
    if kind == "monastery":
        return _monastery(s, b, cell_of(meeple.x, meeple.y))
    return _joined(s, b, root_of(b, number_of(b, meeple.x, meeple.y, meeple.segment)), kind)


def _joined(s: State, b: Board, root: int, kind: Kind) -> Joined:
    total_, tiles = b.totals[root], b.tiles[root].bit_count()
    return Joined(kind, _owners(total_, s.seats), tiles, kind != "field" and not total_ & OPEN)


def _monastery(s: State, b: Board, cell: int) -> Joined:
    there = b.at[cell]
    first, ids = there >> NUMBER_BITS, b.tables.shapes[there & NUMBER].ids
    owners = _owners(b.totals[root_of(b, first + ids.index("m"))], s.seats)
    tiles = 1 + tiles_around(b, cell)
    return Joined("monastery", owners, tiles, tiles == MONASTERY_TILES)


def _owners(packed: int, seats: int) -> tuple[int, ...]:
    if packed < CLAIMED:
        return ()
    return tuple(seat for seat, weight in enumerate(weights(packed, seats)) if weight)


def _touch(one: int, two: int) -> bool:
    (x, y), (a, b) = place_of(one), place_of(two)
    return one != two and abs(x - a) <= 1 and abs(y - b) <= 1


def _finished(
    t: State, crew: tuple[int, list[Meeple]], before: Joined, kind: Kind
) -> tuple[Term, ...]:
    """Return the sum that a feature would bring when finished; a monastery then has all tiles."""
    terms = worth(t, crew, done=True)
    if kind != "monastery":
        return terms
    missing = MONASTERY_TILES - before.tiles
    return tuple(
        term._replace(number=term.number + missing) if term.unit == "tile" else term
        for term in terms
    )
