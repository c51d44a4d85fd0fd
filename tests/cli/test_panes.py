from __future__ import annotations

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.panes import (
    Label,
    Pen,
    Rect,
    box,
    edge_marks,
    hint_lines,
    key_bar,
    letter,
    prompt_line,
    prompt_room,
    title_bar,
)
from bastide.core.messages import English
from bastide.core.screen import OWN, Edges, Glyphs, Grid


def pen(glyphs: Glyphs = "blocks") -> Pen:
    return Pen(Display("true", glyphs), English())


def test_a_box_with_title_and_foot() -> None:
    grid = Grid(20, 4)
    inside = box(grid, pen(), Rect(0, 0, 20, 4), "Log", "F7 all")
    assert inside == Rect(1, 1, 18, 2)
    assert grid.lines() == [
        "╭─ Log ────────────╮",
        "│                  │",
        "│                  │",
        "╰───────── F7 all ─╯",
    ]


@pytest.mark.parametrize(("glyphs", "corner"), [("unicode", "┌"), ("ascii", "+")])
def test_the_corners_of_the_glyph_set(glyphs: Glyphs, corner: str) -> None:
    grid = Grid(10, 3)
    box(grid, pen(glyphs), Rect(0, 0, 10, 3))
    assert grid.chars[0][0] == corner


@pytest.mark.parametrize("size", [(0, 0), (1, 5), (5, 1), (2, 2), (7, 3)])
def test_a_box_of_any_size_is_no_error(size: tuple[int, int]) -> None:
    grid = Grid(8, 8)
    box(grid, pen(), Rect(0, 0, *size), "a long title", "and a long foot")


def test_the_title_bar_keeps_whose_turn_it_is() -> None:
    grid = Grid(30, 1)
    title_bar(grid, pen(), "bastide · Saturday table", "Ada, your turn", True)
    assert grid.lines() == [" bastide · S…  Ada, your turn "]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_title_of_16_colours_never_has_the_colour_that_the_terminal_writes_with(
    theme: str,
) -> None:
    """Nobody knows that colour: on a terminal that writes black it could not be read on blue."""
    pen = Pen(Display("16", theme=theme), English())
    for title in (pen.title(), pen.title("accent"), pen.style(), pen.marked()):
        assert OWN not in title[:2]


def test_labels_are_shortened_before_they_are_dropped() -> None:
    labels = [
        Label("a", "a", "first of all", "first"),
        Label("b", "b", "second", rank=2),
        Label("c", "c", "third", rank=1),
    ]
    wide, narrow, least = Grid(60, 1), Grid(30, 1), Grid(22, 1)
    assert [key for _, key in key_bar(wide, pen(), 0, labels)] == ["a", "b", "c"]
    assert "first of all" in wide.lines()[0]
    key_bar(narrow, pen(), 0, labels)
    assert narrow.lines()[0].rstrip() == " a first   b second   c third"
    assert [key for _, key in key_bar(least, pen(), 0, labels)] == ["a", "c"]


def test_a_click_on_a_label_finds_its_key() -> None:
    grid = Grid(40, 1)
    spots = key_bar(grid, pen(), 0, [Label("f1", "F1", "Help"), Label("q", "q", "Quit")])
    at = grid.lines()[0].index("Quit")
    assert [key for rect, key in spots if rect.holds(at, 0)] == ["q"]


def test_the_number_of_a_place_stands_out() -> None:
    grid, p = Grid(40, 2), pen()
    hint_lines(grid, p, Rect(0, 0, 40, 2), "first", "joins a city", mark="8")
    assert grid.lines()[1].rstrip() == " 8 joins a city"
    assert grid.styles[1][1].bold
    assert grid.styles[1][1].fg == p.theme.accent


def test_the_end_of_a_long_line_stays_in_sight() -> None:
    grid = Grid(30, 1)
    prompt_line(grid, pen(), 0, "abcdefghijklmnopqrstuvwxyz0123456789", "Tab")
    assert grid.lines()[0].rstrip().endswith("0123456789")
    assert prompt_room(30, "Tab") == 26
    assert prompt_room(80, "Tab") == 71


def test_seats_have_letters() -> None:
    assert [letter(seat) for seat in range(6)] == list("ABCDEF")
    assert letter(None) == letter(-1) == "·"


def test_the_arrow_at_a_cut_edge_keeps_clear_of_names() -> None:
    grid = Grid(24, 5)
    grid.text(0, 0, "    2W     1W   0   1E  ", pen().style())
    grid.text(0, 2, "1N", pen().style())
    edge_marks(grid, pen(), Rect(0, 0, 24, 5), Edges(True, True, False, True))
    rows = grid.lines()
    assert [word for word in rows[0].split() if word != "↑"] == ["2W", "1W", "0", "1E"]
    assert rows[0].index("↑") == 8
    assert rows[2].rstrip() == "1N"
    assert rows[1][0] == "←"
    assert rows[4].strip() == "↓"


def test_an_arrow_has_a_place_where_words_are_everywhere() -> None:
    grid = Grid(9, 1)
    grid.text(0, 0, "123456789", pen().style())
    edge_marks(grid, pen(), Rect(0, 0, 9, 1), Edges(False, True, False, False))
    assert "↑" in grid.lines()[0]
