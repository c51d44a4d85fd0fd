"""Whole games of Barony by keys alone, by typed commands alone and by the mouse alone.

Between them they are played at both usual sizes, in both languages, with and without colour, and
in ASCII; whatever is shown on the way is whole.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.panes import Rect
from bastide.cli.screens.shell import Shell, Size
from bastide.cli.screens.table_page import TablePage
from bastide.core.plugins import Plugins, Setup, built_in
from tests.cli.fakes import FakeLobby, FakeSession, make_shell
from tests.cli.test_views import check_depth, check_frame

pytestmark = pytest.mark.plays("barony")

SMALL, LARGE = (80, 24), (120, 36)
MOST = 400
"""Decisions after which a game would never end."""
EVERY = 10
"""One screen of so many is checked cell by cell."""
LETTERS = "tfbmae"
"""The keys of the six actions, the one that brings most first."""
COMMANDS = (("title", "titre"), ("city", "cité"), ("build", "bâtir"), ("move", "déplacer"))
"""The same as words; of those that are left any will do."""


class Game:
    """A table of Barony whose first seat is played here, on a screen of a size."""

    def __init__(self, shell: Shell, size: Size) -> None:
        plugins = Plugins(built_in())
        setup = Setup("barony", 2, (), (("seating", "listed"),))
        self.session = FakeSession(plugins, setup, seed=8, texts=shell.texts)
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
        self.lines = frame.grid.lines()
        assert not any("…" in line or "..." in line for line in self.lines[-4:-2]), self.lines
        return {name: at for at, name in frame.spots}

    def shown(self, pattern: str, at: Rect) -> list[tuple[int, int, str]]:
        """Return where a pattern is to be seen in a part of the screen: column, row, the text."""
        rows = range(at.y, at.y + at.height)
        found = [(row, m) for row in rows for m in re.finditer(pattern, self.lines[row])]
        return [(m.start(), row, m[0]) for row, m in found if at.holds(m.start(), row)]

    def click(self, x: int, y: int) -> None:
        """Click with the left button."""
        self.page.click(x, y, False, self.size)


def by_keys(game: Game) -> None:
    """Press the letter of an action that is possible, go on to a place, then Enter."""
    page, session = game.page, game.session
    at = game.look().get("<hand>")
    if session.needs_confirm or at is None:
        page.key("enter")
        return
    possible = {text[0] for _, _, text in game.shown(r"\b[a-z] [A-Z]", at)}
    best = next((letter for letter in LETTERS if letter in possible), "")
    before = session.draft
    for key in (best, game.chance.choice(("", "n", "p", "r")), "enter"):
        page.key(key)
    if session.draft == before:  # it rests where the last step was made
        page.key("n")
        page.key("enter" if game.chance.random() < 0.8 else "s")
    assert session.draft <= before + 1


def by_commands(game: Game) -> None:
    """Type one of the commands that completion lists, or send the turn."""
    session = game.session
    game.look()
    if session.needs_confirm:
        game.page.submit(":done")
        return
    lines = [line for line, _ in session.screen.commands(session.state, session.eyes)]
    better = [[line for line in lines if line.split()[0] in words] for words in COMMANDS]
    line = game.chance.choice(next((each for each in better if each), lines))
    before = session.draft
    game.page.submit(f":{line}")
    assert session.draft == before + 1, (line, game.page.model.message)


def by_mouse(game: Game) -> None:
    """Click on an action that is possible and twice on a number; on the hint to send the turn."""
    spots, session = game.look(), game.session
    if session.needs_confirm:
        game.click(spots["enter"].x, spots["enter"].y)
        return
    titles = game.shown(r"\b[a-z] [A-Z]", spots["<hand>"])
    order = sorted(titles, key=lambda each: (LETTERS + "s").find(each[2][0]))
    if order:
        game.click(*order[0][:2])
    board = game.look()["<board>"]
    x, y, _ = game.chance.choice(game.shown(r"\d+", board._replace(x=4, width=board.width - 4)))
    before = session.draft
    for _ in range(2):
        if session.draft == before:
            game.click(x, y)


class Played(NamedTuple):
    """How a game is played, and on what."""

    by: Callable[[Game], None]
    size: Size
    language: str
    display: Display


GAMES = {
    "keys-80x24-fr": Played(by_keys, SMALL, "fr", Display()),
    "commands-120x36-en-ascii": Played(by_commands, LARGE, "en", Display("none", "ascii")),
    "mouse-120x36-fr-16": Played(by_mouse, LARGE, "fr", Display("16")),
    "mouse-80x24-en-colourless": Played(by_mouse, SMALL, "en", Display("none")),
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
    assert max(game.session.state.scores) >= 15, "titles were bought"
