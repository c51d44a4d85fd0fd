"""How the river runs: from side to side, 0 for the north, then clockwise."""

from collections.abc import Iterable
from itertools import pairwise

from bastide.plugins.carcassonne.pieces import Placed, Tile

WATER = ("spring", "river", "lake")
"""Marks of the segments that are water. Tiles have no terrain for it: it is a road that nobody may
stand on, and that no land tile can ever meet."""

SIDES = "NESW"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Water:
    """The sides that the water of each type of tile reaches in rotation 0."""

    def __init__(self, tiles: Iterable[Tile]) -> None:
        self._sides = {
            tile.id: [SIDES.index(side) for side in road.sides]
            for tile in tiles
            for road in tile.roads
            if {*road.marks} & {*WATER}
        }

    def __contains__(self, tile: str) -> bool:
        return tile in self._sides

    def mouths(self, placed: Placed) -> list[int]:
        """Return the sides that the water of a laid tile reaches."""
        return [(side + placed.rotation) % 4 for side in self._sides[placed.tile]]

    def outlet(self, placed: Placed, inlet: int | None) -> int | None:
        """Return the side where it flows out; None of the lake."""
        return next((side for side in self.mouths(placed) if side != inlet), None)


def flows_on(water: Water, laid: Iterable[Placed], placed: Placed) -> bool:
    """Tell whether a tile is of the land, or goes on where the river ends, with no U-turn."""
    if placed.tile not in water:
        return True
    course, end = course_of(water, [tile for tile in laid if tile.tile in water])
    step = STEPS[course[-1]]
    inlet = opposite(course[-1])
    if (placed.x - end.x, placed.y - end.y) != step or inlet not in water.mouths(placed):
        return False
    outlet = water.outlet(placed, inlet)
    return outlet is None or not turns_back([*course, outlet])


def course_of(water: Water, river: list[Placed]) -> tuple[list[int], Placed]:
    """Return the side where each tile of the river flows out, from the spring on; and the last."""
    course: list[int] = []
    for tile in river:
        outlet = water.outlet(tile, opposite(course[-1]) if course else None)
        course += [] if outlet is None else [outlet]
    return course, river[-1]


def turns_back(course: list[int]) -> bool:
    """Tell whether the last bend turns as the one before it did, however far that is."""
    bends = [(after - before) % 4 for before, after in pairwise(course) if before != after]
    return course[-1] != course[-2] and bends[-2:] in ([1, 1], [3, 3])


def opposite(side: int) -> int:
    """Return the side that a neighbour touches this one with."""
    return (side + 2) % 4
