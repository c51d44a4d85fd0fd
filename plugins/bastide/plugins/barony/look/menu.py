"""The pane with the kinds of action: the six of a turn, or how a turn goes on."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.colours import reduced
from bastide.core.messages import Text
from bastide.core.screen import Grid, Look, Style, fit, text_width
from bastide.plugins.barony.look.position import Position
from bastide.plugins.barony.look.steering import LETTERS

TITLES = {
    "recruit": "Recruit",
    "move": "Move",
    "build": "Build",
    "city": "City",
    "expedition": "Expedition",
    "title": "Title",
    "stop": "Stop here",
    "pass": "Pass",
    "settle": "Settle",
}
MEANINGS = {
    "recruit": "up to 2, by a lake 3",
    "move": "up to two knights",
    "build": "knights to buildings",
    "city": "from a village, +10",
    "expedition": "knight at the edge",
    "title": "15 gold, +15 points",
    "stop": "nothing more",
    "pass": "nothing is possible",
    "settle": "a starting city",
}

_WIDE = 34
"""Columns from which meanings stand beside the titles."""


class Line(NamedTuple):
    """Where a kind of action stands in the pane."""

    verb: str
    x: int
    y: int
    width: int


def lines(position: Position, size: tuple[int, int], text: Text) -> list[Line]:
    """Return where each kind of action stands: one below the other, or in two columns."""
    menu, (width, height) = position.menu, size
    if len(menu) <= max(1, height):
        return [Line(verb, 0, y, width) for y, verb in enumerate(menu)]
    half = -(-len(menu) // 2)
    broad = [text_width(text(TITLES[verb])) + 2 for verb in menu]
    column = min(max(broad[:half]) + 1, width - max(broad[half:]))
    found = []
    for n, verb in enumerate(menu):
        beside = max(column, broad[n % half] + 1)  # a long title moves its neighbour aside
        found.append(
            Line(verb, 0, n, beside) if n < half else Line(verb, beside, n - half, width - beside)
        )
    return found


def paint_menu(grid: Grid, position: Position, look: Look, text: Text) -> None:
    """Draw the kinds of action; those that are not possible now are dim."""
    theme = reduced(look.theme, look.depth)
    ellipsis = "." if look.glyphs == "ascii" else "…"
    keys = {verb: key for key, verb in LETTERS.items()}
    for line in lines(position, (grid.width, grid.height), text):
        chosen, can = line.verb == position.verb, line.verb in position.by_verb
        ink = theme.accent if chosen else theme.text if can else theme.dim
        style = Style(ink, theme.panel, bold=chosen, reverse=chosen)
        shown = f"{keys.get(line.verb, ' ')} {text(TITLES[line.verb])}"
        if not can:
            shown = f"- {text(TITLES[line.verb])}"
        if line.width >= _WIDE:
            shown = f"{shown:14}{text(MEANINGS[line.verb])}"
        grid.text(line.x, line.y, fit(shown, line.width, ellipsis), style)


def verb_at(position: Position, at: tuple[int, int], size: tuple[int, int], text: Text) -> str:
    """Return which kind of action stands on a cell of the pane; "" for none."""
    for line in lines(position, size, text):
        if line.y == at[1] and line.x <= at[0] < line.x + line.width:
            return line.verb
    return ""
