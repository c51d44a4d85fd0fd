from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.chance import Deal, Mix, Order, Pick, Request, Rng, Roll, Seed, Shuffle
from bastide.core.dealer import LocalDealer
from bastide.core.errors import RulesError
from bastide.core.state import State
from tests.core.cards import FACES

SEED = bytes(range(32))


def waiting(*requests: Request, seats: int = 2) -> State:
    s = State(seats)
    s.waiting = requests
    return s


def test_all_answers_come_from_one_stream_in_the_order_of_the_requests() -> None:
    rng, dealer = Rng(SEED, "local"), LocalDealer(SEED)
    requests = (Roll(6, "a"), Pick((1, 2, 3), 2), Order(4), Seed())

    answers = dealer.answer(waiting(*requests))
    last = dealer.answer(waiting(Roll(100)))

    assert [answer.value for answer in answers] == [
        1 + rng.below(6),
        rng.pick((1, 2, 3), 2),
        rng.shuffle(4),
        rng.block(),
    ]
    assert last[0].value == 1 + rng.below(100)


def test_labels_make_no_difference_at_a_local_table() -> None:
    one, two = LocalDealer(SEED), LocalDealer(SEED)

    assert one.answer(waiting(Roll(6, "a"))) == two.answer(waiting(Roll(6, "b")))


def test_two_decks_shuffled_at_once_have_different_items() -> None:
    one, two = LocalDealer(SEED).answer(waiting(Shuffle("a", (1, 2)), Shuffle("b", (3, 4, 5))))

    assert one.value == (0, 1)
    assert two.value == (2, 3, 4)


def test_asking_does_not_change_the_position() -> None:
    s = waiting(Shuffle("a", (1, 2)), Deal("a", ((1, 2),)), Mix(1))

    LocalDealer(SEED).answer(s)

    assert s.secrets is None
    assert s.waiting


def test_later_requests_see_what_earlier_ones_did() -> None:
    s = waiting(Shuffle("a", ("x", "y")), Deal("a", ((0, 1), (1, 1))), Mix(0))

    shuffled, dealt, mixed = LocalDealer(SEED).answer(s)

    assert shuffled.value == (0, 1)
    assert dealt.value == ((2,), (3,))
    assert mixed.value == (4,)
    assert {each.face for each in dealt.shown} == {"x", "y"}
    assert mixed.shown[0].face == dealt.shown[0].face


def test_a_shuffle_is_fair_enough_to_put_any_card_on_top() -> None:
    dealer = LocalDealer(SEED)
    tops = {dealer.answer(waiting(Shuffle("a", FACES)))[0].shown[0].face for _ in range(200)}

    assert tops == set(FACES)


def test_what_cannot_be_dealt_is_a_fault_of_the_rules() -> None:
    with pytest.raises(RulesError, match="there is no pile 'a'"):
        LocalDealer(SEED).answer(waiting(Deal("a", ((0, 1),))))


@given(st.integers(0, 20), st.integers(1, 20))
def test_going_back_in_the_stream_draws_the_same(before: int, after: int) -> None:
    dealer = LocalDealer(SEED)
    requests = [waiting(Pick(tuple(range(9)), 3)) for _ in range(before + after)]
    for s in requests[:before]:
        dealer.answer(s)
    mark = dealer.rng.mark()
    first = [dealer.answer(s) for s in requests[before:]]

    dealer.rng.reset(mark)

    assert [dealer.answer(s) for s in requests[before:]] == first
