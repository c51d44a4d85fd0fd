from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from bastide.core.encoding import enc
from bastide.core.journal import Entry, Proof
from bastide.net.errors import StoreError, UsageError
from bastide.net.identity import Address
from bastide.net.storage.database import FILE_NAME
from bastide.net.storage.store import (
    GameStatus,
    Store,
    Trust,
)
from tests.net.storage.games import ANN, BOB, a_genesis, an_entry


def test_the_identity_stays_and_bots_have_their_own(store: Store, folder: Path) -> None:
    me = store.identity()
    bot = store.bot_identity("table:1")
    assert len({me.key, bot.key, store.bot_identity("table:2").key}) == 3
    with Store(folder) as again:
        assert again.identity().seed == me.seed
        assert again.bot_identity("table:1").key == bot.key


def test_nobody_else_can_read_the_folder(store: Store, folder: Path) -> None:
    store.identity()
    store.lock_identity()
    files = [each for each in folder.rglob("*") if each.is_file()]
    assert {each.name for each in files} >= {FILE_NAME, "identity"}
    if sys.platform != "win32":  # Windows has no such modes
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert {stat.S_IMODE(each.stat().st_mode) for each in files} == {0o600}


def test_a_folder_with_other_things_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "letter.txt").touch()
    Store(tmp_path).close()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    assert stat.S_IMODE((tmp_path / FILE_NAME).stat().st_mode) == 0o600


def test_a_game_comes_back_as_it_was_added(store: Store, folder: Path, game: bytes) -> None:
    with Store(folder) as again:
        row = again.game(game)
    assert row is not None
    assert row.genesis == a_genesis()
    assert row.accepts == (b"a" * 64, b"b" * 64)
    assert row.masters == {0: b"m" * 32}
    assert (row.title, row.status, row.steps) == ("Ann's table", "playing", 0)
    assert row.bots == {}


def test_adding_a_game_again_changes_nothing(store: Store, game: bytes) -> None:
    store.add_game(a_genesis(), (), {0: b"x" * 32}, title="other", bots={1: "greedy"})
    row = store.game(game)
    assert row is not None
    assert (row.title, row.masters, row.bots) == ("Ann's table", {0: b"m" * 32}, {})


def test_status_and_bots_are_kept(store: Store) -> None:
    genesis = a_genesis(3)
    store.add_game(genesis, (), {}, bots={1: "greedy"}, status=GameStatus.FROZEN)
    store.set_status(genesis.game_id, GameStatus.OVER)
    row = store.game(genesis.game_id)
    assert row is not None
    assert (row.bots, row.status) == ({1: "greedy"}, GameStatus.OVER)
    assert store.game(b"?" * 32) is None


def test_games_are_listed_newest_first(store: Store, game: bytes) -> None:
    store.add_game(a_genesis(2), (), {})
    assert [each.game_id for each in store.games()] == [a_genesis(2).game_id, game]


def test_a_game_is_found_by_title_or_start_of_its_id(store: Store, game: bytes) -> None:
    for text in ("Ann's table", "ann's TABLE", game.hex(), game.hex()[:4], game.hex()[:6].upper()):
        assert store.find_game(text).game_id == game


def test_a_game_that_is_not_one_is_said(store: Store, game: bytes) -> None:
    for text in ("nobody", game.hex()[:3], ""):
        with pytest.raises(StoreError, match="No stored game"):
            store.find_game(text)
    store.add_game(a_genesis(2), (), {}, title="Ann's table")
    with pytest.raises(StoreError, match=f"More than one .*{game.hex()[:8]}"):
        store.find_game("ann's table")


def test_entries_are_kept_in_order(store: Store, folder: Path, game: bytes) -> None:
    first, second, third = an_entry(0, 0), an_entry(0, 1), an_entry(1, 1)
    store.append(game, [third, second])
    store.append(game, [first])
    with Store(folder) as again:
        assert again.entries(game) == [first, second, third]
        assert again.entries(game, 1) == [third]
        assert again.entries(game, 0, 1) == [first, second]
        row = again.game(game)
    assert row is not None
    assert row.steps == 2


def test_a_slot_holds_one_entry_and_the_same_again_is_fine(store: Store, game: bytes) -> None:
    store.append(game, [an_entry(0)])
    store.append(game, [an_entry(0), an_entry(1)])
    with pytest.raises(UsageError, match="step 1, place 0"):
        store.append(game, [an_entry(2), an_entry(1, text="other")])
    assert store.entries(game) == [an_entry(0), an_entry(1)]


def test_an_unlocked_game_is_not_written(store: Store, game: bytes) -> None:
    store.unlock_game(game)
    with pytest.raises(UsageError, match="not locked"):
        store.append(game, [an_entry(0)])
    with pytest.raises(UsageError, match="not locked"):
        store.branch(game, 0)


