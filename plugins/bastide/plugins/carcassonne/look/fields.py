"""Fields on a fine grid: which point belongs to which field of the data, and where farmers lie."""

from __future__ import annotations

from collections.abc import Iterable

from bastide.plugins.carcassonne.look.masks import (
    Cell,
    Mask,
    cells,
    everything,
    flood,
    grown,
    shrunk,
    single,
)
from bastide.plugins.carcassonne.look.shapes import Point, on_side
from bastide.plugins.carcassonne.pieces import HALVES, Field

FINE = 42
"""Cells a side: a multiple of 14, and fine enough that no strip of field is lost."""

_INSIDE = 0.5 / FINE
_ROOMY = 4
"""Cells from the border at which there is room enough, for a farmer or a picture."""

_CLEAR = (0.42, 0.24)
"""How far to the side, or above and below, a farmer lies clear of a picture's middle."""


def cell_at(u: float, v: float) -> Cell:
    """Return the fine cell of a point."""
    return _clamp(int(u * FINE)), _clamp(int(v * FINE))


def _clamp(n: int) -> int:
    return max(0, min(FINE - 1, n))


def seed(half: str) -> Point:
    """Return a point just inside a half-edge, in its middle."""
    n = HALVES.index(half)
    return on_side(n // 2, 0.25 + 0.5 * (n % 2), _INSIDE)


def label(fields: Iterable[Field], free: Mask) -> dict[str, Mask]:
    """Return all fine cells by field: the free ones by the data, others by the nearest."""
    labels = parts(fields, free)
    left = everything(FINE)
    for own in labels.values():
        left &= ~own
    while left and any(labels.values()):
        for id, own in labels.items():
            new = grown(own, FINE) & left
            labels[id], left = own | new, left & ~new
    return labels


def parts(fields: Iterable[Field], free: Mask) -> dict[str, Mask]:
    """Return the free cells of each field; one that reaches no side gets the largest rest."""
    out = {field.id: flood(_seeds(field), free, FINE) for field in fields}
    rest = free
    for own in out.values():
        rest &= ~own
    for id, own in out.items():
        if not own and rest:
            out[id] = max(_islands(rest), key=int.bit_count)
            rest &= ~out[id]
    return out


def _seeds(field: Field) -> Mask:
    mask = 0
    for half in field.half_edges:
        mask |= single(cell_at(*seed(half)), FINE)
    return mask


def _islands(free: Mask) -> list[Mask]:
    out = []
    while free:
        out.append(flood(free & -free, free, FINE))
        free &= ~out[-1]
    return out


def clear_middle(mask: Mask, taken: Iterable[Point]) -> Point:
    """Return the middle of what some pictures leave of a field, of all of it if that is little."""
    rest = mask
    for point in taken:
        rest &= ~_around(point)
    if rest:
        point, depth = middle(rest)
        if depth >= _ROOMY:
            return point
    return middle(mask)[0]


def room(mask: Mask, point: Point) -> tuple[int, int]:
    """Tell how much room a point has in a field: cells to the border, few of them; all cells."""
    cell, depth = single(cell_at(*point), FINE), 0
    inner = mask
    while inner & cell and depth < _ROOMY:
        inner, depth = shrunk(inner, FINE), depth + 1
    return depth, mask.bit_count()


def _around(point: Point) -> Mask:
    """Return the cells in which a farmer would cover a picture."""
    x, y = cell_at(*point)
    wide, high = int(_CLEAR[0] * FINE), int(_CLEAR[1] * FINE)
    rows = range(max(0, y - high), min(FINE, y + high + 1))
    columns = range(max(0, x - wide), min(FINE, x + wide + 1))
    return sum(single((column, row), FINE) for row in rows for column in columns)


def middle(mask: Mask) -> tuple[Point, int]:
    """Return the point farthest from the border, and how many cells away the border is.

    Of several such points the one nearest to the mean of all cells.
    """
    inner, depth = mask, 0
    while smaller := shrunk(inner, FINE):
        inner, depth = smaller, depth + 1
    everywhere = list(cells(mask, FINE))
    mean_x, mean_y = (sum(c[i] for c in everywhere) / len(everywhere) for i in (0, 1))
    deepest = sorted(cells(inner, FINE))
    x, y = min(deepest, key=lambda c: (c[0] - mean_x) ** 2 + (c[1] - mean_y) ** 2)
    return ((x + 0.5) / FINE, (y + 0.5) / FINE), depth
