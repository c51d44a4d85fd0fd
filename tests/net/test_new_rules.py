"""A table of this computer goes on under other rules files, where all comes out the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from bastide.core.events import Term
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.journal import Entry, JournalFile
from bastide.core.plugins import Plugins, Setup
from bastide.net import new_rules
from bastide.net.errors import StoreError
from bastide.net.games import judge_content
from bastide.net.local import LocalGame, load_game, new_game
from bastide.net.new_rules import renew
from bastide.net.rules_guard import GameError, RulesFailed
from bastide.net.storage.store import GameRow, Store
from tests.net import race as races
from tests.net.race import race, track
from tests.net.test_local import decide

TURNS = 4
"""How many decisions are played with the old files."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "data") as opened:
        yield opened


def plugins(files: bytes = b"old", version: str = "1.0", **hooks: object) -> Plugins:
    """Return plugins with a race of other rules files, or another version, or other hooks."""

    def made() -> ModuleType:
        module = race()
        module.bastide_manifest = hookimpl(  # type: ignore[attr-defined]  # in place of its own
            lambda: Manifest("race", version, "game", seats=(2, 6))
        )
        for name, hook in hooks.items():
            setattr(module, name, hook)
        return module

    found = Plugins({"race": made})
    assert found.faults == []
    found._ids["race"] = files.ljust(32, b"\0")
    return found


@pytest.fixture
def row(store: Store) -> GameRow:
    """Return a table that was played for a while with the old files, and closed."""
    setup, bots = Setup("race", 2), {1: "random"}
    game = new_game(store, plugins(), store.identity(), setup, ["Ann", "Rob"], bots, title="Home")
    for n in range(TURNS):
        decide(game, n % 2)
    game.close()
    [found] = store.games()
    return found


def went_on(store: Store, installed: Plugins) -> LocalGame:
    [found] = store.games()
    game = load_game(store, installed, store.identity(), found)
    while not game.table.over:
        decide(game)
    return game


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.0.1", "2", "10.0"])
def test_a_table_goes_on_with_mended_files_of_the_same_or_a_newer_version(
    version: str, store: Store, row: GameRow
) -> None:
    before = load_game(store, plugins(), store.identity(), row)
    scores, at = before.table.state.scores, track(before.table.state).at
    before.close()
    installed = plugins(b"new", version)
    with pytest.raises(GameError, match="begun with"):
        load_game(store, installed, store.identity(), row)

    found = renew(store, installed, store.identity(), row)

    assert [each.game_id for each in store.games()] == [found.game_id]
    kept = (found.title, found.bots, found.created, found.steps)
    assert kept == (row.title, row.bots, row.created, row.steps)
    store.check()
    game = load_game(store, installed, store.identity(), found)
    assert (game.table.state.scores, track(game.table.state).at) == (scores, at)
    game.close()
    journal = went_on(store, installed).table.journal
    entries = tuple(Entry(e.body, e.signature) for e in store.entries(found.game_id))
    content = JournalFile(journal.genesis.data, journal.accepts, entries, journal.prev)
    assert judge_content(installed, content).good, "whoever has the new files can verify it"


def test_with_the_rules_that_it_began_with_a_table_stays_as_it_is(
    store: Store, row: GameRow
) -> None:
    entries = store.entries(row.game_id)
    assert renew(store, plugins(), store.identity(), row) == row
    assert store.entries(row.game_id) == entries


def test_what_comes_out_differently_is_refused_and_nothing_changes(
    store: Store, row: GameRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = store.entries(row.game_id)
    monkeypatch.setattr(races, "Term", lambda n, unit: Term(2 * n, unit))
    with pytest.raises(GameError, match=r"entry \d of this table comes out differently") as refused:
        renew(store, plugins(b"new"), store.identity(), row)
    number = dict(refused.value.message.fields)["n"]
    assert isinstance(number, int)
    assert 1 < number <= TURNS
    assert store.games() == [row]
    assert store.entries(row.game_id) == entries
    monkeypatch.undo()
    assert went_on(store, plugins()).table.over


def test_rules_that_still_raise_are_named_with_the_entry(
    store: Store, row: GameRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(n: int, unit: str) -> None:
        raise KeyError("x")

    monkeypatch.setattr(races, "Term", fail)
    with pytest.raises(RulesFailed, match=r"entry \d .*: the rules of race failed: KeyError: 'x'"):
        renew(store, plugins(b"new"), store.identity(), row)
    assert store.games() == [row]


@pytest.mark.parametrize("version", ["0.9", "1", "1.0a", "spring"])
def test_an_older_version_is_refused(version: str, store: Store, row: GameRow) -> None:
    with pytest.raises(GameError, match=f"race 1.0, and {version} is not known to be newer"):
        renew(store, plugins(b"new", version), store.identity(), row)
    assert store.games() == [row]


def broken() -> ModuleType:
    raise ZeroDivisionError("division by zero")


@pytest.mark.parametrize(
    ("sources", "said"),
    [({}, "which is not installed"), ({"race": broken}, "installed but fails: .*division by zero")],
)
def test_b14_a_plugin_that_is_not_there_is_told_from_one_that_cannot_be_loaded(
    store: Store, row: GameRow, sources: dict[str, Callable[[], ModuleType]], said: str
) -> None:
    with pytest.raises(GameError, match=said):
        renew(store, Plugins(sources), store.identity(), row)
    assert store.games() == [row]


def test_a_table_that_is_open_or_of_others_is_left_alone(
    store: Store, row: GameRow, tmp_path: Path
) -> None:
    with Store(tmp_path / "data") as another:
        another.lock_game(row.game_id)
        with pytest.raises(StoreError, match="has this game open"):
            renew(store, plugins(b"new"), store.identity(), row)
    assert new_rules.cannot_renew(plugins(b"new"), row.genesis) is None
    shared = replace(row.genesis, deal="open")
    said = new_rules.cannot_renew(plugins(b"new"), shared)
    assert said is not None
    assert said.id.startswith("Others sit at this table")
