"""A screen asks rules that did not return no second time where they would not return again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bastide.cli.catalogs import Catalogs, Language, own_catalogs
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.local_session import LocalSession, begin
from bastide.cli.sessions.ports import LocalWish
from bastide.core.calls import Call, NeverReturned
from bastide.core.plugins import Setup
from bastide.core.screen import Cursor
from bastide.net.storage.store import Store
from tests.cli import raising
from tests.cli.fakes import FakeLobby, make_shell
from tests.cli.raising import SWITCH, Switch

SETUP = Setup("stones", 2, (), (("seating", "listed"),))
HERE = Call(raising.__name__, raising.legal.__code__, 97)
CURSOR = Cursor()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return the places that did not return, each time that they were asked."""
    found: list[str] = []
    switched = Switch.__call__

    def counted(self: Switch, place: str, answer: Callable[[], Any]) -> Any:  # noqa: ANN401  # of any function
        if place == self.at:
            found.append(place)
        return switched(self, place, answer)

    monkeypatch.setattr(Switch, "__call__", counted)
    yield found
    SWITCH.at = ""


@pytest.fixture
def texts() -> Language:
    return Catalogs(own_catalogs()).texts("en")


@pytest.fixture
def session(tmp_path: Path, texts: Language) -> Iterator[LocalSession]:
    plugins = raising.plugins()
    with Store(tmp_path / "data") as store:
        wish = LocalWish(SETUP, ())
        yield begin(store, plugins, texts, store.identity(), "Ada", wish, seed=bytes(32), pace=0.0)


@pytest.fixture
def page(session: LocalSession, tmp_path: Path) -> TablePage:
    shell: Shell = make_shell(FakeLobby(raising.plugins(), ()), tmp_path)
    page = TablePage(shell, session)
    page.changed()
    return page


def hang(at: str) -> None:
    SWITCH.at, SWITCH.fault = at, NeverReturned(HERE, 10)


def test_what_is_legal_is_asked_once_for_each_screen_and_not_at_each_frame(
    session: LocalSession, asked: list[str]
) -> None:
    hang("legal")
    s = session.state
    s.legal = None

    for _ in range(5):
        assert session.screen.places(s, 0, CURSOR) == []
        assert "The rules cannot say what is possible" in session.screen.hint(s, 0, CURSOR)[0]

    assert len(asked) == 2, "the game's screen, and the default one"
    assert session.faults[-1] == (
        "The rules of stones failed: it did not return within 10 s (raising.py:97)."
    )


def test_another_position_is_asked_about_anew(session: LocalSession, asked: list[str]) -> None:
    hang("legal")
    s = session.state
    s.legal = None
    session.screen.places(s, 0, CURSOR)
    SWITCH.at = ""
    t = s.clone()
    t.turn += 1

    assert session.screen.places(s, 0, CURSOR) == []
    assert session.screen.places(t, 0, CURSOR)


def test_gains_that_never_come_are_asked_for_once(
    session: LocalSession, page: TablePage, asked: list[str]
) -> None:
    hang("project")
    for _ in range(5):
        page.paint((120, 36), "")
        assert session.projections == session.state.scores
    assert len(asked) == 1
