from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.boxes import box, leafing
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.scrolling import Part, part_around, part_back, part_from
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.ports import TalkItem
from bastide.core.messages import English
from bastide.core.plugins import Setup
from bastide.core.screen import Grid
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeSession
from tests.cli.pages import at_the_list, text
from tests.cli.pebbles import pebble_plugins

PEN = Pen(Display("none"), English())
LISTED = (("seating", "listed"),)


def test_a_part_keeps_within_its_list() -> None:
    assert part_from(99, 4, 10) == Part(6, 4, 10)
    assert part_from(-1, 4, 10) == part_from(0, 4, 10) == Part(0, 4, 10)
    assert part_from(3, 10, 4) == Part(0, 10, 4)
    assert part_back(0, 4, 10) == Part(6, 4, 10)
    assert part_back(99, 4, 10) == Part(0, 4, 10)


def test_what_is_chosen_is_moved_into_view_and_no_farther() -> None:
    assert [part_around(7, first, 4, 10).first for first in (0, 5, 9)] == [4, 5, 6]
    assert part_around(None, 2, 4, 10).first == 2


def test_a_border_says_how_much_is_cut_off_and_which_key_shows_it() -> None:
    grid, part = Grid(26, 4), Part(3, 2, 10)
    box(grid, PEN, Rect(0, 0, 26, 4), "Log", "F7 all", part=part, keys=leafing(PEN, part))
    assert grid.lines()[0] == "╭─ Log ──────────── ↑ 3 ─╮"
    assert grid.lines()[3] == "╰─ ↓ 5 ────── PgUp PgDn ─╯"


def test_nothing_is_signed_where_nothing_is_cut() -> None:
    grid, part = Grid(26, 4), Part(0, 2, 2)
    box(grid, PEN, Rect(0, 0, 26, 4), "Log", "F7 all", part=part, keys=leafing(PEN, part))
    assert not any(sign in "".join(grid.lines()) for sign in "↑↓")
    assert grid.lines()[3].endswith(" F7 all ─╯")


@pytest.fixture
def page(tmp_path: Path) -> TablePage:
    session = FakeSession(pebble_plugins(), Setup("pebbles", 2, (), LISTED))
    session.talk = [TalkItem("Bo", f"line {n}", 1) for n in range(40)]
    shell = at_the_list(tmp_path, NotedEffects())
    page = TablePage(shell, session)
    shell.open(page)
    return page


@pytest.mark.parametrize(("size", "keys"), [((80, 24), "PgUp"), ((60, 18), "↑ ↓ scroll")])
def test_the_key_that_a_cut_pane_names_scrolls_it(
    page: TablePage, size: tuple[int, int], keys: str
) -> None:
    page.paint(size, "")
    page.key("f4")
    shown = text(page, size)
    assert "line 39" in shown
    assert keys in shown
    above = int(shown.split("↑ ")[1].split()[0])
    for _ in range(3):
        page.key("pageup" if keys == "PgUp" else "up")
    scrolled = text(page, size)
    assert "line 39" not in scrolled
    assert int(scrolled.split("↓ ")[1].split()[0]) > 0
    assert int(scrolled.split("↑ ")[1].split()[0]) < above


def test_page_up_scrolls_every_pane_that_names_it(page: TablePage) -> None:
    page.paint((120, 36), "")
    assert "PgUp" in text(page, (120, 36))
    page.key("pageup")
    assert "line 39" not in text(page, (120, 36))
