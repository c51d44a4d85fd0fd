"""The board in half-block pixels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bastide.core.colours import ink_on
from bastide.core.look.paints import Tint
from bastide.core.look.pixels import Colours, blit, blocks, half, lower_of, upper_of
from bastide.core.look.position import Cell
from bastide.core.look.words import LETTERS
from bastide.core.screen import Depth, Grid, Style
from bastide.plugins.carcassonne.look.geometry import Pixels
from bastide.plugins.carcassonne.look.hatch import PLAIN, Hatch, draw_lines, hatch_of
from bastide.plugins.carcassonne.look.numbering import written
from bastide.plugins.carcassonne.look.palette import GHOST, REFUSED, colour, frame_on, place_ground
from bastide.plugins.carcassonne.look.raster import Album, variant_of
from bastide.plugins.carcassonne.look.scene import Ghost, Scene
from bastide.plugins.carcassonne.pieces import Meeple, Placed, kind_of

Cells = tuple[list[list[str]], list[list[Style]]]
"""Characters and styles of a tile, by row."""

_MOST_KEPT = 4000
_PAWN_PIXELS = 10
"""From this size on a tile has room for a pawn with a head."""

_PADDED = 8
"""Columns of a tile from which on letters and numbers have a blank at each side."""


class Key(NamedTuple):
    """What decides how the cells of a tile look."""

    tile: str
    turn: int
    size: int
    variant: int
    depth: Depth
    tint: Tint | None = None
    frame: str = ""
    corners: bool = False
    outlined: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()
    """Sides without a neighbour, where an outline is closed."""
    hatch: Hatch = PLAIN


class BlockPainter:
    """Paints scenes; keeps the cells of every tile that it has painted."""

    def __init__(self, album: Album) -> None:
        self._album = album
        self._cells: dict[Key, Cells] = {}

    def paint(self, grid: Grid, scene: Scene) -> None:
        """Draw a scene on a pane that shows the table."""
        self._dots(grid, scene)
        for placed in scene.tiles:
            self._tile(grid, scene, placed)
        for cell, number in scene.numbers:
            _place(grid, scene, cell, number)
        if scene.ghost:
            self._ghost(grid, scene, scene.ghost)
        for meeple in scene.meeples:
            self._meeple(grid, scene, meeple)
        self._spots(grid, scene)

    def cells(self, key: Key) -> Cells:
        """Return the cells of a tile; not to be changed."""
        found = self._cells.get(key)
        if found is None:
            if len(self._cells) > _MOST_KEPT:
                self._cells.clear()
            found = self._cells[key] = blocks(self._pixels(key))
        return found

    def _pixels(self, key: Key) -> Colours:
        tile, turn, size, variant, depth, tint = key[:6]
        rows = [row[:] for row in self._album.colours(tile, turn, size, variant, depth, tint)]
        if key.hatch.lines:
            draw_lines(rows, self._album.sketches[tile].pixels(size, turn), key.hatch)
        if key.outlined:
            ids = self._album.sketches[tile].pixels(size, turn)
            for x, y in outline(ids, set(key.outlined), key.bare):
                rows[y][x] = colour("frame", depth)
        if key.corners:
            for x, y in corners(size):
                rows[y][x] = colour("fresh", depth)
        if key.frame:
            for x, y in border(size):
                rows[y][x] = colour(key.frame, depth)
        return rows

    def _dots(self, grid: Grid, scene: Scene) -> None:
        style = Style(scene.theme.dim, scene.theme.table)
        wide, high = scene.view.tile
        for cell in scene.empty:
            x, y = scene.view.place(*cell)
            mark = "×" if cell in scene.gaps else "·"
            grid.put(x + wide // 2, y + high // 2, mark, style)

    def _tile(self, grid: Grid, scene: Scene, placed: Placed) -> None:
        cell = (placed.x, placed.y)
        outlined = tuple(sorted(scene.outlined.get(cell, ())))
        key = Key(
            placed.tile,
            placed.rotation,
            scene.view.tile[0],
            variant_of(*cell),
            scene.look.depth,
            corners=cell in scene.fresh,
            outlined=outlined,
            bare=scene.bare_sides(cell) if outlined else (),
            hatch=hatch_of(scene, cell),
        )
        blit(grid, *scene.view.place(*cell), *self.cells(key))

    def _ghost(self, grid: Grid, scene: Scene, ghost: Ghost) -> None:
        x, y = scene.view.place(ghost.x, ghost.y)
        size, depth = scene.view.tile[0], scene.look.depth
        frame = frame_on(scene.theme.table) if ghost.legal else "refused"
        if not ghost.tile:
            _frame(grid, x, y, scene, frame)
            return
        tint = GHOST if ghost.legal else REFUSED
        variant = variant_of(ghost.x, ghost.y)
        key = Key(ghost.tile, ghost.rotation, size, variant, depth, tint, frame)
        blit(grid, x, y, *self.cells(key))

    def _meeple(self, grid: Grid, scene: Scene, meeple: Meeple) -> None:
        placed = scene.under(meeple)
        badge = Badge(
            text=LETTERS[meeple.seat],
            colour=scene.theme.seats[meeple.seat],
            lying=kind_of(meeple.segment) == "field",
            weight=scene.weights[meeple.piece],
            sign=scene.signs[meeple.piece].letter,
        )
        self._badge(grid, scene, placed, meeple.segment, badge)

    def _badge(self, grid: Grid, scene: Scene, placed: Placed, segment: str, badge: Badge) -> None:
        left, top = scene.view.place(placed.x, placed.y)
        badge.draw(grid, left, top, *self._at(scene, placed, segment), scene.view.tile)

    def _at(self, scene: Scene, placed: Placed, segment: str) -> Cell:
        """Return the column and row on its tile of a segment's spot."""
        wide, high = scene.view.tile
        u, v = self._album.sketches[placed.tile].spot(segment, placed.rotation)
        return min(wide - 1, int(u * wide)), min(high - 1, int(v * high))

    def _spots(self, grid: Grid, scene: Scene) -> None:
        """Write the numbers of the meeple choices."""
        wide, (left, top) = scene.view.tile[0], scene.view.place(scene.on.x, scene.on.y)
        spots = [(*self._at(scene, scene.on, spot.segment), spot) for spot in scene.spots]
        for x, y, text, spot in written(spots, wide, padded=wide >= _PADDED):
            paint = colour("frame" if spot.chosen else "place", scene.look.depth)
            grid.text(left + x, top + y, text, Style(ink_on(paint), paint, bold=True))


