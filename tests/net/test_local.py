"""Games at one computer: durable before they count, taken back, opened again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bastide.core.draft import Draft
from bastide.core.plugins import Plugins, Setup
from bastide.net.errors import PeerError, StoreError
from bastide.net.games import GameError
from bastide.net.identity import Identity
from bastide.net.local import LocalGame, load_game, new_game
from bastide.net.storage.store import GameStatus, Store
from tests.net.race import plugins, track

SEED = bytes(32)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "data") as opened:
        yield opened


def begin(store: Store, bots: dict[int, str] | None = None) -> LocalGame:
    identity = store.identity()
    return new_game(
        store, plugins(), identity, Setup("race", 2), ["Ann", "Rob"], bots or {}, seed=SEED
    )


def decide(game: LocalGame, choice: int = 0) -> None:
    draft = Draft(game.table, game.table.acting[0])
    draft.choose(draft.legal()[choice])
    game.write(draft)


def play(game: LocalGame, decisions: int = 1_000) -> None:
    random = Random(1)
    for _ in range(decisions):
        if game.table.over:
            return
        draft = Draft(game.table, game.table.acting[0])
        draft.choose(random.choice(draft.legal()))
        game.write(draft)


def test_a_whole_game_is_kept_and_over(store: Store) -> None:
    game = begin(store)
    play(game)
    assert game.table.over
    [row] = store.games()
    assert row.status is GameStatus.OVER
    assert len(store.entries(game.game_id)) == game.table.journal.step


def test_a_game_of_another_identity_is_not_gone_on_with(store: Store) -> None:
    begin(store).close()
    [row] = store.games()
    with pytest.raises(GameError, match="belongs to this data folder"):
        load_game(store, plugins(), Identity.create(), row)


def test_every_decision_is_there_when_it_is_opened_again(store: Store) -> None:
    game = begin(store, {1: "random"})
    play(game, 5)
    digest = game.table.state_digest
    game.close()
    again = load_game(store, plugins(), store.identity(), store.games()[0])
    assert again.table.state_digest == digest
    assert (again.mine, again.bots) == ((0,), {1: "random"})
    assert again.table.journal.step == 5


def test_the_last_own_decision_is_taken_back_with_all_after_it(store: Store) -> None:
    game = begin(store, {1: "random"})
    assert not game.take_back()
    before = game.table.state_digest
    own = game.table.place_of(game.table.acting[0]) == 0
    play(game, 1 if own else 2)
    play(game, 2)
    while game.take_back():
        pass
    assert game.last_own_step() is None
    assert store.branches(game.game_id)
    if own:
        assert game.table.state_digest == before


def test_what_was_taken_back_is_brought_back_where_it_follows(store: Store) -> None:
    game = begin(store)
    play(game, 3)
    digest, step = game.table.state_digest, game.last_own_step()
    assert step is not None
    dropped = game.since(step)
    game.take_back()
    game.bring_back(dropped)
    assert game.table.state_digest == digest
    assert len(store.entries(game.game_id)) == game.table.journal.step
    with pytest.raises(PeerError):
        game.bring_back(dropped)
    assert game.table.state_digest == digest


def test_what_was_over_is_not_over_when_it_is_taken_back(store: Store) -> None:
    game = begin(store)
    play(game)
    assert game.take_back()
    assert store.games()[0].status is GameStatus.PLAYING


def test_a_draft_of_another_position_is_refused_and_nothing_is_kept(store: Store) -> None:
    game = begin(store)
    stale = Draft(game.table, game.table.acting[0])
    stale.choose(stale.legal()[0])
    decide(game, 1)
    digest, entries = game.table.state_digest, len(store.entries(game.game_id))
    with pytest.raises(PeerError, match=r"\.$"):
        game.write(stale)
    assert (game.table.state_digest, len(store.entries(game.game_id))) == (digest, entries)


def test_a_disk_that_refuses_leaves_the_table_as_it_was(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(store)
    decide(game)
    digest, done = game.table.state_digest, len(game.table.done)

    def refuse(*_: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(store, "append", refuse)
    with pytest.raises(StoreError, match="The disk is full"):
        decide(game)
    assert (game.table.state_digest, len(game.table.done)) == (digest, done)
    monkeypatch.undo()
    decide(game)


def test_a_plugin_that_raises_leaves_the_table_as_it_was(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(store)
    digest = game.table.state_digest
    draft = Draft(game.table, game.table.acting[0])
    draft.choose(draft.legal()[0])
    monkeypatch.setattr(game.table.rules, "apply", lambda *_: track(game.table.state).at[9])
    with pytest.raises(GameError, match="The rules of race failed: IndexError"):
        game.write(draft)
    monkeypatch.undo()
    assert game.table.state_digest == digest
    assert not store.entries(game.game_id)


def test_a_status_that_cannot_be_noted_does_not_spoil_the_end(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(store, "set_status", refuse)
    game = begin(store)
    play(game)
    assert game.table.over


def test_a_game_that_cannot_be_opened_is_not_locked(store: Store, tmp_path: Path) -> None:
    game = begin(store)
    play(game, 3)
    game.close()
    row = store.games()[0]
    with pytest.raises(GameError, match="no plugin 'race'"):
        load_game(store, Plugins({}), store.identity(), row)
    with Store(tmp_path / "data") as other:
        other.lock_game(row.game_id)
        with pytest.raises(StoreError, match="has this game open"):
            load_game(store, plugins(), store.identity(), row)
