"""What is read from the board: cells, gaps, features."""

from __future__ import annotations

import pytest

from bastide.core.rules import Rules
from bastide.plugins.carcassonne.board import (
    empty_cells,
    extent,
    gaps,
    rotations_that_fit,
    tile_at,
    tiles_left,
)
from bastide.plugins.carcassonne.pieces import Meeple, Placed
from bastide.plugins.carcassonne.state import board
from tests.plugins.carcassonne.script import after, draw
from tests.plugins.carcassonne.test_games import turns


def test_a_tile_is_found_by_its_cell(rules: Rules) -> None:
    s = after(rules, "1 base-E r2 0 -1 -")

    assert tile_at(s, 0, -1) == Placed("base-E", 0, -1, 2)
    assert tile_at(s, 0, -2) is None


def test_empty_cells_come_by_row_and_column(rules: Rules) -> None:
    assert empty_cells(rules.new()) == [(0, -1), (-1, 0), (1, 0), (0, 1)]


def test_a_straight_road_fits_once_where_its_halves_look_alike(rules: Rules) -> None:
    s = rules.new()

    assert rotations_that_fit(s, "base-U", 1, 0) == (0,)
    assert rotations_that_fit(s, "base-U", 0, -1) == ()
    assert rotations_that_fit(s, "base-U", 7, 7) == ()


def test_tiles_left_are_those_of_the_pile(rules: Rules) -> None:
    """F06."""
    for s in turns(rules, 5):
        left = tiles_left(s)

        assert sum(left.values()) == len(board(s).bag)
        assert len(left) == 24


def test_the_tile_in_hand_is_not_left(rules: Rules) -> None:
    s = rules.new()

    draw(rules, s, "base-X")

    assert tiles_left(s)["base-X"] == 0
    assert sum(tiles_left(s).values()) == 70


def test_gaps_are_the_cells_that_no_tile_left_fits(rules: Rules) -> None:
    """F06, both ways."""
    for s in turns(rules, 6):
        if s.over:
            assert gaps(s) == []
            continue
        left = [tile for tile, n in tiles_left(s).items() if n or tile == board(s).current]
        marked = gaps(s)

        for x, y in empty_cells(s):
            fits = any(rotations_that_fit(s, tile, x, y) for tile in left)
            assert fits != ((x, y) in marked)


def test_a_feature_is_told_whole(rules: Rules) -> None:
    s = after(rules, "1 base-F r1 0 -1 c1", "2 base-U r0 1 0 r1")

    city = extent(s, 0, 0, "c1")

    assert city.kind == "city"
    assert city.segments == ((0, 0, "c1"), (0, -1, "c1"))
    assert city.tiles == ((0, 0), (0, -1))
    assert city.meeples == (Meeple(0, -1, "c1", 0, "meeple"),)
    assert (city.pennants, city.open, city.done) == (1, 1, False)


def test_a_field_knows_the_finished_cities_that_it_touches(rules: Rules) -> None:
    s = after(rules, "1 base-H r0 0 -1 f1", "2 base-E r2 0 -2 -")

    assert len(extent(s, 0, -1, "f1").cities) == 2
    assert not extent(s, 0, -1, "f1").done


def test_a_monastery_is_open_to_its_empty_neighbours(rules: Rules) -> None:
    s = after(rules, "1 base-B r0 0 1 m", "2 base-U r0 1 0 -")

    assert extent(s, 0, 1, "m").open == 6


def test_asking_changes_nothing(rules: Rules) -> None:
    for s in turns(rules, 8):
        before = board(s).clone()

        for placed in board(s).placed:
            for segment in board(s).tables.turned[placed.tile][placed.rotation].ids:
                extent(s, placed.x, placed.y, segment)

        assert board(s) == before


def test_there_is_no_feature_where_there_is_no_tile(rules: Rules) -> None:
    with pytest.raises(KeyError):
        extent(rules.new(), 9, 9, "c1")
