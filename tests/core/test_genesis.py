from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.encoding import dec, enc
from bastide.core.genesis import (
    Extension,
    Genesis,
    JournalError,
    Seat,
    check_accepts,
    distinct,
    make_genesis,
    parse_genesis,
)
from bastide.core.rules import Rules
from tests.core.tables import genesis_for, key_of, sign, verify

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "net" / "vectors.json").read_text("utf-8")
)["log"]
DATA = bytes.fromhex(VECTORS["genesis"])


def changed(**fields: object) -> bytes:
    """Return the genesis of the vectors with other values; None takes a key away."""
    content = {**dec(DATA), **fields}
    return enc({key: value for key, value in content.items() if value is not ...})


def test_vector_of_the_genesis() -> None:
    genesis = parse_genesis(DATA)

    assert genesis.game_id.hex() == VECTORS["game_id"]
    assert (genesis.game, genesis.version, genesis.deal) == ("demo", "1.0", "veil")
    assert [seat.name for seat in genesis.seats] == ["Ann", "Bob"]
    assert genesis.spectators == "ask"
    assert not genesis.local


def test_making_the_genesis_of_the_vectors() -> None:
    read = parse_genesis(DATA)

    made = make_genesis(
        game="demo",
        version="1.0",
        rules_id=b"\x07" * 32,
        extensions=(),
        options={},
        seats=read.seats,
        deal="veil",
        nonce=b"\x09" * 32,
        spectators="ask",
    )

    assert made == read


def test_one_may_play_alone_at_one_computer() -> None:
    alone = {"deal": "local", "seed": bytes(32)}

    assert parse_genesis(changed(seats=[[key_of(0), "Ada"]], **alone)).names == ("Ada",)
    with pytest.raises(JournalError, match="1 to 6 seats"):
        parse_genesis(changed(seats=[], **alone))


def test_everything_comes_back(nim_rules: Rules) -> None:
    made = make_genesis(
        game="nim",
        version="1.0",
        rules_id=b"r" * 32,
        extensions=[Extension("nim_plus", "2.0", b"x" * 32)],
        options={"seating": "drawn", "nim.heap": 20, "nim.last_wins": False},
        seats=[Seat(key_of(0), "Ada"), Seat(key_of(0), "Bot")],
        deal="local",
        nonce=b"n" * 32,
        seed=b"s" * 32,
    )

    assert parse_genesis(made.data) == made
    assert made.local
    assert made.keyed == (key_of(0),)
    assert made.seed == b"s" * 32
    assert dict(made.options) == {"seating": "drawn", "nim.heap": 20, "nim.last_wins": False}


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "damaged or cut off"),
        (enc([1, 2]), "does not have the form of protocol version 1"),
        (changed(p=2), "not of protocol version 1"),
        (changed(p=True), "not of protocol version 1"),
        (changed(game=...), "does not have the keys"),
        (changed(extra=1), "does not have the keys"),
        (changed(seed=bytes(32)), "does not have the keys"),
        (changed(deal="local"), "does not have the keys"),
        (changed(deal="fair"), "unknown way of dealing"),
        (changed(deal=[]), "must be text"),
        (changed(spec="maybe"), "unknown rule for spectators"),
        (changed(rounds=0), "proof rounds must be 1 to 128"),
        (changed(rounds=129), "proof rounds must be 1 to 128"),
        (changed(rounds=True), "must be a number"),
        (changed(rounds="64"), "must be a number"),
        (changed(cont={}), "continues another game"),
        (changed(opt=[]), "options that are no map"),
        (changed(opt={"a": None}), "the option 'a' is neither number nor text"),
        (changed(opt={"a": b""}), "the option 'a' is neither"),
        (changed(ext=[["a", "1"]]), "an array"),
        (changed(ext=5), "an array"),
        (changed(ext=[["a", "1", b"short"]]), "must be 32 bytes"),
        (changed(seats=[[key_of(0), "A"]]), "2 to 6 seats"),
        (changed(seats=[[key_of(n), "A"] for n in range(7)]), "1 to 6 seats"),
        (changed(seats=[[key_of(0), "A"], [key_of(0), "B"]]), "a key of its own"),
        (changed(seats=[[key_of(0), "A"], [None, "B"]]), "must be 32 bytes"),
        (changed(seats=[[key_of(0), "A"], [key_of(1), ""]]), "1 to 40 bytes"),
        (changed(seats=[[key_of(0), "A"], [key_of(1), "é" * 21]]), "1 to 40 bytes"),
        (changed(seats={}), "an array"),
        (changed(nonce=b"short"), "must be 32 bytes"),
        (changed(rules="text"), "must be 32 bytes"),
        (changed(game=""), "must be text"),
        (DATA + b"\x00", "damaged or cut off"),
        (changed(opt={str(n): "x" * 99 for n in range(200)}), "at most 16384"),
    ],
)
def test_a_genesis_that_breaks_a_rule_is_refused(data: bytes, fault: str) -> None:
    with pytest.raises(JournalError, match=fault):
        parse_genesis(data)


@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_a_changed_byte_is_another_game_or_none(at: int, by: int) -> None:
    data = bytearray(DATA)
    data[at] ^= by
    try:
        genesis = parse_genesis(bytes(data))
    except JournalError:
        return
    assert genesis.game_id.hex() != VECTORS["game_id"]


# signatures


def accepts(genesis: Genesis) -> tuple[bytes, ...]:
    return tuple(sign(key, "accept", genesis.game_id) for key in genesis.keyed)


def test_all_seats_sign(nim_rules: Rules) -> None:
    genesis = genesis_for(nim_rules)

    check_accepts(genesis, accepts(genesis), verify)


def test_one_key_signs_for_a_local_table(nim_rules: Rules) -> None:
    genesis = genesis_for(nim_rules, "local")

    assert len(accepts(genesis)) == 1
    check_accepts(genesis, accepts(genesis), verify)


def test_a_missing_or_false_signature_is_found(nim_rules: Rules) -> None:
    genesis = genesis_for(nim_rules)
    one, two = accepts(genesis)

    with pytest.raises(JournalError, match="2 signatures are needed, 1 are there"):
        check_accepts(genesis, (one,), verify)
    with pytest.raises(JournalError, match="the signature of seat 2 does not hold"):
        check_accepts(genesis, (one, one), verify)
    with pytest.raises(JournalError, match="the signature of seat 1 does not hold"):
        check_accepts(genesis, ("text", two), verify)  # type: ignore[arg-type]  # as read from a file


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ada", "Blaise"), ("Ada", "Blaise")),
        (("root", "Ada", "root", "root"), ("root", "Ada", "root 2", "root 3")),
        (("root", "root", "root 2"), ("root", "root 2", "root 2 2")),
        (("root", "root 2", "root"), ("root", "root 2", "root 3")),
        (("root 2", "root 2"), ("root 2", "root 2 2")),
        ((), ()),
    ],
)
def test_names_that_are_shown_differ_and_who_comes_later_takes_none_of_before(
    names: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    assert [*distinct(names)] == [*shown]


def test_what_was_signed_keeps_its_names() -> None:
    seats = [Seat(key_of(n), "root") for n in range(2)]
    genesis = make_genesis(
        game="demo",
        version="1.0",
        rules_id=bytes(32),
        extensions=(),
        options={},
        seats=seats,
        deal="open",
        nonce=bytes(32),
        rounds=64,
    )
    assert [*genesis.names] == ["root", "root 2"]
    assert [seat.name for seat in parse_genesis(genesis.data).seats] == ["root", "root"]
