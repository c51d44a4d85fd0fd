"""The overlay of the tiles that are still to come (F2)."""

from __future__ import annotations

from bastide.core.screen import Style, text_width
from bastide.core.state import State
from bastide.plugins.carcassonne.board import gaps, tiles_left
from bastide.plugins.carcassonne.look.cards import Brush, Card
from bastide.plugins.carcassonne.look.position import all_tiles
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.state import board


def paint_tiles_left(brush: Brush, s: State, words: Words) -> None:
    """Draw every tile type with how many are left of it, then what that means for the board."""
    grid, theme = brush.grid, brush.theme
    grid.fill(0, 0, grid.width, grid.height, Style(theme.text, theme.panel))
    wide, high = brush.smallest
    left, tiles = tiles_left(s), board(s).tables.tiles
    across = max(1, (grid.width - 2) // (wide + 2))
    rows = -(-len(tiles) // across)
    air = int((high + 2) * rows + 3 <= grid.height)
    for n, tile in enumerate(tiles.values()):
        x, y = 2 + n % across * (wide + 2), air + n // across * (high + 1 + air)
        brush.draw(Card(tile.id, shade="bright" if left[tile.id] else "dim"), (x, y), (wide, high))
        label = words.text("{n} of {copies}", n=left[tile.id], copies=tile.copies)
        style = Style(theme.ink if left[tile.id] else theme.dim, theme.panel, bold=True)
        grid.text(x + max(0, (wide - text_width(label)) // 2), y + high, label, style)
    row = air + rows * (high + 1 + air)
    for line in footer(s, words):
        row = brush.lines(line, (2, row), Style(theme.text, theme.panel))


def footer(s: State, words: Words) -> list[str]:
    """Return how many tiles are to come, what was set aside, and gaps that stay open."""
    text, b = words.text, board(s)
    n, most = sum(tiles_left(s).values()), all_tiles(s)
    one, many = "{n} tile of {all} to come", "{n} tiles of {all} to come"
    lines = [text.count(one, many, n, all=most)]
    if b.aside:
        names = [words.tile_name(b.tables.tiles[id]) for id in b.aside]
        lines.append(text("Set aside: {tiles}.", tiles=words.series(names)))
    closed = [words.place(x, y) for x, y in gaps(s)]
    if closed:
        lines.append(text("No tile to come fits at {places}.", places=words.listed(closed)))
    return lines
