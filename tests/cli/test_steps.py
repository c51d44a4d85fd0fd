"""A turn that is sent in steps: a tile out of a hidden hand lies open before a meeple is put."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, Language, own_catalogs
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.local_session import LocalSession, begin
from bastide.cli.sessions.ports import LocalWish
from bastide.core.plugins import Plugins, Setup
from bastide.net.storage.store import Store
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.turn import MEEPLE, PLACE
from tests.cli.fakes import FakeLobby, make_shell
from tests.cli.test_hands import Typed, play_lines

pytestmark = pytest.mark.plays("strategic")

LISTED = (("seating", "listed"),)
HANDS = Setup("carcassonne", 2, ("strategic",), LISTED)
PLAIN = Setup("carcassonne", 2, (), LISTED)

Open = Callable[[Setup], LocalSession]


@pytest.fixture(scope="module", params=["en", "fr"])
def texts(request: pytest.FixtureRequest, plugins: Plugins) -> Language:
    return Catalogs([*own_catalogs(), *plugins.catalogs()]).texts(request.param)


@pytest.fixture
def table(tmp_path: Path, plugins: Plugins, texts: Language) -> Iterator[Open]:
    with Store(tmp_path / "data") as store:

        def make(setup: Setup) -> LocalSession:
            me, wish = store.identity(), LocalWish(setup, ())
            return begin(store, plugins, texts, me, "Ada", wish, seed=bytes(32), pace=0.0)

        yield make


@pytest.fixture
def shell(tmp_path: Path, plugins: Plugins) -> Shell:
    return make_shell(FakeLobby(plugins), tmp_path)


def test_a_draft_says_why_it_ends(table: Open) -> None:
    session = table(HANDS)
    session.take_over()
    ends = [session.draft_end]
    for _ in range(2):
        session.choose(session.rules.legal(session.state)[0])
        ends.append(session.draft_end)
        session.confirm()
    assert ends == ["", "open", "deal"]


def test_a_turn_that_is_over_says_so(table: Open) -> None:
    session = table(PLAIN)
    session.choose(session.rules.legal(session.state)[0])
    assert session.draft_end == ""
    session.choose(session.rules.legal(session.state)[0])
    assert session.draft_end == "turn"


def test_after_the_tile_the_meeple_comes_up_on_it_by_itself(table: Open, shell: Shell) -> None:
    session = table(HANDS)
    session.take_over()
    page = TablePage(shell, session)
    shell.open(page)
    page.paint((60, 18), "")
    assert session.state.phase == PLACE
    laid_at = page.model.cursor.x, page.model.cursor.y

    page.key("enter")
    assert session.needs_confirm
    page.key("enter")
    page.changed()

    assert (session.state.phase, session.draft, session.needs_confirm) == (MEEPLE, 0, False)
    assert page.model.my_turn
    assert session.handover == ""
    assert (page.model.cursor.x, page.model.cursor.y) == laid_at
    assert board(session.state).placed[-1][1:3] == laid_at


SAID = {
    "en": (
        "Enter once more shows it to all, then it goes on; Ctrl-Z takes it back.",
        "done shows it to all, then it goes on; undo takes it back.",
        "done sends it, then the table deals; undo takes it back.",
    ),
    "fr": (
        "Entrée encore une fois le montre à tous, puis on continue\u202f; Ctrl-Z reprend.",
        "terminer le montre à tous, puis on continue\u202f; annuler le reprend.",
        "terminer l’envoie, puis la table distribue\u202f; annuler le reprend.",
    ),
}


def test_the_hint_says_what_enter_does(table: Open, texts: Language, shell: Shell) -> None:
    shell.speak(texts.language)
    session = table(HANDS)
    session.take_over()
    page = TablePage(shell, session)
    shell.open(page)
    page.paint((120, 36), "")
    page.key("enter")
    assert SAID[texts.language][0] in "\n".join(page.paint((120, 36), "").grid.lines())


def test_lines_say_what_done_does(
    table: Open, texts: Language, capsys: pytest.CaptureFixture[str]
) -> None:
    play_lines(table(HANDS), texts, Typed("1", "done", "1", "done", interactive=False))
    said = capsys.readouterr().out
    assert SAID[texts.language][1] in said
    assert SAID[texts.language][2] in said
