"""Entries: what one place wrote in one step, as signed bytes (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bastide.core.encoding import EncodingError, dec, enc, tagged_hash, u8, u32
from bastide.core.genesis import PROTOCOL, JournalError, bytes_of
from bastide.core.payloads import Payload

MAX_BODY = 64 * 1024
MAX_STEPS = 100_000


class Body(NamedTuple):
    """What one entry says."""

    game_id: bytes
    step: int
    place: int
    prev: bytes
    state: bytes
    kind: str
    payload: Payload


class Entry(NamedTuple):
    """An entry as it is signed, stored and sent: the bytes of its body, and the signature."""

    body: bytes
    signature: bytes


def make_body(body: Body) -> bytes:
    """Return the bytes of an entry's body."""
    game_id, step, place, prev, state, kind, payload = body
    return enc([PROTOCOL, game_id, step, place, prev, state, kind, payload])


def parse_body(data: bytes) -> Body:
    """Return what an entry says.

    Raises:
        JournalError: too long, not canonical, or not the form of an entry.
    """
    try:
        content = dec(data, MAX_BODY)
    except EncodingError as error:
        raise JournalError(f"an entry: {error}") from error
    if not isinstance(content, list) or len(content) != 8:
        raise JournalError("an entry does not have the form of protocol version 1")
    if type(content[0]) is not int or content[0] != PROTOCOL:
        raise JournalError("an entry does not have the form of protocol version 1")
    _, game_id, step, place, prev, state, kind, payload = content
    if type(step) is not int or not 0 <= step < MAX_STEPS:
        raise JournalError("an entry's step is out of range")
    if type(place) is not int or not 0 <= place < 6:
        raise JournalError("an entry's seat is out of range")
    if not isinstance(kind, str) or not isinstance(payload, dict):
        raise JournalError("an entry without kind or payload")
    try:
        ids = [bytes_of(each, 32) for each in (game_id, prev, state)]
    except JournalError as error:
        raise JournalError(f"an entry: {error}") from error
    return Body(ids[0], step, place, ids[1], ids[2], kind, payload)


def entry_id(body: bytes) -> bytes:
    """Return the id of an entry, which its signature covers."""
    return tagged_hash("entry", body)


def step_digest(game_id: bytes, step: int, prev: bytes, ids: Iterable[bytes]) -> bytes:
    """Return D(step): the hash over a step's entries in ascending order of places."""
    return tagged_hash("step", game_id, u32(step), prev, *ids)


def commitment(game_id: bytes, step: int, place: int, nonce: bytes, value: object) -> bytes:
    """Return what a seat commits to; `step` is that of the commit, `nonce` 32 random bytes."""
    return tagged_hash("commit", game_id, u32(step), u8(place), nonce, enc(value))
