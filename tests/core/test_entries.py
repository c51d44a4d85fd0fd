from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.encoding import enc
from bastide.core.entries import (
    Body,
    commitment,
    entry_id,
    make_body,
    parse_body,
    step_digest,
)
from bastide.core.genesis import JournalError

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "net" / "vectors.json").read_text("utf-8")
)["log"]
GAME = bytes.fromhex(VECTORS["game_id"])
JOINS = [bytes.fromhex(body) for body in VECTORS["join_bodies"]]
MOVE = bytes.fromhex(VECTORS["move_body"])
D0, D1 = bytes.fromhex(VECTORS["D0"]), bytes.fromhex(VECTORS["D1"])


def test_vectors_of_entries() -> None:
    for place, body in enumerate(JOINS):
        read = parse_body(body)
        assert (read.game_id, read.step, read.place, read.prev) == (GAME, 0, place, GAME)
        assert (read.kind, list(read.payload)) == ("join", ["dice"])
        assert make_body(read) == body
        assert entry_id(body).hex() == VECTORS["join_ids"][place]


def test_vector_of_a_move() -> None:
    read = parse_body(MOVE)

    assert (read.step, read.place, read.prev, read.kind) == (1, 1, D0, "move")
    assert make_body(read) == MOVE
    assert entry_id(MOVE).hex() == VECTORS["move_id"]


def test_vectors_of_step_digests() -> None:
    joins = [entry_id(body) for body in JOINS]

    assert step_digest(GAME, 0, GAME, joins) == D0
    assert step_digest(GAME, 1, D0, [entry_id(MOVE)]) == D1
    assert step_digest(GAME, 0, GAME, reversed(joins)) != D0


def test_vector_of_a_commitment() -> None:
    said = commitment(GAME, 8, 1, b"\x77" * 32, {"pick": 3})

    assert said.hex() == VECTORS['commit_step8_seat1_r77_{"pick":3}']


FIELDS: list[object] = [1, GAME, 0, 0, GAME, D0, "move", {}]


def with_field(at: int, value: object) -> bytes:
    return enc([*FIELDS[:at], value, *FIELDS[at + 1 :]])


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"\xff" * 9, "an entry: the bytes are damaged"),
        (enc({}), "does not have the form"),
        (enc(FIELDS[:7]), "does not have the form"),
        (with_field(0, 2), "does not have the form"),
        (with_field(0, True), "does not have the form"),
        (with_field(1, b"short"), "32 bytes"),
        (with_field(2, -1), "step is out of range"),
        (with_field(2, 100_000), "step is out of range"),
        (with_field(2, False), "step is out of range"),
        (with_field(3, 6), "seat is out of range"),
        (with_field(3, True), "seat is out of range"),
        (with_field(4, "text"), "32 bytes"),
        (with_field(5, None), "32 bytes"),
        (with_field(6, 3), "without kind or payload"),
        (with_field(7, []), "without kind or payload"),
        (with_field(7, {"a": bytes(65536)}), "at most 65536"),
    ],
)
def test_what_is_no_entry_is_refused(data: bytes, fault: str) -> None:
    with pytest.raises(JournalError, match=fault):
        parse_body(data)


@given(st.binary(max_size=300))
def test_any_bytes_are_an_entry_or_refused(data: bytes) -> None:
    try:
        body = parse_body(data)
    except JournalError:
        return
    assert make_body(body) == data


@given(
    st.integers(0, 99_999),
    st.integers(0, 5),
    st.text(max_size=9),
    st.dictionaries(st.text(max_size=3), st.integers(0, 9) | st.binary(max_size=9), max_size=3),
)
def test_an_entry_comes_back(step: int, place: int, kind: str, payload: dict[str, object]) -> None:
    body = Body(GAME, step, place, D0, D1, kind, payload)

    assert parse_body(make_body(body)) == body
