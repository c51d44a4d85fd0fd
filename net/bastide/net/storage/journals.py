"""The journals of a data folder: entries, what was taken out, own choices, evidence."""

from __future__ import annotations

import time
from collections.abc import Iterable

from bastide.core.encoding import enc
from bastide.core.journal import Proof
from bastide.net.errors import UsageError
from bastide.net.storage import columns, records
from bastide.net.storage.game_locks import GameLocks
from bastide.net.storage.records import StoredEntry


def played_note(game_id: bytes) -> str:
    """Return the name under which it is kept when something of a game was stored last."""
    return f"played:{game_id.hex()}"


class Journals(GameLocks):
    """What was signed in each game; a journal is written while its game is locked."""

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
                if added:
                    connection.execute(
                        "INSERT OR REPLACE INTO note VALUES (?, ?)",
                        (played_note(game_id), enc(int(time.time()))),
                    )
                elif self._entry_id(game_id, each) != each.id:
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

    def check_choices(self, game_id: bytes) -> None:
        """Look at all choices of a game.

        Raises:
            Damaged: one cannot be read.
        """
        for step, place, value in self._database.read(
            "SELECT step, place, value FROM choice WHERE game = ?", (game_id,)
        ):
            columns.number(step, "choice.step")
            columns.number(place, "choice.place")
            columns.plain(value, "choice.value")

    def put_evidence(self, game_id: bytes, proof: Proof) -> None:
        """Keep proof of misbehaviour."""
        items = enc(list(proof.items))
        with self._database.writing() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO evidence VALUES (?, ?, ?)", (game_id, proof.kind, items)
            )

    def drop_evidence(self, game_id: bytes, proof: Proof) -> None:
        """Forget proof of misbehaviour."""
        items = enc(list(proof.items))
        with self._database.writing() as connection:
            connection.execute(
                "DELETE FROM evidence WHERE game = ? AND kind = ? AND items = ?",
                (game_id, proof.kind, items),
            )

    def proofs(self, game_id: bytes) -> tuple[Proof, ...]:
        """Return all proof of misbehaviour in a game."""
        rows = self._database.read(
            "SELECT kind, items FROM evidence WHERE game = ? ORDER BY rowid", (game_id,)
        )
        with self._told(game_id):
            return tuple(records.read_evidence(row) for row in rows)

    def _entry_id(self, game_id: bytes, entry: StoredEntry) -> object:
        rows = self._database.read(
            "SELECT id FROM entry WHERE game = ? AND step = ? AND place = ?",
            (game_id, entry.step, entry.place),
        )
        return rows[0][0]
