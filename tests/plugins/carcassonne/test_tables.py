"""The look-up tables: distinct rotations, what fits, what joins, numbers of cells."""

from __future__ import annotations

from itertools import product

import pytest

from bastide.core.rules import Rules
from bastide.plugins.carcassonne.pieces import HALVES, SIDES
from bastide.plugins.carcassonne.tables import (
    CLAIMED,
    Moves,
    Shape,
    Tables,
    cell_of,
    place_of,
    rotations,
    tables_of,
    weight_of,
    weights,
)
from tests.plugins.carcassonne.halves import FACING


@pytest.fixture
def tables(rules: Rules) -> Tables:
    return tables_of(rules)


def test_the_24_types_have_79_distinct_rotations(tables: Tables) -> None:
    assert len(tables.shapes) == 79
    assert [shape.number for shape in tables.shapes] == list(range(79))


@pytest.mark.parametrize(
    ("tile", "alike"),
    [
        ("base-B", [(0, 1, 2, 3)]),
        ("base-F", [(0, 2), (1, 3)]),
        ("base-U", [(0, 2), (1, 3)]),
        ("base-X", [(0, 1, 2, 3)]),
        ("base-V", [(0,), (1,), (2,), (3,)]),
    ],
)
def test_rotations_that_look_alike_share_a_shape(
    tables: Tables, tile: str, alike: list[tuple[int, ...]]
) -> None:
    assert rotations(tables.tiles[tile]) == alike
    assert [shape.rotation for shape in tables.turned[tile]] == [
        next(group[0] for group in alike if r in group) for r in range(4)
    ]


def test_tables_are_made_once_for_each_composition(rules: Rules) -> None:
    assert tables_of(rules) is tables_of(rules)


def test_a_cell_is_found_again_from_its_number() -> None:
    places = list(product((-100, -1, 0, 1, 100), repeat=2))

    assert [place_of(cell_of(x, y)) for x, y in places] == places
    assert len({cell_of(x, y) for x, y in places}) == len(places)


def test_a_code_admits_the_shapes_that_show_what_it_asks(tables: Tables) -> None:
    asked = {"F": 1, "R": 2, "C": 3}
    for code, (id, fit) in product(range(256), tables.fit.items()):
        wanted = [code >> 2 * n & 3 for n in range(4)]
        shown = [
            shape.moves
            for shape in tables.shapes
            if shape.tile.id == id
            and all(
                want in (0, asked[edge])
                for want, edge in zip(wanted, shape.tile.turned_edges(shape.rotation), strict=True)
            )
        ]
        assert list(fit[code]) == (shown if code else []), "a cell without neighbours is no place"


def meeting(one: Shape, side: int, two: Shape) -> set[tuple[int, int, int]]:
    """Return the joins of two shapes at a side, worked out from the segments alone."""
    name = SIDES[side]
    other = SIDES[(side + 2) % 4]
    found = set()
    for k, mine in enumerate(one.segments):
        for n, theirs in enumerate(two.segments):
            if mine.kind == theirs.kind and name in mine.sides and other in theirs.sides:
                found.add((k, n, 2))
            halves = [half for half in HALVES if half[0] == name and half in mine.half_edges]
            if any(FACING[half] in theirs.half_edges for half in halves):
                found.add((k, n, 0))
    return found


def test_segments_join_across_a_side_as_their_halves_meet(tables: Tables) -> None:
    for one, two in product(tables.shapes, repeat=2):
        for side in range(4):
            mine = one.tile.turned_edges(one.rotation)[side]
            theirs = two.tile.turned_edges(two.rotation)[(side + 2) % 4]
            joins = one.sides[side][2][two.number]
            assert len(set(joins)) == len(joins)
            assert set(joins) == (meeting(one, side, two) if mine == theirs else set())


def test_weights_of_six_seats_do_not_mix() -> None:
    total = CLAIMED - 1 + sum((seat + 1) * 40 * weight_of(seat) for seat in range(6))

    assert weights(total, 6) == [40, 80, 120, 160, 200, 240]


def test_a_shape_keeps_a_bounded_number_of_actions() -> None:
    moves = Moves("base-B", 0)

    actions = [moves[cell_of(x, y)] for x, y in product(range(40), range(50))]

    assert [action.data[1:3] for action in actions] == list(product(range(40), range(50)))
    assert len(moves) == 1024
