from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bastide.core.encoding import enc
from bastide.core.journal import Body, Entry, Genesis, Seat, entry_id, make_body, make_genesis
from bastide.net.errors import StoreError, UsageError
from bastide.net.identity import Address, Identity
from bastide.net.storage.database import FILE_NAME
from bastide.net.storage.migrations import MIGRATIONS
from bastide.net.storage.store import (
    GameStatus,
    Store,
    StoredEntry,
    StoredEvidence,
    StoredHead,
    Trust,
    stored,
)

ANN, BOB = Identity(b"\x01" * 32), Identity(b"\x02" * 32)


def a_genesis(nonce: int = 9) -> Genesis:
    return make_genesis(
        game="demo",
        version="1.0",
        rules_id=b"r" * 32,
        extensions=(),
        options={},
        seats=(Seat(ANN.key, "Ann"), Seat(BOB.key, "Bob")),
        deal="open",
        nonce=bytes([nonce]) * 32,
    )


def an_entry(step: int, place: int = 0, text: str = "") -> StoredEntry:
    game_id = a_genesis().game_id
    body = make_body(Body(game_id, step, place, b"p" * 32, b"s" * 32, "move", {"m": text}))
    return stored(Entry(body, ANN.sign("sign-entry", entry_id(body))))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    with Store(folder) as opened:
        yield opened


@pytest.fixture
def game(store: Store) -> bytes:
    """Return the id of a stored game that is open for writing."""
    genesis = a_genesis()
    store.add_game(genesis, (b"a" * 64, b"b" * 64), {0: b"m" * 32}, title="Ann's table")
    store.lock_game(genesis.game_id)
    return genesis.game_id


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
    assert (row.title, row.status, row.verified, row.steps) == ("Ann's table", "playing", 0, 0)
    assert row.bots == {}


def test_adding_a_game_again_changes_nothing(store: Store, game: bytes) -> None:
    store.add_game(a_genesis(), (), {0: b"x" * 32}, title="other", bots={1: "greedy"})
    row = store.game(game)
    assert row is not None
    assert (row.title, row.masters, row.bots) == ("Ann's table", {0: b"m" * 32}, {})


def test_status_bots_and_verified_steps_are_kept(store: Store) -> None:
    genesis = a_genesis(3)
    store.add_game(genesis, (), {}, bots={1: "greedy"}, status=GameStatus.FROZEN)
    store.set_status(genesis.game_id, GameStatus.OVER)
    store.set_verified(genesis.game_id, 7)
    row = store.game(genesis.game_id)
    assert row is not None
    assert (row.bots, row.status, row.verified) == ({1: "greedy"}, GameStatus.OVER, 7)
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
    store.set_verified(game, 3)
    store.branch(game, 1)
    store.append(game, [an_entry(1, text="other")])
    store.branch(game, 1)
    assert store.entries(game) == [an_entry(0)]
    assert store.branches(game) == {1: [an_entry(1), an_entry(2)], 2: [an_entry(1, text="other")]}
    row = store.game(game)
    assert row is not None
    assert row.verified == 1


def test_what_a_place_commits_to_is_kept(store: Store, folder: Path, game: bytes) -> None:
    store.put_choice(game, 3, 0, enc("fox"))
    store.put_choice(game, 3, 0, enc("hen"))
    with Store(folder) as again:
        assert again.choice(game, 3, 0) == enc("hen")
        assert again.choice(game, 3, 1) is None


def test_the_newest_head_of_a_place_is_kept(store: Store, game: bytes) -> None:
    old, new = StoredHead(0, 3, b"old", b"s" * 64), StoredHead(0, 4, b"new", b"t" * 64)
    other = StoredHead(1, 1, b"other", b"u" * 64)
    for head in (other, old, new, old):
        store.put_head(game, head)
    assert store.heads(game) == [new, other]


def test_evidence_is_kept_once(store: Store, game: bytes) -> None:
    twice = StoredEvidence("twice", ((b"one", b"s" * 64), (b"two", b"t" * 64)))
    invalid = StoredEvidence("invalid", ((b"x" * 60_000, b"s" * 64),) * 2)
    for evidence in (twice, invalid, twice):
        store.put_evidence(game, evidence)
    assert store.evidence(game) == [twice, invalid]


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


def test_a_newer_data_folder_is_left_alone(folder: Path) -> None:
    Store(folder).close()
    connection = sqlite3.connect(folder / FILE_NAME)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    with pytest.raises(StoreError, match="newer bastide"):
        Store(folder)


