"""A box over a screen whose painting may be longer than the box: it is scrolled.

Whoever paints knows the size of the window, and lays things out for it. What is written below the
last row is noted; only then the same is painted once more, onto as many rows as it takes.
"""

from __future__ import annotations

from collections.abc import Callable

from bastide.cli.screens.help_view import Scrolled, open_box
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.scrolling import part_from
from bastide.core.screen import PLAIN_STYLE, Grid, Style

DEEPEST = 400
"""Rows that a painting may take; a plugin may write anywhere."""

_GROWTHS = 4
"""How often a painting is made again that takes more rows the more it is given."""


class Probe(Grid):
    """A grid that notes how many rows its painting takes, those that it does not have included."""

    __slots__ = ("taken",)

    def __init__(self, width: int, height: int, style: Style = PLAIN_STYLE) -> None:
        super().__init__(width, height, style)
        self.taken = 0

    def put(self, x: int, y: int, char: str, style: Style = PLAIN_STYLE) -> None:
        """Write one character of one column."""
        if y >= self.taken and char.strip():
            self.taken = min(y + 1, DEEPEST)
        super().put(x, y, char, style)


def whole(width: int, height: int, style: Style, paint: Callable[[Grid], None]) -> Grid:
    """Return a painting for a box of a size, with as many rows as it takes, at least its own."""
    grid = Probe(width, height, style)
    paint(grid)
    for _ in range(_GROWTHS):
        if grid.taken <= grid.height:
            break
        grid = Probe(width, grid.taken, style)
        paint(grid)
    return grid


def paint_box(
    pen: Pen, at: Rect, title: str, paint: Callable[[Grid], None], scroll: int
) -> Scrolled:
    """Paint a box; `scroll` is the number of rows scrolled down."""
    grid = Grid(at.width, at.height)
    inside = Rect(0, 0, at.width, at.height).inner()
    painted = whole(inside.width, inside.height, pen.style(), paint)
    part = part_from(scroll, inside.height, painted.height)
    open_box(grid, pen, title, pen.t("Esc closes"), part)
    shown = Grid(inside.width, inside.height)
    shown.blit(0, -part.first, painted)
    grid.blit(inside.x, inside.y, shown)
    return Scrolled(at, grid, part.first)
