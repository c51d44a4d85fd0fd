"""The row above a screen, and the one below it: title bar and key bar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.core.screen import (
    Grid,
    text_width,
)


class Label(NamedTuple):
    """An entry of the key bar. `key` is what pressing it does; `short` for narrow screens.

    Labels of a higher `rank` are dropped first where there is no room.
    """

    key: str
    cap: str
    title: str
    short: str = ""
    rank: int = 0


def title_bar(grid: Grid, pen: Pen, left: str, right: str, alert: bool) -> None:
    """Draw row 0. The right part goes first: it says whose turn it is; amber with `alert`."""
    grid.fill(0, 0, grid.width, 1, pen.title())
    right = pen.fit(right, grid.width - 2)
    start = grid.width - 1 - text_width(right)
    grid.text(1, 0, pen.fit(left, max(0, start - 3)), pen.title())
    grid.text(start, 0, right, pen.title("accent" if alert else "ink"))


def key_bar(grid: Grid, pen: Pen, y: int, labels: Sequence[Label]) -> list[tuple[Rect, str]]:
    """Draw the key bar and return where each key is, for the mouse."""
    grid.fill(0, y, grid.width, 1, pen.style("text", "background"))
    spots, x = [], 0
    kept, gap = _fitting(labels, grid.width - 1)
    for label in kept:
        start = x
        x = grid.text(x, y, f" {label.cap} ", pen.marked())
        x = grid.text(x, y, label.title + " " * gap, pen.style("text", "background"))
        spots.append((Rect(start, y, x - start, 1), label.key))
    return spots


def _fitting(labels: Sequence[Label], width: int) -> tuple[list[Label], int]:
    """Return the labels that fit, and the blanks behind each.

    Titles are shortened first, then the blanks; then the less important labels are left out.
    """
    kept = list(labels)
    if _bar_width(kept, 2) <= width:
        return kept, 2
    kept = [label._replace(title=label.short or label.title) for label in kept]
    while True:
        for gap in (2, 1, 0):  # a cap has blanks of its own
            if _bar_width(kept, gap) <= width or (len(kept) == 1 and not gap):
                return kept, gap
        worst = max(label.rank for label in kept)
        del kept[max(i for i, label in enumerate(kept) if label.rank == worst)]


def _bar_width(labels: Iterable[Label], gap: int) -> int:
    widths = [text_width(label.cap) + text_width(label.title) + 2 + gap for label in labels]
    return sum(widths) - gap