def test_older_tables_are_brought_up_to_date(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(folder) as store:
        key = store.identity().key
    more = (*MIGRATIONS, ("ALTER TABLE peer ADD COLUMN note TEXT",))
    monkeypatch.setattr("bastide.net.storage.migrations.MIGRATIONS", more)
    with Store(folder) as store:
        assert store.identity().key == key
        assert store._database.read("SELECT note FROM peer") == []
        assert store._database.read("PRAGMA user_version") == [(len(MIGRATIONS) + 1,)]


@pytest.fixture
def first_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Let the folder have a game in tables of the first version; return the game's id."""
    with monkeypatch.context() as past:
        past.setattr("bastide.net.storage.migrations.MIGRATIONS", MIGRATIONS[:1])
        with Store(folder) as store:
            store.identity()
            genesis = a_genesis()
            store.add_game(genesis, (b"a" * 64, b"b" * 64), {}, title="Ann's table")
            store.lock_game(genesis.game_id)
            store.append(genesis.game_id, [an_entry(0)])
    return genesis.game_id


def test_a_folder_from_before_talk_was_kept_goes_on_and_keeps_it(
    folder: Path, first_folder: bytes
) -> None:
    line = (ANN.key, b"said", b"s" * 64)
    with Store(folder) as store:
        assert store.talk(first_folder) == []
        assert store.entries(first_folder) == [an_entry(0)]
        store.put_talk(first_folder, [line, line])
        assert store.talk(first_folder) == [line, line]
        store.check()
    with Store(folder) as store:
        assert store.talk(first_folder) == [line, line]
        store.delete_game(first_folder)
        assert store.talk(first_folder) == []


def test_where_nothing_may_be_written_such_a_folder_is_read_as_it_is(
    folder: Path, first_folder: bytes
) -> None:
    with Store(folder, read_only=True) as store:
        assert store.entries(first_folder) == [an_entry(0)]
        assert store.talk(first_folder) == []
        store.check()
    connection = sqlite3.connect(folder / FILE_NAME)
    for version, fault in ((len(MIGRATIONS) + 1, "newer bastide"), (0, "another bastide")):
        connection.execute(f"PRAGMA user_version = {version}")
        connection.commit()
        with pytest.raises(StoreError, match=fault):
            Store(folder, read_only=True)
    connection.close()


def test_damaged_talk_is_found_by_a_check_and_hides_nothing_else(store: Store, game: bytes) -> None:
    line = (ANN.key, b"said", b"s" * 64)
    store.put_talk(game, [line, (ANN.key, b"more", b"s")])
    assert store.talk(game) == [line]
    with pytest.raises(StoreError, match=r"talk\.signature is damaged"):
        store.check()


def test_a_file_that_is_no_database_is_one_sentence(folder: Path) -> None:
    folder.mkdir()
    (folder / FILE_NAME).write_bytes(b"not a database, but long enough to be read as one" * 100)
    with pytest.raises(StoreError, match="cannot be used: it is no database"):
        Store(folder)


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be used"):
        Store(tmp_path / "file" / "data")


@pytest.mark.parametrize("damage", ["genesis = x'00'", "accepts = x'ff'", "status = 'later'"])
def test_an_unreadable_game_is_listed_with_the_reason_and_hides_no_other(
    store: Store, game: bytes, damage: str
) -> None:
    good = a_genesis(8)
    store.add_game(good, (b"a" * 64, b"b" * 64), {0: b"m" * 32}, title="Bob's table")
    with store._database.writing() as connection:
        connection.execute(f"UPDATE game SET {damage} WHERE id = ?", (game,))
    assert [row.game_id for row in store.games()] == [good.game_id]
    [bad] = store.bad_games()
    assert (bad.id, bad.title) == (game.hex()[:8], "Ann's table")
    for text in ("Ann's table", game.hex()):
        with pytest.raises(StoreError, match="cannot be read"):
            store.find_game(text)
    with pytest.raises(StoreError, match="cannot be read"):
        store.game(game)


WRITER = """
import sys
from pathlib import Path
from bastide.core.journal import Body, Entry, make_body
from bastide.net.storage.store import Store, stored
store = Store(Path(sys.argv[1]))
game = bytes.fromhex(sys.argv[2])
store.lock_game(game)
for step in range(100000):
    body = make_body(Body(game, step, 0, bytes(32), bytes(32), "move", {}))
    store.append(game, [stored(Entry(body, bytes(64)))])
    print(step, flush=True)
"""


def test_what_was_acknowledged_survives_kill_9(
    store: Store, folder: Path, game: bytes, unmeasured: dict[str, str]
) -> None:
    store.close()
    command = [sys.executable, "-c", WRITER, str(folder), game.hex()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=unmeasured, text=True) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _ in range(50)]
        writer.kill()
        said += writer.stdout.readlines()
    whole = [line for line in said if line.endswith("\n")]
    with Store(folder) as again:
        again.lock_game(game)
        steps = [each.step for each in again.entries(game)]
    assert steps == list(range(len(steps)))
    assert len(steps) >= len(whole) >= 50


