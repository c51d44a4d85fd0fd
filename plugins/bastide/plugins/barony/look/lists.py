"""Choices that are no place (payments, to stop, to pass), listed over the board."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.colours import reduced
from bastide.core.screen import Grid, Look, Style, fit, text_width
from bastide.plugins.barony.look.position import Position
from bastide.plugins.barony.look.previews import Previews

_WIDEST = 60


class Box(NamedTuple):
    """Where the list lies in its pane; `first` is the choice in its first line."""

    left: int
    top: int
    width: int
    height: int
    first: int


def box_of(position: Position, size: tuple[int, int]) -> Box:
    """Return where the choices of a position are listed in a pane of a size."""
    n = len(position.listed)
    width, height = min(size[0], _WIDEST), max(1, min(n + 2, size[1] - 2))
    room = max(1, height - 2)
    chosen = position.cursor.choice % max(1, n)
    first = max(0, min(chosen - room // 2, n - room))
    return Box((size[0] - width) // 2, max(0, (size[1] - height) // 2), width, height, first)


def paint_list(grid: Grid, position: Position, look: Look, previews: Previews) -> None:
    """Draw the list, scrolled to the chosen line."""
    box = box_of(position, (grid.width, grid.height))
    theme = reduced(look.theme, look.depth)
    grid.fill(box.left, box.top, box.width, box.height, Style(theme.text, theme.panel))
    ellipsis = "..." if look.glyphs == "ascii" else "…"
    mark = ">" if look.glyphs == "ascii" else "►"
    chosen = position.cursor.choice % len(position.listed)
    for row in range(box.height - 2):
        n = box.first + row
        if n >= len(position.listed):
            break
        here = n == chosen
        style = Style(theme.accent if here else theme.text, theme.panel, bold=here)
        line = f"{mark if here else ' '}{n + 1:3}  {previews.short(position, position.listed[n])}"
        grid.text(box.left + 1, box.top + 1 + row, fit(line, box.width - 2, ellipsis), style)
    _head(grid, box, previews.heading(position), Style(theme.accent, theme.panel, bold=True))


def _head(grid: Grid, box: Box, text: str, style: Style) -> None:
    shown = fit(text, box.width - 4, "")
    grid.text(box.left + (box.width - text_width(shown)) // 2, box.top, shown, style)


def line_at(position: Position, at: tuple[int, int], size: tuple[int, int]) -> int | None:
    """Return which choice is listed on a cell of the pane, if any."""
    box = box_of(position, size)
    n = box.first + at[1] - box.top - 1
    inside = box.left <= at[0] < box.left + box.width and 0 < at[1] - box.top < box.height - 1
    return n if inside and 0 <= n < len(position.listed) else None
