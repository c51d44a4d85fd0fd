"""Look-up tables of one composition of rules, made once.

A *shape* is a tile in one of its distinct rotations; rotations that look alike share one. A cell
is one number, `y * STRIDE + x`. What laid tiles ask of an empty cell is a *code*: two bits a side,
0 nothing, 1 field, 2 road, 3 city; N in the lowest bits, then E, S, W.

The totals of a feature are packed into one number, so that joining two is an addition:

    open sides (10 bits) | pennants (8 bits) | weight of seat 0 (8 bits) | of seat 1 | ...
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from bastide.core.errors import RulesError
from bastide.core.events import Action, Term
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.carcassonne.joins import Joins, all_joins
from bastide.plugins.carcassonne.pieces import (
    STEPS,
    Kind,
    Piece,
    Placed,
    Segment,
    Tile,
    check_tile,
)
from bastide.plugins.carcassonne.slots import (
    CHOICES,
    CLAIMS,
    DRAWN_FIRST,
    MAY_PLACE,
    MAY_STAND,
    PIECES,
    PILE_EMPTY,
    POINTS,
    TILES,
    Claims,
    Feature,
    Layers,
)

PLACE_ACTION = "carcassonne.place"
MEEPLE_ACTION = "carcassonne.meeple"
NO_MEEPLE = Action("carcassonne.none")
"""To put no meeple on the tile."""

STRIDE = 512
"""Numbers of cells from one row to the next; a board stays far below half of it."""

AROUND = (-STRIDE - 1, -STRIDE, -STRIDE + 1, -1, 1, STRIDE - 1, STRIDE, STRIDE + 1)
"""The eight cells around a cell, relative."""

OPEN = (1 << 10) - 1
PENNANT = 1 << 10
CLAIMED = 1 << 18
"""Totals of at least this much hold somebody's piece."""

WEIGHT_BITS = 8
MOST_WEIGHT = (1 << WEIGHT_BITS) - 1

NUMBER_BITS = 12
NUMBER = (1 << NUMBER_BITS) - 1
"""Mask of a shape's number in `Board.at`."""

_MOST_ACTIONS = 1024
"""Cells for which a shape keeps its action made; a game uses a few hundred."""

_CODE = {"F": 1, "R": 2, "C": 3}

Side = tuple[int, int, tuple[Joins, ...]]
"""A side of a shape: the way to the cell beyond, what it asks of that cell, and what joins there by
the number of the shape beyond, () where that does not fit.
"""


Meeples = dict[str, tuple[Action | None, ...]]
"""For each kind of piece the action of each segment, None where it may not stand."""


class Moves(dict[int, Action]):
    """The actions that lay a shape, by cell; made when first asked for."""

    def __init__(self, tile: str, rotation: int) -> None:
        super().__init__()
        self.tile, self.rotation = tile, rotation

    def __missing__(self, cell: int) -> Action:
        x, y = place_of(cell)
        action = Action(PLACE_ACTION, Placed(self.tile, x, y, self.rotation))
        if len(self) < _MOST_ACTIONS:
            self[cell] = action
        return action


@dataclass(slots=True, frozen=True)
class Shape:
    """A tile in one rotation. Its segments are numbered as in `Tile.segments`.

    totals: of each segment, at first. marks: (segment, its marks) where there are any. touches:
    (field, city) pairs. closing: cities and roads. meeples: the actions that put a piece. likes:
    the rotations that look like this one, itself included.
    """

    number: int
    tile: Tile
    rotation: int
    likes: tuple[int, ...]
    segments: tuple[Segment, ...]
    ids: tuple[str, ...]
    kinds: tuple[Kind, ...]
    totals: tuple[int, ...]
    marks: tuple[tuple[int, tuple[str, ...]], ...]
    touches: tuple[tuple[int, int], ...]
    closing: tuple[int, ...]
    meeples: Meeples
    moves: Moves
    sides: tuple[Side, ...]


Points = Callable[[tuple[Term, ...], State, Feature, bool], tuple[Term, ...]]


