"""How the river runs: from side to side, 0 for the north, then clockwise."""

from collections.abc import Iterable
from itertools import pairwise

from bastide.plugins.carcassonne.pieces import Placed, Tile

WATER = ("spring", "river", "lake")
"""Marks of the segments that are water. Tiles have no terrain for it: it is a road that nobody may
stand on, and that no land tile can ever meet."""

SIDES = "NESW"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))

Mouths = dict[str, tuple[int, ...]]
"""By tile of the river, the sides that its water reaches in rotation 0."""


def mouths_of(tiles: Iterable[Tile]) -> Mouths:
    """Return where the water of each tile that has any reaches its sides."""
    return {
        tile.id: tuple(SIDES.index(side) for side in road.sides)
        for tile in tiles
        for road in tile.roads
        if {*road.marks} & {*WATER}
    }


def flows_on(mouths: Mouths, laid: Iterable[Placed], placed: Placed) -> bool:
    """Tell whether a tile is of the land, or goes on where the river ends, with no U-turn."""
    if placed.tile not in mouths:
        return True
    river = [tile for tile in laid if tile.tile in mouths]
    course = course_of(mouths, river)
    at, inlet = (placed.x - river[-1].x, placed.y - river[-1].y), opposite(course[-1])
    if at != STEPS[course[-1]] or inlet not in reached(mouths, placed):
        return False
    return not turns_back(course_of(mouths, [*river, placed]))


def course_of(mouths: Mouths, river: Iterable[Placed]) -> list[int]:
    """Return the side where each tile of the river flows out, from the spring on, but the lake."""
    course: list[int] = []
    for placed in river:
        inlet = opposite(course[-1]) if course else None
        course += [side for side in reached(mouths, placed) if side != inlet]
    return course


def reached(mouths: Mouths, placed: Placed) -> list[int]:
    """Return the sides that the water of a tile reaches where it lies."""
    return [(side + placed.rotation) % 4 for side in mouths[placed.tile]]


def turns_back(course: list[int]) -> bool:
    """Tell whether the last two bends turn the same way, however far they are apart."""
    bends = [(after - before) % 4 for before, after in pairwise(course) if before != after]
    return bends[-2:] in ([1, 1], [3, 3])


def opposite(side: int) -> int:
    """Return the side that a neighbour touches this one with."""
    return (side + 2) % 4
