"""Data folders that are older, newer, damaged, full, or gone."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bastide.net.errors import StoreError
from bastide.net.storage.database import FILE_NAME
from bastide.net.storage.migrations import MIGRATIONS
from bastide.net.storage.store import (
    Store,
)
from tests.net.storage.games import ANN, a_genesis, an_entry


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
