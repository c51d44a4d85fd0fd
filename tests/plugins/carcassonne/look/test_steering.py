"""Keys and mouse, at a table of four after some turns."""

from __future__ import annotations

import pytest

from bastide.core.screen import Cursor
from bastide.core.state import State
from bastide.plugins.carcassonne.look.view import look_at
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.tables import NO_MEEPLE
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins.carcassonne.look.conftest import sketch_by_id, started
from tests.plugins.looks import look_of


def press(screen: CarcassonneScreen, s: State, cursor: Cursor, *keys: str) -> Cursor:
    for key in keys:
        cursor = screen.move(s, s.seat, cursor, key)
    return cursor


def test_a_turn_begins_on_a_legal_place(screen: CarcassonneScreen, laying: State) -> None:
    cursor = started(screen, laying)
    action = screen.chosen(laying, laying.seat, cursor)
    assert action in screen.rules.legal(laying)


def test_a_turn_taken_back_begins_where_the_ghost_was(
    screen: CarcassonneScreen, laying: State
) -> None:
    there = screen.at_place(laying, laying.seat, Cursor(), 3)
    assert screen.start(laying, laying.seat, there)[:2] == there[:2]


@pytest.mark.parametrize(
    ("keys", "step"),
    [("up k", (0, -1)), ("down j", (0, 1)), ("left h", (-1, 0)), ("right l", (1, 0))],
)
def test_arrows_and_letters_move_the_ghost(
    screen: CarcassonneScreen, laying: State, keys: str, step: tuple[int, int]
) -> None:
    cursor = started(screen, laying)
    for key in keys.split():
        moved = press(screen, laying, cursor, key)
        assert (moved.x - cursor.x, moved.y - cursor.y) == step


def test_r_goes_through_the_fitting_rotations_only(
    screen: CarcassonneScreen, laying: State
) -> None:
    places = screen.places(laying, laying.seat, Cursor())
    for n in range(1, len(places) + 1):
        first = screen.at_place(laying, laying.seat, Cursor(), n)
        cell = (first.x, first.y)
        seen = []
        cursor = first
        for _ in range(4):
            action = screen.chosen(laying, laying.seat, cursor)
            assert not isinstance(action, str)
            assert action.data[1:3] == cell
            seen.append(action)
            cursor = press(screen, laying, cursor, "r")
        legal = [a for a in screen.rules.legal(laying) if a.data[1:3] == cell]
        assert {a.data for a in seen} == {a.data for a in legal}
        assert press(screen, laying, cursor, "r", "R").turn == cursor.turn


def test_n_and_p_go_through_all_places_and_round(screen: CarcassonneScreen, laying: State) -> None:
    places = screen.places(laying, laying.seat, Cursor())
    cursor = screen.at_place(laying, laying.seat, Cursor(), 1)
    cells = []
    for _ in places:
        cells.append((cursor.x, cursor.y))
        cursor = press(screen, laying, cursor, "n")
    assert cells == [place.cells[0] for place in places]
    assert (cursor.x, cursor.y) == cells[0]
    back = press(screen, laying, cursor, "p")
    assert (back.x, back.y) == cells[-1]


def test_n_from_a_place_without_a_number_goes_to_the_next_in_reading_order(
    screen: CarcassonneScreen, laying: State
) -> None:
    far = Cursor(x=-50, y=-50)
    cells = [place.cells[0] for place in screen.places(laying, laying.seat, far)]
    assert press(screen, laying, far, "n")[:2] == cells[0]
    assert press(screen, laying, far, "p")[:2] == cells[-1]


def test_places_are_numbered_in_reading_order(screen: CarcassonneScreen, laying: State) -> None:
    cells = [place.cells[0] for place in screen.places(laying, laying.seat, Cursor())]
    assert cells == sorted(cells, key=lambda cell: (cell[1], cell[0]))
    assert len(cells) == len({*cells})


def test_a_number_that_is_not_there_moves_nothing(screen: CarcassonneScreen, laying: State) -> None:
    cursor = started(screen, laying)
    assert screen.at_place(laying, laying.seat, cursor, 0) == cursor
    assert screen.at_place(laying, laying.seat, cursor, 999) == cursor


def test_every_meeple_choice_can_be_reached(screen: CarcassonneScreen, choosing: State) -> None:
    places = screen.places(choosing, choosing.seat, Cursor())
    cursor = started(screen, choosing)
    seen = []
    for _ in places:
        seen.append(screen.chosen(choosing, choosing.seat, cursor))
        cursor = press(screen, choosing, cursor, "n")
    assert seen == [place.action for place in places]
    assert {a.data for a in screen.rules.legal(choosing)} == {p.action.data for p in places}
    assert press(screen, choosing, cursor, "right", "left") == cursor
    assert press(screen, choosing, cursor, "down", "up") == cursor


