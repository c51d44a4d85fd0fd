"""Whole games of every kind in line mode, by ear alone: nothing that is printed is a drawing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from bastide.core.plugins import Setup
from tests.cli.line_games import Listener, play_in_lines

LISTED = (("seating", "listed"),)
AROUND = ("scores", "near", "look", "log 3", "players")


class Kind(NamedTuple):
    """A kind of game, words that bring it to its end in both languages, and what lies where."""

    setup: Setup
    best: tuple[str, ...] = ()
    around: tuple[str, ...] = ()


KINDS = {
    "carcassonne": Kind(Setup("carcassonne", 2, (), LISTED), (), ("tiles", "fields", "near 0 0")),
    "strategic": Kind(Setup("carcassonne", 2, ("strategic",), LISTED), (), ("tiles", "fields")),
    "inns_and_cathedrals": Kind(
        Setup("carcassonne", 2, ("inns_and_cathedrals",), LISTED), (), ("tiles", "fields")
    ),
    "barony": Kind(
        Setup("barony", 2, (), LISTED),
        ("title", "titre", "city", "cité", "build", "bâtir", "move", "déplacer"),
        ("titles", "near 2,1"),
    ),
    "settlers": Kind(
        Setup("settlers", 2, (), (*LISTED, ("settlers.victory_points_to_win", 7))),
        ("city", "ville", "settle", "village", "road", "route", "build", "construire"),
    ),
}
GAMES = [
    pytest.param(kind, language, marks=pytest.mark.plays(kind), id=f"{kind}-{language}")
    for kind in KINDS
    for language in ("en", "fr")
]
WON = {"en": r"wins by \d+ point|Shared win", "fr": r"gagne de \d+ point|Victoire partagée"}


@pytest.mark.parametrize(("kind", "language"), GAMES)
def test_a_whole_game_by_ear(
    kind: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup, best, around = KINDS[kind]
    listener = Listener(lambda: capsys.readouterr().out, best, (*AROUND, *around))
    session, heard = play_in_lines(setup, listener, language, tmp_path)

    _, _, end = heard.rpartition({"en": "The game is over", "fr": "La partie est finie"}[language])
    assert re.search(WON[language], end)
    for seat, points in zip(session.seats, session.state.scores, strict=True):
        assert re.search(rf"\d\. {seat.name}.*\s?: {points} = ", end)
