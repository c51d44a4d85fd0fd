"""The whole program on a terminal in memory, driven by a script of keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.shell import Shell, Size
from bastide.cli.screens.table_page import TablePage
from bastide.core.plugins import Setup
from tests.cli.driver import Driver, driven
from tests.cli.fakes import FakeLobby, FakeSession, make_shell
from tests.cli.pebbles import pebble_plugins
from tests.cli.rows import ROWS

Script = Callable[[Driver], Coroutine[None, None, None]]


@pytest.fixture
def lobby() -> FakeLobby:
    return FakeLobby(pebble_plugins(), ROWS)


@pytest.fixture
def shell(lobby: FakeLobby, tmp_path: Path) -> Shell:
    return make_shell(lobby, tmp_path)


@pytest.fixture
def session() -> FakeSession:
    return FakeSession(pebble_plugins(), Setup("pebbles", 2, (), (("seating", "listed"),)))


def play(shell: Shell, page: object, script: Script, size: Size = (120, 36)) -> None:
    """Run a script against the program."""

    async def run() -> None:
        async with driven(shell, page, size) as driver:  # type: ignore[arg-type]  # pages of all kinds
            await script(driver)

    asyncio.run(run())


def at_table(shell: Shell, session: FakeSession, script: Script, size: Size = (120, 36)) -> None:
    shell.open(LobbyPage(shell))
    play(shell, TablePage(shell, session), script, size)
