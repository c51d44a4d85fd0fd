"""A game seen again: from the position before its first decision, with nothing to choose."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.depth import Display
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.cli.screens.table_view import arranged
from bastide.cli.sessions.local_session import LocalSession, begin
from bastide.cli.sessions.ports import LocalWish, Session
from bastide.cli.sessions.replay_session import ReplaySession
from bastide.core.plugins import Plugins, Setup
from bastide.net.storage.store import Store
from tests.cli.fakes import FakeLobby, make_shell
from tests.cli.sessions import take_turn

GAME = Setup("carcassonne", 2, (), (("seating", "listed"),))
SIZE = (120, 36)

NUMBER = re.compile(r"(?<!\w)[1-9](?!\w)")
"""The number of a place, which columns and rows do not look like."""


@pytest.fixture
def played(tmp_path: Path, plugins: Plugins) -> Iterator[LocalSession]:
    texts = Catalogs([*own_catalogs(), *plugins.catalogs()]).texts("en")
    with Store(tmp_path / "data") as store:
        wish, me = LocalWish(GAME, ()), store.identity()
        yield begin(store, plugins, texts, me, "Ada", wish, seed=bytes(32), pace=0.0)


@pytest.fixture
def shell(tmp_path: Path, plugins: Plugins) -> Shell:
    return make_shell(FakeLobby(plugins), tmp_path, Display("none", "unicode"))


def replayed(session: LocalSession) -> ReplaySession:
    found: Session = asyncio.run(session.replayed())
    assert isinstance(found, ReplaySession)
    return found


def board_of(page: TablePage) -> str:
    """Return the characters of the board pane."""
    grid = page.paint(SIZE, "").grid
    at = arranged(page.model, page.shell.pen, SIZE)[0].board
    rows = grid.chars[at.y : at.y + at.height]
    return "\n".join("".join(row[at.x : at.x + at.width]) for row in rows)


def test_a_replay_begins_before_the_first_decision(played: LocalSession) -> None:
    first, digest = played.state.clone(), played.rules.digest
    for _ in range(3):
        take_turn(played)
    taken = len([done for done in played.table.done if done.action is not None])

    session = replayed(played)

    assert (session.at, session.length) == (0, taken)
    assert digest(session.state) == digest(first)
    assert session.log == []
    session.go(1)
    assert session.fresh
    assert session.log
    session.go(taken)
    assert digest(session.state) == digest(played.state)


def test_a_replay_of_a_game_without_decisions_has_one_position(played: LocalSession) -> None:
    session = replayed(played)
    assert session.length == 0
    assert played.rules.digest(session.state) == played.rules.digest(played.state)


def test_a_replay_shows_no_places_to_choose(played: LocalSession, shell: Shell) -> None:
    assert NUMBER.search(board_of(TablePage(shell, played)))
    take_turn(played)
    session = replayed(played)
    page = TablePage(shell, session)
    for at in range(session.length + 1):
        session.go(at)
        page.changed()
        assert not NUMBER.search(board_of(page))
