"""A table of pebbles on its screen, whose first seat is played here."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.core.plugins import Setup
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeSession
from tests.cli.pages import at_the_list
from tests.cli.pebbles import pebble_plugins

LISTED = (("seating", "listed"),)


@pytest.fixture
def effects() -> NotedEffects:
    return NotedEffects()


@pytest.fixture
def shell(tmp_path: Path, effects: NotedEffects) -> Shell:
    return at_the_list(tmp_path, effects)


@pytest.fixture
def session() -> FakeSession:
    return FakeSession(pebble_plugins(), Setup("pebbles", 2, (), LISTED))


@pytest.fixture
def page(shell: Shell, session: FakeSession) -> TablePage:
    page = TablePage(shell, session)
    shell.open(page)
    page.paint((120, 36), "")
    return page


def said(page: TablePage) -> str:
    return page.model.message
