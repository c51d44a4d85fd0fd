"""A game to be kept, and entries of it."""

from __future__ import annotations

from bastide.core.journal import Body, Entry, Genesis, Seat, entry_id, make_body, make_genesis
from bastide.net.identity import Identity
from bastide.net.storage.store import (
    StoredEntry,
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
