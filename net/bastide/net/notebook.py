"""What the data folder remembers besides games: peers, and small things."""

from __future__ import annotations

import time
from collections.abc import Iterable
from enum import IntEnum
from typing import Any, NamedTuple, TypeVar, cast

from bastide.core.encoding import dec, enc
from bastide.net.database import Database
from bastide.net.identity import Address

T = TypeVar("T")

BLOB_LIMIT = 64 * 1024 * 1024
_REMEMBERED = 8
_CHEAT = "cheat/"


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


class Notebook:
    """Peers and notes in the database of a data folder."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

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
        return _peer(rows[0]) if rows else None

    def peers(self) -> list[PeerRow]:
        """Return all known peers, the last seen first."""
        rows = self._database.read("SELECT * FROM peer ORDER BY seen DESC, rowid DESC")
        return [_peer(row) for row in rows]

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
        return {
            bytes.fromhex(str(name).removeprefix(_CHEAT)): tuple(dec(cast(bytes, value)))  # a BLOB
            for name, value in rows
        }

    def put_note(self, name: str, value: object) -> None:
        """Remember a small plain value, such as the port that was used last."""
        with self._database.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO note VALUES (?, ?)", (name, enc(value)))

    def note(self, name: str) -> object:
        """Return what `put_note` kept under a name, or None."""
        rows = self._database.read("SELECT value FROM note WHERE name = ?", (name,))
        return dec(cast(bytes, rows[0][0]), BLOB_LIMIT) if rows else None  # a BLOB


def _peer(row: tuple[Any, ...]) -> PeerRow:
    key, names, trust, addresses, seen = row
    places = tuple(Address(*each) for each in dec(addresses))
    return PeerRow(key, tuple(dec(names)), Trust(trust), places, seen)


def _newest_first(new: list[T], old: Iterable[T]) -> list[T]:
    return list(dict.fromkeys([*new, *old]))[:_REMEMBERED]
