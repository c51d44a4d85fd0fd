"""Whole games on the screen of a table and in lines; whatever is shown on the way is whole.

What is decided, and by which keys, words or clicks, is for the test of each game.

Each kind of game is played by keys alone, by typed commands alone, by the mouse alone and in line
mode, half of them in French; sizes, depths and glyphs are spread over them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from bastide.cli.depth import Display
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.shell import Shell, Size
from bastide.cli.screens.table_page import TablePage
from bastide.core.plugins import Plugins, Setup, built_in
from tests.cli.fakes import FakeLobby, FakeSession, make_shell
from tests.cli.test_views import check_depth, check_frame
from tests.sizes import SIZES

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

    @property
    def stage(self) -> tuple[int, int]:
        """How many turns are sent, and how many steps of the next one are chosen."""
        return self.session.sent, self.session.draft

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
        before = self.stage
        self.page.submit(f":{line}")
        assert self.stage != before, (line, self.page.model.message)

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


def crossed(*ways: Callable[[AnyGame], None]) -> dict[str, Played[AnyGame]]:
    """Return for the long run each way at both sizes, in both languages, in all kinds of colours.

    The first runs take some of them, chosen so that each value of each of these is seen.
    """
    if SIZES.name != "soak":
        return {}
    shown = {"true": Display(), "16": Display("16"), "ascii": Display("none", "ascii")}
    return {
        f"{by.__name__}-{size[0]}x{size[1]}-{language}-{name}": Played(by, size, language, display)
        for by, size, language, (name, display) in product(
            ways, (SMALL, LARGE), ("en", "fr"), shown.items()
        )
    }


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


def by_lines_below(game: Game) -> None:
    """Click on the two lines below the board: some choices on, and take it; or send the turn."""
    spots = game.look()
    if game.sends(spots):
        return
    before, onward = game.stage, spots["<next>"]
    for _ in range(game.chance.randrange(1, 4)):
        game.click(onward.x, onward.y)
    take = game.look()["<choice>"]  # where an answer stood before
    game.click(take.x, take.y)
    assert game.stage != before, game.page.model.message
