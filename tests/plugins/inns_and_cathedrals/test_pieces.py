"""The tiles and the large meeple that the box holds."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

from bastide.core.rules import Rules
from bastide.core.testing import check_refusal
from bastide.plugins.carcassonne.pieces import Tile
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.turn import places_of
from bastide.plugins.inns_and_cathedrals.pieces import CATHEDRAL, INN, LARGE_MEEPLE, new_tiles
from tests.plugins.carcassonne.script import draw
from tests.plugins.carcassonne.test_turn import rotation_of
from tests.plugins.inns_and_cathedrals.conftest import compose

ROOT = Path(__file__).parents[3] / "plugins" / "bastide" / "plugins" / "inns_and_cathedrals"
SET = tomllib.loads((ROOT / "data" / "tiles.toml").read_text(encoding="utf-8"))["set"]
TILES = {tile.id: tile for tile in new_tiles()}
FIRST_PLACES = (6, 6, 7, 6, 8, 5, 4, 4, 6, 5, 4, 6, 6, 5, 4, 4, 6)
"""Legal places beside the start tile, by type from A to Q; each rotation counts."""


def in_box(kind: str) -> int:
    """Return how many segments of a kind all new tiles have together."""
    return sum(
        tile.copies * sum(segment.kind == kind for segment in tile.segments())
        for tile in new_tiles()
    )


def marked(mark: str) -> list[str]:
    """Return the tile and segment of all that carry a mark, copies once."""
    return [
        f"{tile.id} {segment.id}"
        for tile in new_tiles()
        for segment in tile.segments()
        if mark in segment.marks
    ]


def tile(letter: str) -> Tile:
    return TILES[f"ic-{letter}"]


# the box


def test_the_box_holds_18_tiles_of_17_types() -> None:
    assert list(TILES) == [f"ic-{letter}" for letter in "ABCDEFGHIJKLMNOPQ"]
    copies = {id: each.copies for id, each in TILES.items() if each.copies != 1}
    assert (sum(each.copies for each in TILES.values()), copies) == (18, {"ic-K": 2})
    assert (len(TILES), sum(each.copies for each in TILES.values())) == (
        SET["tile_types"],
        SET["tiles_total"],
    )


def test_the_box_holds_the_segments_that_its_data_say() -> None:
    assert in_box("city") == SET["city_segments_total"] == 20
    assert in_box("road") == SET["road_segments_total"] == 18
    assert in_box("field") == SET["field_segments_total"] == 35
    assert in_box("monastery") == SET["monastery_tiles"] == 1


def test_the_72_sides_are_31_city_24_road_17_field() -> None:
    sides = Counter("".join(each.edges * each.copies for each in new_tiles()))

    assert sides == {"C": SET["sides_city"], "R": SET["sides_road"], "F": SET["sides_field"]}
    assert sides == {"C": 31, "R": 24, "F": 17}


def test_three_tiles_carry_a_pennant() -> None:
    with_pennant = [f"{each.id} {c.id}" for each in new_tiles() for c in each.cities if c.pennants]

    assert with_pennant == ["ic-L c1", "ic-P c1", "ic-Q c1"]
    assert len(with_pennant) == SET["pennants_total"] == 3


def test_six_tiles_have_an_inn_on_seven_roads() -> None:
    assert marked(INN) == [
        *("ic-A r1", "ic-B r1", "ic-C r1", "ic-C r3"),
        *("ic-L r1", "ic-M r1", "ic-N r1"),
    ]
    assert len(marked(INN)) == SET["inn_road_segments"] == 7
    assert len({id.split()[0] for id in marked(INN)}) == SET["inn_tiles"] == 6


def test_two_tiles_have_a_cathedral_and_no_field() -> None:
    assert marked(CATHEDRAL) == ["ic-K c1"]
    assert (tile("K").copies, tile("K").fields) == (SET["cathedral_tiles"], ())


def test_the_start_tile_is_that_of_the_base_game(rules: Rules) -> None:
    s = rules.new()

    assert [placed.tile for placed in board(s).placed] == ["base-D"]
    assert len(board(s).bag) == 89


def test_each_type_has_the_first_places_that_the_rules_count(rules: Rules) -> None:
    s = rules.new()
    turned = board(s).tables.turned
    counted = {
        id: sum(len(shapes[rotation_of(a)].likes) for a in places_of(s, id))
        for id, shapes in turned.items()
    }

    assert tuple(counted[id] for id in TILES) == FIRST_PLACES
    assert sum(FIRST_PLACES) == 92
    assert sum(counted.values()) == 215


# tiles with something special


def test_ic_c_has_the_inn_on_both_sides_but_not_on_the_third_leg() -> None:
    roads = {road.sides: road.marks for road in tile("C").roads}

    assert roads == {("E",): (INN,), ("S",): (), ("W",): (INN,)}


def test_ic_d_cuts_the_road_at_the_monastery() -> None:
    ids = [segment.id for segment in tile("D").segments()]

    assert ids == ["r1", "r2", "m", "f1", "f2"]


def test_ic_e_has_two_roads_and_three_fields() -> None:
    assert [road.sides for road in tile("E").roads] == [("N", "W"), ("E", "S")]
    assert len(tile("E").fields) == 3


def test_ic_g_has_two_fields_that_touch_its_city() -> None:
    assert [field.cities for field in tile("G").fields] == [("c1",), ("c1",)]


def test_ic_h_has_a_field_that_reaches_no_side() -> None:
    (field,) = tile("H").fields

    assert (field.half_edges, field.cities) == ((), ("c1", "c2", "c3", "c4"))


def test_ic_i_shows_bits_of_road_that_are_no_features() -> None:
    assert [road.sides for road in tile("I").roads] == [("E",), ("W",)]
    assert tile("I").stubs == ("c1", "c2")
    assert [field.cities for field in tile("I").fields] == [("c1",), ("c2",), ("c2",), ("c1",)]


def test_the_pennant_of_ic_p_is_on_its_city_of_two_sides() -> None:
    assert [(city.sides, city.pennants) for city in tile("P").cities] == [
        (("N", "E"), 1),
        (("W",), 0),
    ]


# the pieces


def test_a_seat_has_seven_meeples_and_a_large_one() -> None:
    """X1: the eighth pink meeple is the score marker, as in the base game."""
    for seats in range(2, 7):
        assert board(compose(seats).new()).supply == {
            "meeple": [7] * seats,
            "large": [1] * seats,
        }


def test_the_large_meeple_counts_as_two() -> None:
    assert LARGE_MEEPLE == (1, 2)


def test_there_is_no_abbot(rules: Rules) -> None:
    """X2: nor are there gardens or score tiles."""
    s = rules.new()
    draw(rules, s, "ic-B")
    s = rules.step(s, next(places_of(s, "ic-B")))

    assert {action.data[1] for action in rules.legal(s) if action.data} == {"meeple", "large"}
    (abbot,) = (a._replace(data=("r1", "abbot")) for a in rules.legal(s)[1:2])
    assert check_refusal(rules, s, abbot) == "there is no piece abbot at this table"
