"""Whole games with hidden cards: every request, on the tables of all places at once."""

from __future__ import annotations

from random import Random

import pytest

from bastide.core.chance import ALL_SEATS
from bastide.core.plugins import Setup
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.table import Table
from tests.core.cards import cards
from tests.core.games import loaded
from tests.net.veil.veiled import Veiled, faces_known


def play(game: Veiled, seed: int) -> None:
    """Play a game to its end, comparing all tables at each step."""
    random = Random(seed)
    while game.step(random):
        compare(game)
    assert game.one.over
    assert not game.one.accused


def compare(game: Veiled) -> None:
    digests = {table.state_digest for table in game.every()}
    assert len(digests) == 1, "two tables are in different positions"
    truth = faces_known(game.all.state)
    for place, table in game.tables.items():
        known = faces_known(table.state)
        assert known.items() <= truth.items(), f"the table of {place} holds a false face"
        extra = set(known) ^ may_know(table.state, place)
        assert extra <= claimed(table), f"the table of {place}"


def claimed(table: Table) -> set[int]:
    """Return the items of which somebody has said what they are."""
    return {item for done in table.done if done.action for item, _ in done.action.claims}


def may_know(s: State, place: int | None) -> set[int]:
    """Return the items whose faces a place may know: those that it was shown."""
    if s.secrets is None:
        return set()
    seat = None if place is None else s.seating.index(place)
    bit = ALL_SEATS if seat is None else 1 << seat
    return {item for item, mask in s.secrets.seen.items() if mask & bit == bit}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("deal", ["veil", "open"])
def test_every_table_of_a_game_comes_to_the_same_and_knows_what_it_may(
    seats: int, deal: str
) -> None:
    play(Veiled(card_rules(seats), deal), seed=seats)


def card_rules(seats: int) -> Rules:
    setup = Setup("cards", seats, (), (("seating", "drawn"),))
    return loaded(cards()).compose(setup)
