"""The list of tables on a screen, with rows of each kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.shell import Shell
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeLobby, make_shell
from tests.cli.pebbles import pebble_plugins
from tests.cli.rows import ROWS


@pytest.fixture
def lobby() -> FakeLobby:
    return FakeLobby(pebble_plugins(), ROWS)


@pytest.fixture
def effects() -> NotedEffects:
    return NotedEffects()


@pytest.fixture
def shell(lobby: FakeLobby, tmp_path: Path, effects: NotedEffects) -> Shell:
    shell = make_shell(lobby, tmp_path)
    shell.effects = effects
    return shell


@pytest.fixture
def page(shell: Shell) -> LobbyPage:
    page = LobbyPage(shell)
    shell.open(page)
    return page
