"""Plugins that watch a live table: what they are told, as whose eyes, and what one may break."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.sessions.local_session import LocalSession
from bastide.cli.sessions.replay_session import ReplaySession
from bastide.core.events import Event
from bastide.core.hookspecs import Manifest
from bastide.core.plugins import Plugins, Setup
from bastide.core.state import PUBLIC, State
from bastide.net.local import load_game, new_game
from bastide.net.storage.store import Store
from tests.cli.raising import plugin as stones
from tests.cli.sessions import take_turn
from tests.core.cards import cards
from tests.core.games import plugin

STONES = Setup("stones", 2, (), (("seating", "listed"),))
NOBODY: Mapping[int, str] = MappingProxyType({})
CARDS = Setup("cards", 2, (), (("seating", "listed"),))


class Call(NamedTuple):
    """What a plugin was told."""

    table: str
    state: State
    events: tuple[Event, ...]


class Ears:
    """An extra that notes what it is told, and does what a test wants."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.then: Callable[[State], None] = lambda s: None

    def plugins(self) -> Plugins:
        """Return plugins with this one among them."""

        def event(table: str, state: State, events: tuple[Event, ...]) -> None:
            self.calls.append(Call(table, state, events))
            self.then(state)

        made = Manifest("ears", "1", "extra")
        ears = plugin("ears", manifest=lambda: made, event=event)
        return Plugins({"stones": stones, "cards": cards, "ears": lambda: ears})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "data") as store:
        yield store


def opened(
    store: Store, plugins: Plugins, setup: Setup, bots: Mapping[int, str] = NOBODY
) -> LocalSession:
    texts = Catalogs([*own_catalogs(), *plugins.catalogs()]).texts("en")
    me, names = store.identity(), ("Ada", "Bob")
    game = new_game(store, plugins, me, setup, names, dict(bots), seed=bytes(32), title="Friday")
    return LocalSession(plugins, texts, game, pace=0.0)


def test_a_watcher_is_told_once_of_all_that_is_played_and_of_nothing_else(store: Store) -> None:
    ears = Ears()
    plugins = ears.plugins()
    session = opened(store, plugins, STONES)
    for _ in range(3):
        take_turn(session)
    assert {call.table for call in ears.calls} == {"Friday"}
    told = [event for call in ears.calls for event in call.events]
    assert told == [event for done in session.table.done for event in done.events]
    assert told
    assert session.rules.digest(ears.calls[-1].state) == session.rules.digest(session.table.state)

    calls = len(ears.calls)
    session.choose(session.rules.legal(session.state)[0])
    session.undo()
    assert not session.draft
    session.undo()
    assert len(ears.calls) == calls, "neither a draft nor what is taken back is told"
    texts = session._texts
    ReplaySession(plugins, texts, session.table.journal, "again").go(1)
    session._local.close()
    game = load_game(store, plugins, store.identity(), store.games()[0])
    later = LocalSession(plugins, texts, game, pace=0.0)
    assert len(ears.calls) == calls, "what is stored is no news"
    take_turn(later)
    assert len(ears.calls) == calls + 1


@pytest.mark.parametrize(("bots", "eyes"), [(NOBODY, PUBLIC), ({1: "random"}, 0)])
def test_a_watcher_knows_no_more_than_who_sits_here(
    bots: Mapping[int, str], eyes: int, store: Store
) -> None:
    ears = Ears()
    session = opened(store, ears.plugins(), CARDS, bots)
    session.take_over()
    take_turn(session)
    s = ears.calls[-1].state
    assert s.eyes == eyes
    for seat in range(2):
        faces = [s.face(item) for item in s.cards().hidden(seat)]
        assert faces
        assert all((face is not None) == (seat == eyes) for face in faces)


def test_a_watcher_that_spoils_what_it_is_given_spoils_no_table(store: Store) -> None:
    ears = Ears()
    ears.then = lambda s: s.parts.clear()
    session = opened(store, ears.plugins(), STONES)
    take_turn(session)
    assert session.table.state.parts


def test_a_watcher_that_raises_is_named_once_and_told_nothing_more(store: Store) -> None:
    def fail(s: State) -> None:
        raise SystemExit(3)

    ears = Ears()
    ears.then = fail
    session = opened(store, ears.plugins(), STONES)
    take_turn(session)
    take_turn(session)
    assert len(ears.calls) == 1
    [said] = session.faults
    assert said.startswith("Plugin ears failed: SystemExit: 3")
    assert [item.sentence for item in session.log].count(said) == 1
