"""Single tiles outside the board: in the hand, in the overlay of the tiles left."""

from __future__ import annotations

from typing import Literal, NamedTuple

from bastide.core.colours import reduced
from bastide.core.look.lines import wrapped
from bastide.core.look.paints import faded
from bastide.core.look.pixels import blit
from bastide.core.screen import Grid, Look, Style, Theme
from bastide.plugins.carcassonne.look.blocks import BlockPainter, Key
from bastide.plugins.carcassonne.look.glyph_tiles import GlyphSet, glyph_set
from bastide.plugins.carcassonne.look.glyphs import GlyphPainter
from bastide.plugins.carcassonne.look.palette import colour
from bastide.plugins.carcassonne.look.view import GLYPH_CELL, ZOOMS

Shade = Literal["bright", "dim", "faint"]
"""`dim` tiles are not chosen; `faint` ones cannot be."""

_FRAMED = 10
"""Columns of a tile from which on the chosen one has a frame: smaller ones would be all frame."""


class Card(NamedTuple):
    """A tile as it is turned, how bright it is, and whether it is the chosen one of several."""

    tile: str
    turn: int = 0
    shade: Shade = "bright"
    chosen: bool = False


class Brush(NamedTuple):
    """The board's painters, ready to draw single tiles into a grid."""

    blocks: BlockPainter
    glyphs: GlyphPainter
    grid: Grid
    look: Look

    @property
    def set(self) -> GlyphSet | None:
        """The characters to draw with; None for pixels."""
        return glyph_set(self.look)

    @property
    def theme(self) -> Theme:
        """The theme in the colours of the depth."""
        return reduced(self.look.theme, self.look.depth)

    @property
    def smallest(self) -> tuple[int, int]:
        """Columns and rows of the smallest tile."""
        return GLYPH_CELL if self.set else ZOOMS[0]

    def largest(self, width: int, height: int) -> tuple[int, int]:
        """Return the size of the largest tile that has room, the smallest if none has."""
        room = [zoom for zoom in ZOOMS if zoom[0] <= width and zoom[1] <= height]
        return room[-1] if room and not self.set else self.smallest

    def draw(self, card: Card, at: tuple[int, int], size: tuple[int, int]) -> None:
        """Draw a tile whose first column and row are given."""
        if self.set:
            self._characters(card, at, self.set)
            return
        panel = self.look.theme.panel
        tint = {"bright": None, "dim": faded(panel, 0.3), "faint": faded(panel, 0.6)}[card.shade]
        frame = "frame" if card.chosen and size[0] >= _FRAMED else ""
        key = Key(card.tile, card.turn, size[0], 0, self.look.depth, tint, frame)
        blit(self.grid, *at, *self.blocks.cells(key))

    def _characters(self, card: Card, at: tuple[int, int], glyphs: GlyphSet) -> None:
        drawn = self.glyphs.tile(card.tile, card.turn, glyphs)
        for y, line in enumerate(drawn.chars):
            for x, char in enumerate(line):
                paint = colour(drawn.paints[y][x], self.look.depth)
                bright = card.shade == "bright"
                ink = paint if bright else self.theme.dim
                style = Style(ink, self.theme.panel, bold=bright, reverse=card.chosen)
                self.grid.put(at[0] + x, at[1] + y, char, style)

    def lines(self, line: str, at: tuple[int, int], style: Style) -> int:
        """Write a text, wrapped before the right edge, and return the row after it."""
        left, row = at
        for part in wrapped(line, self.grid.width - left):
            self.grid.text(left, row, part, style)
            row += 1
        return row
