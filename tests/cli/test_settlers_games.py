"""Whole games of the settlers by keys alone, by typed commands alone and by the mouse alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.rects import Rect
from bastide.core.plugins import Setup
from bastide.core.screen import Look
from bastide.plugins.settlers.look import lists, menu
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.targets import LINE, Target
from bastide.plugins.settlers.ui import SettlersScreen
from tests.cli import whole_games
from tests.cli.whole_games import LARGE, SMALL, Played, crossed

pytestmark = pytest.mark.plays("settlers")

POINTS = 7
BEST = ("city", "settle", "road", "build", "ville", "village", "route", "construire")
"""Words of the commands that bring a game to its end."""


class Game(whole_games.Game):
    """A table of the settlers."""

    options = (("seating", "listed"), ("settlers.victory_points_to_win", POINTS))
    setup = Setup("settlers", 2, (), options)
    most = 900
    every = 25

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


def by_keys(game: Game) -> None:
    """Choose a line of the menu with Tab or a letter, go on to a place, then Enter."""
    page, session = game.page, game.session
    game.look()
    if session.needs_confirm:
        page.key("enter")
        return
    before = game.stage
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
        if game.stage == before:
            page.key(key)
    assert session.draft <= before[1] + 1


def by_commands(game: Game) -> None:
    """Type one of the commands that completion lists, or send the turn."""
    game.type_best([[word] for word in BEST])


def by_mouse(game: Game) -> None:
    """Click twice on a line of the menu, then twice on something that can be chosen with it."""
    spots = game.look()
    if game.sends(spots):
        return
    before = game.stage
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
            if game.stage == before:
                game.click(pane.x + line.x, pane.y + line.y)
    targets = [each for each, ways in game.position.ways.items() if ways]
    game.chance.shuffle(targets)
    board = game.look()["<board>"]
    target = next((each for each in targets if cell_of(game, each, board)), None)
    if target is None:
        by = game.chance.choice((-9, 9)), 0
        game.page.drag(board.x + 20, board.y + 9, by, game.size)
        return
    for _ in range(2):
        seen = cell_of(game, target, game.look()["<board>"])  # a click may have scrolled
        if seen and game.stage == before:
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


GAMES = {
    "keys-80x24-fr": Played(by_keys, SMALL, "fr", Display()),
    "commands-120x36-fr-ascii": Played(by_commands, LARGE, "fr", Display("none", "ascii")),
    "mouse-80x24-en-16": Played(by_mouse, SMALL, "en", Display("16")),
} | crossed(by_keys, by_commands, by_mouse)


@pytest.mark.parametrize("name", GAMES)
def test_f08_a_whole_game(name: str, tmp_path: Path) -> None:
    game = whole_games.play(Game, GAMES[name], tmp_path)

    assert max(game.session.state.scores) >= POINTS
