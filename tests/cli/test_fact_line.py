"""Titles and values beside each other: neither is cut where there are rows for it."""

from __future__ import annotations

from bastide.cli.depth import Display
from bastide.cli.screens.facts import fact_line
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.core.messages import English
from bastide.core.screen import Grid


def test_a_long_title_is_wrapped_like_its_value() -> None:
    grid, pen = Grid(30, 6), Pen(Display(), English())
    fact = ("Tokens in the bank", "finite", None)
    assert fact_line(grid, pen, Rect(0, 0, 30, 6), 1, fact, 12) == 3
    assert [line.split() for line in grid.lines()[1:3]] == [
        ["Tokens", "in", "finite"],
        ["the", "bank"],
    ]
    assert fact_line(grid, pen, Rect(0, 0, 30, 6), 5, fact, 12) == 6
    assert fact_line(grid, pen, Rect(0, 0, 30, 6), 6, fact, 12) == 6
