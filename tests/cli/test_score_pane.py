from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.model import TableModel, heading
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.score_pane import compact, score_pane
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.ports import Seat
from bastide.core.messages import English
from bastide.core.plugins import Setup
from bastide.core.screen import Counter, Grid
from tests.cli.fakes import FakeLobby, FakeSession, make_shell
from tests.cli.pebbles import pebble_plugins

PEN = Pen(Display(), English())


@pytest.mark.parametrize(
    ("supply", "short"),
    [("●●●○○○○", "●3"), ("○○○", "●0"), ("●●● large", "●3"), ("4 goods", "4 goods"), ("", "")],
)
def test_a_supply_in_few_cells(supply: str, short: str) -> None:
    assert compact(supply) == short


def test_a_table_named_after_its_game_names_it_once() -> None:
    assert heading("Pebbles", "Pebbles") == "bastide · Pebbles"
    assert heading("Pebbles, 30 Nov 02:12", "Pebbles") == "bastide · Pebbles, 30 Nov 02:12"
    assert heading("Attic", "Pebbles") == "bastide · Attic · Pebbles"


def test_names_have_all_the_room_that_numbers_leave() -> None:
    session = FakeSession(pebble_plugins(), Setup("pebbles", 3, (), (("seating", "listed"),)))
    model = TableModel(session)
    session.said_seats = dict(enumerate(map(Seat, ("greedily", "Player 2", "Player 3"))))
    pen = Pen(Display("none", "ascii"), English())
    grid = Grid(24, 5)
    score_pane(grid, pen, Rect(0, 0, 24, 5), model, full=False)
    shown = "\n".join(grid.lines())
    assert all(name in shown for name in ("greedily", "Player 2", "Player 3"))
    assert pen.name("greedily", 5) == "gree."
    assert pen.name("Player 2", 5) == "Pla.2"


def test_an_answer_too_long_for_a_line_takes_both(tmp_path: Path) -> None:
    session = FakeSession(pebble_plugins(), Setup("pebbles", 2, (), (("seating", "listed"),)))
    page = TablePage(make_shell(FakeLobby(pebble_plugins()), tmp_path), session)
    said = "That is not possible, for a reason that takes more than eighty columns to tell in full."
    page.model.message = said
    lines = page.paint((80, 24), "").grid.lines()
    assert " ".join(line.strip() for line in lines[20:22]) == said
    page.model.message = "No."
    assert page.paint((80, 24), "").grid.lines()[21].strip() == "No."


def test_all_seats_show_their_supply_in_the_same_length() -> None:
    session = FakeSession(pebble_plugins(), Setup("pebbles", 2, (), (("seating", "listed"),)))
    said = Counter("", ("some gold", "some gold"), ("g", "g"), ("gold and silver",) * 2)
    session.screen.counter = lambda s: said  # type: ignore[method-assign]  # a made-up one
    session.said_seats = {0: Seat("Ada", "thinking"), 1: Seat("Bo")}
    for width, shown in ((40, "gold and silver"), (26, "some gold"), (20, "g")):
        grid = Grid(width, 6)
        score_pane(grid, PEN, Rect(0, 0, width, 6), TableModel(session), full=True)
        rows = [grid.lines()[n].strip("│ ").removesuffix("thinking").strip() for n in (2, 4)]
        assert rows == [shown, shown]


def test_the_short_supplies_have_a_heading_where_they_stand_alone() -> None:
    session = FakeSession(pebble_plugins(), Setup("pebbles", 2, (), (("seating", "listed"),)))
    said = Counter("", ("2 gold", "0 gold"), ("2 g", "0 g"), heading="gold")
    session.screen.counter = lambda s: said  # type: ignore[method-assign]  # a made-up one
    session.said_seats = {0: Seat("Ada"), 1: Seat("Bo")}
    for full, height in ((False, 4), (True, 6)):
        grid = Grid(24, height)
        score_pane(grid, PEN, Rect(0, 0, 24, height), TableModel(session), full=full)
        top, first = grid.lines()[:2]
        assert ("gold" in top) is not full
        assert first.rstrip("│").endswith("2 g") is not full
