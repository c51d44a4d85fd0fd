"""The rows of the database as values: what each may be, and how it is read.

Every value is checked for its type, its length and its form, and where one follows from another,
for that, too. What does not hold raises `Damaged` with its column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from bastide.core.encoding import tagged_hash
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
from bastide.net.identity import KEY_BYTES, SIGNATURE_BYTES, Identity, master_secret
from bastide.net.storage import columns
from bastide.net.storage.columns import ID_BYTES, Damaged, blob, number

Row = Sequence[object]


class GameStatus(StrEnum):
    """How a game stands."""

    PLAYING = "playing"
    OVER = "over"
    FROZEN = "frozen"
    LEFT = "left"


class GameRow(NamedTuple):
    """A stored game.

    `masters` are the master secrets (32 bytes) of our own places, `bots` the bot ids by place,
    `steps` the number of those that are stored, `created` seconds since the epoch.
    """

    genesis: Genesis
    accepts: tuple[bytes, ...]
    masters: dict[int, bytes]
    bots: dict[int, str]
    title: str
    status: GameStatus
    steps: int
    created: int

    @property
    def game_id(self) -> bytes:
        """The id of the game."""
        return self.genesis.game_id

    @property
    def is_unfinished(self) -> bool:
        """Whether it is neither over nor left; it may have stopped."""
        return self.status in (GameStatus.PLAYING, GameStatus.FROZEN)


class BadGame(NamedTuple):
    """A stored game that cannot be read: what stands for its id (32 bytes), its title, and why."""

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


class StoredLine(NamedTuple):
    """A line of talk as it came: who said it, what was signed, the signature."""

    key: bytes
    body: bytes
    signature: bytes


def stored(entry: Entry) -> StoredEntry:
    """Return an entry as the store keeps it.

    Raises:
        JournalError: the body is malformed.
    """
    body = parse_body(entry.body)
    return StoredEntry(body.step, body.place, entry_id(entry.body), entry.body, entry.signature)


def shown_id(value: object) -> bytes:
    """Return what stands for the id of a stored game (32 bytes), whatever is in its place."""
    if type(value) is bytes and len(value) == ID_BYTES:
        return value
    return tagged_hash("damaged", repr(value).encode())


def shown_title(value: object) -> str:
    """Return the title of a stored game that may be damaged, or ""."""
    try:
        return columns.text(value, "game.title")
    except Damaged:
        return ""


def read_game(row: Row, secrets: Iterable[Row], own: Mapping[bytes, Identity]) -> GameRow:
    """Return a stored game.

    Args:
        row: its columns, and the least and the greatest step of its journal, None for none.
        secrets: place and master secret of our places.
        own: our identities, by key; a seat of one of them has the secret that follows from it.
    """
    id, data, accepts, title, status, _, bots, created, first, last = row
    genesis = _genesis(data)
    if id != genesis.game_id:
        raise Damaged("game.id")
    for step in (first, last):
        if step is not None:
            number(step, "entry.step")
    return GameRow(
        genesis,
        columns.blobs(accepts, "game.accepts", SIGNATURE_BYTES),
        _masters(genesis, secrets, own),
        _bots(genesis, bots),
        columns.text(title, "game.title"),
        _status(status),
        0 if last is None else number(last, "entry.step") + 1,
        number(created, "game.created", columns.LAST_SECOND),
    )


def _genesis(data: object) -> Genesis:
    try:
        return parse_genesis(blob(data, "game.genesis"))
    except (JournalError, TypeError, ValueError) as error:
        raise Damaged("game.genesis") from error


def _status(value: object) -> GameStatus:
    try:
        return GameStatus(columns.text(value, "game.status"))
    except ValueError as error:
        raise Damaged("game.status") from error


def _bots(genesis: Genesis, value: object) -> dict[int, str]:
    where = "game.bots"
    return {
        _place(genesis, place, where): columns.text(bot, where)
        for place, bot in columns.pairs(value, where)
    }


def _place(genesis: Genesis, value: object, where: str) -> int:
    return number(value, where, len(genesis.seats) - 1)


def _masters(
    genesis: Genesis, secrets: Iterable[Row], own: Mapping[bytes, Identity]
) -> dict[int, bytes]:
    found = {
        _place(genesis, place, "secret.place"): blob(master, "secret.master", KEY_BYTES)
        for place, master in secrets
    }
    for place, seat in enumerate(() if genesis.local else genesis.seats):
        identity = own.get(seat.identity)
        if identity and place not in found:
            raise Damaged("secret.place")
        if identity and found[place] != master_secret(identity, genesis.game_id):
            raise Damaged("secret.master")
    return found


def read_entry(game_id: bytes, row: Row, table: str = "entry") -> StoredEntry:
    """Return an entry of a journal or a branch; step, place and id follow from its body."""
    step, place, id, body, signature = row
    body = blob(body, f"{table}.body")
    signature = blob(signature, f"{table}.signature", SIGNATURE_BYTES)
    try:
        said = parse_body(body)
    except JournalError as error:
        raise Damaged(f"{table}.body") from error
    found = StoredEntry(
        number(step, f"{table}.step"),
        number(place, f"{table}.place"),
        blob(id, f"{table}.id", ID_BYTES),
        body,
        signature,
    )
    if said.game_id != game_id or entry_id(body) != found.id:
        raise Damaged(f"{table}.body")
    if said.step != found.step:
        raise Damaged(f"{table}.step")
    if said.place != found.place:
        raise Damaged(f"{table}.place")
    return found


def read_line(row: Row) -> StoredLine:
    """Return a line of talk."""
    count, key, body, signature = row
    number(count, "talk.number")
    return StoredLine(
        blob(key, "talk.key", KEY_BYTES),
        blob(body, "talk.body"),
        blob(signature, "talk.signature", SIGNATURE_BYTES),
    )


def read_evidence(row: Row) -> Proof:
    """Return proof that a seat misbehaved."""
    kind, value = row
    where = "evidence.items"
    items = [
        Entry(blob(data, where), blob(signature, where, SIGNATURE_BYTES))
        for data, signature in columns.pairs(value, where)
    ]
    return Proof(columns.text(kind, "evidence.kind"), tuple(items))
