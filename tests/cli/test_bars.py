from __future__ import annotations

from bastide.cli.depth import Display
from bastide.cli.screens.bars import Label, key_bar, title_bar
from bastide.cli.screens.pen import Pen
from bastide.core.messages import English
from bastide.core.screen import Grid

PEN = Pen(Display(), English())


def test_the_title_bar_keeps_whose_turn_it_is() -> None:
    grid = Grid(30, 1)
    title_bar(grid, PEN, "bastide · Saturday table", "Ada, your turn", True)
    assert grid.lines() == [" bastide · S…  Ada, your turn "]


def test_labels_are_shortened_before_they_are_dropped() -> None:
    labels = [
        Label("a", "a", "first of all", "first"),
        Label("b", "b", "second", rank=2),
        Label("c", "c", "third", rank=1),
    ]
    wide, narrow, least = Grid(60, 1), Grid(30, 1), Grid(22, 1)
    assert [key for _, key in key_bar(wide, PEN, 0, labels)] == ["a", "b", "c"]
    assert "first of all" in wide.lines()[0]
    key_bar(narrow, PEN, 0, labels)
    assert narrow.lines()[0].rstrip() == " a first   b second   c third"
    assert [key for _, key in key_bar(least, PEN, 0, labels)] == ["a", "c"]


def test_a_click_on_a_label_finds_its_key() -> None:
    grid = Grid(40, 1)
    spots = key_bar(grid, PEN, 0, [Label("f1", "F1", "Help"), Label("q", "q", "Quit")])
    at = grid.lines()[0].index("Quit")
    assert [key for rect, key in spots if rect.holds(at, 0)] == ["q"]
