"""Boxes whose painting is longer than they are: games' overlays, questions, a table's facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.help_view import paint_question
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.presenter import BasePage
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.scroll_box import DEEPEST, paint_box, whole
from bastide.cli.screens.shell import Size
from bastide.core.messages import English
from bastide.core.screen import PLAIN_STYLE, Grid
from tests.cli.scenes import SCENES, composed

PEN = Pen(Display(), English())
AT = Rect(0, 1, 30, 8)
SMALL: Size = (60, 18)


def ten_lines(grid: Grid) -> None:
    for n in range(10):
        grid.text(0, n, f"line {n}")


def test_a_painting_gets_as_many_rows_as_it_takes() -> None:
    assert whole(20, 6, PLAIN_STYLE, ten_lines).height == 10
    assert whole(20, 12, PLAIN_STYLE, ten_lines).height == 12
    assert whole(20, 3, PLAIN_STYLE, lambda grid: None).height == 3
    deep = whole(20, 3, PLAIN_STYLE, lambda grid: grid.put(0, 10**9, "x"))
    assert deep.height == DEEPEST


def test_a_painting_that_grows_with_its_room_is_not_chased_for_ever() -> None:
    grid = whole(20, 3, PLAIN_STYLE, lambda grid: grid.put(0, grid.height, "x"))

    assert grid.height < 20


def test_a_box_scrolls_to_the_last_row_and_says_so() -> None:
    first = paint_box(PEN, AT, "Title", ten_lines, 0)
    last = paint_box(PEN, AT, "Title", ten_lines, 99)

    assert "line 5" in "\n".join(first.grid.lines())
    assert "line 6" not in "\n".join(first.grid.lines())
    assert "↑ ↓ scroll" in first.grid.lines()[-1]
    assert (last.back, "line 9" in last.grid.lines()[-2]) == (4, True)
    assert "scroll" not in paint_box(PEN, AT, "", lambda grid: None, 0).grid.lines()[-1]


def test_a_long_question_scrolls() -> None:
    text = "\n".join(f"line {n}" for n in range(30))

    first = paint_question(PEN, "Sure?", text, "Enter: yes", SMALL)
    last = paint_question(PEN, "Sure?", text, "Enter: yes", SMALL, 99)

    assert "scroll · Enter: yes" in first.grid.lines()[-1]
    assert "line 29" in "\n".join(last.grid.lines())


@pytest.fixture
def page(tmp_path: Path, name: str) -> BasePage:
    """Return the page of a scene in the smallest window, whose box is open."""
    scene = next(scene for scene in SCENES if scene.name == name)
    page = scene.page(tmp_path, Display())
    scene.steer(page, SMALL)
    assert isinstance(page, BasePage)
    return page


LAST = {
    "barony-titles": "new since your turn",
    "carcassonne-tiles": "to come",
    "settlers-points": "(gold)",
    "list-about": "Host key",
}
"""What stands in the last rows of a box that has no room in the smallest window."""


@pytest.mark.plays("barony", "carcassonne", "settlers")
@pytest.mark.parametrize(("name", "last"), LAST.items(), ids=LAST)
def test_each_box_of_the_program_and_its_games_can_be_read_to_its_end(
    page: BasePage, name: str, last: str
) -> None:
    def shown() -> str:
        return "\n".join(composed(page, SMALL).lines())

    assert last not in shown()
    page.wheel(30, 8, 1, SMALL)
    shown()
    assert 0 < page.scroll <= 3
    for _ in range(9):
        page.key("pagedown")
        shown()
    assert last in shown()
    assert page.key("up")
    page.key("escape")
    assert not page.open
