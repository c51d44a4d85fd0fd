"""How a game is played, in its help: what the game and each extension of the table say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.lines.line_words import LineWords
from bastide.cli.lines.telling import Teller
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.local_session import begin
from bastide.cli.sessions.ports import LocalWish
from bastide.core.plugins import Plugins, Setup
from bastide.net.storage.store import Store
from tests.cli.fakes import FakeLobby, make_shell

pytestmark = pytest.mark.plays("strategic", "inns_and_cathedrals")

LISTED = (("seating", "listed"),)
EXTENSIONS = ("inns_and_cathedrals", "strategic")
SIZE = (120, 36)

Open = Callable[..., TablePage]


@pytest.fixture
def table(tmp_path: Path, plugins: Plugins) -> Iterator[Open]:
    with Store(tmp_path / "data") as store:

        def make(*extensions: str, language: str = "en") -> TablePage:
            texts = Catalogs([*own_catalogs(), *plugins.catalogs()]).texts(language)
            wish = LocalWish(Setup("carcassonne", 2, extensions, LISTED), ())
            session = begin(store, plugins, texts, store.identity(), "Ada", wish, pace=0.0)
            shell = make_shell(FakeLobby(plugins), tmp_path, language=language)
            page = TablePage(shell, session)
            shell.open(page)
            return page

        yield make


def told(page: TablePage) -> str:
    """Return everything that the open box holds, scrolled from its start to its end."""
    seen: list[str] = []
    for _ in range(10):
        page.paint(SIZE, "")
        over = page.overlay(SIZE)
        assert over
        rows = ["".join(row).strip("│╭╮╰╯ ") for row in over[1].chars[1:-1]]
        seen += [row for row in rows if row not in seen]
        page.key("pagedown")
    return " ".join(" ".join(seen).split())


def test_the_help_of_a_table_says_how_it_is_played(table: Open, plugins: Plugins) -> None:
    page = table(*EXTENSIONS)
    page.key("f1")
    shown = told(page)
    for id in ("carcassonne", *EXTENSIONS):
        for sentence in plugins.manifests[id].about:
            assert sentence in shown
    assert shown.index("Choose, put down") < shown.index("Each turn you lay one tile")


def test_the_rules_alone_are_a_command(table: Open) -> None:
    page = table(*EXTENSIONS)
    page.submit(":rules")
    shown = told(page)
    assert shown.index("Each turn you lay") < shown.index("A road with an inn")
    assert "Hand of three tiles" in shown
    assert "Choose, put down" not in shown


def test_only_what_is_at_the_table_is_told(table: Open) -> None:
    page = table()
    page.submit(":rules")
    shown = told(page)
    assert "Each turn you lay one tile" in shown
    assert "inn " not in shown
    assert "three tiles" not in shown


def test_the_rules_are_told_in_french(table: Open) -> None:
    page = table(*EXTENSIONS, language="fr")
    page.key("f1")
    shown = told(page)
    for words in ("À chaque tour vous posez", "Chacun tient trois tuiles", "avec une auberge"):
        assert words in shown
    for english in ("you lay", "Everybody", "is finished"):
        assert english not in shown


def test_the_help_lists_the_commands_of_the_game(table: Open) -> None:
    page = table(*EXTENSIONS)
    page.key("f1")
    shown = told(page)
    for line in (":place 3", ":place 3W 2N r1", ":tile 2", ":meeple road", ":meeple none"):
        assert line in shown
    for line in (":meeple road large", ":fields", ":tiles", ":done", ":lang"):
        assert line in shown
    page = table()
    page.key("f1")
    assert ":tile 2" not in told(page)


def test_line_mode_tells_rules_and_commands_at_any_time(table: Open) -> None:
    page = table(*EXTENSIONS)
    session, texts = page.session, page.shell.texts
    assert session.handover  # nobody is to decide just now
    words = LineWords(session, texts, Teller(session, texts, "unicode"), send_at_once=False)

    rules, shown = words.obey("rules"), words.obey("help")

    assert rules[0] == "Carcassonne"
    assert "Inns & Cathedrals" in rules
    assert "  There are 18 more tiles, and up to six can play." in rules
    listed = {line.split()[0] for line in shown}
    assert {"place", "tile", "meeple", "fields", "tiles", "done", "rules"} <= listed
