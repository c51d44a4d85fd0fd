"""Whatever rules may ask for goes into entries that all take, and these into frames."""

from __future__ import annotations

from random import Random

import pytest

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Deal, Open, Request, Shuffle
from bastide.core.entries import MAX_BODY, MAX_STEPS, Body, make_body, parse_body
from bastide.core.journal import Entry
from bastide.core.plugins import Setup
from bastide.core.rules import Rules
from bastide.core.secret_requests import MAX_CARDS
from bastide.core.state import State
from bastide.net import limits
from bastide.net.links.messages import Entries
from bastide.net.links.wire import decode, encode
from bastide.net.veil import operations, room
from bastide.net.veil.group import GENERATOR, card_points
from bastide.net.veil.items import Item, Keyring
from bastide.net.veil.operations import Mask, Rehand, Strip
from bastide.net.veil.proofs import proof_length
from bastide.net.veil.tasks import Slot, Task
from tests.core.dice import GO
from tests.core.games import game, loaded, no_effect
from tests.net.veil.veiled import ROUNDS, Veiled

HAND = 7


def opening() -> Rules:
    """Return a game in which a hand is dealt and then laid open at once."""

    def ask(s: State) -> tuple[Request, ...]:
        if s.turn:
            return (Open(tuple(s.cards().hands[0])),) if s.turn == 1 else ()
        return Shuffle("deck", tuple(range(HAND))), Deal("deck", ((0, HAND),))

    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("go", lambda s: [GO], ask=ask))
        rules.action(GO.kind, no_effect)

    return loaded(game(turn)).compose(Setup("tiny", 2))


def test_a_hand_that_is_opened_at_once_is_stripped_in_as_many_entries_as_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room, "STRIP_BYTES", 2 * (3 + 32 + 32 * ROUNDS + 37))
    veiled, random, strips = Veiled(opening()), Random(1), list[list[int]]()

    while (expected := veiled.one.expected()) is not None:
        if expected.kind == "v.strip":
            due = veiled.dealer(0).due
            assert due is not None
            strips += [list(task.items) for task in due.tasks.values() if isinstance(task, Strip)]
        veiled.step(random)

    hand = veiled.one.state.cards().hands[0]
    assert strips[-4:] == [hand[:2], hand[2:4], hand[4:6], hand[6:]]
    assert sorted(map(str, map(veiled.one.state.face, hand))) == sorted(map(str, range(HAND)))
    assert {table.state_digest for table in veiled.every()} == {veiled.one.state_digest}


def test_as_much_as_fits_goes_into_one_strip() -> None:
    """Hands of up to 30 cards go in one, with the rounds that tables of this program have."""
    items = list(range(MAX_CARDS))
    apart = [n.to_bytes(32, "big") for n in items]

    assert list(room.strip_parts(items[:30], apart[:30], 64)) == [tuple(items[:30])]
    assert list(map(len, room.strip_parts(items[:31], apart[:31], 64))) == [30, 1]
    assert list(room.strip_parts(items, [b""] * MAX_CARDS, 128)) == [tuple(items)]
    assert not list(room.strip_parts([], [], 64))


LAST = (bytes(32), MAX_STEPS - 1, 5, bytes(32), bytes(32))
"""Game, step, place and digests of an entry, at their longest."""


@pytest.mark.parametrize("rounds", [limits.PROOF_ROUNDS, limits.PROOF_ROUNDS_MOST])
def test_of_the_most_cards_with_the_most_keys_every_entry_has_room(rounds: int) -> None:
    keyring = Keyring(5, bytes(32))
    keys = [keyring.multiply(GENERATOR, n + 2) for n in range(MAX_CARDS)]
    points = card_points(bytes(32), MAX_CARDS)
    numbers = tuple(range(2**32 - MAX_CARDS, 2**32))
    items = tuple(Item(x, {5: key}, "deck") for x, key in zip(points, keys, strict=True))
    at = dict(zip(numbers, items, strict=True))
    parts = list(room.strip_parts(numbers, keys, rounds))
    strips = [Strip(part, tuple(at[n] for n in part), 5, {}) for part in parts]

    tasks: list[Task] = [
        operations.Shuffle(bytes(32), 0, points),
        Mask(numbers, items, 5),
        Rehand(numbers, items, 5),
        *strips,
    ]
    for task in tasks:
        draft = task.draft(Slot(*LAST[:3], rounds), keyring)
        proofs = [bytes(proof_length(want.statement)) for want in draft.wanted]
        body = make_body(Body(*LAST, task.kind, draft.finished(proofs)))
        assert parse_body(body).kind == task.kind
    assert sum(parts, ()) == numbers


def test_the_largest_entry_fits_into_a_frame() -> None:
    empty = len(make_body(Body(*LAST, "v.strip", {"x": bytes(2**16)}))) - 2**16
    body = make_body(Body(*LAST, "v.strip", {"x": bytes(MAX_BODY - empty + 2)}))
    assert len(body) == MAX_BODY
    message = Entries(bytes(32), (Entry(body, bytes(64)),))

    assert decode(encode(message)) == message
