from __future__ import annotations

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.boxes import box, edge_marks
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.core.messages import English
from bastide.core.screen import Edges, Glyphs, Grid


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
