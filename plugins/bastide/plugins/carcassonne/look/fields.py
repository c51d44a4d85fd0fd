"""Fields on a fine grid: which point belongs to which field of the data, and where farmers lie."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from bastide.plugins.carcassonne.look.shapes import Point, on_side
from bastide.plugins.carcassonne.pieces import HALVES, Field

FINE = 42
"""Cells a side: a multiple of 14, and fine enough that no strip of field is lost."""

Cell = tuple[int, int]
"""Column and row of the fine grid."""

NEIGHBOURS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_AROUND = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
_INSIDE = 0.5 / FINE


def cell_at(u: float, v: float) -> Cell:
    """Return the fine cell of a point."""
    return _clamp(int(u * FINE)), _clamp(int(v * FINE))


def _clamp(n: int) -> int:
    return max(0, min(FINE - 1, n))


def seed(half: str) -> Point:
    """Return a point just inside a half-edge, in its middle."""
    n = HALVES.index(half)
    return on_side(n // 2, 0.25 + 0.5 * (n % 2), _INSIDE)


def flood(start: Iterable[Cell], free: set[Cell]) -> set[Cell]:
    """Return the free cells that hang together with some of them, by their sides."""
    todo = [cell for cell in start if cell in free]
    found = set(todo)
    while todo:
        x, y = todo.pop()
        for dx, dy in NEIGHBOURS:
            cell = (x + dx, y + dy)
            if cell in free and cell not in found:
                found.add(cell)
                todo.append(cell)
    return found


def label(fields: Iterable[Field], free: set[Cell]) -> dict[Cell, str]:
    """Return the field of every fine cell: of the free ones by the data, of others the nearest."""
    own = parts(fields, free)
    labels = {cell: id for id, cells in own.items() for cell in sorted(cells)}
    todo = deque(labels)
    while todo:
        x, y = todo.popleft()
        for dx, dy in NEIGHBOURS:
            cell = (x + dx, y + dy)
            if cell not in labels and 0 <= cell[0] < FINE and 0 <= cell[1] < FINE:
                labels[cell] = labels[(x, y)]
                todo.append(cell)
    return labels


def parts(fields: Iterable[Field], free: set[Cell]) -> dict[str, set[Cell]]:
    """Return the free cells of each field; one that reaches no side gets the largest rest."""
    out = {f.id: flood((cell_at(*seed(half)) for half in f.half_edges), free) for f in fields}
    rest = free.difference(*out.values())
    for id, cells in out.items():
        if not cells and rest:
            out[id] = max(_islands(rest), key=len)
            rest -= out[id]
    return out


def _islands(free: set[Cell]) -> list[set[Cell]]:
    left, out = set(free), []
    while left:
        island = flood([min(left)], left)
        left -= island
        out.append(island)
    return out


def middle(cells: set[Cell]) -> tuple[Point, int]:
    """Return the point farthest from the border, and how many cells away the border is.

    Of several such points the one nearest to the mean of all cells.
    """
    inner, depth = cells, 0
    while smaller := _without_border(inner):
        inner, depth = smaller, depth + 1
    mean_x, mean_y = (sum(c[i] for c in cells) / len(cells) for i in (0, 1))
    x, y = min(sorted(inner), key=lambda c: (c[0] - mean_x) ** 2 + (c[1] - mean_y) ** 2)
    return ((x + 0.5) / FINE, (y + 0.5) / FINE), depth


def _without_border(cells: set[Cell]) -> set[Cell]:
    return {(x, y) for x, y in cells if all((x + a, y + b) in cells for a, b in _AROUND)}
