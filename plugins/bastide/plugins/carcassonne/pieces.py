"""Tiles and playing pieces as typed values, read from `data/*.toml`; checked when they are read.

Sides are the letters N E S W, half-edges NL NR EL ER SL SR WL WR (clockwise, left and right as
seen from the middle of the tile). A rotation is a number of quarter turns clockwise, 0 to 3.
Cells are (x, y), x to the east and y to the south.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal, NamedTuple

from bastide.plugins.carcassonne.tile_files import TileError, read_tables

SIDES = ("N", "E", "S", "W")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The cell on the other side of N, E, S and W, relative."""

HALVES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")

Kind = Literal["city", "road", "monastery", "field"]
KINDS: tuple[Kind, ...] = ("city", "road", "monastery", "field")
"""The kinds of feature, in the order in which they are scored."""

TERRAIN = {"C": "city", "R": "road", "F": "field"}


class City(NamedTuple):
    """A city segment. `marks` are for expansions; the base game carries them and reads none."""

    id: str
    sides: tuple[str, ...]
    pennants: int = 0
    marks: tuple[str, ...] = ()


class Road(NamedTuple):
    """A road segment; `ends` is what stops a leg: `crossing`, `monastery`, a city id, or ""."""

    id: str
    sides: tuple[str, ...]
    ends: str = ""
    marks: tuple[str, ...] = ()


class Field(NamedTuple):
    """A field segment and the city segments of its own tile that it touches."""

    id: str
    half_edges: tuple[str, ...]
    cities: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


class Segment(NamedTuple):
    """Any segment of a tile, as it lies in some rotation.

    `sides` for cities and roads, `half_edges` for fields; a monastery has neither.
    """

    id: str
    kind: Kind
    sides: tuple[str, ...] = ()
    half_edges: tuple[str, ...] = ()
    pennants: int = 0
    marks: tuple[str, ...] = ()


class Tile(NamedTuple):
    """A tile type in rotation 0.

    name: what it shows, for whoever reads the data; screens say it from the rest. copies: how many
    the box holds. start: one copy lies there before the first turn. edges: four letters N E S W,
    `C` city, `R` road, `F` field. gardens: copies that show one, which no rule of the base game
    asks for. wall_corner: (city id, corner such as `SE`) where a city's wall parts two fields, and
    stubs: cities with a bit of road at the gate that is no feature, matter to pictures only.
    """

    id: str
    name: str
    copies: int
    start: bool
    edges: str
    cities: tuple[City, ...]
    roads: tuple[Road, ...]
    monastery: bool
    fields: tuple[Field, ...]
    gardens: int = 0
    wall_corner: tuple[str, ...] = ()
    stubs: tuple[str, ...] = ()

    def turned_edges(self, rotation: int) -> str:
        """Return the terrain of the four sides N E S W after a rotation."""
        return self.edges[-rotation:] + self.edges[:-rotation] if rotation else self.edges

    def segments(self, rotation: int = 0) -> tuple[Segment, ...]:
        """Return cities, roads, monastery and fields, always in this order."""
        cities = [
            Segment(c.id, "city", turn_sides(c.sides, rotation), (), c.pennants, c.marks)
            for c in self.cities
        ]
        roads = [
            Segment(r.id, "road", turn_sides(r.sides, rotation), marks=r.marks) for r in self.roads
        ]
        monasteries = [Segment(MONASTERY, "monastery")] if self.monastery else []
        fields = [
            Segment(f.id, "field", half_edges=turn_halves(f.half_edges, rotation), marks=f.marks)
            for f in self.fields
        ]
        return (*cities, *roads, *monasteries, *fields)


class Piece(NamedTuple):
    """A playing piece: how many a seat has, and its weight in a majority."""

    amount: int
    weight: int = 1


class Placed(NamedTuple):
    """A tile on the board; `rotation` is the smallest of those that look alike."""

    tile: str
    x: int
    y: int
    rotation: int


class Meeple(NamedTuple):
    """A piece of a seat on a segment of the tile at (x, y)."""

    x: int
    y: int
    segment: str
    seat: int
    piece: str


MONASTERY = "m"
"""The id of a monastery's segment."""

MEEPLE = "meeple"
"""The id of the base game's piece."""

MEEPLES = Piece(amount=7)
"""Rule: carcassonne.md, section 2, R3."""


def turn_side(side: str, rotation: int) -> str:
    """Return where a side points after a rotation."""
    return SIDES[(SIDES.index(side) + rotation) % 4]


def turn_sides(sides: Iterable[str], rotation: int) -> tuple[str, ...]:
    """Return where sides point after a rotation, in the same order."""
    return tuple(turn_side(side, rotation) for side in sides)


def turn_halves(halves: Iterable[str], rotation: int) -> tuple[str, ...]:
    """Return where half-edges lie after a rotation; left stays left."""
    return tuple(turn_side(half[0], rotation) + half[1] for half in halves)


def kind_of(segment: str) -> Kind:
    """Return the kind of a segment from its id: c1 city, r1 road, f1 field, m monastery."""
    return _KIND[segment[0]]


_KIND: dict[str, Kind] = {"c": "city", "r": "road", "f": "field", "m": "monastery"}


@cache
def base_tiles() -> tuple[Tile, ...]:
    """Return the tile types of the base game, in the order of their letters."""
    return read_tiles(files("bastide.plugins.carcassonne") / "data" / "tiles.toml")


