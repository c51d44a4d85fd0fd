"""Tile types, positions of random games, and screens."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from bastide.core.builder import RulesBuilder
from bastide.core.dealer import LocalDealer
from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.plugins.carcassonne.look.geometry import Sketch
from bastide.plugins.carcassonne.pieces import Meeple, Piece, Placed, Tile, base_tiles
from bastide.plugins.carcassonne.slots import MARK_ART, PIECES, TILES, Art
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins.carcassonne.look.more_tiles import more_tiles

EVERY_TILE = (*base_tiles(), *more_tiles())
INN = Art(
    letter="≈",
    ascii="~",
    rows=("RRRR", "RRRR", "BBBB", "BBBB"),
    colours=(("R", 0xC8402C), ("B", 0x4084D0)),
    beside=True,
    smaller=((6, ("RR", "BB")), (8, ("RRR", "RRB", "BBB"))),
)
CATHEDRAL = Art("♜", "C", ("GGGG", "GWWG", "GGGG"), (("G", 0x787C96), ("W", 0xE8E6EC)))


@cache
def sketch_of(tile: Tile) -> Sketch:
    """Return the shapes of a tile, made once."""
    return Sketch(tile)


def sketch_by_id(id: str) -> Sketch:
    """Return the shapes of a tile type."""
    return sketch_of(next(tile for tile in EVERY_TILE if tile.id == id))


@pytest.fixture(params=EVERY_TILE, ids=lambda tile: tile.id)
def sketch(request: pytest.FixtureRequest) -> Sketch:
    """Return the shapes of each of the 41 tile types."""
    return sketch_of(request.param)


@pytest.fixture
def four(rules_for: Callable[[int], Rules]) -> Rules:
    """Return the rules for four seats."""
    return rules_for(4)


@pytest.fixture
def laying(four: Rules) -> State:
    """Return a position where a tile is to be laid."""
    return play_to(four, 5, 24, "place")


@pytest.fixture
def choosing(four: Rules) -> State:
    """Return a position where a meeple may be put."""
    return play_to(four, 9, 24, "meeple")


@pytest.fixture
def screen(four: Rules) -> CarcassonneScreen:
    """Return a fresh English screen of a table of four."""
    return CarcassonneScreen(four, English())


def all_kinds(rules: RulesBuilder) -> None:
    """Bring all 41 types of tile, their marks, and a large meeple."""
    for tile in more_tiles():
        rules.put(TILES)(tile.id, tile)
    rules.put(PIECES)("large", Piece(1, 2))
    rules.put(MARK_ART)("inn", INN)
    rules.put(MARK_ART)("cathedral", CATHEDRAL)


@pytest.fixture
def large(extended: Callable[..., Rules]) -> Rules:
    """Return the rules of a table of four with all 41 types, marks and a large meeple."""
    return extended(setup=all_kinds, seats=4)


def play_to(rules: Rules, seed: int, turn: int, phase: str, crowded: bool = False) -> State:
    """Return a position of a random game, the first at this phase from a turn on.

    Tiles lie close together; `crowded` puts a meeple wherever one may stand.
    """
    rng, dealer = Random(seed), LocalDealer(seed.to_bytes(32, "big"))
    s = rules.new()
    while True:
        while s.waiting:
            rules.answer(s, dealer.answer(s))
        if s.over or (s.turn >= turn and s.phase == phase):
            return s
        actions = rules.legal(s)
        if s.phase == "meeple":
            none = not crowded and rng.random() < 0.4
            action = actions[0] if none else rng.choice(actions[1:])
        else:
            some = rng.sample(actions, min(5, len(actions)))
            action = min(some, key=lambda a: abs(int(str(a.data[1]))) + abs(int(str(a.data[2]))))
        s.events.clear()
        rules.apply(s, action)


def started(screen: CarcassonneScreen, s: State) -> Cursor:
    """Return the cursor at the start of the decision of the seat to act."""
    return screen.start(s, s.seat, Cursor())


def spread(rules: Rules, turn: int, piece: str = "") -> State:
    """Return a position with each tile type alone on the table, far from all others.

    With a piece, the first seat has one on every segment.
    """
    s = rules.new()
    b = board(s)
    turned = [shapes[turn] for shapes in b.tables.turned.values()]
    b.placed = [Placed(shape.tile.id, 2 * n, 0, shape.rotation) for n, shape in enumerate(turned)]
    b.meeples = [
        Meeple(2 * n, 0, id, 0, piece)
        for n, shape in enumerate(turned)
        for id in shape.ids
        if piece
    ]
    b.rebuild(b.tables)
    return s
