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
from bastide.core.secret_requests import check_request
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
    ],
)
def test_what_cannot_be_dealt_is_refused(
    cards: Secrets, request_: SecretRequest, fault: str
) -> None:
    with pytest.raises(RulesError, match=f"what cannot be dealt: .*{fault}"):
        check_request(cards, request_)
