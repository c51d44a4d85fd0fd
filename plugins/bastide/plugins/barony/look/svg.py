"""The board as an SVG picture, from the same hexes and colours that the pixels come from."""

from __future__ import annotations

from math import sqrt

from bastide.core.colours import ink_on
from bastide.core.look.svg import hexed, key, picture
from bastide.core.screen import DARK
from bastide.core.state import State
from bastide.plugins.barony.board import Cell
from bastide.plugins.barony.look.palette import PAINTS
from bastide.plugins.barony.look.pawns import badges
from bastide.plugins.barony.pieces import TERRAINS
from bastide.plugins.barony.state import realm

SIDE = 40
"""Units of the picture to a side of a hex."""

_WIDE = SIDE * sqrt(3)
_EDGE = 24
_ROOM = 12


def draw_board(s: State, names: tuple[str, ...]) -> str:
    """Return the picture of all hexes and pawns; `names` of the seats go into the key below."""
    land = realm(s).land
    points = [middle_of(cell) for cell in land.cells] or [(0.0, 0.0)]
    left, top = min(x for x, _ in points) - _WIDE - _EDGE, min(y for _, y in points) - SIDE - _EDGE
    width = max(x for x, _ in points) + _WIDE + _EDGE - left
    height = max(y for _, y in points) + SIDE + 2 * _EDGE - top
    parts = []
    for n, cell in enumerate(land.cells):
        parts.append(_tile(cell, TERRAINS[land.terrain[n]]))
        parts += _pawns(cell, realm(s).pawns[n], s.seats)
    parts.append(key(names, left + _EDGE, top + height - 12))
    return picture(left, top, width, height, parts)


def middle_of(cell: Cell) -> tuple[float, float]:
    """Return the middle of a hex, in units of the picture."""
    q, r = cell
    return _WIDE * (q + r / 2), SIDE * 1.5 * r


def _tile(cell: Cell, terrain: str) -> str:
    x, y = middle_of(cell)
    half = _WIDE / 2
    corners = (
        *((0, -SIDE), (half, -SIDE / 2), (half, SIDE / 2)),
        *((0, SIDE), (-half, SIDE / 2), (-half, -SIDE / 2)),
    )
    path = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    paint = PAINTS[terrain].true
    return (
        f'<polygon points="{path}" fill="{hexed(paint)}" stroke="{hexed(DARK.table)}" '
        f'stroke-width="2"><title>{cell[0]},{cell[1]} {terrain}</title></polygon>'
        f'<text x="{x:.1f}" y="{y + SIDE * 0.75:.1f}" font-size="9" text-anchor="middle" '
        f'fill="{hexed(ink_on(paint))}">{cell[0]},{cell[1]} {terrain}</text>'
    )


def _pawns(cell: Cell, code: int, seats: int) -> list[str]:
    x, y = middle_of(cell)
    found = badges(code, seats, _ROOM, ascii=False)
    parts = []
    for n, badge in enumerate(found):
        colour = DARK.seats[badge.seat]
        row = y - 6 + 20 * (n - (len(found) - 1) / 2)
        wide = 12 * len(badge.text) + 8
        parts.append(
            f'<rect x="{x - wide / 2:.1f}" y="{row - 9:.1f}" width="{wide}" height="18" rx="4" '
            f'fill="{hexed(colour)}" stroke="#000"/><text x="{x:.1f}" y="{row + 5:.1f}" '
            f'font-size="14" font-weight="bold" text-anchor="middle" '
            f'fill="{hexed(ink_on(colour))}">{badge.text}</text>'
        )
    return parts
