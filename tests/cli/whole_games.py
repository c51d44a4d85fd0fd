"""Whole games on the screen of a table; whatever is shown on the way is whole.

What is decided, and by which keys, words or clicks, is for the test of each game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from bastide.cli.depth import Display
from bastide.cli.screens.panes import Rect
from bastide.cli.screens.shell import Shell, Size
from bastide.cli.screens.table_page import TablePage
from bastide.core.plugins import Plugins, Setup, built_in
from tests.cli.fakes import FakeLobby, FakeSession, make_shell
from tests.cli.test_views import check_depth, check_frame

SMALL, LARGE = (80, 24), (120, 36)


class Game:
    """A table of two whose first seat is played here, on a screen of a size."""

    setup: Setup
    most: int
    """Decisions after which a game would never end."""
    every: int
    """One screen of so many is checked cell by cell."""

    def __init__(self, shell: Shell, size: Size) -> None:
        self.session = FakeSession(Plugins(built_in()), self.setup, seed=8, texts=shell.texts)
        self.shell, self.size = shell, size
        self.page = TablePage(shell, self.session)
        self.chance, self.looks = random.Random(8), 0
        shell.open(self.page)
        self.look()

    def look(self) -> dict[str, Rect]:
        """Look at the screen, which is whole, and return where its parts are."""
        frame = self.page.paint(self.size, "")
        self.looks += 1
        if self.looks % self.every == 0:
            check_frame(frame.grid, self.size)
            check_depth(frame.grid, self.shell.display.depth)
        self.lines = frame.grid.lines()
        return {name: at for at, name in frame.spots}

    def click(self, x: int, y: int) -> None:
        """Click with the left button."""
        self.page.click(x, y, False, self.size)

    def type_best(self, words: Sequence[Sequence[str]]) -> None:
        """Type one of the commands that completion lists, or send the turn.

        Args:
            words: first words of commands, the best ones first; of those of one rank any will do.
        """
        session = self.session
        self.look()
        if session.needs_confirm:
            self.page.submit(":done")
            return
        lines = [line for line, _ in session.screen.commands(session.state, session.eyes)]
        better = [[line for line in lines if line.split()[0] in rank] for rank in words]
        line = self.chance.choice(next((each for each in better if each), lines))
        before = session.draft
        self.page.submit(f":{line}")
        assert session.draft == before + 1, (line, self.page.model.message)

    def sends(self, spots: dict[str, Rect]) -> bool:
        """Click on the hint that sends the turn, if nothing more can be chosen."""
        if self.session.needs_confirm:
            self.click(spots["enter"].x, spots["enter"].y)
            return True
        return False


AnyGame = TypeVar("AnyGame", bound=Game)


class Played(NamedTuple, Generic[AnyGame]):
    """How a game is played, and on what."""

    by: Callable[[AnyGame], None]
    size: Size
    language: str
    display: Display


def play(made: type[AnyGame], played: Played[AnyGame], folder: Path) -> AnyGame:
    """Play a game to its end, which the screen shows."""
    shell = make_shell(FakeLobby(Plugins(built_in())), folder, played.display, played.language)
    game = made(shell, played.size)
    decisions = 0
    while not game.session.finished:
        assert decisions < game.most
        decisions += 1
        played.by(game)
    game.look()
    assert game.page.ending
    return game