@dataclass(slots=True, frozen=True)
class Tables:
    """All tables of a composition.

    pile: the tiles that are under the start tile, in alphabetical order. first: those of them that
    are drawn before the others, in layers. turned: the shape of a tile in each of four rotations.
    fit: by tile and code, the moves that fit. choices, claims and veto: None if nobody contributes.
    """

    tiles: dict[str, Tile]
    pieces: dict[str, Piece]
    pile: tuple[str, ...]
    first: Layers
    shapes: tuple[Shape, ...]
    turned: dict[str, tuple[Shape, ...]]
    fit: dict[str, tuple[tuple[Moves, ...], ...]]
    points: Points
    choices: Callable[[tuple[str, ...], State], tuple[str, ...]] | None
    claims: Callable[[Claims, State, str], Claims] | None
    veto: Callable[[bool, State, Placed], bool] | None
    pile_empty: Callable[[bool, State], bool]

    @property
    def start(self) -> Tile:
        """Return the start tile's type."""
        return next(tile for tile in self.tiles.values() if tile.start)


_TABLES: WeakKeyDictionary[Rules, Tables] = WeakKeyDictionary()


def tables_of(rules: Rules) -> Tables:
    """Return the tables of composed rules; made at the first call."""
    tables = _TABLES.get(rules)
    if tables is None:
        tables = _TABLES[rules] = _compose(rules)
    return tables


def cell_of(x: int, y: int) -> int:
    """Return the number of a cell."""
    return y * STRIDE + x


