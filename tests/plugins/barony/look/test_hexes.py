"""Where hexes lie in a pane, and back; where the arrows lead."""

from __future__ import annotations

import pytest

from bastide.core.look.steering import ARROWS
from bastide.core.rules import Rules
from bastide.plugins.barony.board import Cell
from bastide.plugins.barony.look.hexes import (
    BROADER,
    MARGIN_LEFT,
    ZOOMS,
    View,
    beside,
    edges_of,
    extent,
    look_at,
    middle_of,
    slopes_of,
    spot_of,
)
from bastide.plugins.barony.look.terrain import spans
from bastide.plugins.barony.state import realm
from tests.plugins.barony.look.conftest import play_to
from tests.plugins.barony.tables import compose

Zoom = tuple[int, int]
SIZES = ((50, 12), (56, 19), (70, 25), (84, 31), (150, 55))


def cells_of(rules: Rules, seed: int) -> tuple[Cell, ...]:
    return realm(play_to(rules, seed, 0, "settle")).land.cells


DRAWN = (*ZOOMS, *(each for broader in BROADER.values() for each in broader if each not in ZOOMS))
"""The zooms to choose from, and what a broad pane makes of the smallest."""


@pytest.mark.parametrize("zoom", DRAWN)
def test_slopes_of_neighbours_make_up_a_width(zoom: Zoom) -> None:
    slopes = slopes_of(zoom)
    assert all(a + b == zoom[0] for a, b in zip(slopes, reversed(slopes), strict=True))
    assert len(spans(*zoom)) == 2 * zoom[1] + len(slopes)


@pytest.mark.parametrize("zoom", DRAWN)
def test_hexes_cover_the_plane_without_gaps_or_overlaps(zoom: Zoom) -> None:
    view, owners = View(60, 40, zoom, 20, 10), dict[Cell, Cell]()
    for q in range(-20, 40):
        for r in range(-20, 30):
            left, top = view.place(q, r)
            for y, (start, end) in enumerate(spans(*zoom)):
                for x in range(start, end):
                    pixel = left + x, 2 * top + y
                    assert pixel not in owners
                    owners[pixel] = q, r
    for x in range(60):
        for y in range(40):
            assert view.hex_at(x, y) == owners[x, 2 * y]
            assert (x, 2 * y + 1) in owners


@pytest.mark.parametrize("zoom", DRAWN)
def test_the_row_of_the_pawns_leads_back_to_its_hex(zoom: Zoom) -> None:
    view = View(80, 40, zoom, 9, -3)
    for q in range(-6, 7):
        for r in range(-6, 7):
            x, y = view.place(q, r)
            assert {view.hex_at(x + dx, y + zoom[1] // 2) for dx in range(1, zoom[0] - 1)} == {
                (q, r)
            }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_board_that_fits_is_shown_whole_and_never_moves(seats: int) -> None:
    for seed in range(8):
        cells = cells_of(compose(seats), seed)
        board = extent(cells, ZOOMS[2])
        views = [look_at((84, 31), ZOOMS[2], board, (9, -4), cell) for cell in cells]
        assert len(set(views)) == 1
        left, top = views[0].left, views[0].top
        assert left + board.left >= MARGIN_LEFT
        assert left + board.right <= 84
        assert top + board.top >= 0
        assert top + board.bottom <= 31


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("zoom", ZOOMS)
def test_the_hex_under_the_cursor_is_always_seen(size: Zoom, zoom: Zoom) -> None:
    cells = cells_of(compose(4), 3)
    middle = (0, 0)
    for cell in cells:
        view = look_at(size, zoom, extent(cells, zoom), middle, cell)
        middle = middle_of(view)
        x, y = view.place(*cell)
        assert x >= MARGIN_LEFT
        assert x + zoom[0] <= size[0]
        assert y >= 0
        assert y + zoom[1] <= size[1]


def test_what_can_be_chosen_is_seen_with_the_cursor_if_there_is_room() -> None:
    cells = cells_of(compose(3), 3)
    zoom, size = ZOOMS[1], (52, 19)
    board, rows = extent(cells, zoom), sorted({r for _, r in cells})
    focus = next(cell for cell in cells if cell[1] == rows[0])
    for last, shown in ((rows[-4], True), (rows[-1], False)):
        wanted = [cell for cell in cells if cell[1] == last]
        view = look_at(size, zoom, board, (0, 0), focus, wanted)
        assert view.place(*focus)[1] >= 0
        assert all(view.place(*cell)[1] + zoom[1] <= size[1] for cell in wanted) is shown


def test_a_view_stays_where_it_is_while_its_focus_is_well_inside() -> None:
    cells = cells_of(compose(4), 3)
    for zoom in ZOOMS[3:]:
        view = look_at((84, 31), zoom, extent(cells, zoom), (8, 2), None)
        for _ in range(5):
            again = look_at((84, 31), zoom, extent(cells, zoom), middle_of(view), None)
            assert abs(again.left - view.left) <= 1
            assert abs(again.top - view.top) <= 1


def test_arrows_lead_to_neighbours_and_back() -> None:
    for q in range(-5, 6):
        for r in range(-5, 6):
            for step in ARROWS.values():
                for there in beside((q, r), step):
                    assert abs(spot_of(*there)[0] - spot_of(q, r)[0]) in (1, 2)
                    assert there[1] - r == step[1]
            up = beside((q, r), (0, -1))[0]
            assert beside(up, (0, 1))[0] == (q, r)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_arrows_lead_everywhere(seats: int) -> None:
    for seed in range(10):
        board = set(cells_of(compose(seats), seed))
        reached, todo = {min(board)}, [min(board)]
        while todo:
            cell = todo.pop()
            for step in ARROWS.values():
                there = next((each for each in beside(cell, step) if each in board), cell)
                if there not in reached:
                    reached.add(there)
                    todo.append(there)
        assert reached == board


@pytest.mark.parametrize("zoom", ZOOMS)
def test_edges_tell_where_hexes_are_cut_off(zoom: Zoom) -> None:
    cells = cells_of(compose(4), 3)
    board = extent(cells, zoom)
    whole = board.right - board.left + MARGIN_LEFT, board.bottom - board.top
    assert not any(edges_of(look_at(whole, zoom, board, (0, 0), None), board))
    for less in (1, 0), (0, 1):
        size = whole[0] - less[0], whole[1] - less[1]
        cut = edges_of(look_at(size, zoom, board, (0, 0), None), board)
        assert (any(cut[::2]), any(cut[1::2])) == (bool(less[0]), bool(less[1]))
