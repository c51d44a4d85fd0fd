"""Tiles as square pixels: what is painted where, and in which colours. Half blocks show them."""

from __future__ import annotations

from functools import cache

from bastide.core.look.paints import Tint
from bastide.core.look.pixels import Colours, scatter
from bastide.core.look.pixels import variant_of as one_of
from bastide.core.screen import Depth
from bastide.plugins.carcassonne.look.art import Picture, pictures
from bastide.plugins.carcassonne.look.geometry import STUB, Pixels, Sketch
from bastide.plugins.carcassonne.look.palette import SEAM, colour
from bastide.plugins.carcassonne.look.shapes import turned
from bastide.plugins.carcassonne.pieces import Tile
from bastide.plugins.carcassonne.slots import Art

Paints = tuple[tuple[str, ...], ...]
"""Names of paints, a row of pixels after the other."""

VARIANTS = 6
"""How many patterns of grass and roofs there are; cells take one by their coordinates."""

_SMALL, _LARGE = 6, 14


class Album:
    """Every tile of a table, painted once for each turn, size, depth and look.

    paints: what each pixel of a tile is painted with, by tile, turn, size and variant. colours: the
    colours of the pixels, not to be changed; by the same, depth and tint.
    """

    def __init__(self, tiles: dict[str, Tile], marks: dict[str, Art]) -> None:
        self.sketches = {id: Sketch(tile) for id, tile in tiles.items()}

        @cache
        def paints(tile: str, turn: int, size: int, variant: int) -> Paints:
            sketch = self.sketches[tile]
            return paint(sketch, pictures(sketch, marks), turn, size, variant)

        @cache
        def colours(
            tile: str, turn: int, size: int, variant: int, depth: Depth, tint: Tint | None = None
        ) -> Colours:
            return coloured(paints(tile, turn, size, variant), depth, tint)

        self.paints, self.colours = paints, colours


def variant_of(x: int, y: int) -> int:
    """Return the pattern of a cell of the board."""
    return one_of(x, y, VARIANTS)


def paint(sketch: Sketch, stands: list[Picture], turn: int, size: int, variant: int = 0) -> Paints:
    """Return what each pixel of a tile in some turn is painted with."""
    ids = sketch.pixels(size, turn)
    rows = [[_paint(ids, x, y, variant) for x in range(size)] for y in range(size)]
    for picture in stands:
        _stamp(rows, picture, turn)
    return tuple(map(tuple, rows))


def _paint(ids: Pixels, x: int, y: int, variant: int) -> str:
    kind, size = ids[y][x][:1], len(ids)
    if kind == "c":
        return _city(ids, x, y, variant)
    if kind in ("r", STUB):
        return "road"
    if size >= _LARGE and "r" in _around(ids, x, y):
        return "verge"
    number = scatter(x, y, variant)
    if number % 11 == 0:
        return "field dark"
    return "field light" if number % 13 == 0 else "field"


def _city(ids: Pixels, x: int, y: int, variant: int) -> str:
    size = len(ids)
    if _around(ids, x, y).strip("c"):
        if size <= _SMALL:
            return "wall thin"
        return "wall light" if size >= _LARGE and (x + y // 2) % 2 else "wall"
    if y % 3 == 1 and x % 3 != 0:
        roof = scatter(x // 3, y, variant + 1) % 16
        if roof < 9:
            return ("roof", "roof dark", "roof light")[roof % 3]
    return "city dark" if scatter(x, y, variant) % 3 == 0 else "city"


def _around(ids: Pixels, x: int, y: int) -> str:
    """Return the letters of the kinds of the pixels beside one, inside the tile."""
    last = len(ids) - 1
    kinds = ids[y - 1][x][:1] if y > 0 else ""
    kinds += ids[y][x + 1][:1] if x < last else ""
    kinds += ids[y + 1][x][:1] if y < last else ""
    return kinds + (ids[y][x - 1][:1] if x > 0 else "")


def _stamp(rows: list[list[str]], picture: Picture, turn: int) -> None:
    """Draw a picture, upright, its middle where the turn brings it, all of it on the tile."""
    size = len(rows)
    drawing = picture.sized(size)
    u, v = turned(*picture.at, turn)
    left = _start(u * size, max(map(len, drawing)), size)
    top = _start(v * size, len(drawing), size)
    for dy, line in enumerate(drawing):
        for dx, char in enumerate(line):
            if char in picture.paints:
                rows[top + dy][left + dx] = picture.paints[char]


def _start(middle: float, length: int, size: int) -> int:
    return max(0, min(size - length, round(middle - length / 2)))


def coloured(rows: Paints, depth: Depth, tint: Tint | None = None) -> Colours:
    """Return the colours of a painted tile; its last column and row are a shade darker.

    The 256 have no such shade: the nearest ones would draw a loud grid.
    """
    last = len(rows) - 1
    seam = tint or (SEAM if last >= _SMALL and depth == "true" else None)
    return [
        [
            colour(name, depth, seam if last in (x, y) and tint is None else tint)
            for x, name in enumerate(row)
        ]
        for y, row in enumerate(rows)
    ]
