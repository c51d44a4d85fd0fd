"""Shapes on the unit square that tiles are made of: u runs to the right, v down, 0 to 1 each.

Every shape tells whether it holds a point and gives its outline as points, so that pixels,
glyphs, mouse and vector drawings come from one description. Sides are 0 to 3 for north, east,
south, west; corners 0 to 3 for north-west, north-east, south-east, south-west. Along a side, t
runs clockwise from 0 to 1, and d is the distance from it.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import NamedTuple, Protocol

Point = tuple[float, float]
"""u to the right, v down."""

Outline = tuple[Point, ...]

CENTRE: Point = (0.5, 0.5)
_END = 0.505
"""Where walls across corners begin and end, at the sides: a little past the tile's corners."""

_STEPS = 24


class Shape(Protocol):
    """A part of the unit square; equal ones are the same part."""

    def __hash__(self) -> int: ...

    def holds(self, u: float, v: float) -> bool:
        """Tell whether a point is in the shape."""
        ...

    def outline(self) -> Outline:
        """Return the corners of its outline, in order."""
        ...


def turned(u: float, v: float, turn: int) -> Point:
    """Return where a point comes to lie after `turn` quarter turns clockwise."""
    for _ in range(turn % 4):
        u, v = 1 - v, u
    return u, v


def on_side(side: int, t: float, d: float) -> Point:
    """Return the point at t along a side and at distance d from it."""
    return turned(t, d, side)


def from_side(side: int, u: float, v: float) -> Point:
    """Return (t, d) of a point, seen from a side."""
    return turned(u, v, 4 - side)


class Cap(NamedTuple):
    """What lies behind an arc from one end of a side to the other, `depth` deep in the middle.

    With `apart` it keeps clear of caps on the neighbouring sides.
    """

    side: int
    depth: float
    apart: bool = False

    def reach(self, t: float) -> float:
        """Return how deep it is at t."""
        d = self.depth * 4 * t * (1 - t)
        return min(d, 0.92 * min(t, 1 - t)) if self.apart else d

    def holds(self, u: float, v: float) -> bool:
        """Tell whether a point is in the shape."""
        t, d = from_side(self.side, u, v)
        return d < self.reach(t)

    def outline(self) -> Outline:
        """Return the corners of its outline, in order."""
        steps = (i / _STEPS for i in range(_STEPS + 1))
        return tuple(on_side(self.side, t, self.reach(t)) for t in steps)


class Rest(NamedTuple):
    """The whole square but for some caps, given in clockwise order."""

    caps: tuple[Cap, ...]

    def holds(self, u: float, v: float) -> bool:
        """Tell whether a point is in the shape."""
        return not any(cap.holds(u, v) for cap in self.caps)

    def outline(self) -> Outline:
        """Return the corners of its outline, in order."""
        cut = {cap.side: cap.outline() for cap in self.caps}
        return tuple(p for side in range(4) for p in cut.get(side, (on_side(side, 0, 0),)))


class Corner(NamedTuple):
    """What lies behind a line across a corner, from end to end of two sides.

    `middle` is how far the line is from the corner on the diagonal, as a part of the way from one
    corner to the other. At the sides every such wall meets its neighbour's.
    """

    corner: int
    middle: float

    def reach(self, along: float) -> float:
        """Return how far it goes, as `middle` says; `along` is -1 to 1 from side to side."""
        return self.middle + (_END - self.middle) * along**4

    def holds(self, u: float, v: float) -> bool:
        """Tell whether a point is in the shape."""
        a, b = turned(u, v, 4 - self.corner)
        return (a + b) / 2 < self.reach(a - b)

    def outline(self) -> Outline:
        """Return the corners of its outline, in order."""
        return (turned(0, 0, self.corner), *self.wall())

    def wall(self) -> Outline:
        """Return the part of its outline that runs across the tile."""
        return tuple(self._point(i / _STEPS) for i in range(-_STEPS, _STEPS + 1))

    def _point(self, along: float) -> Point:
        far = self.reach(along)
        a, b = (max(0.0, min(1.0, far + half)) for half in (along / 2, -along / 2))
        return turned(a, b, self.corner)


class Beam(NamedTuple):
    """Everything nearer than `half_width` to a line of straight pieces."""

    line: Outline
    half_width: float

    def holds(self, u: float, v: float) -> bool:
        """Tell whether a point is in the shape."""
        pieces = zip(self.line, self.line[1:], strict=False)
        return any(_distance(u, v, a, b) < self.half_width for a, b in pieces)

    def outline(self) -> Outline:
        """Return the corners of its outline, in order, with square ends."""
        left = [self._beside(i, 1) for i in range(len(self.line))]
        right = [self._beside(i, -1) for i in range(len(self.line))]
        return (*left, *reversed(right))

    def _beside(self, i: int, hand: int) -> Point:
        (u0, v0), (u1, v1) = self.line[max(0, i - 1)], self.line[min(len(self.line) - 1, i + 1)]
        length = hypot(u1 - u0, v1 - v0)
        u, v = self.line[i]
        reach = self.half_width * hand / length
        return u - (v1 - v0) * reach, v + (u1 - u0) * reach


class Ring(NamedTuple):
    """A quarter of a ring round a corner, of radius one half: a road between two sides."""

    corner: int
    half_width: float

    def holds(self, u: float, v: float) -> bool:
        """Tell whether a point is in the shape."""
        return abs(hypot(*turned(u, v, 4 - self.corner)) - 0.5) < self.half_width

    def outline(self) -> Outline:
        """Return the corners of its outline, in order."""
        return Beam(arc(self.corner), self.half_width).outline()


def arc(corner: int, radius: float = 0.5) -> Outline:
    """Return points on the quarter circle round a corner."""
    angles = (pi / 2 * i / _STEPS for i in range(_STEPS + 1))
    return tuple(turned(radius * cos(a), radius * sin(a), corner) for a in angles)


class Box(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, u: float, v: float) -> bool:
        """Tell whether a point is in the shape."""
        return self.left <= u < self.right and self.top <= v < self.bottom

    def outline(self) -> Outline:
        """Return the corners of its outline, in order."""
        left, top, right, bottom = self
        return (left, top), (right, top), (right, bottom), (left, bottom)


def _distance(u: float, v: float, a: Point, b: Point) -> float:
    """Return the distance of a point from the piece between two others."""
    (ua, va), (ub, vb) = a, b
    du, dv = ub - ua, vb - va
    along = ((u - ua) * du + (v - va) * dv) / (du * du + dv * dv)
    along = max(0.0, min(1.0, along))
    return hypot(u - ua - along * du, v - va - along * dv)
