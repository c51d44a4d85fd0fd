"""The zoom that a table takes by itself, and the marks where a pane cuts off the board."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.prompt import PROMPT_X, prompt_note, prompt_room, scroll_note, typing_room
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.core.plugins import Setup
from bastide.core.screen import OWN, Cursor, Edges, Look
from bastide.core.state import State
from tests.cli.fakes import FakeLobby, FakeSession, english, make_shell
from tests.cli.pebbles import PebbleScreen, pebble_plugins


class BroadScreen(PebbleScreen):
    """A board of so many cells a row, at four zooms."""

    cells = 8
    asked: tuple[int, Cursor] = (0, Cursor())

    def zooms(self) -> list[str]:
        return ["4x2", "6x3", "10x5", "14x7"]

    def beyond(
        self, s: State, seat: int, cursor: Cursor, size: tuple[int, int], look: Look
    ) -> Edges:
        wide = int(look.zoomed(self.zooms()).partition("x")[0])
        self.asked = (seat, cursor)
        return Edges(right=self.cells * wide > size[0], top=self.cells > 99)


@pytest.fixture
def page(tmp_path: Path) -> TablePage:
    session = FakeSession(pebble_plugins(), Setup("pebbles", 2, (), (("seating", "listed"),)))
    session.screen = BroadScreen(session.rules, english("pebbles"))
    shell: Shell = make_shell(FakeLobby(pebble_plugins()), tmp_path)
    page = TablePage(shell, session)
    shell.open(page)
    return page


def broad(page: TablePage) -> BroadScreen:
    screen = page.session.screen
    assert isinstance(screen, BroadScreen)
    return screen


@pytest.mark.parametrize(
    ("size", "cells", "zoom"),
    [
        ((120, 36), 8, 2),
        ((120, 36), 9, 1),
        ((80, 24), 9, 1),
        ((80, 24), 10, 0),
        ((80, 24), 50, 0),
        ((200, 60), 8, 3),
    ],
)
def test_the_greatest_zoom_that_shows_everything_is_taken(
    page: TablePage, size: tuple[int, int], cells: int, zoom: int
) -> None:
    broad(page).cells = cells
    page.paint(size, "")
    assert page.model.zoom(page.table_acts.tier) == zoom


def test_an_own_choice_of_zoom_stays(page: TablePage) -> None:
    page.paint((120, 36), "")
    page.key("+")
    page.paint((120, 36), "")
    assert page.model.zoom(3) == 3


def test_each_cut_edge_has_an_arrow_and_the_prompt_says_how_to_scroll(page: TablePage) -> None:
    shown = page.paint((80, 24), "").grid.lines()
    assert "Shift+arrows" not in shown[22]
    assert not any("→" in line[55] for line in shown)
    broad(page).cells = 100
    shown = page.paint((80, 24), "").grid.lines()
    assert shown[10][55] == "→"
    assert "↑" in shown[1]
    assert shown[22].rstrip().endswith("Shift+arrows: more of the board")
    assert broad(page).asked == (page.model.chooser, page.model.cursor)


def test_with_16_colours_an_arrow_is_not_in_the_colour_of_the_terminals_letters(
    page: TablePage,
) -> None:
    """Nobody knows that colour: on many terminals it could not be told from the mark."""
    broad(page).cells = 100
    page.shell.show(Display("16"))
    grid = page.paint((80, 24), "").grid
    assert grid.chars[10][55] == "→"
    assert OWN not in grid.styles[10][55][:2]


def test_typed_text_leaves_room_for_either_note(page: TablePage) -> None:
    pen = page.shell.pen
    for width in (60, 80, 120):
        room = typing_room(pen, width)
        assert room <= prompt_room(width, prompt_note(pen, width))
        assert room <= prompt_room(width, scroll_note(pen))
        assert room < width - PROMPT_X
