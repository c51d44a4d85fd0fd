"""Hands dealt from a larger box: V1 and X5, for each set of options with hands."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide.core.dealer import LocalDealer
from bastide.core.state import State
from bastide.plugins.carcassonne.state import board
from tests.plugins.together.options import HANDS, INNS, SETS, Options, compose, seats_of

WITH_HANDS = [
    (options, seats) for options in SETS if HANDS in options for seats in seats_of(options)
]


def dealt(options: Options, seats: int) -> State:
    rules, dealer = compose(options, seats), LocalDealer(b"hands")
    s = rules.new()
    rules.settle(s, dealer)
    return s


@pytest.mark.parametrize(("options", "seats"), WITH_HANDS)
def test_x5_hands_are_dealt_from_all_tiles(options: Options, seats: int) -> None:
    s = dealt(options, seats)
    cards = s.cards()

    under = 89 if INNS in options else 71
    assert [len(hand) for hand in cards.hands] == [3] * seats
    assert len(cards.piles["tiles"]) == under - 3 * seats
    dealt_tiles = Counter(str(face) for face in cards.faces.values())
    assert dealt_tiles == Counter(board(s).tables.pile)
