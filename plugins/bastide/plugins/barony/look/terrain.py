"""The hexes as half-block pixels: stripes, dots, caps and waves tell them apart, not colour alone.

Which pixels stand out depends on the hex and the pixel only, so that no redraw shimmers.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from bastide.core.look.pixels import scatter
from bastide.core.look.pixels import variant_of as one_of
from bastide.core.screen import Colour, Depth
from bastide.plugins.barony.look.hexes import slopes_of
from bastide.plugins.barony.look.palette import SHADE, colour
from bastide.plugins.barony.pieces import FIELD, FOREST, LAKE, MOUNTAIN, PLAIN, TERRAINS

VARIANTS = 8
"""How many drawings there are of each terrain."""


class Strip(NamedTuple):
    """One row of a hex's pixels, which begins so many pixels to the right."""

    start: int
    colours: tuple[Colour, ...]


def variant_of(q: int, r: int) -> int:
    """Return the drawing that a hex of the board has."""
    return one_of(q, r, VARIANTS)


@cache
def spans(wide: int, high: int) -> tuple[tuple[int, int], ...]:
    """Return for each row of pixels where the hex begins and ends; the end is not included."""
    slopes = slopes_of((wide, high))
    lengths = [*slopes, *[wide] * (2 * high - len(slopes)), *reversed(slopes)]
    return tuple(((wide - n) // 2, (wide + n) // 2) for n in lengths)


@cache
def drawing(
    terrain: int, variant: int, zoom: tuple[int, int], depth: Depth, outline: str
) -> tuple[Strip, ...]:
    """Return the pixels of a hex, a row after the other; `outline`: a paint, or "" for none."""
    rows = spans(*zoom)
    last = len(rows) - 1
    strips = []
    for y, (start, end) in enumerate(rows):
        low = y >= 2 * zoom[1]
        line = []
        for x in range(start, end):
            if outline and _is_border(rows, x, y, last) and _shows(outline, x, y):
                line.append(colour(outline, depth))
            else:
                is_edge = low or x == zoom[0] - 1
                line.append(_painted(_paint(terrain, x, y, variant, zoom), depth, is_edge))
        strips.append(Strip(start, tuple(line)))
    return tuple(strips)


def _painted(paint: str, depth: Depth, is_edge: bool) -> Colour:
    """Return the colour of a pixel; edges are darker, black where the terminal has no shades."""
    if is_edge and depth == "16":
        return colour("black", depth)
    return colour(paint, depth, SHADE if is_edge else None)


def _is_border(rows: tuple[tuple[int, int], ...], x: int, y: int, last: int) -> bool:
    start, end = rows[y]
    if last == 1:  # a brick keeps its ground between the ends
        return x in (start, end - 1)
    if x in (start, end - 1) or y in (0, last):
        return True
    (above, above_end), (below, below_end) = rows[y - 1], rows[y + 1]
    return not (above <= x < above_end and below <= x < below_end)


def _shows(outline: str, x: int, y: int) -> bool:
    """Tell whether a pixel of the border is drawn: what is only possible is dotted."""
    return outline != "lit" or (x + y) % 3 != 0


def _paint(terrain: int, x: int, y: int, variant: int, zoom: tuple[int, int]) -> str:
    name, noise = TERRAINS[terrain], scatter(x, y, variant)
    if terrain == FIELD:
        return f"{name} dark" if (y + variant) % 3 == 0 else _speckled(name, noise, 0, 7)
    if terrain == FOREST:
        return (
            f"{name} light"
            if (x + 2 * (y // 2) + variant) % 4 == 0 and y % 2
            else (f"{name} dark" if noise % 4 == 0 else name)
        )
    if terrain == MOUNTAIN:
        return _rock(x, y, variant, zoom, noise)
    if terrain == LAKE:
        wave = (x + 3 * (y // 3) + variant) % 6 < 2 and y % 3 == 1
        return f"{name} light" if wave else _speckled(name, noise, 5, 0)
    assert terrain == PLAIN
    return _speckled(name, noise, 6, 9)


def _speckled(name: str, noise: int, dark: int, light: int) -> str:
    if dark and noise % dark == 0:
        return f"{name} dark"
    return f"{name} light" if light and noise % light == 1 else name


def _rock(x: int, y: int, variant: int, zoom: tuple[int, int], noise: int) -> str:
    """Return rock with peaks: each a white cap above dark flanks."""
    wide = zoom[0] // 2
    flank, tall = x % wide - wide // 2, (y + variant // 2) % (wide // 2 + 3)
    if abs(flank) <= tall - (wide < 5) * tall and tall <= wide // 4:
        return "mountain light"
    if 0 < tall <= wide // 2 and 0 <= flank <= tall:
        return "mountain dark"
    return "mountain dark" if noise % 9 == 0 else "mountain"