def place_of(cell: int) -> tuple[int, int]:
    """Return (x, y) of a cell's number."""
    y = (cell + STRIDE // 2) // STRIDE
    return cell - y * STRIDE, y


def weight_of(seat: int) -> int:
    """Return what a weight of 1 of a seat adds to the totals of a feature."""
    return CLAIMED << WEIGHT_BITS * seat


def weights(total: int, seats: int) -> list[int]:
    """Return the weight of each seat in a feature with these totals."""
    total //= CLAIMED
    return [total >> WEIGHT_BITS * seat & MOST_WEIGHT for seat in range(seats)]


def _compose(rules: Rules) -> Tables:
    tiles, pieces = rules.table(TILES), rules.table(PIECES)
    _check(tiles, pieces)
    pile = tuple(sorted(t.id for t in tiles.values() for _ in range(t.copies - t.start)))
    first = rules.value(DRAWN_FIRST)(())
    _check_first(first, pile)
    distinct = [(tile, likes) for tile in tiles.values() for likes in rotations(tile)]
    joins = all_joins([(tile, likes[0]) for tile, likes in distinct])
    meeples_on = _meeples(tuple(pieces), rules.value(MAY_STAND))
    shapes = tuple(
        _shape(n, tile, likes, meeples_on, joins[n]) for n, (tile, likes) in enumerate(distinct)
    )
    return Tables(
        tiles=tiles,
        pieces=pieces,
        pile=pile,
        first=first,
        shapes=shapes,
        turned={id: _turned(id, shapes) for id in tiles},
        fit={id: _fit(id, shapes) for id in tiles},
        points=rules.value(POINTS),
        choices=rules.value(CHOICES) if rules.has(CHOICES) else None,
        claims=rules.value(CLAIMS) if rules.has(CLAIMS) else None,
        veto=rules.value(MAY_PLACE) if rules.has(MAY_PLACE) else None,
        pile_empty=rules.value(PILE_EMPTY),
    )


def _check(tiles: dict[str, Tile], pieces: dict[str, Piece]) -> None:
    starts = [tile.id for tile in tiles.values() if tile.start]
    if len(starts) != 1:
        raise RulesError(
            f"there must be one start tile, not {len(starts)}: {', '.join(starts) or 'none'}; give "
            "one start=True, and put the others there by rules.replace(TILES) with start=False"
        )
    for tile in tiles.values():
        check_tile(tile)
    weight = sum(piece.amount * piece.weight for piece in pieces.values())
    if weight > MOST_WEIGHT:
        raise RulesError(f"a seat's pieces weigh {weight} together, at most {MOST_WEIGHT} can")


def _check_first(first: Layers, pile: tuple[str, ...]) -> None:
    there = Counter(pile)
    for tile, wanted in Counter(tile for layer in first for tile in layer).items():
        if wanted > there[tile]:
            raise RulesError(
                f"{wanted} of {tile} are to be drawn first, and {there[tile]} are under the start "
                "tile: name fewer in DRAWN_FIRST, or put the tile into TILES with more copies"
            )


def rotations(tile: Tile) -> list[tuple[int, ...]]:
    """Return the rotations of a tile, those that look alike together, smallest first."""
    groups: dict[object, list[int]] = {}
    for rotation in range(4):
        groups.setdefault(_look(tile, rotation), []).append(rotation)
    return [tuple(group) for group in groups.values()]


def _look(tile: Tile, rotation: int) -> object:
    """Return what the rules see of a tile in a rotation, whatever its segments are called."""
    names = {}
    for seg in tile.segments(rotation):
        reach = tuple(sorted(seg.sides)), tuple(sorted(seg.half_edges))
        names[seg.id] = (seg.kind, *reach, seg.pennants, seg.marks)
    touches = [(names[f.id], names[city]) for f in tile.fields for city in f.cities]
    return tuple(sorted(names.values())), tuple(sorted(touches))


def _shape(
    number: int,
    tile: Tile,
    likes: tuple[int, ...],
    meeples_on: Callable[[tuple[Segment, ...]], Meeples],
    joins: list[tuple[Joins, ...]],
) -> Shape:
    rotation = likes[0]
    segments = tile.segments(rotation)
    ids = tuple(segment.id for segment in segments)
    edges = tile.turned_edges(rotation)
    return Shape(
        number=number,
        tile=tile,
        rotation=rotation,
        likes=likes,
        segments=segments,
        ids=ids,
        kinds=tuple(segment.kind for segment in segments),
        totals=tuple(len(seg.sides) + seg.pennants * PENNANT for seg in segments),
        marks=tuple((k, seg.marks) for k, seg in enumerate(segments) if seg.marks),
        touches=tuple((ids.index(f.id), ids.index(city)) for f in tile.fields for city in f.cities),
        closing=tuple(k for k, seg in enumerate(segments) if seg.kind in ("city", "road")),
        meeples=meeples_on(segments),
        moves=Moves(tile.id, rotation),
        sides=tuple(
            (x + y * STRIDE, _CODE[edges[n]] << 2 * ((n + 2) % 4), joins[n])
            for n, (x, y) in enumerate(STEPS)
        ),
    )


def _meeples(
    pieces: tuple[str, ...], may_stand: Callable[[bool, Segment, str], bool]
) -> Callable[[tuple[Segment, ...]], Meeples]:
    """Return what makes the actions that put a piece on one of some segments."""

    def action(segment: Segment, piece: str) -> Action | None:
        if not may_stand(True, segment, piece):
            return None
        return Action(MEEPLE_ACTION, (segment.id, piece))

    return lambda segments: {p: tuple(action(each, p) for each in segments) for p in pieces}


def _turned(id: str, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    own = [shape for shape in shapes if shape.tile.id == id]
    return tuple(next(shape for shape in own if r in shape.likes) for r in range(4))


def _fit(id: str, shapes: tuple[Shape, ...]) -> tuple[tuple[Moves, ...], ...]:
    """Return, for each of the 256 codes, the moves of the shapes that fit."""
    fit: list[tuple[Moves, ...]] = [()] * 256
    for shape in shapes:
        if shape.tile.id == id:
            for code in _codes(shape):
                fit[code] = (*fit[code], shape.moves)
    return tuple(fit)


def _codes(shape: Shape) -> list[int]:
    """Return the codes that a shape meets: on each side nothing, or what it shows itself."""
    codes = [0]
    for n, edge in enumerate(shape.tile.turned_edges(shape.rotation)):
        codes += [code + (_CODE[edge] << 2 * n) for code in codes]
    return codes[1:]