def read_tiles(file: Traversable) -> tuple[Tile, ...]:
    """Return the tile types of a data file; an expansion's file has the same form.

    `data/tiles.toml` explains it. An id, a name, a count and the edges are needed; what is left
    out of the rest is false, none or empty.

    Raises:
        TileError: a field that is missing or unknown, a value that is none, a tile whose edges and
            segments do not agree; the sentence names the file, the tile and the remedy.
    """
    tiles = tuple(_tile(table) for table in read_tables(file))
    for tile in tiles:
        try:
            check_tile(tile)
        except TileError as error:
            raise TileError(f"{file.name}, {error}") from None
    return tiles


def _tile(t: dict[str, Any]) -> Tile:
    corner = t.get("wall_corner", {})
    return Tile(
        id=t["id"],
        name=t["name"],
        copies=t["count"],
        start=t.get("start", False),
        edges=t["edges"],
        cities=tuple(
            City(c["id"], tuple(c["sides"]), c.get("pennants", 0), _marks(c))
            for c in t.get("cities", ())
        ),
        roads=tuple(
            Road(r["id"], tuple(r["sides"]), r.get("ends", ""), _marks(r))
            for r in t.get("roads", ())
        ),
        monastery=t.get("monastery", False),
        fields=tuple(
            Field(f["id"], tuple(f["half_edges"]), tuple(f.get("cities", ())), _marks(f))
            for f in t.get("fields", ())
        ),
        gardens=t.get("gardens", 0),
        wall_corner=(corner["city"], corner["corner"]) if corner else (),
        stubs=tuple(t.get("stubs", ())),
    )


def _marks(segment: dict[str, Any]) -> tuple[str, ...]:
    return tuple(sorted(segment.get("marks", ())))


def check_tile(tile: Tile) -> None:
    """Refuse a tile whose segments do not cover it, each part once, as its edges say.

    Raises:
        TileError: the tile, what does not agree, and what to do.
    """
    for check in (
        _check_edges,
        _check_ids,
        _check_sides,
        _check_halves,
        _check_undivided,
        _check_names,
    ):
        for fault in check(tile):
            raise TileError(f"tile {tile.id}: {fault}")


def _check_edges(tile: Tile) -> Iterator[str]:
    if len(tile.edges) != len(SIDES) or not {*tile.edges} <= {*TERRAIN}:
        yield f"edges is {tile.edges!r}: write four letters N E S W, each C, R or F"


def _check_ids(tile: Tile) -> Iterator[str]:
    ids = [segment.id for segment in tile.segments()]
    for id in ids:
        if ids.count(id) > 1:
            yield f"two segments are called {id}: rename one"


def _check_sides(tile: Tile) -> Iterator[str]:
    """Yield where cities and roads lie on other sides than the edges say."""
    shown: dict[str, str] = dict(zip(SIDES, tile.edges, strict=True))
    for segment in tile.segments():
        for side in segment.sides:
            letter = segment.kind[0].upper()
            if shown[side] != letter:
                yield (
                    f"the {segment.kind} {segment.id} has side {side}, where edges says "
                    f"{TERRAIN[shown[side]]}: write {letter} there in edges, or another side"
                )
    for side, letter in shown.items():
        kind = TERRAIN[letter]
        owners = [each.id for each in tile.segments() if side in each.sides]
        if len(owners) > 1:
            yield f"side {side} is in the sides of {' and '.join(owners)}: leave it in one"
        if kind != "field" and not owners:
            yield (
                f"edges says {kind} on side {side}, and no {kind} lies there: add {side} to the "
                f"sides of one, or write F for a field"
            )


def _check_halves(tile: Tile) -> Iterator[str]:
    """Yield the halves of sides that belong to no city and no field, or to two."""
    for half in HALVES:
        part = f"the {'left' if half[1] == 'L' else 'right'} half of side {half[0]} ({half})"
        owners = [each.id for each in tile.segments() if half in _reach(each)]
        if not owners:
            yield f"{part} belongs to no field: add {half} to the half_edges of the one there"
        elif len(owners) > 1:
            yield f"{part} belongs to {' and '.join(owners)}: leave it to one of them"


def _check_undivided(tile: Tile) -> Iterator[str]:
    """Yield the sides that two fields meet at with no road between them."""
    for side, letter in zip(SIDES, tile.edges, strict=True):
        halves = {side + "L", side + "R"}
        if letter == "F" and not any(halves <= {*field.half_edges} for field in tile.fields):
            yield f"side {side} is divided without a road: give both halves to one field"


def _check_names(tile: Tile) -> Iterator[str]:
    """Yield the segments that name a city which is not there."""
    cities = {city.id for city in tile.cities}
    for field in tile.fields:
        for id in field.cities:
            if id not in cities:
                yield f"field {field.id} touches a city {id} that is not there: name one that is"
    for road in tile.roads:
        if road.ends not in ("", "crossing", "monastery", *cities):
            yield (
                f"road {road.id} ends at {road.ends}: write crossing, monastery or the id of a "
                "city of this tile"
            )


def _reach(segment: Segment) -> tuple[str, ...]:
    """Return the half-edges that a segment covers: none for a road, which only parts two."""
    if segment.kind == "city":
        return tuple(side + half for side in segment.sides for half in "LR")
    return segment.half_edges
