"""The board as an SVG picture, from the same shapes that the pixels come from."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.colours import ink_on
from bastide.core.look.svg import hexed, key, picture
from bastide.core.look.words import LETTERS
from bastide.core.screen import DARK
from bastide.core.state import State
from bastide.plugins.carcassonne.look.art import Picture, pictures
from bastide.plugins.carcassonne.look.geometry import Sketch
from bastide.plugins.carcassonne.look.palette import PAINTS
from bastide.plugins.carcassonne.look.shapes import Beam, Cap, Corner, Outline, Rest, Shape, turned
from bastide.plugins.carcassonne.pieces import Meeple, Placed, kind_of
from bastide.plugins.carcassonne.slots import Art, Sign
from bastide.plugins.carcassonne.state import board

SIDE = 90
"""Units of the picture to a side of a tile."""

_EDGE = 24
_DETAIL = 14
"""Pixels a side of the tile that decorations are drawn for."""

_BODY = (
    "M0-11c3 0 5 2 5 5 0 1-.4 2-1 3 5 1 9 4 9 6 0 1-1 2-2 2l-5-1 4 8c0 1-.6 1.6-1.4 1.6h-4"
    "L0 9l-4.600 4.600h-4c-.8 0-1.400-.6-1.400-1.600l4-8-5 1c-1 0-2-1-2-2 0-2 4-5 9-6"
    "-.6-1-1-2-1-3 0-3 2-5 5-5z"
)
"""A meeple about (0, 0)."""


class Drawn(NamedTuple):
    """What is drawn, by id: marks, pieces that have a sign of their own, and tiles."""

    marks: dict[str, Art]
    signs: dict[str, Sign]
    sketches: dict[str, Sketch]


def draw_board(s: State, drawn: Drawn, names: tuple[str, ...]) -> str:
    """Return the picture of all tiles and meeples; `names` of the seats go into the key below."""
    b = board(s)
    xs, ys = [p.x for p in b.placed], [p.y for p in b.placed]
    left, top = min(xs) * SIDE - _EDGE, min(ys) * SIDE - _EDGE
    width = (max(xs) - min(xs) + 1) * SIDE + 2 * _EDGE
    height = (max(ys) - min(ys) + 1) * SIDE + 2 * _EDGE + (_EDGE if names else 0)
    by_cell = {(p.x, p.y): p for p in b.placed}
    parts = [_tile(drawn.sketches[p.tile], p, drawn.marks) for p in b.placed]
    parts += [
        _meeple(drawn, by_cell[m.x, m.y], m, b.tables.pieces[m.piece].weight) for m in b.meeples
    ]
    parts += [key(names, left + _EDGE, top + height - _EDGE // 2)] if names else []
    return picture(left, top, width, height, parts)


def _tile(sketch: Sketch, placed: Placed, marks: dict[str, Art]) -> str:
    x, y = placed.x * SIDE, placed.y * SIDE
    half = SIDE / 2
    shapes = "".join(_road(road) for road in sketch.roads(0.075).values())
    shapes += "".join(_city(shape) for city in sketch.cities.values() for shape in city)
    stands = "".join(_stamp(p, placed.rotation) for p in pictures(sketch, marks))
    return (
        f'<g transform="translate({x} {y})">'
        f'<rect width="{SIDE}" height="{SIDE}" fill="{_paint("field")}"/>'
        f'<g transform="rotate({90 * placed.rotation} {half} {half})">{shapes}</g>{stands}'
        f'<rect width="{SIDE}" height="{SIDE}" fill="none" stroke="#000" stroke-opacity=".25"/></g>'
    )


def _road(road: Shape) -> str:
    return (
        f'<path d="{_path(road.outline())}Z" fill="{_paint("road")}" '
        f'stroke="#b8a878" stroke-width="1"/>'
    )


def _city(shape: Shape) -> str:
    fill = _paint("wall" if isinstance(shape, Beam) else "city")
    out = f'<path d="{_path(shape.outline())}Z" fill="{fill}"/>'
    for wall in walls(shape):
        out += f'<path d="{_path(wall)}" fill="none" stroke="{_paint("wall")}" stroke-width="3.5"/>'
    return out


def walls(shape: Shape) -> tuple[Outline, ...]:
    """Return the part of a city's outline that runs across the tile."""
    if isinstance(shape, Rest):
        return tuple(cap.outline() for cap in shape.caps)
    if isinstance(shape, Corner):
        return (shape.wall(),)
    return (shape.outline(),) if isinstance(shape, Cap) else ()


def _stamp(picture: Picture, turn: int) -> str:
    rows = picture.sized(_DETAIL)
    dot = SIDE / _DETAIL * 0.8
    u, v = turned(*picture.at, turn)
    left, top = u * SIDE - max(map(len, rows)) * dot / 2, v * SIDE - len(rows) * dot / 2
    return "".join(
        f'<rect x="{left + x * dot:.1f}" y="{top + y * dot:.1f}" width="{dot + 0.2:.1f}" '
        f'height="{dot + 0.2:.1f}" fill="{_paint(picture.paints[char])}"/>'
        for y, row in enumerate(rows)
        for x, char in enumerate(row)
        if char in picture.paints
    )


def _meeple(drawn: Drawn, placed: Placed, meeple: Meeple, weight: int) -> str:
    u, v = drawn.sketches[placed.tile].spot(meeple.segment, placed.rotation)
    x, y = (placed.x + u) * SIDE, (placed.y + v) * SIDE
    colour = DARK.seats[meeple.seat]
    lying = " rotate(-90)" if kind_of(meeple.segment) == "field" else ""
    size = 1.3 if weight > 1 else 1.0
    sign = drawn.signs[meeple.piece].letter if meeple.piece in drawn.signs else ""
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><path transform="scale({size}){lying}" '
        f'd="{_BODY}" fill="{hexed(colour)}" stroke="#000" stroke-width="1.2"/>'
        f'<text y="4" font-size="10" font-weight="bold" text-anchor="middle" '
        f'fill="{hexed(ink_on(colour))}">{LETTERS[meeple.seat]}{sign}</text></g>'
    )


def _path(outline: Outline) -> str:
    points = " ".join(f"{u * SIDE:.1f},{v * SIDE:.1f}" for u, v in outline)
    return f"M{points}"


def _paint(paint: str) -> str:
    return paint if paint.startswith("#") else hexed(PAINTS[paint].true)
