"""A tile type as shapes on the unit square, made from its topology; what every painter draws from.

All is described for turn 0; a turned tile is the same points turned (`shapes.turned`). Fields are
what cities, roads and the monastery leave over; which field a point belongs to is decided by the
half-edges of the data, over a grid finer than any that is shown.
"""

from __future__ import annotations

from functools import cached_property

from bastide.plugins.carcassonne.look import fields
from bastide.plugins.carcassonne.look.fields import FINE
from bastide.plugins.carcassonne.look.masks import Mask, cells, covered, everything, single
from bastide.plugins.carcassonne.look.shapes import (
    CENTRE,
    Beam,
    Box,
    Cap,
    Corner,
    Point,
    Rest,
    Ring,
    Shape,
    on_side,
    turned,
)
from bastide.plugins.carcassonne.look.spots import (
    beside_road,
    city_spot,
    corner_between,
    numbers,
    road_spot,
)
from bastide.plugins.carcassonne.pieces import MONASTERY, City, Road, Tile

Pixels = tuple[tuple[str, ...], ...]
"""Segment ids, a row of pixels after the other, north first."""

STUB = "-"
"""The id of a stub is this and its city's: a bit of road that is no segment."""

MONASTERY_AT: Point = (0.5, 0.46)
_HOUSE = Box(0.29, 0.25, 0.71, 0.67)
_CORNERS = ("NW", "NE", "SE", "SW")
_WALL = 0.075
"""Half the width of a wall that parts two fields."""


def half_width(pixels: int) -> float:
    """Return half the width of a road, in tiles, on a grid of so many pixels a side."""
    if pixels >= 9:
        return 0.105
    return 0.09 if pixels >= 7 else 0.12


