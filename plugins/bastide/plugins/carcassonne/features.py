"""Features grow: segments of laid tiles joined into a forest, with totals at the roots.

A segment's number is that of its tile's first segment plus its place on the tile. Who asks a
question must not change the forest (`root_of`); only laying a tile shortens its paths.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bastide.plugins.carcassonne.pieces import MONASTERY
from bastide.plugins.carcassonne.tables import (
    CLAIMED,
    NUMBER,
    NUMBER_BITS,
    Shape,
    cell_of,
    weight_of,
)

if TYPE_CHECKING:
    from bastide.plugins.carcassonne.pieces import Meeple
    from bastide.plugins.carcassonne.state import Board


def lay(b: Board, shape: Shape, cell: int) -> None:
    """Put a shape on an empty cell where it fits, and join its segments to the neighbours'."""
    at, frontier, parent = b.at, b.frontier, b.parent
    first = len(parent)
    bits = [1 << len(at)] * len(shape.totals)
    parent += range(first, first + len(bits))
    b.totals += shape.totals
    b.tiles += bits
    for k, marks in shape.marks:
        b.marks[first + k] = marks
    frontier.pop(cell, None)
    at[cell] = first << NUMBER_BITS | shape.number
    for step, code, joins in shape.sides:
        beyond = cell + step
        there = at.get(beyond)
        if there is None:
            frontier[beyond] = frontier.get(beyond, 0) + code
            continue
        other = there >> NUMBER_BITS
        for mine, theirs, closing in joins[there & NUMBER]:
            _join(b, other + theirs, first + mine, closing)


def _join(b: Board, one: int, two: int, closing: int) -> None:
    """Make one feature of those of two segments; `closing` open sides are closed by it."""
    parent, totals = b.parent, b.totals
    while parent[one] != one:
        parent[one] = one = parent[parent[one]]
    while parent[two] != two:
        two = parent[two]
    if one == two:
        totals[one] -= closing
        return
    parent[two] = one
    totals[one] += totals[two] - closing
    totals[two] = 0
    b.tiles[one] |= b.tiles[two]
    if b.marks and two in b.marks:
        b.marks[one] = tuple(sorted({*b.marks.get(one, ()), *b.marks.pop(two)}))


def root_of(b: Board, segment: int) -> int:
    """Return the root of a segment's feature."""
    parent = b.parent
    while parent[segment] != segment:
        segment = parent[segment]
    return segment


def number_of(b: Board, x: int, y: int, segment: str) -> int:
    """Return the number of a segment of a laid tile."""
    there = b.at[cell_of(x, y)]
    return (there >> NUMBER_BITS) + b.tables.shapes[there & NUMBER].ids.index(segment)


def stand(b: Board, meeple: Meeple) -> None:
    """Count a meeple that stands on a laid tile in its feature."""
    x, y, segment, seat, piece = meeple
    root = root_of(b, number_of(b, x, y, segment))
    b.totals[root] += b.tables.pieces[piece].weight * weight_of(seat)
    if segment == MONASTERY:
        b.monks.append(cell_of(x, y))


def release(b: Board, root: int) -> None:
    """Count no meeple in a feature any longer."""
    b.totals[root] %= CLAIMED
