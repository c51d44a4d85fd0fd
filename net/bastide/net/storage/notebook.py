"""What the data folder remembers besides games: peers, and small things."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple, TypeVar

from bastide.core.encoding import enc
from bastide.net.errors import StoreError
from bastide.net.identity import KEY_BYTES, Address
from bastide.net.storage import columns
from bastide.net.storage.columns import Damaged
from bastide.net.storage.shelf import Shelf

T = TypeVar("T")

log = logging.getLogger(__name__)

_REMEMBERED = 8
_CHEAT = "cheat/"
_MOST = 2**32
"""What is counted up to at most, before it begins again."""


class Trust(IntEnum):
    """What is known about a peer's identity."""

    UNKNOWN = 0
    SEEN = 1
    VERIFIED = 2


class PeerRow(NamedTuple):
    """A peer that we have met; names and addresses newest first, `seen` since the epoch."""

    key: bytes
    names: tuple[str, ...]
    trust: Trust
    addresses: tuple[Address, ...]
    seen: int


class Notebook(Shelf):
    """Peers and notes in the database of a data folder.

    What is known of a peer, and what can be found out again, is no reason to stop when it is
    damaged: it is noted in the log, taken for unknown, and written anew in time.
    """

    def put_peer(
        self,
        key: bytes,
        name: str = "",
        addresses: Iterable[Address] = (),
        trust: Trust = Trust.UNKNOWN,
    ) -> None:
        """Remember a peer: what is new comes first, trust only rises.

        Args:
            key: its identity.
            name: the name it gives itself.
            addresses: where it was reached.
            trust: what is known about it.
        """
        old = self.peer(key) or PeerRow(key, (), Trust.UNKNOWN, (), 0)
        names = _newest_first([name] if name else [], old.names)
        places = _newest_first(list(addresses), old.addresses)
        row = (
            key,
            enc(names),
            max(trust, old.trust),
            enc([list(x) for x in places]),
            int(time.time()),
        )
        with self._database.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO peer VALUES (?, ?, ?, ?, ?)", row)

    def peer(self, key: bytes) -> PeerRow | None:
        """Return what is known about a peer, or None."""
        rows = self._database.read("SELECT * FROM peer WHERE key = ?", (key,))
        return next(iter(self._legible(rows)), None)

    def peers(self) -> list[PeerRow]:
        """Return all known peers, the last seen first."""
        rows = self._database.read("SELECT * FROM peer ORDER BY seen DESC, rowid DESC")
        return self._legible(rows)

    def _legible(self, rows: Iterable[tuple[object, ...]]) -> list[PeerRow]:
        found: list[PeerRow] = []
        for row in rows:
            with self._noted():
                found.append(_peer(row))
        return found

    def check_notes(self) -> None:
        """Look at all peers and notes.

        Raises:
            Damaged: one cannot be read.
        """
        for row in self._database.read("SELECT * FROM peer"):
            _peer(row)
        for name, value in self._database.read("SELECT name, value FROM note"):
            where = f"note.value[{columns.text(name, 'note.name')}]"
            if str(name).startswith(_CHEAT):
                _cheat(name, value)
            columns.plain(value, where)

    def put_cheat(self, key: bytes, game_id: bytes) -> None:
        """Remember that evidence against a peer was found in a game."""
        games = self.known_cheats().get(key, ())
        if game_id not in games:
            self.put_note(f"{_CHEAT}{key.hex()}", _newest_first([game_id], games))

    def known_cheats(self) -> dict[bytes, tuple[bytes, ...]]:
        """Return the keys of peers that cheated, with the ids of the last games, newest first."""
        rows = self._database.read(
            "SELECT name, value FROM note WHERE name LIKE ?", (_CHEAT + "%",)
        )
        found: dict[bytes, tuple[bytes, ...]] = {}
        for name, value in rows:
            with self._noted():
                key, games = _cheat(name, value)
                found[key] = games
        return found

    def put_note(self, name: str, value: object) -> None:
        """Remember a small plain value, such as the port that was used last."""
        with self._database.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO note VALUES (?, ?)", (name, enc(value)))

    def note(self, name: str) -> object:
        """Return what `put_note` kept under a name, or None.

        Raises:
            StoreError: it is damaged.
        """
        rows = self._database.read("SELECT value FROM note WHERE name = ?", (name,))
        try:
            return columns.plain(rows[0][0], f"note.value[{name}]") if rows else None
        except Damaged as error:
            raise self._spoilt(error) from error

    def counted(self, name: str) -> int:
        """Count one more under a name; return how many that makes.

        It is no reason to stop when the disk refuses that: the same number comes again then.
        """
        before = self.hint(name)
        now = before + 1 if type(before) is int and 0 < before < _MOST else 1
        with contextlib.suppress(StoreError):
            self.put_note(name, now)
        return now

    def hint(self, name: str) -> object:
        """Return what `put_note` kept under a name, or None; None, too, if it is damaged."""
        try:
            return self.note(name)
        except StoreError as error:
            log.warning("%s", error)
            return None


def _peer(row: Iterable[object]) -> PeerRow:
    key, names, trust, addresses, seen = row
    return PeerRow(
        columns.blob(key, "peer.key", KEY_BYTES),
        columns.names(names, "peer.names"),
        Trust(columns.number(trust, "peer.trust", max(Trust))),
        columns.addresses(addresses, "peer.addresses"),
        columns.number(seen, "peer.seen", columns.LAST_SECOND),
    )


def _cheat(name: object, value: object) -> tuple[bytes, tuple[bytes, ...]]:
    """Return the key of a peer that cheated, and the games."""
    text = columns.text(name, "note.name").removeprefix(_CHEAT)
    try:
        key = columns.blob(bytes.fromhex(text), "note.name", KEY_BYTES)
    except ValueError as error:
        raise Damaged("note.name") from error
    return key, columns.blobs(value, f"note.value[{name}]", columns.ID_BYTES)


def _newest_first(new: list[T], old: Iterable[T]) -> list[T]:
    return list(dict.fromkeys([*new, *old]))[:_REMEMBERED]
