from __future__ import annotations

from bastide.cli.depth import Display
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.prompt import prompt_line, prompt_room
from bastide.core.messages import English
from bastide.core.screen import Grid

PEN = Pen(Display(), English())


def test_the_end_of_a_long_line_stays_in_sight() -> None:
    grid = Grid(30, 1)
    prompt_line(grid, PEN, 0, "abcdefghijklmnopqrstuvwxyz0123456789", "Tab")
    assert grid.lines()[0].rstrip().endswith("0123456789")
    assert prompt_room(30, "Tab") == 26
    assert prompt_room(80, "Tab") == 71
