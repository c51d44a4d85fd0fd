"""What a region looks like: half-block pixels, or a pattern of characters.

Which pixels stand out depends on the place only, so that no redraw shimmers. Lands differ by their
patterns, not by colour alone: stripes, dots, peaks, rows of clay, flocks, a river.
"""

from __future__ import annotations

from functools import cache

from bastide.core.look.pixels import blocks, scatter
from bastide.core.screen import Colour, Depth, Style
from bastide.plugins.settlers.cards import BRICK, GOLD, GRAIN, LUMBER, ORE, RESOURCES, WOOL
from bastide.plugins.settlers.look.palette import colour

Cells = tuple[list[list[str]], list[list[Style]]]
"""Characters and styles, a row after the other."""


@cache
def pixels(resource: int, variant: int, wide: int, high: int, depth: Depth) -> Cells:
    """Return a landscape of so many columns and rows of cells; not to be changed."""
    rows: list[list[Colour]] = [
        [colour(_paint(resource, x - wide // 2, y, 2 * high, variant), depth) for x in range(wide)]
        for y in range(2 * high)
    ]
    return blocks(rows)


def _paint(resource: int, x: int, y: int, high: int, variant: int) -> str:
    """Return the paint of a pixel, `x` from the middle; `high`: rows of pixels of the whole."""
    name, noise = RESOURCES[resource], scatter(x, y, variant)
    shift = 0 if resource == ORE else 3 * variant
    return f"{name}{_SHADES[resource](x + shift, y, high, noise)}"


def _hills(x: int, y: int, high: int, noise: int) -> str:
    crest = (0, 0, 1, 1, 2, 2, 1, 1)[x % 8]
    if y % 4 == crest:
        return " light"
    return " dark" if noise % 5 == 0 else ""


def _fields(x: int, y: int, high: int, noise: int) -> str:
    if (x + 2 * y) % 5 == 0:
        return " dark"
    return " light" if noise % 6 == 0 else ""


def _forest(x: int, y: int, high: int, noise: int) -> str:
    """Trees in rows of four pixels, each row beside the one above."""
    row, column = y % 4, abs((x + 3 * (y // 4 % 2)) % 6 - 2)
    if row < 3 and column <= row:
        return " light" if row == 0 or (column == row and noise % 2) else ""
    return " dark"


def _mountains(x: int, y: int, high: int, noise: int) -> str:
    """Peaks with snow before others that are dark."""
    half = max(3, min(7, high - 1))
    flank = (x + half) % (2 * half) - half
    peak = max(0, high - half - 1) // 2
    if y < peak + abs(flank):
        return "" if noise % 8 == 0 else " dark"
    if y <= peak + half // 3 + noise % 2:
        return " light"
    return " dark" if flank > 0 and y > peak + 1 and noise % 3 else ""


def _pasture(x: int, y: int, high: int, noise: int) -> str:
    if (x % 7 in (2, 3) and y % 4 == 1) or (x % 7 == 6 and y % 4 == 3):
        return " light"
    return " dark" if noise % 6 == 0 else ""


def _river(x: int, y: int, high: int, noise: int) -> str:
    wave = (x + 2 * y) % 7
    if noise % 9 == 0:
        return " light"
    return " dark" if wave < 2 else ""


_SHADES = {
    BRICK: _hills,
    GRAIN: _fields,
    LUMBER: _forest,
    ORE: _mountains,
    WOOL: _pasture,
    GOLD: _river,
}


def pattern(pair: tuple[str, str], wide: int, row: int) -> str:
    """Return a row of a pattern of two characters a row, two rows high."""
    return (pair[row % 2] * (wide // 2 + 1))[:wide]
