"""What tables of this computer are called: after what is played there, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, Language, own_catalogs
from bastide.cli.sessions.local_session import LocalSession, begin
from bastide.cli.sessions.ports import LocalWish
from bastide.cli.sessions.stored_titles import StoredTitles
from bastide.core.plugins import Plugins, Setup
from bastide.net.errors import StoreError
from bastide.net.local import new_game
from bastide.net.storage.store import Store
from tests.cli.pebbles import pebble_plugins

SETUP = Setup("pebbles", 2)
TIME = r"\d+ \S+ \d\d:\d\d"
ENGLISH, FRENCH = f"Pebbles against greedy, {TIME}", f"Pebbles contre greedy, {TIME}"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "data") as store:
        yield store


@pytest.fixture
def pebbles() -> Plugins:
    return pebble_plugins()


def texts(plugins: Plugins, language: str) -> Language:
    return Catalogs([*own_catalogs(), *plugins.catalogs()]).texts(language)


def opened(store: Store, pebbles: Plugins) -> LocalSession:
    wish = LocalWish(SETUP, ("greedy",))
    return begin(store, pebbles, texts(pebbles, "en"), store.identity(), "Ada", wish, pace=0.0)


def titles(store: Store, pebbles: Plugins, language: str) -> StoredTitles:
    return StoredTitles(store, pebbles, texts(pebbles, language))


def test_a_table_is_called_in_the_language_of_who_reads_it(store: Store, pebbles: Plugins) -> None:
    session = opened(store, pebbles)
    assert re.fullmatch(ENGLISH, session.title)
    session.retell(texts(pebbles, "fr"))
    assert re.fullmatch(FRENCH, session.title)

    [english] = titles(store, pebbles, "en").games()
    [french] = titles(store, pebbles, "fr").games()
    assert re.fullmatch(ENGLISH, english.title)
    assert re.fullmatch(FRENCH, french.title)
    assert titles(store, pebbles, "fr").find(french.title.upper()) == french
    with pytest.raises(StoreError, match="No stored game is called Pebbles against"):
        titles(store, pebbles, "fr").find(english.title)


def test_tables_of_one_minute_have_titles_that_differ(
    store: Store, pebbles: Plugins, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bastide.net.storage.game_list._now", lambda: 1_000_000)
    first, second = opened(store, pebbles), opened(store, pebbles)
    assert second.title == f"{first.title} (2)"
    assert [row.title for row in titles(store, pebbles, "en").games()] == [
        second.title,
        first.title,
    ]


def test_a_title_that_was_written_down_stays(store: Store, pebbles: Plugins) -> None:
    """Folders of older versions have one for each table."""
    names, bots = ("Ada", "greedy"), {1: "greedy"}
    new_game(store, pebbles, store.identity(), SETUP, names, bots, title="Pebbles, 29 nov. 21:40")
    [row] = titles(store, pebbles, "en").games()
    assert row.title == "Pebbles, 29 nov. 21:40"
    assert titles(store, pebbles, "en").find("pebbles, 29 nov. 21:40") == row


def test_a_table_whose_game_is_not_installed_is_called_by_its_id(
    store: Store, pebbles: Plugins
) -> None:
    opened(store, pebbles)
    [row] = titles(store, Plugins({}), "en").games()
    assert re.fullmatch(ENGLISH.replace("Pebbles", "pebbles"), row.title)


def test_the_id_of_a_game_names_a_table_if_there_is_one_of_it(
    store: Store, pebbles: Plugins
) -> None:
    opened(store, pebbles)
    found = titles(store, pebbles, "en")
    assert found.find("pebbles") == found.games()[0]
    opened(store, pebbles)
    with pytest.raises(StoreError, match="More than one game is called pebbles: "):
        found.find("pebbles")
