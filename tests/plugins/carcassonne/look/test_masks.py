"""Sets of cells as one number."""

from __future__ import annotations

from random import Random

import pytest

from bastide.plugins.carcassonne.look.masks import (
    Cell,
    Mask,
    cells,
    covered,
    everything,
    flood,
    grown,
    shrunk,
    single,
)
from bastide.plugins.carcassonne.look.shapes import Box, Cap

SIZE = 7
GRID = {(x, y) for x in range(SIZE) for y in range(SIZE)}


def mask_of(some: set[Cell]) -> Mask:
    return sum(single(cell, SIZE) for cell in some)


def random_cells(seed: int) -> set[Cell]:
    return set(Random(seed).sample(sorted(GRID), 30))


@pytest.fixture(params=range(8))
def some(request: pytest.FixtureRequest) -> set[Cell]:
    return random_cells(request.param)


def test_cells_come_back_row_by_row(some: set[Cell]) -> None:
    assert list(cells(mask_of(some), SIZE)) == sorted(some, key=lambda cell: cell[::-1])
    assert set(cells(everything(SIZE), SIZE)) == GRID


def test_a_mask_grows_by_the_four_sides(some: set[Cell]) -> None:
    steps = ((0, 0), (0, -1), (1, 0), (0, 1), (-1, 0))
    wanted = {(x + dx, y + dy) for x, y in some for dx, dy in steps} & GRID
    assert set(cells(grown(mask_of(some), SIZE), SIZE)) == wanted


def test_a_mask_shrinks_by_all_eight_neighbours() -> None:
    for hole in GRID:
        around = {(hole[0] + a, hole[1] + b) for a in (-1, 0, 1) for b in (-1, 0, 1)}
        inner = {(x, y) for x, y in GRID if 0 < x < SIZE - 1 and 0 < y < SIZE - 1} - around
        assert set(cells(shrunk(mask_of(GRID - {hole}), SIZE), SIZE)) == inner


def test_a_flood_stays_in_what_is_free() -> None:
    wall = {(3, y) for y in range(SIZE)}
    found = flood(single((0, 0), SIZE), mask_of(GRID - wall), SIZE)
    assert set(cells(found, SIZE)) == {(x, y) for x, y in GRID if x < 3}
    assert flood(single((3, 0), SIZE), mask_of(GRID - wall), SIZE) == 0


def test_a_shape_covers_the_cells_whose_middles_it_holds() -> None:
    assert set(cells(covered(Box(0, 0, 0.5, 1), 4), 4)) == {
        (x, y) for x in (0, 1) for y in range(4)
    }
    cap = Cap(0, 0.34)
    wanted = {(x, y) for x in range(9) for y in range(9) if cap.holds((x + 0.5) / 9, (y + 0.5) / 9)}
    assert set(cells(covered(cap, 9), 9)) == wanted
