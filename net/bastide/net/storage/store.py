"""The data folder: identities, games with their journals, known peers. Its only writer.

Everything that is written is durable when the call returns: persist, then send. Reading works
while another process writes. A game is locked while it is open for writing, the identity while
this program listens; other processes are then refused in one sentence.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from bastide.core.encoding import enc
from bastide.core.journal import Entry, Genesis, Proof
from bastide.net import limits
from bastide.net.errors import StoreError, UsageError
from bastide.net.identity import KEY_BYTES, Identity
from bastide.net.storage import columns, records
from bastide.net.storage.columns import Damaged
from bastide.net.storage.database import Database
from bastide.net.storage.disk import game_spoilt, refusal
from bastide.net.storage.locks import FileLock
from bastide.net.storage.notebook import Notebook
from bastide.net.storage.notebook import Trust as Trust  # what peers are remembered with
from bastide.net.storage.records import BadGame as BadGame  # what a store gives and takes
from bastide.net.storage.records import GameRow as GameRow
from bastide.net.storage.records import GameStatus as GameStatus
from bastide.net.storage.records import StoredEntry as StoredEntry
from bastide.net.storage.records import StoredEvidence as StoredEvidence
from bastide.net.storage.records import StoredHead as StoredHead
from bastide.net.storage.records import StoredLine as StoredLine
from bastide.net.storage.records import stored as stored

PLAYER = "player"
SHORTEST_PREFIX = 4
TALK_SINCE = 2
"""The version of the tables from which on talk is kept."""


class FolderInUse(StoreError):
    """Another program listens with this data folder."""


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
        return self._identity_of(_BOT + label)

    def lock_identity(self) -> None:
        """Keep other processes from listening with this identity, until `close`.

        Raises:
            FolderInUse: another one does.
            StoreError: the disk refuses.
        """
        if not self._taken(self._identity_lock):
            raise FolderInUse(
                "Another bastide listens with this data folder; --home names another one."
            )

    def _taken(self, lock: FileLock) -> bool:
        try:
            return lock.take()
        except OSError as error:
            raise refusal(self.folder, error) from error

    def check(self) -> None:
        """Look at every page of the data, and at every value.

        Raises:
            StoreError: it is damaged.
        """
        self._database.check()
        with self._told():
            for label, seed in self._database.read("SELECT label, seed FROM identity"):
                columns.blob(seed, f"identity.seed[{label}]", KEY_BYTES)
            self._check_labels()
            self.check_notes()
        for row in self._all_games():
            if isinstance(row, BadGame):
                raise StoreError.of(row.reason)
            self._check_game(row.game_id)

    def _check_game(self, game_id: bytes) -> None:
        for read in (self.entries, self.branches, self.heads, self.evidence):
            read(game_id)
        choices = self._database.read(
            "SELECT step, place, value FROM choice WHERE game = ?", (game_id,)
        )
        lines = self._talk(game_id)
        with self._told(game_id):
            for line in lines:
                records.read_line(line)
            for step, place, value in choices:
                columns.number(step, "choice.step")
                columns.number(place, "choice.place")
                columns.plain(value, "choice.value")

    @contextlib.contextmanager
    def _told(self, game_id: bytes = b"") -> Iterator[None]:
        """Turn damage, to one game or to the whole folder, into one sentence."""
        try:
            yield
        except Damaged as error:
            if game_id:
                raise game_spoilt(game_id, error.where) from error
            raise self._spoilt(error) from error

    def _identity_of(self, label: str) -> Identity:
        found = self._database.read("SELECT seed FROM identity WHERE label = ?", (label,))
        if not found:
            with self._told():
                self._check_labels()  # or a damaged one would be replaced by a new identity
            with self._database.writing() as connection:
                connection.execute(
                    "INSERT OR IGNORE INTO identity VALUES (?, ?)", (label, os.urandom(32))
                )
            found = self._database.read("SELECT seed FROM identity WHERE label = ?", (label,))
        with self._told():
            return _known(columns.blob(found[0][0], f"identity.seed[{label}]", KEY_BYTES))

    def _check_labels(self) -> None:
        """Raise `Damaged` if an identity is kept under no label of ours."""
        for (label,) in self._database.read("SELECT label FROM identity"):
            if label != PLAYER and not columns.text(label, "identity.label").startswith(_BOT):
                raise Damaged("identity.label")

    def _own(self) -> dict[bytes, Identity]:
        """Return all identities of this folder that can be read, by key."""
        seeds = self._database.read("SELECT seed FROM identity")
        known = [_known(x) for (x,) in seeds if type(x) is bytes and len(x) == KEY_BYTES]
        return {each.key: each for each in known}

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
        own = self._own()
        return [self._read_game(row, own) for row in self._database.read(_GAMES)]

    def _read_game(self, row: records.Row, own: Mapping[bytes, Identity]) -> GameRow | BadGame:
        try:
            return self._game_row(row, own)
        except StoreError as error:
            id, title = records.shown_id(row[0]), records.shown_title(row[3])
            return BadGame(id, title, error.message)

    def game(self, game_id: bytes) -> GameRow | None:
        """Return a game by its id, or None.

        Raises:
            StoreError: it is there, and cannot be read.
        """
        rows = self._database.read(f"SELECT * FROM ({_GAMES}) WHERE id = ?", (game_id,))
        return self._game_row(rows[0], self._own()) if rows else None

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
        rows = self._database.read("SELECT rowid, id FROM game")
        found = [(row, id) for row, id in rows if records.shown_id(id) == game_id]
        try:
            with self._database.writing() as connection:
                for row, id in found:
                    for table in _OF_A_GAME:
                        connection.execute(f"DELETE FROM {table} WHERE game = ?", (id,))
                    connection.execute("DELETE FROM game WHERE rowid = ?", (row,))
                connection.execute("DELETE FROM note WHERE name LIKE ?", (f"%:{game_id.hex()}",))
        finally:
            self.unlock_game(game_id)

    def replace_game(
        self,
        old: bytes,
        genesis: Genesis,
        accepts: Sequence[bytes],
        entries: Iterable[StoredEntry],
    ) -> None:
        """Put another genesis and journal in the place of a locked table's, in one transaction.

        Its title, its bots and when it began stay; branches and notes of the old journal go.

        Raises:
            StoreError: the disk refuses. Everything is as it was.
        """
        self._must_hold(old)
        new = genesis.game_id
        with self._database.writing() as connection:
            for table in _OF_A_GAME:
                connection.execute(f"DELETE FROM {table} WHERE game = ?", (old,))
            connection.execute("DELETE FROM note WHERE name LIKE ?", (f"%:{old.hex()}",))
            connection.execute(
                "UPDATE game SET id = ?, genesis = ?, accepts = ?, verified = 0 WHERE id = ?",
                (new, genesis.data, enc(list(accepts)), old),
            )
            rows = [(new, *each) for each in entries]
            connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", rows)

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

    def make_room(self) -> None:
        """Get ready for many small writes that somebody waits for; some milliseconds' work."""
        self._database.make_room()

    def _game_row(self, row: records.Row, own: Mapping[bytes, Identity]) -> GameRow:
        secrets = self._database.read("SELECT place, master FROM secret WHERE game = ?", (row[0],))
        with self._told(records.shown_id(row[0])):
            return records.read_game(row, secrets, own)

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
        with self._told(game_id):
            return [records.read_entry(game_id, row) for row in rows]

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
        with self._told(game_id):
            for number, *row in rows:
                branch = found.setdefault(columns.number(number, "branch.number"), [])
                branch.append(records.read_entry(game_id, row, "branch"))
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
        with self._told(game_id):
            for (value,) in rows:
                columns.plain(value, "choice.value")
                return columns.blob(value, "choice.value")
        return None

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
        rows = self._database.read(
            "SELECT place, step, body, signature FROM head WHERE game = ? ORDER BY place",
            (game_id,),
        )
        with self._told(game_id):
            return [records.read_head(row) for row in rows]

    def put_evidence(self, game_id: bytes, evidence: StoredEvidence) -> None:
        """Keep proof of misbehaviour."""
        items = enc(list(evidence.items))
        with self._database.writing() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO evidence VALUES (?, ?, ?)", (game_id, evidence.kind, items)
            )

    def evidence(self, game_id: bytes) -> list[StoredEvidence]:
        """Return all proof of misbehaviour in a game."""
        rows = self._database.read(
            "SELECT kind, items FROM evidence WHERE game = ? ORDER BY rowid", (game_id,)
        )
        with self._told(game_id):
            return [records.read_evidence(row) for row in rows]

    def proofs(self, game_id: bytes) -> tuple[Proof, ...]:
        """Return all proof of misbehaviour in a game, as the protocol knows it."""
        return tuple(
            Proof(kind, tuple(Entry(*item) for item in items))
            for kind, items in self.evidence(game_id)
        )

    # Talk.

    def put_talk(self, game_id: bytes, lines: Iterable[Sequence[bytes]]) -> None:
        """Keep lines of talk: (key, signed bytes, signature); the oldest of a table go."""
        last = "SELECT coalesce(max(number), 0) FROM talk WHERE game = ?1"
        with self._database.writing() as connection:
            for line in lines:
                connection.execute(
                    f"INSERT INTO talk VALUES (?1, ({last}) + 1, ?2, ?3, ?4)", (game_id, *line)
                )
            connection.execute(
                f"DELETE FROM talk WHERE game = ?1 AND number <= ({last}) - ?2",
                (game_id, limits.TALK_KEPT),
            )

    def talk(self, game_id: bytes) -> list[StoredLine]:
        """Return the talk of a table, the oldest line first; a damaged line is left out."""
        found: list[StoredLine] = []
        for row in self._talk(game_id):
            with self._noted():
                found.append(records.read_line(row))
        return found

    def _talk(self, game_id: bytes) -> list[tuple[object, ...]]:
        if self._database.version < TALK_SINCE:
            return []
        return self._database.read(
            "SELECT number, key, body, signature FROM talk WHERE game = ? ORDER BY number",
            (game_id,),
        )

    def _must_hold(self, game_id: bytes) -> None:
        if game_id not in self._game_locks:
            raise UsageError("the game is not locked for writing")

    def _entry_id(self, game_id: bytes, entry: StoredEntry) -> object:
        rows = self._database.read(
            "SELECT id FROM entry WHERE game = ? AND step = ? AND place = ?",
            (game_id, entry.step, entry.place),
        )
        return rows[0][0]


_BOT = "bot:"
_OF_A_GAME = ("secret", "entry", "branch", "choice", "head", "evidence", "talk")
_GAMES = """
    SELECT game.*, (SELECT min(step) FROM entry WHERE entry.game = game.id),
    (SELECT max(step) FROM entry WHERE entry.game = game.id)
    FROM game ORDER BY created DESC, game.rowid DESC"""


def _now() -> int:
    return int(time.time())


@lru_cache(maxsize=256)
def _known(seed: bytes) -> Identity:
    """Return the identity of a seed; deriving the key takes a while."""
    return Identity(seed)
