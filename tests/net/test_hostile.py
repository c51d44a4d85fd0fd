"""Whatever a member of a game sends, in whatever state, ends in a refusal or in nothing at all."""

from __future__ import annotations

import contextlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bastide.core.encoding import dec, enc
from bastide.core.journal import MAX_STEPS, Entry, JournalError, entry_id, parse_body, parse_genesis
from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.links.messages import (
    Digests,
    Entries,
    Genesis,
    Have,
    Head,
    Want,
    WireMessage,
)
from bastide.net.links.wire import decode, encode
from bastide.net.lobby.terms import check_started, read_genesis
from bastide.net.sync.heads import read_head
from tests.net.simulation import Network
from tests.repeats import repeated
from tests.sizes import SIZES

PLAYED = Network(3, 1)
PLAYED.play()
JOURNAL = PLAYED.at(0).sync.table.journal
GAME = PLAYED.genesis.game_id


def mutated(random: Random, data: bytes) -> bytes:
    """Return bytes with a few changes: flipped, cut, doubled, put in."""
    out = bytearray(data)
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(out) + 1)
        change = random.randrange(4)
        if change == 0 and out:
            out[at % len(out)] ^= 1 << random.randrange(8)
        elif change == 1:
            del out[at : at + random.randint(1, 40)]
        elif change == 2:
            out[at:at] = bytes(random.randrange(256) for _ in range(random.randint(1, 5)))
        else:
            out[at:at] = out[:at]
    return bytes(out[: limits.FRAME_AFTER_AUTH])


def some_messages() -> list[WireMessage]:
    """Return a valid message of each kind that belongs into a game."""
    entries = tuple(entry for step in JOURNAL.steps[:4] for entry in step)
    return [
        Entries(GAME, entries),
        Have(GAME, 3, JOURNAL.digests[2], (0, 1)),
        Want(GAME, 0, 5),
        Genesis(GAME, JOURNAL.genesis.data, JOURNAL.accepts),
        Digests(GAME, 0, JOURNAL.digests[0]),
        *PLAYED.at(0).sync._heads.since(0),
    ]


def test_a_damaged_frame_is_refused_or_still_a_message() -> None:
    random = Random(1)
    payloads = [encode(message) for message in some_messages()]
    for _ in range(SIZES.parser_runs):
        with contextlib.suppress(PeerError):
            assert encode(decode(mutated(random, random.choice(payloads))))


def read_some(random: Random) -> None:
    """Read a damaged genesis, entry and head."""
    with contextlib.suppress(JournalError):
        parse_body(mutated(random, random.choice(JOURNAL.entries()).body))
    with contextlib.suppress(JournalError):
        read_genesis(mutated(random, JOURNAL.genesis.data))
    with contextlib.suppress(PeerError):
        head = random.choice(PLAYED.at(0).sync._heads.since(0))
        read_head(Head(mutated(random, head.body), head.signature))


def test_damaged_signed_bytes_are_refused_or_read() -> None:
    random = Random(2)
    for _ in range(SIZES.parser_runs // 2):
        read_some(random)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.binary(max_size=40)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)  # fmt: skip


@given(PLAIN)
def test_any_plain_data_is_no_genesis_entry_or_head_by_accident(value: object) -> None:
    data = enc(value)
    for read in (parse_genesis, read_genesis, parse_body):
        with pytest.raises(JournalError):
            read(data)
    with pytest.raises(PeerError):
        read_head(Head(data, bytes(64)))


@given(st.sampled_from(["game", "gv", "rules", "ext", "opt", "seats", "deal", "nonce", "p"]), PLAIN)
def test_any_value_in_a_genesis_is_refused_or_read(key: str, value: object) -> None:
    content = dec(JOURNAL.genesis.data)
    content[key] = value
    with contextlib.suppress(JournalError):
        assert read_genesis(enc(content)).data == enc(content)


@pytest.mark.parametrize("field", range(8))
@settings(max_examples=SIZES.examples // 3)
@given(value=PLAIN)
def test_any_value_in_a_signed_entry_is_refused_or_stops_the_game(
    field: int, value: object
) -> None:
    network = Network(2, 1)
    network.cheats.add(1)
    network.drain()
    victim = network.at(0)
    step = next(s for s in JOURNAL.steps if parse_body(s[0].body).kind == "move")
    content = dec(step[0].body)
    content[1:6] = [
        network.genesis.game_id, victim.sync.table.journal.step, 1,
        victim.sync.table.journal.prev, victim.sync.table.state_digest,
    ]  # fmt: skip
    content[field] = value
    body = enc(content)
    entry = Entry(body, network.identities[1].sign("sign-entry", entry_id(body)))
    signed = (entry,)
    network.receive(victim.key, network.keys[1], Entries(network.genesis.game_id, signed))
    is_taken = entry in victim.sync.table.journal.entries()
    assert bool(victim.refused) + bool(victim.sync.stop) + is_taken <= 1


@pytest.mark.parametrize("seed", repeated(range(max(4, SIZES.examples // 15))))
def test_a_member_that_sends_damaged_messages_all_the_time_harms_nobody(seed: int) -> None:
    network = Network(3, seed)
    random = Random(seed)
    cheat = network.keys[2]

    def tamper(sender: bytes, to: bytes, message: WireMessage) -> WireMessage | None:
        if sender != cheat or random.random() < 0.7 or type(message).__name__ == "Peers":
            return message
        try:
            return decode(mutated(random, encode(message)))
        except PeerError:
            return None

    network.tamper = tamper
    network.play(1_500)
    network.tamper = lambda a, b, m: m
    for key in network.keys:
        network.kill(key)
    for key in network.keys:
        network.restart(key)
    network.play()
    for peer in network.peers.values():
        assert peer.sync.table.over
        assert peer.sync.stop is None


@given(
    st.integers(0, MAX_STEPS),
    st.binary(min_size=32, max_size=32),
    st.lists(st.integers(0, 5), max_size=6),
    st.integers(1, limits.STEPS_WANTED),
)
def test_any_have_and_want_is_answered_or_ignored(
    step: int, digest: bytes, seats: list[int], steps: int
) -> None:
    one, other = PLAYED.keys[:2]
    before = PLAYED.at(0).sync.table.journal.prev
    PLAYED.receive(one, other, Have(GAME, step, digest, tuple(seats)))
    PLAYED.receive(one, other, Want(GAME, step, steps))
    assert PLAYED.at(0).sync.table.journal.prev == before
    assert not PLAYED.at(0).refused
    PLAYED.queues.clear()


def test_a_genesis_with_a_bad_signature_is_refused() -> None:
    good = Genesis(GAME, JOURNAL.genesis.data, JOURNAL.accepts)
    assert check_started(good).game_id == GAME
    bad = [
        good._replace(signatures=JOURNAL.accepts[:-1]),
        good._replace(signatures=JOURNAL.accepts[::-1]),
        good._replace(game=bytes(32)),
        good._replace(genesis=b"\x80"),
    ]
    for each in bad:
        with pytest.raises(PeerError):
            check_started(each)
