from __future__ import annotations

from bastide.cli.depth import Display
from bastide.cli.screens.hints import hint_lines
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.core.messages import English
from bastide.core.screen import Grid

PEN = Pen(Display(), English())


def test_the_number_of_a_place_stands_out() -> None:
    grid, p = Grid(40, 2), PEN
    hint_lines(grid, p, Rect(0, 0, 40, 2), "first", "joins a city", mark="8")
    assert grid.lines()[1].rstrip() == " 8 joins a city"
    assert grid.styles[1][1].bold
    assert grid.styles[1][1].fg == p.theme.accent
