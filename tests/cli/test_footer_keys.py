"""Every key of a key bar does something that is seen, or says why it does nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.model import TableModel
from bastide.cli.screens.presenter import BasePage
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.shell import Shell, Size
from bastide.cli.screens.table_page import TablePage
from bastide.core.plugins import Setup
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeLobby, FakeRoom, FakeSession, make_shell
from tests.cli.pages import keys
from tests.cli.pebbles import pebble_plugins
from tests.cli.rows import ROWS
from tests.cli.scenes import composed

SIZE: Size = (200, 60)
"""Wide enough for all keys."""

SETUP = Setup("pebbles", 2, (), (("seating", "listed"),))
Open = Callable[[Shell], BasePage]


def empty_list(shell: Shell) -> BasePage:
    return LobbyPage(shell)


def full_list(shell: Shell) -> BasePage:
    assert isinstance(shell.lobby, FakeLobby)
    shell.lobby.tables = ROWS
    return LobbyPage(shell)


def own_room(shell: Shell) -> BasePage:
    return RoomPage(shell, FakeRoom(FakeLobby(pebble_plugins()), SETUP, "Attic", hosting=True))


def closed_room(shell: Shell) -> BasePage:
    room = FakeRoom(FakeLobby(pebble_plugins()), SETUP, "Attic", hosting=False)
    room.closed, room.invites = "The host has closed this table.", ()
    return RoomPage(shell, room)


def in_play(shell: Shell) -> BasePage:
    return TablePage(shell, FakeSession(pebble_plugins(), SETUP))


def at_the_end(shell: Shell) -> BasePage:
    return TablePage(shell, FakeSession(pebble_plugins(), SETUP, mine=()))


def behind_the_end(shell: Shell) -> BasePage:
    page = at_the_end(shell)
    page.key("b")
    return page


def replay(at: int) -> Open:
    def open_it(shell: Shell) -> BasePage:
        session = asyncio.run(FakeSession(pebble_plugins(), SETUP, mine=()).replayed())
        assert session.replay is not None
        session.replay.go(at)
        return TablePage(shell, session)

    return open_it


PAGES: dict[str, Open] = {
    "an empty list": empty_list,
    "a list": full_list,
    "a room of mine": own_room,
    "a closed room": closed_room,
    "a table": in_play,
    "the end": at_the_end,
    "the board behind the end": behind_the_end,
    "the start of a replay": replay(0),
    "the end of a replay": replay(10**6),
}


def opened(folder: Path, open_it: Open) -> BasePage:
    """Return a page on a screen of its own, over a list."""
    shell = make_shell(FakeLobby(pebble_plugins()), folder)
    shell.effects = NotedEffects()
    shell.open(LobbyPage(shell))
    shell.open(open_it(shell))
    assert isinstance(shell.top, BasePage)
    return shell.top


def noticed(page: BasePage) -> object:
    """Return all that a person can notice; pebbles look alike in both sizes."""
    shell, effects = page.shell, page.shell.effects
    assert isinstance(effects, NotedEffects)
    shown = composed(shell.top, SIZE).lines()
    done = effects.prompt, effects.closed, effects.copied, len(shell.pages)
    model = page.model if isinstance(page, TablePage | RoomPage) else None
    zooms = dict(model.zooms) if isinstance(model, TableModel) else {}
    return shown, done, model and model.message, zooms


@pytest.mark.parametrize("open_it", PAGES.values(), ids=PAGES)
def test_a_listed_key_does_something_or_says_why_it_does_not(tmp_path: Path, open_it: Open) -> None:
    first = opened(tmp_path, open_it)
    listed = [name for _, name in first.paint(SIZE, "").spots if not name.startswith("<")]
    silent = []
    for key in listed:
        page = opened(tmp_path, open_it)
        before = noticed(page)
        keys(page, key)
        if noticed(page) == before:
            silent.append(key)
    assert listed
    assert not silent
