"""From the box to the first turn (chapter 2)."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide.core.chance import Answer
from bastide.core.dealer import LocalDealer
from bastide.core.errors import IllegalAction
from bastide.core.events import Action
from bastide.core.rules import Rules
from bastide.core.state import PUBLIC, SEALED, State
from bastide.core.testing import check_refusal
from bastide.plugins.settlers.cards import DECK, RESOURCES, START_REGIONS
from bastide.plugins.settlers.places import START_PLACES
from bastide.plugins.settlers.setup import arrangements
from bastide.plugins.settlers.state import PILES, realm

REVERSED = Action("settlers.arrange", (5, 4, 3, 2, 1, 0))


def arranged(rules: Rules, *, white: int = 0) -> State:
    """Return the position in which the piles lie, and the first seat looks through one."""
    s = rules.new()
    rules.answer(s, (Answer((white, 1 - white)),))
    for action in (arrangements()[0], REVERSED):
        rules.apply(s, action)
    rules.settle(s, LocalDealer(b"setup"))
    return s


@pytest.mark.parametrize("white", [0, 1])
def test_sets_are_drawn_independently_of_who_begins(rules: Rules, white: int) -> None:
    """R1."""
    s = arranged(rules, white=white)

    first = realm(s).lands[0].lands[0]
    assert (first.resource, first.number) == START_REGIONS[("white", "black")[white]][0]
    assert s.turn_seat == 0


def test_regions_are_laid_unseen_and_at_once(rules: Rules) -> None:
    """R3."""
    s = rules.new()
    rules.answer(s, (Answer((0, 1)),))
    assert rules.together(s)
    assert len(rules.legal_for(s, 0)) == len(rules.legal_for(s, 1)) == 720
    rules.apply(s, REVERSED, 1)
    assert s.view(0).sealed == {1: SEALED}
    assert realm(s).lands[1].lands == []
    rules.apply(s, arrangements()[0], 0)

    for seat, numbers in enumerate(([1, 2, 3, 4, 5, 6], [1, 6, 5, 4, 3, 2])):
        lands = realm(s).lands[seat]
        assert [(land.x, land.side) for land in lands.lands] == list(START_PLACES)
        assert [land.number for land in lands.lands] == numbers
        assert lands.stock == [1] * len(RESOURCES)


def test_an_arrangement_names_each_region_once(rules: Rules) -> None:
    s = rules.new()
    rules.answer(s, (Answer((0, 1)),))

    for data in ((0, 1, 2, 3, 4, 4), (1, 2, 3, 4, 5, 6), (0, 1), (False, 1, 2, 3, 4, 5)):
        why = check_refusal(rules, s, Action("settlers.arrange", data))
        assert why == "an order names each of the 6 regions once, from 0"


def test_five_piles_of_nearly_the_same_size(rules: Rules) -> None:
    """R2."""
    cards = arranged(rules).cards()

    assert list(cards.piles) == list(PILES)
    assert [len(pile) for pile in cards.piles.values()] == [13, 13, 12, 12, 12]
    assert Counter(cards.faces.values()) == Counter(DECK)


def test_both_have_two_points_and_the_first_seat_begins(rules: Rules) -> None:
    s = arranged(rules)

    assert s.scores == [2, 2]
    assert (realm(s).knight, realm(s).windmill) == (-1, -1)
    assert (s.seat, s.phase) == (0, "opening")


def test_opening_hands_come_from_different_piles_whose_order_stays(rules: Rules) -> None:
    """R4: three cards each; only who looked knows what is left."""
    s, dealer = arranged(rules), LocalDealer(b"opening")
    before = {name: [*map(s.face, pile)] for name, pile in s.cards().piles.items()}
    taken = [1, 4, 11]
    for seat, pile in ((0, 2), (1, 5)):
        rules.apply(s, Action("settlers.look", (pile,)))
        rules.settle(s, dealer)
        items = s.cards().piles[PILES[pile - 1]][:]
        for n in taken:
            assert s.seat == seat
            rules.apply(s, Action("settlers.take", (items[n],)))
        rules.settle(s, dealer)
        if not seat:
            assert Action("settlers.look", (pile,)) not in rules.legal(s)
            with pytest.raises(IllegalAction, match="has looked through that pile"):
                rules.step(s, Action("settlers.look", (pile,)))

    assert (s.seat, s.phase) == (0, "before")
    for seat, name in enumerate((PILES[1], PILES[4])):
        left = [face for n, face in enumerate(before[name]) if n not in taken]
        assert [*map(s.face, s.cards().piles[name])] == left
        view, others = s.view(seat), (s.view(1 - seat), s.view(PUBLIC))
        assert [*map(view.face, s.cards().piles[name])] == left
        for each in others:
            assert {*map(each.face, s.cards().piles[name])} == {None}
        hand = [str(s.face(item)) for item in s.cards().hands[seat]]
        assert sorted(hand) == sorted(str(before[name][n]) for n in taken)


def test_settlements_count_before_any_region_is_laid(rules: Rules) -> None:
    s = rules.new()
    rules.answer(s, (Answer((0, 1)),))

    assert s.phase == "arrange"
    assert s.scores == [2, 2]
