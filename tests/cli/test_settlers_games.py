"""Whole games of the settlers by keys alone, by typed commands alone and by the mouse alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.panes import Rect
from bastide.cli.screens.shell import Shell, Size
from bastide.cli.screens.table_page import TablePage
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.screen import Look
from bastide.plugins.settlers.look import lists, menu
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.targets import LINE, Target
from bastide.plugins.settlers.ui import SettlersScreen
from tests.cli.fakes import FakeLobby, FakeSession, make_shell
from tests.cli.test_views import check_depth, check_frame

pytestmark = pytest.mark.plays("settlers")

SMALL, LARGE = (80, 24), (120, 36)
MOST = 900
"""Decisions after which a game would never end."""
EVERY = 25
"""One screen of so many is checked cell by cell."""
POINTS = 7
BEST = ("city", "settle", "road", "build", "ville", "village", "route", "construire")
"""Words of the commands that bring a game to its end."""


class Game:
    """A table whose both seats are played here, on a screen of a size."""

    def __init__(self, shell: Shell, size: Size) -> None:
        options = (("seating", "listed"), ("settlers.victory_points_to_win", POINTS))
        setup = Setup("settlers", 2, (), options)
        self.session = FakeSession(Plugins(built_in()), setup, seed=8, texts=shell.texts)
        self.shell, self.size = shell, size
        self.page = TablePage(shell, self.session)
        self.chance, self.looks = random.Random(8), 0
        shell.open(self.page)
        self.look()

    def look(self) -> dict[str, Rect]:
        """Look at the screen, which is whole, and return where its parts are."""
        frame = self.page.paint(self.size, "")
        self.looks += 1
        if self.looks % EVERY == 0:
            check_frame(frame.grid, self.size)
            check_depth(frame.grid, self.shell.display.depth)
        return {name: at for at, name in frame.spots}

    @property
    def screen(self) -> SettlersScreen:
        screen = self.session.screen
        assert isinstance(screen, SettlersScreen)
        return screen

    @property
    def position(self) -> Position:
        """What the screen is asked about now."""
        session = self.session
        return self.screen.at(session.state, session.eyes, self.page.model.cursor)

    def click(self, x: int, y: int) -> None:
        """Click with the left button."""
        self.page.click(x, y, False, self.size)


def by_keys(game: Game) -> None:
    """Choose a line of the menu with Tab or a letter, go on to a place, then Enter."""
    page, session = game.page, game.session
    game.look()
    if session.needs_confirm:
        page.key("enter")
        return
    before = session.draft
    for letter in "ysw":
        page.key(letter)
        if not isinstance(game.screen.chosen(session.state, session.eyes, page.model.cursor), str):
            break
    else:
        for _ in range(game.chance.randrange(6)):
            page.key("tab")
    for key in (game.chance.choice(("n", "p", "down", "right", "r")), "enter"):
        page.key(key)
    for key in ("n", "enter", "e", "enter"):
        if session.draft == before:
            page.key(key)
    assert session.draft <= before + 1


def by_commands(game: Game) -> None:
    """Type one of the commands that completion lists, or send the turn."""
    session = game.session
    game.look()
    if session.needs_confirm:
        game.page.submit(":done")
        return
    lines = [line for line, _ in session.screen.commands(session.state, session.eyes)]
    better = [[line for line in lines if line.split()[0] == word] for word in BEST]
    line = game.chance.choice(next((each for each in better if each), lines))
    before = session.draft
    game.page.submit(f":{line}")
    assert session.draft == before + 1, (line, game.page.model.message)


def by_mouse(game: Game) -> None:
    """Click twice on a line of the menu, then twice on something that can be chosen with it."""
    spots, session = game.look(), game.session
    if session.needs_confirm:
        game.click(spots["enter"].x, spots["enter"].y)
        return
    before = session.draft
    pane = spots["<hand>"].inner() if game.page.table_acts.tier else spots["<hand>"]
    found = [
        line
        for line in menu.lines(game.position, (pane.width, pane.height))
        if menu.is_possible(game.position, line.tool)
    ]
    if found:
        names = [line.tool.name for line in found]
        best = next((names.index(word) for word in BEST if word in names), None)
        line = found[best] if best is not None else game.chance.choice(found)
        for _ in range(2):
            if session.draft == before:
                game.click(pane.x + line.x, pane.y + line.y)
    board = game.look()["<board>"]
    targets = [each for each, ways in game.position.ways.items() if ways]
    game.chance.shuffle(targets)
    seen = next(filter(None, (cell_of(game, each, board) for each in targets)), None)
    if not seen:
        by = game.chance.choice((-9, 9)), 0
        game.page.drag(board.x + 20, board.y + 9, by, game.size)
    elif session.draft == before:
        for _ in range(2):
            if session.draft == before:
                game.click(*seen)


def cell_of(game: Game, target: Target, board: Rect) -> tuple[int, int] | None:
    """Return a cell of the screen where something is to be seen, if it is."""
    size = board.width, board.height
    if target.kind == LINE:
        cells = lists.cells_of(game.position, target, size)
    else:
        look: Look = game.page.model.look(game.shell.display, game.page.table_acts.tier)
        cells = game.screen.tabletop(game.position, size, look).cells_of(target)
    if not cells:
        return None
    x, y = cells[len(cells) // 2]
    return board.x + x, board.y + y


class Played(NamedTuple):
    """How a game is played, and on what."""

    by: Callable[[Game], None]
    size: Size
    language: str
    display: Display


GAMES = {
    "keys-80x24-fr": Played(by_keys, SMALL, "fr", Display()),
    "commands-120x36-fr-ascii": Played(by_commands, LARGE, "fr", Display("none", "ascii")),
    "mouse-80x24-en-16": Played(by_mouse, SMALL, "en", Display("16")),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game(name: str, tmp_path: Path) -> None:
    played = GAMES[name]
    shell = make_shell(FakeLobby(Plugins(built_in())), tmp_path, played.display, played.language)
    game = Game(shell, played.size)
    decisions = 0
    while not game.session.finished:
        assert decisions < MOST
        decisions += 1
        played.by(game)
    game.look()
    assert game.page.ending
    assert max(game.session.state.scores) >= POINTS