class Sketch:
    """The shapes of one tile type, in turn 0 unless a turn is given."""

    def __init__(self, tile: Tile) -> None:
        self.tile = tile
        self.cities = {city.id: _city_shapes(tile, city) for city in tile.cities}
        self._pixels: dict[tuple[int, int], Pixels] = {}
        self._roads: dict[float, dict[str, Shape]] = {}

    # where things are

    @cached_property
    def spots(self) -> dict[str, Point]:
        """Where a meeple stands on each segment."""
        return self._solid_spots | self._middles

    @cached_property
    def _solid_spots(self) -> dict[str, Point]:
        out = {city.id: city_spot(city) for city in self.tile.cities}
        out |= {road.id: road_spot(road) for road in self.tile.roads}
        if self.tile.monastery:
            out[MONASTERY] = MONASTERY_AT
        return out

    @cached_property
    def _parts(self) -> dict[str, Mask]:
        return fields.parts(self.tile.fields, self._free)

    @cached_property
    def _middles(self) -> dict[str, Point]:
        """Where farmers lie: clear of what stands beside marked roads, where there is room."""
        taken = [self.beside(road) for road in self.tile.roads if road.marks]
        return {id: fields.clear_middle(mask, taken) for id, mask in self._parts.items() if mask}

    def beside(self, road: Road) -> Point:
        """Return a point beside a road: of those with room the one in the largest field."""

        def room(point: Point) -> tuple[int, int]:
            return max((fields.room(mask, point) for mask in self._parts.values()), default=(0, 0))

        return max(beside_road(road), key=room)

    def spot(self, segment: str, turn: int) -> Point:
        """Return where a meeple stands on a segment of the tile in some turn."""
        spots = self._solid_spots if segment in self._solid_spots else self.spots
        return turned(*spots[segment], turn)

    def has_village(self) -> bool:
        """Tell whether roads meet in a crossing that shows a house: three or more of them."""
        return sum(road.ends == "crossing" for road in self.tile.roads) >= 3

    # roads

    def roads(self, half: float) -> dict[str, Shape]:
        """Return the roads and stubs by id; `half` is half their width."""
        if half not in self._roads:
            spots = {city.id: city_spot(city) for city in self.tile.cities}
            roads = {road.id: self._road(road, half) for road in self.tile.roads}
            stubs = {STUB + id: Beam((CENTRE, spots[id]), half) for id in self.tile.stubs}
            self._roads[half] = roads | stubs
        return self._roads[half]

    def _road(self, road: Road, half: float) -> Shape:
        sides = numbers(road.sides)
        if len(sides) == 1:
            return Beam((on_side(sides[0], 0.5, 0), self._end(road, sides[0])), half)
        if (sides[1] - sides[0]) % 2:
            return Ring(corner_between(*sides), half)
        return Beam(tuple(on_side(side, 0.5, 0) for side in sides), half)

    def _end(self, road: Road, side: int) -> Point:
        """Return where a leg stops; one that enters a city keeps its axis, under the city."""
        for city in self.tile.cities:
            if city.id == road.ends:
                u, v = city_spot(city)
                return (0.5, v) if side % 2 == 0 else (u, 0.5)
        return CENTRE

    # what is at a point

    def segment_at(self, u: float, v: float, turn: int = 0) -> str:
        """Return the id of the segment at a point of the tile in some turn; "" for none."""
        u, v = turned(u, v, 4 - turn)
        found = self._solid(u, v, self.roads(half_width(FINE)))
        return found if found and found[0] != STUB else self._field(u, v)

    def pixels(self, size: int, turn: int = 0) -> Pixels:
        """Return the id of the segment, or stub, of each pixel on a grid of size x size."""
        key = (size, turn % 4)
        if key not in self._pixels:
            rows = self._sample(size)
            for _ in range(turn % 4):
                rows = tuple(zip(*rows[::-1], strict=True))
            self._pixels[key] = rows
        return self._pixels[key]

    def _sample(self, size: int) -> Pixels:
        free = everything(size)
        rows = [[""] * size for _ in range(size)]
        for id, mask in self._masks(size).items():
            for x, y in cells(mask & free, size):
                rows[y][x] = id
            free &= ~mask
        for x, y in cells(free, size):
            rows[y][x] = self._field((x + 0.5) / size, (y + 0.5) / size)
        return tuple(map(tuple, rows))

    def _masks(self, size: int) -> dict[str, Mask]:
        """Return what all but the fields cover, the topmost first."""
        shapes = [(id, shape) for id, city in self.cities.items() for shape in city]
        if self.tile.monastery:
            shapes.append((MONASTERY, _HOUSE))
        shapes += self.roads(half_width(size)).items()
        masks: dict[str, Mask] = {}
        for id, shape in shapes:
            masks[id] = masks.get(id, 0) | covered(shape, size)
        return masks

    def _solid(self, u: float, v: float, roads: dict[str, Shape]) -> str:
        for id, shapes in self.cities.items():
            if any(shape.holds(u, v) for shape in shapes):
                return id
        if self.tile.monastery and _HOUSE.holds(u, v):
            return MONASTERY
        return next((id for id, road in roads.items() if road.holds(u, v)), "")

    def field_at(self, u: float, v: float, turn: int = 0) -> str:
        """Return the id of the field at or nearest to a point of the tile in some turn."""
        return self._field(*turned(u, v, 4 - turn))

    def _field(self, u: float, v: float) -> str:
        if len(self.tile.fields) == 1:
            return self.tile.fields[0].id
        cell = single(fields.cell_at(u, v), FINE)
        return next((id for id, mask in self._labels.items() if mask & cell), "")

    @cached_property
    def _free(self) -> Mask:
        free = everything(FINE)
        for mask in self._masks(FINE).values():
            free &= ~mask
        return free

    @cached_property
    def _labels(self) -> dict[str, Mask]:
        return fields.label(self.tile.fields, self._free)


def _city_shapes(tile: Tile, city: City) -> tuple[Shape, ...]:
    sides = numbers(city.sides)
    alone = len(tile.cities) == 1
    if len(sides) == 1:
        cap = Cap(sides[0], 0.34 if alone else 0.32, apart=not alone)
        return (cap, *_wall(tile, city.id, cap))
    if len(sides) == 2 and (sides[1] - sides[0]) % 2:
        middle = 0.484 if tile.roads else 0.532 if alone else 0.498
        return (Corner(corner_between(*sides), middle),)
    open_sides = [side for side in range(4) if side not in sides]
    return (Rest(tuple(Cap(side, 0.27 if len(sides) == 2 else 0.30) for side in open_sides)),)


def _wall(tile: Tile, city: str, cap: Cap) -> tuple[Shape, ...]:
    """Return the wall from a cap to a corner that parts two fields, if the tile has one."""
    if not tile.wall_corner or tile.wall_corner[0] != city:
        return ()
    corner = _CORNERS.index(tile.wall_corner[1])
    far = turned(0, 0, corner)
    start = on_side(cap.side, 0.5, 0.15)
    return (Beam((start, _beyond(start, far)), _WALL),)


def _beyond(start: Point, end: Point) -> Point:
    """Return a point a little past `end`, so that the wall reaches the very corner."""
    return start[0] + (end[0] - start[0]) * 1.02, start[1] + (end[1] - start[1]) * 1.02
