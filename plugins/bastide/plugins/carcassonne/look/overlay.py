"""The overlay of the tiles that are still to come (F2)."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.messages import Text
from bastide.core.screen import Style, text_width
from bastide.core.state import State
from bastide.plugins.carcassonne.board import all_tiles, gaps, tiles_left
from bastide.plugins.carcassonne.look.cards import Brush, Card
from bastide.plugins.carcassonne.look.held import tiles_in_hands
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.pieces import Tile
from bastide.plugins.carcassonne.state import board

_FOOT = 2
"""Rows below the tiles for what is said of them."""


def paint_tiles_left(brush: Brush, s: State, words: Words) -> None:
    """Draw tile types with how many are left of them, then what that means for the board.

    Where there is not room for all of them: those of which some are left.
    """
    grid, theme = brush.grid, brush.theme
    grid.fill(0, 0, grid.width, grid.height, Style(theme.text, theme.panel))
    left, tiles = tiles_left(s), list(board(s).tables.tiles.values())
    said = footer(s, words)
    shown, plan = tiles, plan_of(brush, len(tiles))
    if plan.most < len(tiles):
        shown = [tile for tile in tiles if left[tile.id]]
        plan = plan_of(brush, len(shown))
    for n, tile in enumerate(shown):
        _tile(brush, plan.at(n), tile, left[tile.id], words)
    row = plan.end(len(shown))
    for line in said:
        row = brush.lines(line, (2, row), Style(theme.text, theme.panel))


def tiles_left_lines(s: State, words: Words) -> list[str]:
    """Return the same in words: a line for each tile type of which some are left."""
    left = tiles_left(s)
    tiles = [tile for tile in board(s).tables.tiles.values() if left[tile.id]]
    rows = [
        (words.text("{n} of {copies}", n=left[tile.id], copies=tile.copies), words.tile(tile))
        for tile in tiles
    ]
    return [
        *(words.text("{what}: {tile}", what=n, tile=tile) for n, tile in rows),
        *footer(s, words),
    ]


class Plan(NamedTuple):
    """How tiles lie in rows: so many across, with air between them; `most` have room."""

    across: int
    step: tuple[int, int]
    air: int
    most: int

    def at(self, n: int) -> tuple[int, int]:
        """Return where the n-th tile begins."""
        return 2 + n % self.across * self.step[0], self.air + n // self.across * self.step[1]

    def end(self, n: int) -> int:
        """Return the row below so many tiles."""
        return self.air + -(-n // self.across) * self.step[1]


def plan_of(brush: Brush, n: int) -> Plan:
    """Return how so many tiles are laid out, as loosely as there is room for two lines below."""
    (wide, high), grid = brush.smallest, brush.grid
    plan = Plan(1, (1, 1), 0, 0)
    for gap, air in ((2, 1), (2, 0), (1, 0)):
        across = max(1, (grid.width - 2) // (wide + gap))
        step = wide + gap, high + 1 + air
        rows = max(0, (grid.height - air - _FOOT) // step[1])
        plan = Plan(across, step, air, rows * across)
        if plan.most >= n:
            break
    return plan


def _tile(brush: Brush, at: tuple[int, int], tile: Tile, left: int, words: Words) -> None:
    (x, y), (wide, high), theme = at, brush.smallest, brush.theme
    brush.draw(Card(tile.id, shade="bright" if left else "dim"), (x, y), (wide, high))
    label = words.text("{n} of {copies}", n=left, copies=tile.copies)
    style = Style(theme.ink if left else theme.dim, theme.panel, bold=True)
    brush.grid.text(x + max(0, (wide - text_width(label)) // 2), y + high, label, style)


def footer(s: State, words: Words) -> list[str]:
    """Return how many tiles are to come, what was set aside, and gaps that stay open."""
    text, b = words.text, board(s)
    lines = [_to_come(s, text)]
    if b.aside:
        names = [words.tile_name(b.tables.tiles[id]) for id in b.aside]
        lines.append(text("Set aside: {tiles}.", tiles=words.series(names)))
    closed = [words.place(x, y) for x, y in gaps(s)]
    if closed:
        lines.append(text("No tile to come fits at {places}.", places=words.listed(closed)))
    return lines


def _to_come(s: State, text: Text) -> str:
    """Return how many tiles nobody has laid; those that lie in hands are counted apart."""
    n, most, held = sum(tiles_left(s).values()), all_tiles(s), tiles_in_hands(s)
    if not held:
        one, many = "{n} tile of {all} to come", "{n} tiles of {all} to come"
        return text.count(one, many, n, all=most)
    one = "{n} tile of {all} to come, and {held} in hands"
    many = "{n} tiles of {all} to come, and {held} in hands"
    return text.count(one, many, n - held, all=most, held=held)
