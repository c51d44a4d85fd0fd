"""The overlay of the tiles that are still to come (F2)."""

from __future__ import annotations

from bastide.core.colours import reduced
from bastide.core.screen import Grid, Look, Style, text_width
from bastide.core.state import State
from bastide.plugins.carcassonne.board import gaps, tiles_left
from bastide.plugins.carcassonne.look.blocks import BlockPainter, Key
from bastide.plugins.carcassonne.look.glyphs import GlyphPainter, GlyphSet
from bastide.plugins.carcassonne.look.hand import wrapped
from bastide.plugins.carcassonne.look.palette import colour, faded
from bastide.plugins.carcassonne.look.position import all_tiles
from bastide.plugins.carcassonne.look.view import GLYPH_CELL, ZOOMS
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.state import board


class TilesLeft:
    """Paints every tile type with how many are left of it."""

    def __init__(self, blocks: BlockPainter, glyphs: GlyphPainter, words: Words) -> None:
        self._blocks, self._glyphs, self._words = blocks, glyphs, words

    def paint(self, grid: Grid, s: State, look: Look, glyphs: GlyphSet | None) -> None:
        """Draw the table of tiles, then what it means for the board."""
        theme = reduced(look.theme, look.depth)
        grid.fill(0, 0, grid.width, grid.height, Style(theme.text, theme.panel))
        wide, high = GLYPH_CELL if glyphs else ZOOMS[0]
        step, left, tiles = wide + 2, tiles_left(s), board(s).tables.tiles
        across = max(1, (grid.width - 2) // step)
        rows = -(-len(tiles) // across)
        air = 1 if (high + 2) * rows + 3 <= grid.height else 0
        for n, tile in enumerate(tiles.values()):
            x, y = 2 + n % across * step, air + n // across * (high + 1 + air)
            self._tile(grid, (x, y), tile.id, left[tile.id] > 0, look, glyphs)
            label = self._words.text("{n} of {copies}", n=left[tile.id], copies=tile.copies)
            style = Style(theme.ink if left[tile.id] else theme.dim, theme.panel, bold=True)
            grid.text(x + max(0, (wide - text_width(label)) // 2), y + high, label, style)
        self._footer(grid, s, air + rows * (high + 1 + air), Style(theme.text, theme.panel))

    def _tile(
        self,
        grid: Grid,
        at: tuple[int, int],
        tile: str,
        some: bool,
        look: Look,
        glyphs: GlyphSet | None,
    ) -> None:
        left, top = at
        theme = reduced(look.theme, look.depth)
        if glyphs:
            drawn = self._glyphs.tile(tile, 0, glyphs)
            for y, line in enumerate(drawn.chars):
                for x, char in enumerate(line):
                    ink = colour(drawn.paints[y][x], look.depth) if some else theme.dim
                    grid.put(left + x, top + y, char, Style(ink, theme.panel, bold=some))
            return
        tint = None if some else faded(look.theme.panel)
        chars, styles = self._blocks.cells(Key(tile, 0, ZOOMS[0][0], 0, look.depth, tint))
        for y, row in enumerate(chars):
            for x, char in enumerate(row):
                grid.put(left + x, top + y, char, styles[y][x])

    def _footer(self, grid: Grid, s: State, row: int, style: Style) -> None:
        for line in self.footer(s):
            for part in wrapped(line, grid.width - 4):
                grid.text(2, row, part, style)
                row += 1

    def footer(self, s: State) -> list[str]:
        """Return how many tiles are to come, what was set aside, and gaps that stay open."""
        text, b = self._words.text, board(s)
        n = sum(tiles_left(s).values())
        lines = [
            text.count(
                "{n} tile of {all} to come", "{n} tiles of {all} to come", n, all=all_tiles(s)
            )
        ]
        if b.aside:
            names = [self._words.tile_name(b.tables.tiles[id]) for id in b.aside]
            lines.append(text("Set aside: {tiles}.", tiles=self._words.series(names)))
        closed = [self._words.place(x, y) for x, y in gaps(s)]
        if closed:
            lines.append(
                text("No tile to come fits at {places}.", places=self._words.listed(closed))
            )
        return lines
