"""Whole games of Barony by keys alone, by typed commands alone and by the mouse alone.

Between them they are played at both usual sizes, in both languages, with and without colour, and
in ASCII; whatever is shown on the way is whole.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.rects import Rect
from bastide.core.plugins import Setup
from tests.cli import whole_games
from tests.cli.whole_games import LARGE, SMALL, Played, crossed

pytestmark = pytest.mark.plays("barony")

LETTERS = "tfbmae"
"""The keys of the six actions, the one that brings most first."""
COMMANDS = (("title", "titre"), ("city", "cité"), ("build", "bâtir"), ("move", "déplacer"))
"""The same as words; of those that are left any will do."""


class Game(whole_games.Game):
    """A table of Barony."""

    setup = Setup("barony", 2, (), (("seating", "listed"),))
    most = 400
    every = 10

    def look(self) -> dict[str, Rect]:
        """Look at the screen; the panes above its last lines leave nothing out."""
        spots = super().look()
        assert not any("…" in line or "..." in line for line in self.lines[-4:-2]), self.lines
        return spots

    def shown(self, pattern: str, at: Rect) -> list[tuple[int, int, str]]:
        """Return where a pattern is to be seen in a part of the screen: column, row, the text."""
        rows = range(at.y, at.y + at.height)
        found = [(row, m) for row in rows for m in re.finditer(pattern, self.lines[row])]
        return [(m.start(), row, m[0]) for row, m in found if at.holds(m.start(), row)]


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
    game.type_best(COMMANDS)


def by_mouse(game: Game) -> None:
    """Click on an action that is possible and twice on a number; on the hint to send the turn."""
    spots, session = game.look(), game.session
    if game.sends(spots):
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


GAMES = {
    "keys-80x24-fr": Played(by_keys, SMALL, "fr", Display()),
    "commands-120x36-en-ascii": Played(by_commands, LARGE, "en", Display("none", "ascii")),
    "mouse-120x36-fr-16": Played(by_mouse, LARGE, "fr", Display("16")),
    "mouse-80x24-en-colourless": Played(by_mouse, SMALL, "en", Display("none")),
} | crossed(by_keys, by_commands, by_mouse)


@pytest.mark.parametrize("name", GAMES)
def test_f08_a_whole_game(name: str, tmp_path: Path) -> None:
    game = whole_games.play(Game, GAMES[name], tmp_path)

    assert max(game.session.state.scores) >= 15, "titles were bought"
