"""The pane of what is about to be laid: the tile large, its name, how it is turned."""

from __future__ import annotations

from bastide.core.screen import Style
from bastide.plugins.carcassonne.look.cards import Brush, Card
from bastide.plugins.carcassonne.look.position import Position
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.turn import MEEPLE


def paint_hand(brush: Brush, position: Position, words: Words) -> None:
    """Draw one tile with what there is to say of it, or several side by side."""
    shown = cards(position)
    if len(shown) == 1:
        _one(brush, shown[0], _said(position, shown[0], words))
    elif shown:
        _several(brush, shown)


def cards(position: Position) -> list[Card]:
    """Return the tiles that may be laid; once one is laid, that one."""
    if position.phase == MEEPLE:
        return [Card(position.last.tile, position.last.rotation)]
    chosen = position.cursor.hand % max(1, len(position.tiles))
    return [
        Card(tile, _turn(position, n == chosen), n == chosen or not position.mine)
        for n, tile in enumerate(position.tiles)
    ]


def _turn(position: Position, chosen: bool) -> int:
    return position.alike(position.cursor.turn) if chosen and position.mine else 0


def _said(position: Position, card: Card, words: Words) -> list[str]:
    lines = [words.tile_name(position.board.tables.tiles[card.tile], card.turn)]
    if position.mine and position.fitting:
        n = len(position.fitting)
        lines.append(words.text.count("fits at {n} place", "fits at {n} places", n))
    return lines


def _one(brush: Brush, card: Card, lines: list[str]) -> None:
    grid, theme = brush.grid, brush.theme
    wide, high = brush.largest(grid.width // 2 + 1, grid.height)
    brush.draw(card, (1, 0), (wide, high))
    row = 0
    for n, line in enumerate(lines):
        style = Style(theme.dim if n else theme.text, theme.panel, bold=not n)
        row = brush.lines(line, (wide + 3, row), style)


def _several(brush: Brush, shown: list[Card]) -> None:
    grid, theme = brush.grid, brush.theme
    share = (grid.width - 1) // len(shown)
    wide, high = brush.largest(share - 1, grid.height - 1)
    for n, card in enumerate(shown):
        left = 1 + n * max(share, wide)
        brush.draw(card, (left, 0), (wide, high))
        style = Style(theme.accent if card.bright else theme.dim, theme.panel, card.bright)
        label = f"[{n + 1}]"
        grid.text(left + (wide - len(label)) // 2, high, label, style)
