"""The board: the vectors of the rules' section 4, and what every board must be like."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise

import pytest

from bastide.plugins.barony.board import (
    CENTRES,
    SLOTS,
    Cell,
    Stream,
    assemble,
    nearest,
    shuffled,
)
from bastide.plugins.barony.land import STEPS, Land, is_joined, read_land
from bastide.plugins.barony.pieces import LAKE, TERRAINS, TILES, TILES_PER_SEAT
from tests.plugins.barony.tables import parse_board
from tests.sizes import SIZES

DIGESTS = {
    2: "7edd96c0039b274a4629355810220157683857f99ed591126d18a453eefb79c5",
    3: "1d01e431f7f28cfc3431a3f3b7dd86358d82fc6d54748fb979fd14b952ed8ac2",
    4: "676b5327b29dbc3351968bd469866b9043033205391eb62b126afc45dfcedf67",
}
RIMS = {2: (27, 31), 3: (33, 37), 4: (39, 43)}
"""Least and greatest number of edge hexes, lakes included."""


# the vectors


@pytest.mark.determinism
@pytest.mark.parametrize("seats", DIGESTS)
def test_boards_of_the_demo_seed_have_their_digests(seats: int) -> None:
    """BRD-5, invariant 7: the same everywhere."""
    assert sha256(assemble("demo", seats).encode()).hexdigest() == DIGESTS[seats]


def test_the_demo_stream_begins_as_it_should() -> None:
    assert Stream("demo").words(3) == [3987774397, 2050583375, 1831133484]


def test_first_lines_of_the_demo_board() -> None:
    lines = assemble("demo", 2).splitlines()

    assert lines[:3] == ["-1,2,forest", "-1,3,forest", "-1,5,lake"]


def test_first_tiles_of_the_demo_board() -> None:
    stream = Stream("demo")
    tiles = shuffled(stream)[:18]
    centre = stream.below(CENTRES), stream.below(CENTRES)

    assert [f"T{tile + 1:02}" for tile in tiles[:4]] == ["T35", "T20", "T32", "T03"]
    assert (centre, stream.below(2)) == ((30, 23), 0)
    assert nearest(centre, 18)[:4] == [(2, 2), (4, 1), (3, 3), (3, 0)]
    assert [stream.below(3) for _ in range(4)] == [2, 2, 0, 2]


def test_words_that_would_favour_some_numbers_are_thrown_away() -> None:
    stream, again = Stream("x"), Stream("x")
    k = (1 << 31) + 1  # so that nearly half of all words are discarded

    drawn = [stream.below(k) for _ in range(20)]

    kept = [word for word in again.words(200) if word < k]
    assert drawn == kept[:20]


# every board


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_board_is_as_the_rules_want_it(seats: int) -> None:
    """BRD-1 to BRD-5: numbers, one piece without holes, compact."""
    for n in range(SIZES.examples):
        land = read_land(assemble(f"board {n}", seats))
        cells = set(land.cells)
        assert len(cells) == len(land.cells) == 3 * TILES_PER_SEAT * seats
        assert reached(land.cells[0], cells) == cells
        assert has_no_holes(cells)
        assert 0.85 <= aspect(cells) <= 1.25
        rim = sum(len(beside) < len(STEPS) for beside in land.near)
        assert RIMS[seats][0] <= rim <= RIMS[seats][1]


def reached(start: Cell, cells: set[Cell]) -> set[Cell]:
    """Return the cells that can be walked to within a set of cells."""
    found, todo = {start}, [start]
    while todo:
        q, r = todo.pop()
        for dq, dr in STEPS:
            to = (q + dq, r + dr)
            if to in cells and to not in found:
                found.add(to)
                todo.append(to)
    return found


def has_no_holes(cells: set[Cell]) -> bool:
    """BRD-2: whatever is off the board can be reached from far away."""
    qs, rs = [q for q, _ in cells], [r for _, r in cells]
    box = {
        (q, r)
        for q in range(min(qs) - 1, max(qs) + 2)
        for r in range(min(rs) - 1, max(rs) + 2)
    }  # fmt: skip
    outside = box - cells
    return reached((min(qs) - 1, min(rs) - 1), outside) == outside


def aspect(cells: set[Cell]) -> float:
    xs, ys = [q + r / 2 for q, r in cells], [r * 3**0.5 / 2 for _, r in cells]
    return (max(xs) - min(xs) + 1) / (max(ys) - min(ys) + 1)


def test_every_tile_is_used_once_and_touches_two_others() -> None:
    """BRD-5, invariants 1, 2, 5."""
    for seed in ("a", "b", "c"):
        stream = Stream(seed)
        tiles = shuffled(stream)[:18]
        assert len(set(tiles)) == 18
        anchors = nearest((stream.below(CENTRES), stream.below(CENTRES)), 18)
        for slots in SLOTS.values():
            homes = {(q + dq, r + dr): (q, r) for q, r in anchors for dq, dr in slots}
            assert len(homes) == 54
            for anchor in anchors:
                assert len(neighbours(homes, anchor)) >= 2


def neighbours(homes: dict[Cell, Cell], anchor: Cell) -> set[Cell]:
    """Return the anchors of the tiles that a tile touches."""
    own = [cell for cell, home in homes.items() if home == anchor]
    found = {homes.get((q + dq, r + dr), anchor) for q, r in own for dq, dr in STEPS}
    return found - {anchor}


def test_tiles_are_turned_and_never_mirrored() -> None:
    """BRD-4: read clockwise, a tile's hexes come in one order, wherever it begins."""
    for shape, slots in SLOTS.items():
        xs = [(q + r / 2, r * 3**0.5 / 2) for q, r in slots]
        doubled = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*xs, xs[0]]))
        assert doubled > 0, f"{shape}: clockwise where y grows downwards"


def test_the_box_holds_the_terrains_that_it_should() -> None:
    """BRD-3: a tile may hold any terrains; these are the totals."""
    totals = [sum(tile.count(kind) for tile in TILES) for kind in range(len(TERRAINS))]

    assert len(TILES) == 36
    assert dict(zip(TERRAINS, totals, strict=True)) == {
        "mountain": 20, "forest": 24, "plain": 24, "field": 24, "lake": 16
    }  # fmt: skip


# what the rules ask of a board


def island() -> Land:
    """Return land that a lake parts, and an inner lake."""
    return read_land(parse_board("0,0 plain  1,0 lake  2,0 forest  0,1 mountain  1,1 field"))


def test_edge_hexes_have_a_neighbour_off_the_board_and_are_no_lakes() -> None:
    """BRD-6."""
    board = read_land(assemble("demo", 2))

    for n, (q, r) in enumerate(board.cells):
        off = any((q + dq, r + dr) not in board.number for dq, dr in STEPS)
        assert (n in board.edge) == (off and board.terrain[n] != LAKE)


def test_land_that_lakes_cut_off_is_seen() -> None:
    """BRD-7."""
    assert is_joined(island())
    assert not is_joined(read_land(parse_board("0,0 plain  1,0 lake  2,0 forest")))
    assert is_joined(read_land(""))


def test_lakes_lie_beside_hexes() -> None:
    """REC-3."""
    board = island()

    found = {board.cells[n]: board.lakeside[n] for n in range(len(board.cells))}

    assert found == {(0, 0): True, (1, 0): False, (2, 0): True, (0, 1): True, (1, 1): True}
