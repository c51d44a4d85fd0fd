"""The open dealer draws what the protocol document says, computed here once more from its words."""

from __future__ import annotations

from itertools import permutations
from math import factorial
from typing import NamedTuple

from bastide.core.chance import Answer, Deal, Mix, Rng, SecretRequest, Shuffle
from bastide.core.secrets import Secrets
from bastide.core.state import State
from bastide.net.dealing.open_deal import OpenDeal

ROLL = bytes(range(32))


class Card(NamedTuple):
    deck: str
    face: int


class Table:
    """Two seats, dealt to by the open dealer, all of whose faces are known here."""

    def __init__(self) -> None:
        self.cards, self.s = Secrets(2), State(2)
        self.dealer = OpenDeal((0, 1))

    def ask(self, request: SecretRequest, roll: bytes = b"") -> Answer:
        flow = self.dealer.deal(request, self.cards, self.s, roll)
        try:
            next(flow)
        except StopIteration as end:
            answer: Answer = end.value
            self.cards.apply(request, answer)
            return answer
        raise AssertionError("the open dealer waits for an entry")

    def hand(self, seat: int) -> list[Card]:
        cards = self.cards
        return [
            Card(cards.origin[item], face)
            for item in cards.hands[seat]
            if isinstance(face := cards.face(item), int)
        ]


def shuffled(stream: Rng, deck: str, faces: tuple[int, ...]) -> list[Card]:
    return [Card(deck, faces[place]) for place in stream.shuffle(len(faces))]


def mixed(stream: Rng, hand: list[Card], decks: int) -> list[Card]:
    n = len(hand)
    small = sorted(permutations(range(n))) if n < 5 else []
    order = small[stream.below(factorial(n))] if n < 5 else stream.shuffle(n)
    new = [hand[place] for place in order]
    return sorted(new, key=lambda card: card.deck) if decks > 1 else new


def test_hands_of_every_size_are_mixed_as_the_document_says() -> None:
    for n in range(8):
        table, stream = Table(), Rng(ROLL, "deck")
        faces = tuple(range(10, 30))
        pile = shuffled(stream, "deck", faces)
        table.ask(Shuffle("deck", faces), ROLL)

        table.ask(Deal("deck", ((1, n), (0, 2))))
        one, zero = mixed(stream, pile[:n], 1), mixed(stream, pile[n : n + 2], 1)
        assert (table.hand(1), table.hand(0)) == (one, zero)

        table.ask(Mix(1))
        assert table.hand(1) == mixed(stream, one, 1)


def test_a_second_deck_begins_another_stream_and_is_held_apart() -> None:
    table, stream, other = Table(), Rng(ROLL, "b"), bytes(32)
    pile = shuffled(stream, "b", (1, 2, 3))
    table.ask(Shuffle("b", (1, 2, 3)), ROLL)
    table.ask(Deal("b", ((0, 3),)))
    hand = mixed(stream, pile, 1)

    stream = Rng(other, "a")
    pile = shuffled(stream, "a", (4, 5, 6))
    table.ask(Shuffle("a", (4, 5, 6)), other)
    table.ask(Deal("a", ((0, 3),)))

    assert table.hand(0) == mixed(stream, [*hand, *pile], 2)
    assert [card.deck for card in table.hand(0)] == ["a"] * 3 + ["b"] * 3