def test_what_is_taken_back_becomes_a_branch(store: Store, game: bytes) -> None:
    store.append(game, [an_entry(0), an_entry(1), an_entry(2)])
    store.branch(game, 1)
    store.append(game, [an_entry(1, text="other")])
    store.branch(game, 1)
    assert store.entries(game) == [an_entry(0)]
    assert store.branches(game) == {1: [an_entry(1), an_entry(2)], 2: [an_entry(1, text="other")]}


def test_what_a_place_commits_to_is_kept(store: Store, folder: Path, game: bytes) -> None:
    store.put_choice(game, 3, 0, enc("fox"))
    store.put_choice(game, 3, 0, enc("hen"))
    with Store(folder) as again:
        assert again.choice(game, 3, 0) == enc("hen")
        assert again.choice(game, 3, 1) is None


def test_evidence_is_kept_once(store: Store, game: bytes) -> None:
    twice = Proof("twice", (Entry(b"one", b"s" * 64), Entry(b"two", b"t" * 64)))
    invalid = Proof("invalid", (Entry(b"x" * 60_000, b"s" * 64),) * 2)
    for evidence in (twice, invalid, twice):
        store.put_evidence(game, evidence)
    assert store.proofs(game) == (twice, invalid)


def test_who_was_proven_to_cheat_is_remembered_with_the_game_also_when_that_is_deleted(
    store: Store, game: bytes
) -> None:
    assert store.known_cheats() == {}
    for each in (game, bytes(32), game):
        store.put_cheat(BOB.key, each)
    assert store.known_cheats() == {BOB.key: (bytes(32), game)}
    store.delete_game(game)
    assert BOB.key in store.known_cheats()


def test_peers_are_remembered_newest_first(store: Store) -> None:
    near, far = Address("10.0.0.7", 47100), Address("fe80::1%eth0", 47100)
    store.put_peer(BOB.key, "Bob", [near], Trust.VERIFIED)
    store.put_peer(BOB.key, "Bobby", [far])
    store.put_peer(BOB.key)
    row = store.peer(BOB.key)
    assert row is not None
    assert (row.names, row.addresses) == (("Bobby", "Bob"), (far, near))
    assert row.trust is Trust.VERIFIED
    assert [each.key for each in store.peers()] == [BOB.key]
    assert store.peer(ANN.key) is None


def test_few_names_of_a_peer_are_kept(store: Store) -> None:
    for i in range(20):
        store.put_peer(BOB.key, f"Bob {i}")
    row = store.peer(BOB.key)
    assert row is not None
    assert row.names == tuple(f"Bob {i}" for i in range(19, 11, -1))


def test_small_notes_are_kept(store: Store) -> None:
    assert store.note("port") is None
    store.put_note("port", 47100)
    store.put_note("port", 47101)
    assert store.note("port") == 47101


@pytest.mark.parametrize("odd", ["much", -1, 2**52, True])
def test_what_is_counted_begins_again_where_the_note_is_no_count(
    store: Store, odd: str | int
) -> None:
    assert [store.counted("runs") for _ in range(3)] == [1, 2, 3]
    store.put_note("runs", odd)
    assert [store.counted("runs") for _ in range(2)] == [1, 2]


def test_a_second_listener_is_refused_in_one_sentence(store: Store, folder: Path) -> None:
    store.lock_identity()
    store.lock_identity()
    with Store(folder) as second:
        with pytest.raises(StoreError, match="--home names another one"):
            second.lock_identity()
        store.close()
        second.lock_identity()


def test_a_game_is_open_for_writing_once(store: Store, folder: Path, game: bytes) -> None:
    store.append(game, [an_entry(0)])
    with Store(folder) as second:
        with pytest.raises(StoreError, match="has this game open"):
            second.lock_game(game)
        assert second.entries(game) == [an_entry(0)]
        store.unlock_game(game)
        second.lock_game(game)
        second.append(game, [an_entry(1)])
    assert store.entries(game, 1) == [an_entry(1)]


def test_another_process_reads_while_one_is_writing(store: Store, folder: Path) -> None:
    store.add_game(a_genesis(), (), {})
    with store._database.writing() as connection:
        connection.execute("UPDATE game SET title = 'half'")
        with Store(folder) as reader:
            assert reader.games()[0].title == ""


def test_an_error_inside_keeps_nothing(store: Store, game: bytes) -> None:
    broken: Any = an_entry(1)._replace(body=None)
    with pytest.raises((StoreError, UsageError)):
        store.append(game, [an_entry(0), broken])
    assert store.entries(game) == []
