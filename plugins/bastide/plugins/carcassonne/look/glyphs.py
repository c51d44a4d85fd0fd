"""The board in characters: for terminals without half blocks or without colour."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.colours import ink_on
from bastide.core.look.paints import badge
from bastide.core.look.words import LETTERS
from bastide.core.screen import OWN, Colour, Grid, Style
from bastide.plugins.carcassonne.look.geometry import Sketch
from bastide.plugins.carcassonne.look.glyph_tiles import (
    HIGH,
    WIDE,
    GlyphSet,
    GlyphTile,
    cell_of_point,
    draw_tile,
)
from bastide.plugins.carcassonne.look.hatch import small_letter
from bastide.plugins.carcassonne.look.numbering import written
from bastide.plugins.carcassonne.look.palette import colour
from bastide.plugins.carcassonne.look.scene import Scene
from bastide.plugins.carcassonne.pieces import Meeple, Placed
from bastide.plugins.carcassonne.slots import Art


class GlyphPainter:
    """Paints scenes with characters; keeps every tile that it has drawn."""

    def __init__(self, sketches: dict[str, Sketch], marks: dict[str, Art]) -> None:
        self._sketches, self._marks = sketches, marks
        self._tiles: dict[tuple[str, int, bool], GlyphTile] = {}

    def tile(self, tile: str, turn: int, glyphs: GlyphSet) -> GlyphTile:
        """Return a tile in characters; not to be changed."""
        key = (tile, turn, glyphs.ascii)
        if key not in self._tiles:
            self._tiles[key] = draw_tile(self._sketches[tile], turn, glyphs, self._marks)
        return self._tiles[key]

    def paint(self, grid: Grid, scene: Scene, glyphs: GlyphSet, bare: bool = False) -> None:
        """Draw a scene. `bare`: only the characters will be seen, no style."""
        brush = _Brush(self, grid, scene, glyphs, bare)
        brush.dots()
        for placed in scene.tiles:
            brush.laid(placed)
        for cell, number in scene.numbers:
            brush.place(cell, number)
        brush.ghost()
        for meeple in scene.meeples:
            brush.meeple(meeple)
        brush.spots()

    def spot(self, placed: Placed, segment: str) -> tuple[int, int]:
        """Return the cell of a tile on which a meeple stands on a segment."""
        return cell_of_point(self._sketches[placed.tile].spot(segment, placed.rotation))


class _Brush(NamedTuple):
    """One painting of one scene."""

    painter: GlyphPainter
    grid: Grid
    scene: Scene
    glyphs: GlyphSet
    bare: bool

    def dots(self) -> None:
        """Draw the cells that hold nothing."""
        style = Style(self.scene.theme.dim, self.scene.theme.table)
        for cell in self.scene.empty:
            x, y = self.scene.view.place(*cell)
            if cell in self.scene.gaps:
                self.grid.put(x + 3, y + 1, self.glyphs.gap, style)

    def laid(self, placed: Placed) -> None:
        """Draw a tile of the board."""
        cell = (placed.x, placed.y)
        marked = self.scene.outlined.get(cell, set())
        self.tile(cell, placed.tile, placed.rotation, marked)
        self.letters(cell, placed)
        if cell in self.scene.fresh:
            self.corners(cell, self.glyphs.corners, "fresh")

    def tile(
        self, cell: tuple[int, int], tile: str, turn: int, marked: set[str], reverse: bool = False
    ) -> None:
        """Draw a tile; the segments that are marked in bold."""
        drawn = self.painter.tile(tile, turn, self.glyphs)
        left, top = self.scene.view.place(*cell)
        depth, floor = self.scene.look.depth, self.scene.theme.table
        for y in range(HIGH):
            for x in range(WIDE):
                ink = colour(drawn.paints[y][x], depth)
                bold = drawn.segments[y][x] in marked
                style = Style(ink, floor, bold=bold, underline=bold, reverse=reverse)
                self.grid.put(left + x, top + y, drawn.chars[y][x], style)

    def letters(self, cell: tuple[int, int], placed: Placed) -> None:
        """Put the letters of those who hold a field in the place of its dots."""
        fields = self.scene.fields.get(cell, {})
        drawn = self.painter.tile(placed.tile, placed.rotation, self.glyphs)
        left, top = self.scene.view.place(*cell)
        for y, row in enumerate(drawn.chars if fields else ()):
            for x, char in enumerate(row):
                holders = fields.get(drawn.segments[y][x], ())
                if char == self.glyphs.field and (letter := small_letter(holders, x, y)):
                    seat = LETTERS.index(letter.upper())
                    style = _letter(self.scene.theme.seats[seat], self.scene.theme.table)
                    self.grid.put(left + x, top + y, letter, style)

    def corners(self, cell: tuple[int, int], chars: str, paint: str) -> None:
        """Mark the corners of a tile."""
        left, top = self.scene.view.place(*cell)
        style = Style(colour(paint, self.scene.look.depth), self.scene.theme.table, bold=True)
        places = ((0, 0), (WIDE - 1, 0), (0, HIGH - 1), (WIDE - 1, HIGH - 1))
        for (x, y), char in zip(places, chars, strict=True):
            self.grid.put(left + x, top + y, char, style)

    def place(self, cell: tuple[int, int], number: int) -> None:
        """Draw the number of a legal place."""
        left, top = self.scene.view.place(*cell)
        ink = colour("place", self.scene.look.depth)
        text = f"<{number}>"
        style = Style(ink, self.scene.theme.table, bold=True)
        self.grid.text(left + (WIDE - len(text)) // 2, top + 1, text, style)

    def ghost(self) -> None:
        """Draw the tile at the cursor in reverse; crosses in its corners where it may not lie."""
        ghost = self.scene.ghost
        if ghost is None:
            return
        cell = (ghost.x, ghost.y)
        if ghost.tile:
            self.tile(cell, ghost.tile, ghost.rotation, set(), reverse=True)
        if not ghost.legal:
            self.corners(cell, self.glyphs.gap * 4, "refused")

    def meeple(self, meeple: Meeple) -> None:
        """Draw a meeple: its letter, in reverse or in brackets."""
        placed = self.scene.under(meeple)
        sign = self.scene.signs[meeple.piece]
        text = LETTERS[meeple.seat] + (sign.ascii if self.glyphs.ascii else sign.letter)
        style = badge(self.scene.theme.seats[meeple.seat], reverse=True)
        self.badge(placed, meeple.segment, f"({text})" if self.bare else text, style)

    def spots(self) -> None:
        """Write the numbers of the meeple choices; the chosen one in reverse."""
        on, (left, top) = self.scene.on, self.scene.view.place(self.scene.on.x, self.scene.on.y)
        spots = [(*self.painter.spot(on, spot.segment), spot) for spot in self.scene.spots]
        for x, y, text, spot in written(spots, WIDE, padded=False):
            ink = colour("frame" if spot.chosen else "place", self.scene.look.depth)
            self.grid.text(left + x, top + y, text, badge(ink, reverse=spot.chosen))

    def badge(self, placed: Placed, segment: str, text: str, style: Style) -> None:
        """Write letters where a segment has its spot, all of them on the tile."""
        x, y = self.painter.spot(placed, segment)
        left, top = self.scene.view.place(placed.x, placed.y)
        x = max(0, min(WIDE - len(text), x - (len(text) - 1) // 2))
        self.grid.text(left + x, top + y, text, style)


def _letter(ink: Colour, table: Colour) -> Style:
    """Return the style of a small letter on a seat's colour, or in bold where there is none."""
    return Style(OWN, table, bold=True) if ink == OWN else Style(ink_on(ink), ink)
