"""Names of cells, and which part of the board a pane shows."""

from __future__ import annotations

import pytest

from bastide.core.messages import English
from bastide.plugins.carcassonne.look.view import (
    MARGIN_LEFT,
    MARGIN_TOP,
    ZOOMS,
    Bounds,
    edges_of,
    look_at,
    parse_place,
    place_name,
    settle,
)

SIZE, TILE = (84, 31), (10, 5)


@pytest.mark.parametrize(
    ("cell", "name"),
    [((0, 0), "0 0"), ((-3, -2), "3W 2N"), ((2, 1), "2E 1S"), ((30, 0), "30E 0")],
)
def test_a_cell_has_one_name(cell: tuple[int, int], name: str) -> None:
    assert place_name(English(), *cell) == name
    assert parse_place(English(), name) == cell


@pytest.mark.parametrize("typed", ["3w2n", "3W 2N", "-3,-2", " 3w, 2n ", "-3 -2"])
def test_a_cell_may_be_typed_in_several_ways(typed: str) -> None:
    assert parse_place(English(), typed) == (-3, -2)


@pytest.mark.parametrize("typed", ["", "3", "3n 2w", "3x 2n", "w3 n2", "3w2n1", "٣w ٢n", "999,0"])
def test_what_is_no_cell_is_none(typed: str) -> None:
    assert parse_place(English(), typed) is None


def test_a_view_maps_every_character_back_to_its_tile() -> None:
    for tile in ZOOMS:
        view = look_at(SIZE, tile, (2, -1))
        for x, y in ((2, -1), (0, 0), (-2, 1)):
            left, top = view.place(x, y)
            for column in range(left, left + tile[0]):
                for row in range(top, top + tile[1]):
                    assert view.cell(column, row) == (x, y)
                    u, v = view.inside(column, row)
                    assert 0 < u < 1
                    assert 0 < v < 1


def test_whole_tiles_are_shown_around_the_middle() -> None:
    view = look_at(SIZE, TILE, (0, 0))
    assert view.shown() == Bounds(-4, -3, 3, 2)
    assert view.place(-4, -3) == (MARGIN_LEFT, MARGIN_TOP)
    assert view.holds(-4, 2)
    assert not view.holds(4, 0)


def test_the_view_stays_while_everything_is_to_be_seen() -> None:
    assert settle(SIZE, TILE, (0, 0), Bounds(-2, -2, 2, 1), None) == (0, 0)


def test_the_view_moves_no_farther_than_it_must() -> None:
    assert settle(SIZE, TILE, (0, 0), Bounds(-1, -1, 5, 1), None) == (2, 0)
    assert settle(SIZE, TILE, (2, 0), Bounds(-1, -1, 4, 1), None) == (2, 0)


def test_a_board_larger_than_the_pane_is_shown_around_the_ghost() -> None:
    huge = Bounds(-20, -20, 20, 20)
    assert settle(SIZE, TILE, (0, 0), huge, None) == (0, 0)
    x, y = settle(SIZE, TILE, (0, 0), huge, (9, -9))
    shown = look_at(SIZE, TILE, (x, y)).shown()
    assert shown.right == 10
    assert shown.top == -10


def test_a_pane_of_any_size_can_be_looked_through() -> None:
    for width in range(1, 30):
        for height in range(1, 12):
            middle = settle((width, height), TILE, (0, 0), Bounds(-3, -3, 3, 3), (3, 3))
            look_at((width, height), TILE, middle).shown()


def test_edges_tell_where_tiles_are_cut_off() -> None:
    board = Bounds(-2, -1, 2, 1)
    size = MARGIN_LEFT + 5 * 6, MARGIN_TOP + 3 * 3
    assert not any(edges_of(look_at(size, (6, 3), (0, 0)), board))
    assert edges_of(look_at(size, (6, 3), (1, 0)), board) == (True, False, False, False)
    assert edges_of(look_at(size, (6, 3), (0, -1)), board) == (False, False, False, True)
    assert all(edges_of(look_at(size, (14, 7), (0, 0)), board))


def test_what_is_wanted_of_a_large_board_is_seen_and_no_row_beyond_it() -> None:
    size, tile = (56, 19), (6, 3)  # six rows
    board, tiles, places = Bounds(-4, -2, 3, 5), Bounds(-3, -1, 2, 4), Bounds(-3, 2, 3, 5)
    shown = look_at(size, tile, settle(size, tile, (0, 0), board, None, [tiles])).shown()
    assert (shown.top, shown.bottom) == (-1, 4)
    for cell in ((-3, 2), (0, 4), (1, 5)):
        middle = settle(size, tile, (0, 0), board, cell, [tiles, places])
        shown = look_at(size, tile, middle).shown()
        assert (shown.top, shown.bottom) == (0, 5)
    far = settle(size, tile, (0, 0), Bounds(-9, -2, 9, 9), None, [Bounds(-8, -1, 8, 8)])
    assert look_at(size, tile, far).shown().top >= -2