def test_s_is_no_meeple(screen: CarcassonneScreen, choosing: State) -> None:
    cursor = press(screen, choosing, started(screen, choosing), "s")
    assert screen.chosen(choosing, choosing.seat, cursor) == NO_MEEPLE


def test_arrows_end_a_few_cells_beyond_the_tiles(screen: CarcassonneScreen, laying: State) -> None:
    cursor = screen.start(laying, laying.seat, Cursor())
    for _ in range(99):
        cursor = screen.move(laying, laying.seat, cursor, "down")
    assert cursor.y == max(each.y for each in board(laying).placed) + 3
    assert screen.move(laying, laying.seat, cursor, "up").y == cursor.y - 1


def test_keys_of_others_do_nothing(screen: CarcassonneScreen, laying: State) -> None:
    cursor, other = Cursor(x=1, y=1), (laying.seat + 1) % 4
    for key in ("up", "r", "n", "tab", "s", "x"):
        assert screen.move(laying, other, cursor, key) == cursor
    assert screen.at_place(laying, other, cursor, 1) == cursor
    assert screen.point(laying, other, cursor, 20, 5, (56, 19), look_of()) == cursor


def test_the_view_can_be_moved_and_comes_back_with_the_ghost(
    screen: CarcassonneScreen, laying: State
) -> None:
    cursor = started(screen, laying)
    panned = press(screen, laying, cursor, "s-right", "s-right")
    assert panned.origin is not None
    assert "pan" in panned.flags
    assert "pan" not in press(screen, laying, panned, "up").flags
    assert press(screen, laying, panned, "c").origin == (cursor.x, cursor.y)
    last = board(laying).placed[-1]
    assert press(screen, laying, cursor, "f6").origin == (last.x, last.y)


def test_each_key_is_listed_once_and_explained(screen: CarcassonneScreen) -> None:
    keys = screen.keys()
    assert len(keys) == len({key.key for key in keys})
    assert all(key.label and key.title for key in keys)


# mouse


@pytest.mark.parametrize("zoom", range(4))
def test_a_click_goes_to_the_cell_that_is_shown_there(
    screen: CarcassonneScreen, laying: State, zoom: int
) -> None:
    size, look = (84, 31), look_of(zoom=zoom)
    tile = (6, 8, 10, 14)[zoom], (3, 4, 5, 7)[zoom]
    origin = Cursor(origin=(0, 0), flags=("pan",))
    view = look_at(size, tile, (0, 0))
    for x in (-1, 0, 1):
        for y in (-1, 0, 1):
            left, top = view.place(x, y)
            for column, row in ((left, top), (left + tile[0] - 1, top + tile[1] - 1)):
                moved = screen.point(laying, laying.seat, origin, column, row, size, look)
                assert (moved.x, moved.y) == (x, y)


@pytest.mark.parametrize("zoom", range(4))
def test_a_click_on_the_tile_chooses_the_feature_drawn_there(
    screen: CarcassonneScreen, choosing: State, zoom: int
) -> None:
    size, look = (84, 31), look_of(zoom=zoom)
    tile = (6, 8, 10, 14)[zoom], (3, 4, 5, 7)[zoom]
    placed = board(choosing).placed[-1]
    cursor = Cursor(origin=(placed.x, placed.y), flags=("pan",))
    view = look_at(size, tile, (placed.x, placed.y))
    sketch = sketch_by_id(placed.tile)
    for n, place in enumerate(screen.places(choosing, choosing.seat, cursor)):
        if place.action == NO_MEEPLE:
            continue
        u, v = sketch.spot(str(place.action.data[0]), placed.rotation)
        left, top = view.place(placed.x, placed.y)
        column, row = left + int(u * tile[0]), top + int(v * tile[1])
        moved = screen.point(choosing, choosing.seat, cursor, column, row, size, look)
        assert moved.choice == n


def test_a_click_beside_the_choices_confirms_nothing(
    screen: CarcassonneScreen, choosing: State
) -> None:
    cursor, size = started(screen, choosing), (84, 31)
    for _ in range(3):
        after = screen.point(choosing, choosing.seat, cursor, 5, 2, size, look_of())
        assert after != cursor
        assert after.choice == cursor.choice
        cursor = after


def test_several_tiles_in_the_hand_are_gone_through_with_tab(
    screen: CarcassonneScreen, laying: State
) -> None:
    cursor = started(screen, laying)
    assert press(screen, laying, cursor, "tab").hand == 0
    assert press(screen, laying, cursor, "s-tab").hand == 0
