"""The tiles of the box, and what is refused when tiles are read."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from bastide.plugins.carcassonne.pieces import (
    HALVES,
    MEEPLES,
    City,
    Field,
    Road,
    Tile,
    TileError,
    base_tiles,
    check_tile,
    kind_of,
    read_tiles,
    turn_halves,
)
from tests.plugins.carcassonne.halves import FACING
from tests.plugins.carcassonne.slow_scorer import DATA

SET = tomllib.loads(DATA.read_text(encoding="utf-8"))["set"]
TILES = {tile.id: tile for tile in base_tiles()}

ONE_TILE = """
[[tile]]
id = "new-A"
name = "city cap, road into the gate"
count = 1
start = false
edges = "CFRF"
cities = [ { id = "c1", sides = ["N"], pennants = 0, marks = ["z", "a"] } ]
roads = [ { id = "r1", sides = ["S"], ends = "c1" } ]
monastery = false
fields = [
  { id = "f1", half_edges = ["EL", "ER", "SL"], cities = ["c1"] },
  { id = "f2", half_edges = ["SR", "WL", "WR"], cities = ["c1"] },
]
wall_corner = { city = "c1", corner = "SE" }
stubs = ["c1"]
gardens = 0
"""


def in_box(kind: str) -> int:
    """Return how many segments of a kind all tiles of the box have together."""
    return sum(
        tile.copies * sum(segment.kind == kind for segment in tile.segments())
        for tile in base_tiles()
    )


def test_the_box_holds_72_tiles_of_24_types() -> None:
    assert (len(base_tiles()), sum(tile.copies for tile in base_tiles())) == (24, 72)
    assert [tile.id for tile in base_tiles() if tile.start] == ["base-D"]


def test_the_box_holds_the_segments_that_its_data_say() -> None:
    assert in_box("city") == SET["city_segments_total"] == 49
    assert in_box("road") == SET["road_segments_total"] == 62
    assert in_box("field") == SET["field_segments_total"] == 126
    assert in_box("monastery") == SET["monastery_tiles"] == 6


def test_the_box_holds_ten_pennants_on_ten_tiles() -> None:
    pennants = Counter[str]()
    for tile in base_tiles():
        pennants[tile.id] += tile.copies * sum(city.pennants for city in tile.cities)

    assert pennants.total() == SET["pennants_total"] == 10
    assert sum(TILES[id].copies for id, n in pennants.items() if n) == SET["tiles_with_pennant"]


def test_the_288_sides_are_79_city_94_road_115_field() -> None:
    sides = Counter("".join(tile.edges * tile.copies for tile in base_tiles()))

    assert sides == {"C": SET["sides_city"], "R": SET["sides_road"], "F": SET["sides_field"]}
    assert sides == {"C": 79, "R": 94, "F": 115}


def test_the_box_shows_eight_gardens() -> None:
    assert sum(tile.gardens for tile in base_tiles()) == SET["gardens_total"] == 8


def test_every_seat_has_seven_meeples() -> None:
    assert (MEEPLES.amount, MEEPLES.weight) == (7, 1)


def test_a_quarter_turn_sends_north_to_east() -> None:
    bend = TILES["base-V"]

    assert bend.turned_edges(1) == "RFFR"
    assert bend.segments(1)[0].sides == ("W", "N")


def test_left_stays_left_when_a_tile_turns() -> None:
    assert turn_halves(("NL", "WR"), 1) == ("EL", "NR")


def test_four_quarter_turns_change_nothing() -> None:
    assert turn_halves(HALVES, 4) == HALVES


def test_half_edges_face_each_other() -> None:
    assert all(FACING[FACING[half]] == half for half in HALVES)
    assert all(half[1] != FACING[half][1] for half in HALVES)


def test_segments_come_in_the_order_of_scoring() -> None:
    assert [segment.id for segment in TILES["base-A"].segments()] == ["r1", "m", "f1"]
    assert [kind_of(id) for id in ("c1", "r3", "m", "f2")] == ["city", "road", "monastery", "field"]


def test_an_expansion_reads_its_own_tiles_with_marks(tmp_path: Path) -> None:
    file = tmp_path / "tiles.toml"
    file.write_text(ONE_TILE, encoding="utf-8")

    (tile,) = read_tiles(file)

    assert tile.cities == (City("c1", ("N",), 0, ("a", "z")),)
    assert tile.segments()[0].marks == ("a", "z")
    assert (tile.wall_corner, tile.stubs) == (("c1", "SE"), ("c1",))


def tile_of(
    edges: str,
    cities: tuple[City, ...] = (),
    roads: tuple[Road, ...] = (),
    fields: tuple[Field, ...] = (),
) -> Tile:
    return Tile("odd", "odd", 1, False, edges, cities, roads, False, fields)


ALL = Field("f1", HALVES)


@pytest.mark.parametrize(
    ("tile", "fault"),
    [
        (tile_of("FFFF"), "the left half of side N (NL) belongs to no field: add NL to the"),
        (
            tile_of("FFFF", fields=(ALL, Field("f2", ("SL",)))),
            "the left half of side S (SL) belongs to f1 and f2: leave it to one of them",
        ),
        (
            tile_of("FFFF", roads=(Road("r1", ("E",)),), fields=(ALL,)),
            "the road r1 has side E, where edges says field: write R there in edges, or",
        ),
        (tile_of("FRFF", fields=(ALL,)), "edges says road on side E, and no road lies there: add"),
        (
            tile_of("FRFF", roads=(Road("r1", ("E",)), Road("r2", ("E",))), fields=(ALL,)),
            "side E is in the sides of r1 and r2: leave it in one",
        ),
        (
            tile_of("FRFF", roads=(Road("r1", ("E",)), Road("r1", ("E",))), fields=(ALL,)),
            "two segments are called r1: rename one",
        ),
        (
            tile_of("FFFF", fields=(Field("f1", HALVES[1:]), Field("f2", HALVES[:1]))),
            "side N is divided without a road: give both halves to one field",
        ),
        (
            tile_of("FFFF", fields=(Field("f1", HALVES, ("c1",)),)),
            "field f1 touches a city c1 that is not there: name one that is",
        ),
        (
            tile_of("FRFF", roads=(Road("r1", ("E",), "gate"),), fields=(ALL,)),
            "road r1 ends at gate: write crossing, monastery or the id of a city",
        ),
    ],
)
def test_a_tile_that_contradicts_itself_is_refused_in_plain_words(tile: Tile, fault: str) -> None:
    with pytest.raises(TileError, match=f"^tile odd: {re.escape(fault)}"):
        check_tile(tile)


@pytest.mark.parametrize(
    ("good", "bad", "fault"),
    [
        ("edges", "edge", "tile new-A: there is no field edge: call it edges"),
        ("count = 1", "", "tile new-A: count is missing: add it, a number from 1"),
        ("count = 1", "count = 0", "tile new-A: count is 0: write a number from 1"),
        ('"new-A"', "7", "tile no. 1: id is 7: write a text"),
        ("stubs", "gates", "tile new-A: there is no field gates: there are id, name, count"),
        ('"CFRF"', '"CFR"', "tile new-A: edges is 'CFR': write four letters N E S W, each C, R"),
        ('["N"]', '["N", "Q"]', "tile new-A, no. 1 of cities: sides is ['N', 'Q']: write some of"),
        ('"c1", sides', '"x1", sides', "tile new-A, no. 1 of cities: id is 'x1': write \"c1\", "),
        ('"EL", "ER"', '"EX"', "tile new-A, no. 1 of fields: half_edges is ['EX', 'SL']: write"),
        ('["N"]', '["S"]', "tile new-A: the city c1 has side S, where edges says road: write C"),
        ("[[tile]]", "[tiles]", "there is no tile: begin each with a line [[tile]]"),
        ("[[tile]]", "[[tile]", "it cannot be read as TOML: "),
    ],
)
def test_a_mistake_in_a_file_of_tiles_is_named_with_file_tile_field_and_remedy(
    tmp_path: Path, good: str, bad: str, fault: str
) -> None:
    file = tmp_path / "tiles.toml"
    file.write_text(ONE_TILE.replace(good, bad, 1), encoding="utf-8")

    with pytest.raises(TileError, match=f"^tiles.toml(, |: ){re.escape(fault)}"):
        read_tiles(file)
