"""Whole games of Carcassonne, alone and with each of its extensions, by each way of playing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bastide.cli.depth import Display
from bastide.core.plugins import Setup
from tests.cli import whole_games
from tests.cli.whole_games import LARGE, SMALL, Played, by_lines_below, crossed

COMMANDS = (("place", "poser"),)
"""With a hand of tiles, taking another one is a command, too."""
LISTED = (("seating", "listed"),)


class Game(whole_games.Game):
    """A table of Carcassonne."""

    setup = Setup("carcassonne", 2, (), LISTED)
    most = 500
    every = 10


class HandOfThree(Game):
    """A table with hands of three tiles."""

    setup = Setup("carcassonne", 2, ("strategic",), LISTED)


class Inns(Game):
    """A table with inns and cathedrals."""

    setup = Setup("carcassonne", 2, ("inns_and_cathedrals",), LISTED)


def by_keys(game: Game) -> None:
    """Take another tile or kind of piece, go on to a place and turn the tile, then Enter."""
    page, chance = game.page, game.chance
    game.look()
    if game.session.needs_confirm:
        page.key("enter")
        return
    before = game.stage
    keys = [chance.choice(("", "tab", "b")), *["n"] * chance.randrange(4), chance.choice("rRs")]
    for key in (*filter(None, keys), "enter"):
        page.key(key)
    assert game.stage != before, page.model.message


def by_commands(game: Game) -> None:
    """Type one of the commands that completion lists, or send the turn."""
    game.type_best(COMMANDS)


def by_mouse(game: Game) -> None:
    """Click twice somewhere on the board, as often as it takes; else on the lines below it."""
    spots = game.look()
    if game.sends(spots):
        return
    board, chance, before = spots["<board>"], random.Random(game.stage[0]), game.stage
    for _ in range(12):
        x, y = board.x + chance.randrange(board.width), board.y + chance.randrange(board.height)
        for _ in range(2):
            if game.stage == before:
                game.click(x, y)
    if game.stage == before:
        by_lines_below(game)


GAMES: dict[str, tuple[type[Game], Played[Game]]] = {
    "carcassonne-keys-80x24-fr-16": (Game, Played(by_keys, SMALL, "fr", Display("16"))),
    "carcassonne-commands-120x36-en": (Game, Played(by_commands, LARGE, "en", Display())),
    "carcassonne-mouse-80x24-fr": (Game, Played(by_mouse, SMALL, "fr", Display())),
    "carcassonne-mouse-120x36-en-ascii": (
        Game,
        Played(by_lines_below, LARGE, "en", Display("none", "ascii")),
    ),
    "strategic-keys-120x36-en": (HandOfThree, Played(by_keys, LARGE, "en", Display())),
    "strategic-commands-80x24-fr-ascii": (
        HandOfThree,
        Played(by_commands, SMALL, "fr", Display("none", "ascii")),
    ),
    "strategic-mouse-120x36-fr-16": (HandOfThree, Played(by_mouse, LARGE, "fr", Display("16"))),
    "inns-keys-80x24-en-colourless": (Inns, Played(by_keys, SMALL, "en", Display("none"))),
    "inns-commands-120x36-fr": (Inns, Played(by_commands, LARGE, "fr", Display())),
    "inns-mouse-80x24-fr-ascii": (
        Inns,
        Played(by_mouse, SMALL, "fr", Display("none", "ascii")),
    ),
}
KINDS = {"carcassonne": Game, "strategic": HandOfThree, "inns": Inns}
MORE = crossed(by_keys, by_commands, by_mouse, by_lines_below)
GAMES |= {f"{kind}-{name}": (made, MORE[name]) for kind, made in KINDS.items() for name in MORE}
PLUGINS = {"carcassonne": "carcassonne", "strategic": "strategic", "inns": "inns_and_cathedrals"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.plays(PLUGINS[name.partition("-")[0]]))
        for name in GAMES
    ],
)
def test_f08_a_whole_game(name: str, tmp_path: Path) -> None:
    made, played = GAMES[name]
    game = whole_games.play(made, played, tmp_path)

    assert sum(game.session.state.scores) > 0
    assert game.session.sent > 20
