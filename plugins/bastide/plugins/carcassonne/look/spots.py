"""Where on a tile its meeples and small pictures stand, in turn 0: each clear of the others.

A picture must be seen beside the meeple on the same segment: knights keep to one end of a city,
its pennant to another, and whatever a road is marked with stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterable

from bastide.plugins.carcassonne.look.shapes import CENTRE, Point, on_side, turned
from bastide.plugins.carcassonne.pieces import SIDES, City, Road

_CAP_SPOT = 0.17
_CORNER_SPOT = 0.34
_LEG_SPOT = 0.225
_BEND_SPOT = 0.35
_BESIDE, _ALONG = 0.3, 0.18
"""What stands beside a road: so far from its axis, and so far from the side that it leads to."""


def city_spot(city: City) -> Point:
    """Return where a knight stands: in the wider part, clear of the walls and of what is drawn."""
    sides = numbers(city.sides)
    if len(sides) == 1:
        return on_side(sides[0], 0.5, _CAP_SPOT)
    if _is_corner(sides):
        return turned(_CORNER_SPOT, _CORNER_SPOT, corner_between(*sides))
    if len(sides) == 3:
        return on_side(_missing(sides), 0.5, 0.6)
    return (0.5, 0.84) if len(sides) == 4 and city.marks else CENTRE


def city_mark_spot(city: City) -> Point:
    """Return the middle of what a city is marked with; a city on four sides has most room."""
    return (0.5, 0.42) if len(city.sides) == 4 else city_spot(city)


def road_spot(road: Road) -> Point:
    """Return where a thief stands."""
    sides = numbers(road.sides)
    if len(sides) == 1:
        return on_side(sides[0], 0.5, _LEG_SPOT)
    if _is_corner(sides):
        return turned(_BEND_SPOT, _BEND_SPOT, corner_between(*sides))
    return CENTRE


def beside_road(road: Road) -> list[Point]:
    """Return points beside a road, on both hands near each of its ends; first inside a bend."""
    sides = numbers(road.sides)
    inside = [turned(0.14, 0.14, corner_between(*sides))] if _is_corner(sides) else []
    hands = (0.5 - _BESIDE, 0.5 + _BESIDE)
    return inside + [on_side(side, t, _ALONG) for side in sides for t in hands]


def pennant_spot(city: City) -> Point:
    """Return the middle of a city's pennant."""
    sides = numbers(city.sides)
    if len(sides) == 1:
        return on_side(sides[0], 0.3, 0.12)
    if _is_corner(sides):
        return turned(0.1, 0.1, corner_between(*sides))
    if len(sides) == 3:
        return turned(0.25, 0.3, _missing(sides) - 2)
    return turned(0.2, 0.5, 1 - sides[0]) if len(sides) == 2 else (0.25, 0.25)


def corner_between(one: int, two: int) -> int:
    """Return the corner where two neighbouring sides meet."""
    return min(one, two) + 1 if {one, two} != {0, 3} else 0


def numbers(sides: Iterable[str]) -> tuple[int, ...]:
    """Return sides as numbers, smallest first."""
    return tuple(sorted(SIDES.index(side) for side in sides))


def _is_corner(sides: tuple[int, ...]) -> bool:
    return len(sides) == 2 and (sides[1] - sides[0]) % 2 == 1


def _missing(sides: tuple[int, ...]) -> int:
    return next(side for side in range(4) if side not in sides)
