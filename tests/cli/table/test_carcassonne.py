"""Whole games of Carcassonne on the table's screen."""

from __future__ import annotations

import random
import re

from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.core.plugins import Plugins, Setup, built_in
from tests.cli.fakes import FakeSession


def carcassonne(shell: Shell, seed: int) -> tuple[TablePage, FakeSession]:
    plugins = Plugins(built_in())
    session = FakeSession(plugins, Setup("carcassonne", 2), seed=seed)
    page = TablePage(shell, session)
    shell.open(page)
    page.paint((120, 36), "")
    return page, session


def test_f08_a_whole_game_of_carcassonne_with_keys_alone(shell: Shell) -> None:
    page, session = carcassonne(shell, 8)
    chance = random.Random(8)
    turns = 0
    while not session.finished:
        before = session.draft
        page.key(chance.choice(["n", "p", "r", "right", "s", "n"]))
        page.key("enter")
        if session.needs_confirm:
            page.key("enter")
            turns += 1
        elif session.draft == before:
            page.key("n")
    assert turns >= 30
    assert page.ending


def test_the_column_stays_as_it_is_while_a_complete_turn_is_not_sent(shell: Shell) -> None:
    page, session = carcassonne(shell, 9)
    hint = page.paint((80, 24), "").grid.lines()[21]
    assert re.match(r" \d+: \d", hint)  # the place's number, and where it is
    for key in ("enter", "enter"):
        page.key(key)
    assert session.needs_confirm
    shown = "\n".join(line[56:] for line in page.paint((80, 24), "").grid.lines())
    assert "In hand" in shown
    assert "if it ended now" in shown


def test_what_happened_is_told_below_a_board_that_stays_bright(shell: Shell) -> None:
    page, _ = carcassonne(shell, 9)
    for key in ("enter", "enter", "enter"):
        page.key(key)
    page.key("f6")
    box = page.overlay((80, 24))
    assert box is not None
    at, grid = box
    assert at.height < 8
    assert at.y + at.height == 22
    assert "Esc closes" in grid.lines()[-1]
    assert "scroll" not in grid.lines()[-1]
    below = page.paint((80, 24), "").grid.styles[1 : at.y]
    page.key("escape")
    assert page.paint((80, 24), "").grid.styles[1 : at.y] == below


def test_f08_a_whole_game_of_carcassonne_with_typed_commands_alone(shell: Shell) -> None:
    page, session = carcassonne(shell, 9)
    chance = random.Random(9)
    while not session.finished:
        if session.needs_confirm:
            page.submit(":done")
            continue
        lines = [line for line, _ in session.screen.commands(session.state, session.eyes)]
        before = session.draft
        line = chance.choice(lines)
        page.submit(f":{line}")
        assert session.draft == before + 1, (line, page.model.message)
    assert page.ending
