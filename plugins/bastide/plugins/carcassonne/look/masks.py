"""Sets of cells of a square grid as one number: what a shape covers, what hangs together.

Of a grid of `size` x `size` cells, bit y * (size + 1) + x is the cell in column x and row y, from
the north-west. The bit after each row is never set, so that a shift by one leaves the rows apart.
Union, common part and difference are `|`, `&` and `& ~`; one such step for the whole grid is what
makes the first picture of a tile quick.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bastide.plugins.carcassonne.look.shapes import Shape

Mask = int

Cell = tuple[int, int]
"""Column and row."""


@cache
def covered(shape: Shape, size: int) -> Mask:
    """Return the cells whose middles a shape holds; tile types share most of their shapes."""
    middles = [(i + 0.5) / size for i in range(size)]
    holds, mask = shape.holds, 0
    for y, v in enumerate(middles):
        for x, u in enumerate(middles):
            if holds(u, v):
                mask |= single((x, y), size)
    return mask


@cache
def everything(size: int) -> Mask:
    """Return all cells."""
    row = (1 << size) - 1
    return sum(row << y * (size + 1) for y in range(size))


def single(cell: Cell, size: int) -> Mask:
    """Return one cell."""
    return 1 << cell[1] * (size + 1) + cell[0]


def grown(mask: Mask, size: int) -> Mask:
    """Return a mask with the cells to the north, east, south and west; also beside the grid."""
    step = size + 1
    return mask | mask << 1 | mask >> 1 | mask << step | mask >> step


def shrunk(mask: Mask, size: int) -> Mask:
    """Return the cells all of whose eight neighbours are in the mask, too."""
    rows, step = mask & mask << 1 & mask >> 1, size + 1
    return rows & rows << step & rows >> step


def flood(start: Mask, free: Mask, size: int) -> Mask:
    """Return the free cells that hang together with some of them, by their sides."""
    found = start & free
    while (more := grown(found, size) & free) != found:
        found = more
    return found


def cells(mask: Mask, size: int) -> Iterator[Cell]:
    """Go through the cells, row by row, each from the west."""
    row = (1 << size) - 1
    for y in range(size):
        bits = mask >> y * (size + 1) & row
        for x in range(bits.bit_length()):
            if bits >> x & 1:
                yield x, y
