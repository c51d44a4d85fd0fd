"""The data folder: identities, games with their journals, known peers. Its only writer.

Everything that is written is durable when the call returns: persist, then send. Reading works
while another process writes. A game is locked while it is open for writing, the identity while
this program listens; other processes are then refused in one sentence.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from bastide.core.encoding import EncodingError, dec, enc
from bastide.core.journal import (
    Entry,
    Genesis,
    JournalError,
    Proof,
    entry_id,
    parse_body,
    parse_genesis,
)
from bastide.core.messages import Message
from bastide.net.database import Database
from bastide.net.disk import refusal
from bastide.net.errors import StoreError, UsageError
from bastide.net.identity import Identity
from bastide.net.locks import FileLock
from bastide.net.notebook import BLOB_LIMIT, Notebook
from bastide.net.notebook import Trust as Trust  # what peers are remembered with

PLAYER = "player"
SHORTEST_PREFIX = 4


class GameStatus(StrEnum):
    """How a game stands."""

    PLAYING = "playing"
    OVER = "over"
    FROZEN = "frozen"
    LEFT = "left"


class GameRow(NamedTuple):
    """A stored game.

    `masters` are the master secrets (32 bytes) of our own places, `bots` the bot ids by place,
    `verified` the number of steps that need no checking again, `steps` those that are stored,
    `created` seconds since the epoch.
    """

    genesis: Genesis
    accepts: tuple[bytes, ...]
    masters: dict[int, bytes]
    bots: dict[int, str]
    title: str
    status: GameStatus
    verified: int
    steps: int
    created: int

    @property
    def game_id(self) -> bytes:
        """The id of the game."""
        return self.genesis.game_id


class BadGame(NamedTuple):
    """A stored game that cannot be read: its id, its title, and why."""

    game_id: bytes
    title: str
    reason: Message

    @property
    def id(self) -> str:
        """The start of its id in hex."""
        return self.game_id.hex()[:8]


class StoredEntry(NamedTuple):
    """An entry of a journal with what it is found by."""

    step: int
    place: int
    id: bytes
    body: bytes
    signature: bytes


class StoredHead(NamedTuple):
    """The newest signed head of a place."""

    place: int
    step: int
    body: bytes
    signature: bytes


class StoredEvidence(NamedTuple):
    """Proof that a seat misbehaved: its kind and pairs of signed bytes and signature."""

    kind: str
    items: tuple[tuple[bytes, bytes], ...]


def stored(entry: Entry) -> StoredEntry:
    """Return an entry as the store keeps it.

    Raises:
        JournalError: the body is malformed.
    """
    body = parse_body(entry.body)
    return StoredEntry(body.step, body.place, entry_id(entry.body), entry.body, entry.signature)


class Store(Notebook):
    """One data folder, as one process sees it."""

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        """Open a data folder; it is made when it is not there, unless it is only to be read.

        Raises:
            StoreError: it cannot be used.
        """
        super().__init__(Database(folder, read_only=read_only))
        self.folder = folder
        self._identity_lock = FileLock(folder / "locks" / "identity")
        self._game_locks: dict[bytes, FileLock] = {}

    def close(self) -> None:
        """Free all locks and close the files."""
        self._identity_lock.free()
        for game_id in list(self._game_locks):
            self.unlock_game(game_id)
        self._database.close()

    def __enter__(self) -> Store:
        """Use the store in a `with` block, which closes it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the store."""
        self.close()

    # Identities.

    def identity(self) -> Identity:
        """Return the player's identity; the first call makes it."""
        return self._identity_of(PLAYER)

    def bot_identity(self, label: str) -> Identity:
        """Return the identity of a bot's seat, such as `<table id>:<place>`; made when new."""
        return self._identity_of(f"bot:{label}")

    def lock_identity(self) -> None:
        """Keep other processes from listening with this identity, until `close`.

        Raises:
            StoreError: another one does.
        """
        if not self._taken(self._identity_lock):
            raise StoreError(
                "Another bastide listens with this data folder; --home names another one."
            )

    def _taken(self, lock: FileLock) -> bool:
        try:
            return lock.take()
        except OSError as error:
            raise refusal(self.folder, error) from error

    def check(self) -> None:
        """Look at every page of the data.

        Raises:
            StoreError: it is damaged.
        """
        self._database.check()

    def _identity_of(self, label: str) -> Identity:
        found = self._database.read("SELECT seed FROM identity WHERE label = ?", (label,))
        if not found:
            with self._database.writing() as connection:
                connection.execute(
                    "INSERT OR IGNORE INTO identity VALUES (?, ?)", (label, os.urandom(32))
                )
            found = self._database.read("SELECT seed FROM identity WHERE label = ?", (label,))
        return Identity(_bytes(found[0][0]))

    # Games.

    def add_game(
        self,
        genesis: Genesis,
        accepts: Sequence[bytes],
        masters: Mapping[int, bytes],
        *,
        title: str = "",
        bots: Mapping[int, str] | None = None,
        status: GameStatus = GameStatus.PLAYING,
    ) -> None:
        """Keep a new game; one that is there already stays as it is.

        Args:
            genesis: what all seats signed.
            accepts: their signatures, in the order of the keyed places.
            masters: master secret (32 bytes) of each of our own places.
            title: the table's name.
            bots: bot ids of our places that a bot plays.
            status: how it stands.
        """
        game = genesis.game_id
        pairs = sorted((bots or {}).items())
        row = (game, genesis.data, enc(list(accepts)), title, status, 0, enc(pairs), _now())
        with self._database.writing() as connection:
            if connection.execute("SELECT 1 FROM game WHERE id = ?", (game,)).fetchone():
                return
            connection.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            connection.executemany(
                "INSERT INTO secret VALUES (?, ?, ?)",
                [(game, place, master) for place, master in masters.items()],
            )

    def games(self) -> list[GameRow]:
        """Return all games that can be read, the newest first."""
        return [found for found in self._all_games() if isinstance(found, GameRow)]

    def bad_games(self) -> list[BadGame]:
        """Return the games that cannot be read, with the reason: one must not hide the others."""
        return [found for found in self._all_games() if isinstance(found, BadGame)]

    def _all_games(self) -> list[GameRow | BadGame]:
        return [self._read_game(row) for row in self._database.read(_GAMES)]

    def _read_game(self, row: tuple[Any, ...]) -> GameRow | BadGame:
        try:
            return self._game_row(row)
        except StoreError as error:
            return BadGame(row[0], str(row[3]), error.message)

    def game(self, game_id: bytes) -> GameRow | None:
        """Return a game by its id, or None.

        Raises:
            StoreError: it is there, and cannot be read.
        """
        rows = self._database.read(f"SELECT * FROM ({_GAMES}) WHERE id = ?", (game_id,))
        return self._game_row(rows[0]) if rows else None

    def find_game(self, text: str) -> GameRow:
        """Return the game that a user names: by table, by the start of its id in hex, or by game.

        Raises:
            StoreError: there is none, or more than one, or it cannot be read.
        """
        games = self.games()
        found = [each for each in games if each.title.casefold() == text.casefold()]
        if not found and len(text) >= SHORTEST_PREFIX:
            found = [each for each in games if each.game_id.hex().startswith(text.lower())]
        if not found:
            found = [each for each in games if each.genesis.game == text]
        if not found:
            for bad in self.bad_games():
                if bad.title.casefold() == text.casefold() or text.lower().startswith(bad.id):
                    raise StoreError.of(bad.reason)
            raise StoreError("No stored game is called {text}.", text=text)
        if len(found) > 1:
            ids = ", ".join(each.game_id.hex()[:8] for each in found)
            raise StoreError("More than one game is called {text}: {ids}.", text=text, ids=ids)
        return found[0]

    def delete_game(self, game_id: bytes) -> None:
        """Delete a game with all that belongs to it.

        Raises:
            StoreError: another process has it open, or the disk refuses.
        """
        self.lock_game(game_id)
        try:
            with self._database.writing() as connection:
                for table in _OF_A_GAME:
                    connection.execute(f"DELETE FROM {table} WHERE game = ?", (game_id,))
                connection.execute("DELETE FROM game WHERE id = ?", (game_id,))
                connection.execute("DELETE FROM note WHERE name LIKE ?", (f"%:{game_id.hex()}",))
        finally:
            self.unlock_game(game_id)

    def set_status(self, game_id: bytes, status: GameStatus) -> None:
        """Note how a game stands."""
        with self._database.writing() as connection:
            connection.execute("UPDATE game SET status = ? WHERE id = ?", (status, game_id))

    def set_verified(self, game_id: bytes, steps: int) -> None:
        """Note that so many steps have been checked in full."""
        with self._database.writing() as connection:
            connection.execute("UPDATE game SET verified = ? WHERE id = ?", (steps, game_id))

    def lock_game(self, game_id: bytes) -> None:
        """Open a game for writing, which one process may at a time.

        Raises:
            StoreError: another process has it open.
        """
        lock = self._game_locks.get(game_id) or FileLock(
            self.folder / "locks" / f"game-{game_id.hex()[:32]}"
        )
        if not self._taken(lock):
            raise StoreError(
                "Another bastide has this game open with this data folder; "
                "--home names another one."
            )
        self._game_locks[game_id] = lock

    def unlock_game(self, game_id: bytes) -> None:
        """Let other processes write in a game."""
        lock = self._game_locks.pop(game_id, None)
        if lock:
            lock.free()

    def _game_row(self, row: tuple[Any, ...]) -> GameRow:
        game_id, data, accepts, title, status, verified, bots, created, steps = row
        secrets = self._database.read("SELECT place, master FROM secret WHERE game = ?", (game_id,))
        try:
            return GameRow(
                parse_genesis(data),
                tuple(dec(accepts)),
                {_int(place): _bytes(master) for place, master in secrets},
                dict(dec(bots)),
                title,
                GameStatus(status),
                verified,
                steps,
                created,
            )
        except (JournalError, EncodingError, TypeError, ValueError) as error:
            raise StoreError(
                "The stored game {id} cannot be read: {reason}.",
                id=game_id.hex()[:8],
                reason=str(error).rstrip("."),
            ) from error

    # Journals.

    def append(self, game_id: bytes, entries: Iterable[StoredEntry]) -> None:
        """Keep entries of a locked game, in one durable transaction; the same again is fine.

        Raises:
            StoreError: the disk refuses. Nothing was kept.
            UsageError: the game is not locked, or a slot holds another entry.
        """
        self._must_hold(game_id)
        with self._database.writing() as connection:
            for each in entries:
                added = connection.execute(
                    "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    (game_id, *each),
                ).rowcount
                if not added and self._entry_id(game_id, each) != each.id:
                    raise UsageError(f"step {each.step}, place {each.place} is written already")

    def entries(self, game_id: bytes, start: int = 0, stop: int | None = None) -> list[StoredEntry]:
        """Return the entries of the steps from `start` to before `stop`, in order."""
        rows = self._database.read(
            "SELECT step, place, id, body, signature FROM entry "
            "WHERE game = ? AND step >= ? AND step < ? ORDER BY step, place",
            (game_id, start, 2**53 if stop is None else stop),
        )
        return [_entry(row) for row in rows]

    def branch(self, game_id: bytes, start: int) -> None:
        """Take the entries from a step on out of a locked journal; they are kept as a branch."""
        self._must_hold(game_id)
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO branch SELECT game, (SELECT coalesce(max(number), 0) + 1 FROM branch "
                "WHERE game = ?1), step, place, id, body, signature FROM entry "
                "WHERE game = ?1 AND step >= ?2",
                (game_id, start),
            )
            connection.execute("DELETE FROM entry WHERE game = ? AND step >= ?", (game_id, start))
            connection.execute(
                "UPDATE game SET verified = min(verified, ?) WHERE id = ?", (start, game_id)
            )

    def branches(self, game_id: bytes) -> dict[int, list[StoredEntry]]:
        """Return what was taken out of a journal, by the number of the branch, 1 for the first."""
        rows = self._database.read(
            "SELECT number, step, place, id, body, signature FROM branch WHERE game = ? "
            "ORDER BY number, step, place",
            (game_id,),
        )
        found: dict[int, list[StoredEntry]] = {}
        for number, *row in rows:
            found.setdefault(_int(number), []).append(_entry(tuple(row)))
        return found

    def put_choice(self, game_id: bytes, step: int, place: int, value: bytes) -> None:
        """Keep what a place is about to commit to at a step of a locked game."""
        self._must_hold(game_id)
        with self._database.writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO choice VALUES (?, ?, ?, ?)", (game_id, step, place, value)
            )

    def choice(self, game_id: bytes, step: int, place: int) -> bytes | None:
        """Return what a place committed to at a step, or None."""
        rows = self._database.read(
            "SELECT value FROM choice WHERE game = ? AND step = ? AND place = ?",
            (game_id, step, place),
        )
        return _bytes(rows[0][0]) if rows else None

    def put_head(self, game_id: bytes, head: StoredHead) -> None:
        """Keep a signed head, unless a newer one of that place is there."""
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO head VALUES (?, ?, ?, ?, ?) ON CONFLICT (game, place) DO UPDATE "
                "SET step = excluded.step, body = excluded.body, signature = excluded.signature "
                "WHERE excluded.step > step",
                (game_id, *head),
            )

    def heads(self, game_id: bytes) -> list[StoredHead]:
        """Return the newest head of each place that has one."""
        rows: list[Any] = self._database.read(
            "SELECT place, step, body, signature FROM head WHERE game = ? ORDER BY place",
            (game_id,),
        )
        return [StoredHead(*row) for row in rows]

    def put_evidence(self, game_id: bytes, evidence: StoredEvidence) -> None:
        """Keep proof of misbehaviour."""
        items = enc(list(evidence.items))
        with self._database.writing() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO evidence VALUES (?, ?, ?)", (game_id, evidence.kind, items)
            )

    def evidence(self, game_id: bytes) -> list[StoredEvidence]:
        """Return all proof of misbehaviour in a game."""
        rows: list[Any] = self._database.read(
            "SELECT kind, items FROM evidence WHERE game = ? ORDER BY rowid", (game_id,)
        )
        return [
            StoredEvidence(kind, tuple((data, sign) for data, sign in dec(items, BLOB_LIMIT)))
            for kind, items in rows
        ]

    def proofs(self, game_id: bytes) -> tuple[Proof, ...]:
        """Return all proof of misbehaviour in a game, as the protocol knows it."""
        return tuple(
            Proof(kind, tuple(Entry(*item) for item in items))
            for kind, items in self.evidence(game_id)
        )

    def _must_hold(self, game_id: bytes) -> None:
        if game_id not in self._game_locks:
            raise UsageError("the game is not locked for writing")

    def _entry_id(self, game_id: bytes, entry: StoredEntry) -> bytes:
        rows = self._database.read(
            "SELECT id FROM entry WHERE game = ? AND step = ? AND place = ?",
            (game_id, entry.step, entry.place),
        )
        return _bytes(rows[0][0])


_OF_A_GAME = ("secret", "entry", "branch", "choice", "head", "evidence")
_GAMES = """
    SELECT game.*, (SELECT coalesce(max(step) + 1, 0) FROM entry WHERE entry.game = game.id)
    FROM game ORDER BY created DESC, game.rowid DESC"""


def _now() -> int:
    return int(time.time())


def _bytes(value: object) -> bytes:
    assert isinstance(value, bytes)
    return value


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def _entry(row: tuple[Any, ...]) -> StoredEntry:
    return StoredEntry(*row)
