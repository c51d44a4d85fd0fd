"""The pane of what is about to be laid: the tile large, its name, how it is turned."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.colours import reduced
from bastide.core.screen import Grid, Look, Style, column_width, fit, text_width
from bastide.plugins.carcassonne.look.blocks import BlockPainter, Key
from bastide.plugins.carcassonne.look.glyphs import GlyphPainter, GlyphSet
from bastide.plugins.carcassonne.look.palette import Tint, colour, faded
from bastide.plugins.carcassonne.look.view import GLYPH_CELL, ZOOMS


class Card(NamedTuple):
    """A tile in the hand: how it is turned, whether it is chosen, and what is written beside it."""

    tile: str
    turn: int
    chosen: bool
    label: str
    lines: tuple[str, ...] = ()


class HandPainter:
    """Paints hands with the board's painters."""

    def __init__(self, blocks: BlockPainter, glyphs: GlyphPainter) -> None:
        self._blocks, self._glyphs = blocks, glyphs

    def paint(self, grid: Grid, cards: list[Card], look: Look, glyphs: GlyphSet | None) -> None:
        """Draw one tile with its description, or several side by side with their numbers."""
        if len(cards) == 1:
            self._one(grid, cards[0], look, glyphs)
        elif cards:
            self._several(grid, cards, look, glyphs)

    def _one(self, grid: Grid, card: Card, look: Look, glyphs: GlyphSet | None) -> None:
        wide, high = _largest(grid.width // 2 + 1, grid.height, glyphs)
        self._tile(grid, 1, 0, card, (wide, high), look, glyphs)
        theme = reduced(look.theme, look.depth)
        left = wide + 3
        row = 0
        for n, line in enumerate(card.lines):
            style = Style(theme.text if n == 0 else theme.dim, theme.panel, bold=n == 0)
            for part in wrapped(line, grid.width - left):
                if row < grid.height:
                    grid.text(left, row, part, style)
                row += 1

    def _several(self, grid: Grid, cards: list[Card], look: Look, glyphs: GlyphSet | None) -> None:
        wide, high = _largest(grid.width // len(cards) - 1, grid.height - 1, glyphs)
        theme = reduced(look.theme, look.depth)
        for n, card in enumerate(cards):
            left = 1 + n * (wide + max(1, (grid.width - 1) // len(cards) - wide))
            self._tile(grid, left, 0, card, (wide, high), look, glyphs)
            style = Style(theme.accent if card.chosen else theme.dim, theme.panel, card.chosen)
            label = f"[{card.label}]"
            grid.text(left + (wide - len(label)) // 2, high, label, style)

    def _tile(
        self,
        grid: Grid,
        left: int,
        top: int,
        card: Card,
        size: tuple[int, int],
        look: Look,
        glyphs: GlyphSet | None,
    ) -> None:
        if glyphs:
            self._drawn(grid, left, top, card, look, glyphs)
            return
        tint: Tint | None = None if card.chosen else faded(look.theme.panel)
        key = Key(card.tile, card.turn, size[0], 0, look.depth, tint)
        chars, styles = self._blocks.cells(key)
        for y in range(size[1]):
            for x in range(size[0]):
                grid.put(left + x, top + y, chars[y][x], styles[y][x])

    def _drawn(
        self, grid: Grid, left: int, top: int, card: Card, look: Look, glyphs: GlyphSet
    ) -> None:
        tile = self._glyphs.tile(card.tile, card.turn, glyphs)
        panel = reduced(look.theme, look.depth).panel
        for y, line in enumerate(tile.chars):
            for x, char in enumerate(line):
                style = Style(colour(tile.paints[y][x], look.depth), panel, bold=card.chosen)
                grid.put(left + x, top + y, char, style)


def _largest(width: int, height: int, glyphs: GlyphSet | None) -> tuple[int, int]:
    """Return the size of the largest tile that has room, the smallest if none has."""
    if glyphs:
        return GLYPH_CELL
    room = [zoom for zoom in ZOOMS if zoom[0] <= width and zoom[1] <= height]
    return room[-1] if room else ZOOMS[0]


def wrapped(line: str, width: int) -> list[str]:
    """Return a text in lines of at most `width` columns, broken at blanks."""
    out = [""]
    for word in line.split():
        longer = f"{out[-1]} {word}" if out[-1] else word
        if text_width(longer) <= width:
            out[-1] = longer
        elif not out[-1]:
            out[-1] = fit(word, width, "")
        else:
            out.append(fit(word, width, ""))
    return out if width > 0 and any(map(column_width, line)) else []