def test_a_deleted_game_leaves_nothing_and_others_alone(store: Store, game: bytes) -> None:
    good = a_genesis(8)
    store.add_game(good, (b"a" * 64, b"b" * 64), {0: b"m" * 32}, title="Bob's table")
    store.append(game, [an_entry(0)])
    store.put_note(f"scores:{game.hex()}", 1)
    store.unlock_game(game)
    store.delete_game(game)
    assert [row.game_id for row in store.games()] == [good.game_id]
    assert store.entries(game) == []
    assert store.note(f"scores:{game.hex()}") is None
    assert store.game(good.game_id) == store.games()[0]
    assert store.games()[0].masters == {0: b"m" * 32}


def test_a_game_that_another_program_has_open_is_not_deleted(
    store: Store, folder: Path, game: bytes
) -> None:
    with Store(folder) as other, pytest.raises(StoreError, match="Another bastide"):
        other.delete_game(game)
    assert store.game(game)


# a disk that refuses


def test_a_folder_that_was_taken_away_is_told_before_anything_is_lost(
    store: Store, folder: Path, game: bytes
) -> None:
    store.append(game, [an_entry(0)])
    folder.rename(folder.with_name("elsewhere"))
    with pytest.raises(StoreError, match="is gone"):
        store.append(game, [an_entry(1)])
    folder.mkdir()
    (folder / FILE_NAME).touch()
    with pytest.raises(StoreError, match="is gone"):
        store.append(game, [an_entry(1)])
    shutil.rmtree(folder)
    folder.with_name("elsewhere").rename(folder)
    store.append(game, [an_entry(1)])
    assert len(store.entries(game)) == 2


def test_reading_alone_changes_nothing(folder: Path) -> None:
    with pytest.raises(StoreError):
        Store(folder, read_only=True)
    assert not folder.exists()
    with Store(folder) as store:
        key = store.identity().key
    before = (folder / FILE_NAME).read_bytes()
    with Store(folder, read_only=True) as store:
        assert store.identity().key == key
        assert store.games() == []
        with pytest.raises(StoreError, match="can only be read"):
            store.put_note("port", 1)
    assert (folder / FILE_NAME).read_bytes() == before


def test_damage_inside_the_file_is_found(folder: Path) -> None:
    with Store(folder) as store:
        for n in range(50):
            store.put_note(f"note {n}", "x" * 500)
        store.check()
    content = bytearray((folder / FILE_NAME).read_bytes())
    content[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
    (folder / FILE_NAME).write_bytes(content)
    with Store(folder) as store, pytest.raises(StoreError, match="cannot be used"):
        store.check()


@pytest.mark.parametrize(
    ("number", "helps"),
    [
        (errno.EROFS, "--home"),
        (errno.EACCES, "--home"),
        (errno.EEXIST, "no folder"),
        (errno.ENOSPC, "free some space"),
        (errno.EMFILE, "too many files are open"),
    ],
)
def test_what_the_system_refuses_is_told_with_what_helps(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int, helps: str
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("bastide.net.storage.database._make_private", refuse)
    with pytest.raises(StoreError, match=helps) as caught:
        Store(folder)
    assert "Errno" not in str(caught.value)


def test_commits_write_over_a_log_for_which_room_was_made(store: Store, folder: Path) -> None:
    store.add_game(a_genesis(), [], {})
    store.lock_game(a_genesis().game_id)
    log, file = folder / f"{FILE_NAME}-wal", folder / FILE_NAME
    size = file.stat().st_size
    store.make_room()
    room = log.stat().st_size
    assert room >= 4 * 1024 * 1024

    store.append(a_genesis().game_id, [an_entry(0)])

    assert (log.stat().st_size, file.stat().st_size) == (room, size)
    assert store.entries(a_genesis().game_id) == [an_entry(0)]
    assert store.hint("room") is None


def test_a_disk_without_room_for_a_log_keeps_what_is_left(store: Store, folder: Path) -> None:
    store.add_game(a_genesis(), [], {})
    store.lock_game(a_genesis().game_id)
    store._database._connection.execute("PRAGMA max_page_count = 100")

    store.make_room()

    assert (folder / f"{FILE_NAME}-wal").stat().st_size == 0
    store.append(a_genesis().game_id, [an_entry(0)])


def test_a_full_disk_says_what_helps(store: Store) -> None:
    store._database._connection.execute("PRAGMA max_page_count = 1")
    with pytest.raises(StoreError, match="free some space"):
        store.put_note("note", "x" * 500_000)
    assert store.note("note") is None
