"""Rectangles of cells, and a painted screen with the parts of it that can be clicked."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.screen import Grid


class Rect(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Tell whether a cell lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def inner(self) -> Rect:
        """Return what a box around it leaves."""
        return Rect(self.x + 1, self.y + 1, max(0, self.width - 2), max(0, self.height - 2))


class Frame(NamedTuple):
    """A painted screen, and what a click on its parts does: names of keys or panes."""

    grid: Grid
    spots: tuple[tuple[Rect, str], ...] = ()
