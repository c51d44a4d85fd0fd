from __future__ import annotations

import pytest

from bastide.core.chance import (
    Conceal,
    Deal,
    Look,
    Mix,
    Open,
    Put,
    SecretRequest,
    Shuffle,
    Take,
)
from bastide.core.errors import RulesError
from bastide.core.secret_requests import MAX_CARDS, check_request
from bastide.core.secrets import Secrets


@pytest.fixture
def cards() -> Secrets:
    """Return items 0-3 in the pile, 4-5 in the hand of seat 0 (5 face up), 6 in that of seat 1."""
    cards = Secrets(2)
    cards.decks = {"deck": tuple("abcdefg")}
    cards.piles = {"deck": [0, 1, 2, 3]}
    cards.hands = [[4, 5], [6]]
    cards.origin = dict.fromkeys(range(7), "deck")
    cards.seen = {0: 0, 1: 0b10, 2: 0, 3: 0, 4: 0b01, 5: 0xFFFF, 6: 0b10}
    return cards


@pytest.mark.parametrize(
    "request_",
    [
        Shuffle("other", ("x", "x")),
        Deal("deck", ((0, 1), (1, 3))),
        Look((0, 1, 2, 3), 0),
        Look((4, 5), 1),
        Look((4,), 1),
        Take((1,), 1),
        Open((0, 4)),
        Conceal((5,), 0),
        Put((4, 6), "deck"),
        Mix(1),
    ],
    ids=str,
)
def test_what_can_be_dealt_is_accepted(cards: Secrets, request_: SecretRequest) -> None:
    check_request(cards, request_)


@pytest.mark.parametrize(
    ("request_", "fault"),
    [
        (Shuffle("deck", ("x",)), "the deck 'deck' was shuffled already"),
        (Shuffle("other", ("x", None)), "the deck 'other' has a face that is None"),
        (Deal("lost", ((0, 1),)), "there is no pile 'lost'"),
        (Deal("deck", ((0, 2), (1, 3))), "the pile 'deck' has 4 cards, 5 were asked for"),
        (Deal("deck", ((0, 1), (0, 1))), "a seat is dealt to twice at once"),
        (Look((0, 1), 0), "seat 0 looks at items that are neither a whole pile nor a whole hand"),
        (Look((3, 2, 1, 0), 0), "neither a whole pile nor a whole hand"),
        (Take((0,), 1), "seat 1 takes items that it was not shown: item 0"),
        (Take((4,), 0), "seat 0 takes items that it holds"),
        (Open((9,)), "there is no item 9"),
        (Conceal((4,), 0), "items are concealed that are not face up: item 4"),
        (Put((4,), "lost"), "there is no pile 'lost'"),
        (Put((9,), "deck"), "there is no item 9"),
        (Mix(2), "there is no seat 2"),
        (Deal("deck", ((2, 1),)), "there is no seat 2"),
        (Deal("deck", ((-1, 1),)), "there is no seat -1"),
        (Deal("deck", ((0, -1),)), "seat 0 is dealt -1 cards; deal 0 or more"),
        (Look((0, 1, 2, 3), -1), "there is no seat -1"),
        (Take((1,), 2), "there is no seat 2"),
        (Take((1, 1), 1), "item 1 is named twice; name each item once"),
        (Conceal((5,), 2), "there is no seat 2"),
        (Open((6, 4, 6)), "item 6 is named twice; name each item once"),
        (Conceal((5, 5), 1), "item 5 is named twice"),
        (Put((4, 4), "deck"), "item 4 is named twice"),
        (Shuffle("other", ("x",) * 257), "the deck 'other' has 257 cards, it may have 256; make"),
    ],
)
def test_what_cannot_be_dealt_is_refused(
    cards: Secrets, request_: SecretRequest, fault: str
) -> None:
    with pytest.raises(RulesError, match=f"what cannot be dealt: .*{fault}"):
        check_request(cards, request_)


@pytest.mark.parametrize(
    "request_",
    [Deal("deck", ((0, 200), (1, 57))), Look(tuple(range(257)), 0), Open(tuple(range(257)))],
    ids=lambda request_: type(request_).__name__,
)
def test_of_a_pile_made_of_several_decks_no_more_is_dealt_than_of_one(
    request_: SecretRequest,
) -> None:
    cards = Secrets(2)
    cards.piles = {"deck": list(range(257))}
    cards.seen = dict.fromkeys(range(257), 0)

    with pytest.raises(RulesError, match="257 items are asked for at once, 256 may be"):
        check_request(cards, request_)


def test_the_largest_deck_can_be_dealt() -> None:
    check_request(Secrets(2), Shuffle("deck", ("x",) * MAX_CARDS))
