"""Tiles are called by the sides that they show as they lie."""

from __future__ import annotations

import pytest

from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.screen import Grid
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.pieces import base_tiles
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.turn import PLACED
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins.carcassonne.look.conftest import EVERY_TILE, play_to, started
from tests.plugins.looks import NAMES, look_of

TILES = {tile.id: tile for tile in EVERY_TILE}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


@pytest.fixture
def words() -> Words:
    return Words(English())


@pytest.mark.parametrize(
    ("tile", "turn", "said"),
    [
        ("base-V", 0, "road south-west"),
        ("base-V", 3, "road south-east"),
        ("base-O", 0, "city north-west, pennant; road south-east"),
        ("base-O", 1, "city north-east, pennant; road south-west"),
        ("base-G", 1, "city north-south"),
        ("base-H", 1, "city east; city west"),
        ("base-I", 2, "city south; city west"),
        ("base-S", 1, "city on all sides but west, pennant; road west"),
        ("base-L", 2, "city south; crossing on all sides but south"),
        ("base-X", 1, "crossing on all sides"),
        ("base-A", 1, "monastery; road west"),
        ("ic-C", 0, "road east, inn; road south; road west, inn"),
        ("ic-K", 2, "city on all sides, cathedral"),
    ],
)
def test_a_name_says_the_sides_as_the_tile_lies(
    words: Words, tile: str, turn: int, said: str
) -> None:
    assert words.tile_name(TILES[tile], turn) == said


def test_types_that_differ_have_different_names(words: Words) -> None:
    assert len({words.tile_name(tile) for tile in base_tiles()}) == 24


def test_a_half_turn_swaps_every_side_that_is_named(words: Words) -> None:
    def named(text: str) -> set[str]:
        return {side for side in OPPOSITE if side in text}

    for tile in EVERY_TILE:
        there, back = words.tile_name(tile), words.tile_name(tile, 2)
        assert named(back) == {OPPOSITE[side] for side in named(there)}


def test_the_hand_names_the_tile_as_the_ghost_is_turned(
    screen: CarcassonneScreen, four: Rules, words: Words
) -> None:
    for seed in range(8):
        s = play_to(four, seed, 20, "place")
        cursor = started(screen, s)._replace(x=60, y=60)
        for _ in range(4):
            cursor = screen.move(s, s.seat, cursor, "r")
            grid = Grid(90, 6)
            screen.paint_hand(grid, s, s.seat, cursor, look_of())
            name = words.tile_name(TILES[board(s).current], cursor.turn)
            assert name in " ".join(grid.lines()[0].split())


def test_the_log_names_tiles_as_they_were_laid(
    screen: CarcassonneScreen, four: Rules, words: Words
) -> None:
    s = play_to(four, 3, 999, "place")
    laid = [event for event in s.events if event.kind == PLACED]
    assert laid
    for event in laid:
        tile, rotation = TILES[str(event.data[1])], int(str(event.data[4]))
        said = screen.say(s, event, NAMES)
        assert said.endswith(f": {words.tile_name(tile, rotation)}.")