class Badge(NamedTuple):
    """A letter on a colour, which may have a head: a meeple."""

    text: str
    colour: int
    lying: bool = False
    weight: int = 1
    sign: str = ""

    def draw(
        self, grid: Grid, left: int, top: int, column: int, row: int, tile: tuple[int, int]
    ) -> None:
        """Draw it around a column and row of the tile that begins at (left, top)."""
        wide = tile[0]
        style = Style(ink_on(self.colour), self.colour, bold=True)
        text = self.text + self.sign
        if wide < _PADDED:
            if self.lying:
                style = style._replace(underline=True)
            start = max(0, min(wide - len(text), column))
            grid.text(left + start, top + row, text, style)
            return
        text = f" {text}" if len(text) > 1 else f" {text} "
        start = max(int(self.lying), min(wide - len(text), column - len(text) // 2))
        grid.text(left + start, top + row, text, style)
        if self.lying:
            _lower(grid, left + start - 1, top + row, self.colour)
        elif wide >= _PAWN_PIXELS:
            broad = len(text) if self.weight > 1 else 1
            for n in range(broad):
                head = left + start + (len(text) - broad) // 2 + n
                _lower(grid, head, top + row - 1, self.colour)


def _lower(grid: Grid, x: int, y: int, paint: int) -> None:
    """Paint the lower pixel of a cell, and leave the upper one."""
    if not (0 <= x < grid.width and 0 <= y < grid.height):
        return
    upper = upper_of(grid.chars[y][x], grid.styles[y][x])
    grid.put(x, y, "▀", half(upper, paint))


def _place(grid: Grid, scene: Scene, cell: Cell, number: int) -> None:
    """Draw a legal place: dark, with a dotted frame and its number."""
    size, depth = scene.view.tile[0], scene.look.depth
    floor = colour(place_ground(scene.theme.table), depth)
    dots = colour("place", depth)
    rows = [[floor] * size for _ in range(size)]
    for x, y in border(size):
        if (x if y in (0, size - 1) else y) % 2 == 0:
            rows[y][x] = dots
    x, y = scene.view.place(*cell)
    blit(grid, x, y, *blocks(rows))
    wide, high = scene.view.tile
    text = str(number)
    grid.text(x + (wide - len(text)) // 2, y + high // 2, text, Style(scene.theme.ink, floor, True))


def _frame(grid: Grid, left: int, top: int, scene: Scene, paint: str) -> None:
    """Draw a frame round a tile that is there."""
    wide, high = scene.view.tile
    ink = colour(paint, scene.look.depth)
    for x in range(left, left + wide):
        for y in range(top, top + high):
            if x in (left, left + wide - 1):
                grid.put(x, y, " ", Style(bg=ink))
            elif y == top + high - 1:
                _lower(grid, x, y, ink)
            elif y == top:
                _upper(grid, x, y, ink)


def _upper(grid: Grid, x: int, y: int, paint: int) -> None:
    if 0 <= x < grid.width and 0 <= y < grid.height:
        grid.put(x, y, "▀", half(paint, lower_of(grid.chars[y][x], grid.styles[y][x])))


def border(size: int) -> list[Cell]:
    """Return the outermost pixels of a tile."""
    last = size - 1
    around = [(i, j) for i in range(size) for j in (0, last)]
    return around + [(j, i) for i in range(1, last) for j in (0, last)]


def corners(size: int) -> list[Cell]:
    """Return the pixels of four angles in the corners of a tile."""
    arm = max(2, size // 4)
    near = {*range(arm), *range(size - arm, size)}
    return [(x, y) for x, y in border(size) if x in near and y in near]


def along(side: str, size: int) -> list[Cell]:
    """Return the pixels along one side of a tile."""
    last = size - 1
    if side in "NS":
        return [(i, 0 if side == "N" else last) for i in range(size)]
    return [(last if side == "E" else 0, i) for i in range(size)]


def outline(ids: Pixels, segments: set[str], bare: Iterable[str] = ()) -> list[Cell]:
    """Return the pixels that mark segments of a tile.

    For cities and fields those along their border, which runs along the tile's own side where it
    has no neighbour (`bare`); roads and monasteries are too slight for that and get a line around
    them.
    """
    inner = {id for id in segments if kind_of(id) in ("city", "field")}
    outer = segments - inner
    size = len(ids)
    rim = {cell for side in bare for cell in along(side, size)}
    found = []
    for y in range(size):
        for x in range(size):
            here = ids[y][x]
            around = [
                ids[b][a]
                for a, b in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
                if 0 <= a < size and 0 <= b < size
            ]
            edge = here in inner and ((x, y) in rim or any(id != here for id in around))
            if edge or (here not in outer and any(id in outer for id in around)):
                found.append((x, y))
    return found
