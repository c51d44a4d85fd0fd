"""Whatever is typed is answered where it can be read: in turn or not, in the list, in a replay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.presenter import BasePage
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.core.plugins import Setup
from tests.cli.effects import NotedEffects, in_loop
from tests.cli.fakes import FakeLobby, FakeRoom, FakeSession
from tests.cli.pages import at_the_list, text
from tests.cli.pebbles import pebble_plugins

TWO = Setup("pebbles", 2, (), (("seating", "listed"),))
Open = Callable[[Shell], BasePage]


def session_of(*mine: int) -> FakeSession:
    return FakeSession(pebble_plugins(), TWO, mine)


def on_turn(shell: Shell) -> BasePage:
    return TablePage(shell, session_of(0))


def out_of_turn(shell: Shell) -> BasePage:
    session = session_of(0)
    session.mine = (1,)
    return TablePage(shell, session)


def complete(shell: Shell) -> BasePage:
    page = TablePage(shell, session_of(0))
    for _ in range(2):
        page.submit(":1")
    assert page.session.needs_confirm
    return page


def replay(shell: Shell) -> BasePage:
    return TablePage(shell, asyncio.run(session_of().replayed()))


def end(shell: Shell) -> BasePage:
    return TablePage(shell, session_of())


def room(shell: Shell) -> BasePage:
    found = FakeRoom(FakeLobby(pebble_plugins()), TWO, "Attic", hosting=False)
    return RoomPage(shell, found)


def lobby(shell: Shell) -> BasePage:
    return LobbyPage(shell)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return at_the_list(tmp_path, NotedEffects())


@pytest.mark.parametrize("size", [(60, 18), (80, 24)], ids=["small", "usual"])
@pytest.mark.parametrize("opened", [on_turn, out_of_turn, complete, replay, end, room, lobby])
def test_every_typed_line_changes_what_is_seen(
    shell: Shell, opened: Open, size: tuple[int, int]
) -> None:
    page = opened(shell)
    shell.open(page)
    lines = (":foo", "hello", ":give up", ":", "/", ":board", ":talk", ":say", ":mouse maybe")
    for line in lines:
        page.key("x")  # what was answered before goes
        page.close_box()
        page.form = None
        before = _seen(page, size)
        in_loop(lambda line=line: page.submit(line))  # type: ignore[misc]  # bound now
        assert _seen(page, size) != before, line


def _seen(page: BasePage, size: tuple[int, int]) -> list[str]:
    grid = page.paint(size, "").grid
    if over := page.overlay(size):
        grid.blit(over[0].x, over[0].y, over[1])
    return grid.lines()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (":foo", "foo is not among the words that help lists."),
        ("1", "It is not your turn yet: 1 has to wait."),
        (":done", "It is not your turn yet: done has to wait."),
        (":2,1", "It is not your turn yet: 2,1 has to wait."),
    ],
)
def test_out_of_turn_it_is_said_of_what_was_typed(shell: Shell, line: str, said: str) -> None:
    page = out_of_turn(shell)
    shell.open(page)
    page.paint((60, 18), "")
    page.submit(line)
    assert said in text(page, (60, 18))
    assert "Waiting for Ada." in text(page, (60, 18))


def test_a_command_that_changes_nothing_says_so(shell: Shell) -> None:
    page = on_turn(shell)
    shell.open(page)
    page.paint((60, 18), "")
    page.submit(":board")
    assert "board changes nothing that can be seen now." in text(page, (60, 18))
    page.submit(":scores")
    assert "changes nothing" not in text(page, (60, 18))
