"""Choices on one tile that look alike are told apart by where they are."""

from __future__ import annotations

import pytest

from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.screen import Cursor
from bastide.plugins.carcassonne.look.whereabouts import compass
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins.carcassonne.look.conftest import EVERY_TILE, play_to

TILES = {tile.id: tile for tile in EVERY_TILE}


@pytest.mark.parametrize(
    ("tile", "turn", "segment", "said"),
    [
        ("base-A", 2, "f1", "in this field"),
        ("base-A", 2, "m", "in this monastery"),
        ("base-D", 0, "f1", "in the field north"),
        ("base-D", 1, "f1", "in the field east"),
        ("base-D", 1, "c1", "in this city"),
        ("base-H", 1, "c2", "in the city to the west"),
        ("base-X", 0, "f1", "in the field north-west"),
        ("base-W", 2, "r1", "on the road to the west"),
        ("base-O", 0, "f1", "in the field south-east, by the city"),
        ("base-O", 0, "f2", "in the field south-east"),
        ("ic-E", 0, "r2", "on the road to the east and to the south"),
        ("ic-E", 0, "f2", "in the field in the middle"),
    ],
)
def test_a_place_says_which_of_several_it_is(tile: str, turn: int, segment: str, said: str) -> None:
    assert Words(English()).where(TILES[tile], turn, segment) == said


def test_no_two_segments_of_a_tile_are_called_the_same() -> None:
    words = Words(English())
    for tile in EVERY_TILE:
        for turn in range(4):
            said = [words.where(tile, turn, segment.id) for segment in tile.segments()]
            assert len({*said}) == len(said)


def test_no_two_choices_of_a_turn_read_the_same(screen: CarcassonneScreen, four: Rules) -> None:
    for seed in range(40):
        s = play_to(four, seed, seed, "meeple")
        said = [place.sentence for place in screen.places(s, s.seat, Cursor())]
        assert len({*said}) == len(said)


def test_half_edges_on_all_sides_have_no_direction() -> None:
    assert compass(("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")) == ""
    assert compass(()) == ""
