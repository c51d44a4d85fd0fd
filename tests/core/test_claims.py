from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.chance import ALL_SEATS, Deal, Look, Mix, Open, Rng, SecretRequest, Shuffle
from bastide.core.claims import check_claims, lay_claims
from bastide.core.dealer import LocalDealer
from bastide.core.errors import IllegalAction
from bastide.core.events import Action, Plain
from bastide.core.rules import Rules
from bastide.core.state import PUBLIC, State

FACES = ("a", "a", "b", "b", "c", 1)
NOT_THERE = "a claimed card is in no hand that this seat has seen"
ELSEWHERE = "a claimed card is known to be elsewhere"
ANOTHER = "a claimed card is known to be another one"


class InOrder(Rng):
    """Shuffles nothing: cards are dealt in the order in which they are listed."""

    def shuffle(self, m: int) -> tuple[int, ...]:
        return tuple(range(m))


def ask(s: State, *requests: SecretRequest) -> None:
    s.waiting = requests
    dealer = LocalDealer(b"")
    dealer.rng = InOrder(b"", "local")
    answers = dealer.answer(s)
    for request, answer in zip(requests, answers, strict=True):
        s.cards().apply(request, answer)
    s.waiting = ()


@pytest.fixture
def full() -> State:
    """Return all of it: seat 0 holds a a, seat 1 holds b b and is to act, the pile c and 1."""
    s = State(3)
    ask(s, Shuffle("deck", FACES), Deal("deck", ((0, 2), (1, 2))))
    s.seat = 1
    return s


@pytest.fixture
def s(full: State) -> State:
    """Return what seat 0 knows of it."""
    return eyes(full, 0)


def eyes(full: State, seat: int) -> State:
    return full.view(seat).clone()


def bid(*claims: tuple[int, Plain]) -> Action:
    return Action("x.bid", (), claims)


def hand(s: State, seat: int = 1) -> list[int]:
    return s.cards().hands[seat]


def test_a_claim_that_can_be_true_is_believed(s: State) -> None:
    s.legal = []

    check_claims(s, bid((hand(s)[0], "c")))

    assert s.face(hand(s)[0]) == "c"
    assert s.legal is None


def test_no_claims_change_nothing(s: State) -> None:
    s.legal = []

    check_claims(s, bid())

    assert s.legal == []


def test_a_claimed_card_must_be_in_a_hand_that_the_seat_has_seen(s: State) -> None:
    for item in (hand(s, 0)[0], s.cards().piles["deck"][0], 99):
        with pytest.raises(IllegalAction, match=NOT_THERE):
            check_claims(s, bid((item, "a")))
    with pytest.raises(IllegalAction, match=NOT_THERE):
        check_claims(State(2), bid((0, "a")))


@pytest.mark.parametrize("face", ["z", True, None])
def test_a_claimed_card_must_be_one_of_the_deck(s: State, face: Plain) -> None:
    with pytest.raises(IllegalAction, match=ELSEWHERE):
        check_claims(s, bid((hand(s)[0], face)))


def test_no_more_cards_can_be_claimed_than_there_are(s: State) -> None:
    one, two = hand(s)

    check_claims(s.clone(), bid((one, "a"), (two, "a")))
    with pytest.raises(IllegalAction, match=ELSEWHERE):
        check_claims(s, bid((one, "c"), (two, "c")))


def test_a_card_cannot_be_claimed_to_be_two_things(s: State) -> None:
    one, _ = hand(s)

    with pytest.raises(IllegalAction, match=ANOTHER):
        check_claims(s, bid((one, "b"), (one, "c")))


@pytest.mark.parametrize("seat", [0, 2, PUBLIC])
def test_what_these_eyes_alone_know_does_not_count_against_another_seat(
    full: State, seat: int
) -> None:
    """Seat 0 holds both a: were it to refuse what all others accept, the game would fork."""
    view = eyes(full, seat)
    one, two = hand(view)

    check_claims(view, bid((one, "a"), (two, "a")))

    assert [view.face(item) for item in (one, two)] == ["a", "a"]
    assert set(view.cards().unknown()["deck"].items) >= set(view.cards().piles["deck"])


def test_a_claim_is_believed_against_better_knowledge_until_the_card_is_opened(s: State) -> None:
    item = hand(s)[0]
    s.cards().faces[item], s.cards().seen[item] = "b", 0b11

    check_claims(s, bid((item, "c")))
    assert s.face(item) == "c"

    s.eyes = 0
    s.cards().faces[item] = "b"
    ask(s, Open((item,)))
    assert s.face(item) == "b"


def test_what_all_have_seen_counts_for_everybody(full: State) -> None:
    ask(full, Open(tuple(hand(full, 0))))
    for seat in (0, 2, PUBLIC):
        with pytest.raises(IllegalAction, match=ELSEWHERE):
            check_claims(eyes(full, seat), bid((hand(full)[0], "a")))

    ask(full, Open((hand(full)[0],)))
    for seat in (0, 2, PUBLIC):
        view = eyes(full, seat)
        with pytest.raises(IllegalAction, match=ANOTHER):
            check_claims(view, bid((hand(full)[0], "c")))
        check_claims(view, bid((hand(full)[0], "b")))
        assert view.face(hand(full)[0]) == "b"


@pytest.mark.parametrize("whose", ["all", "own"])
def test_who_sees_the_hand_refuses_what_is_false(full: State, whose: str) -> None:
    view = full.clone() if whose == "all" else eyes(full, 1)

    with pytest.raises(IllegalAction, match=ANOTHER):
        check_claims(view, bid((hand(view)[0], "c")))
    check_claims(view, bid(*[(item, "b") for item in hand(view)]))


def test_a_card_of_another_hand_may_be_claimed_by_who_was_shown_it(full: State) -> None:
    ask(full, Look(tuple(hand(full, 0)), 1))
    one, _ = hand(full, 0)

    for seat in (0, 1, 2, PUBLIC):
        view = eyes(full, seat)
        check_claims(view, bid((one, "a")))
        assert view.face(one) == "a"

        view.seat = 2
        with pytest.raises(IllegalAction, match=NOT_THERE):
            check_claims(view, bid((one, "a")))


def test_of_a_hand_that_was_shown_only_the_seat_itself_refuses_what_is_false(full: State) -> None:
    """The hand's own table believes it, too, or it would go on alone."""
    ask(full, Look(tuple(hand(full, 0)), 1))
    lie = bid((hand(full, 0)[0], "c"))

    for view in (full.clone(), eyes(full, 1)):
        with pytest.raises(IllegalAction, match=ANOTHER):
            check_claims(view, lie)
    for seat in (0, 2, PUBLIC):
        view = eyes(full, seat)
        check_claims(view, lie)
        assert view.face(hand(full, 0)[0]) == "c"


def test_cards_that_were_mixed_since_are_shown_to_nobody_else(full: State) -> None:
    ask(full, Look(tuple(hand(full, 0)), 1))
    ask(full, Mix(0))

    with pytest.raises(IllegalAction, match=NOT_THERE):
        check_claims(eyes(full, 1), bid((hand(full, 0)[0], "a")))


def test_cards_of_a_pile_cannot_be_claimed(full: State) -> None:
    pile = full.cards().piles["deck"]
    ask(full, Look(tuple(pile), 1))

    with pytest.raises(IllegalAction, match=NOT_THERE):
        check_claims(eyes(full, 1), bid((pile[0], "c")))


def test_a_seat_refuses_for_itself_what_it_knows_to_be_elsewhere(s: State) -> None:
    s.seat = 0
    unknown = hand(s, 0)[0]
    del s.cards().faces[unknown]
    s.cards().faces[s.cards().piles["deck"][0]] = "c"

    with pytest.raises(IllegalAction, match=ELSEWHERE):
        check_claims(s, bid((unknown, "c")))


def test_what_was_checked_is_believed_by_all_who_do_not_see_the_hand(full: State) -> None:
    claims = bid((hand(full)[0], "a"))

    for view, face in ((full.clone(), "b"), (eyes(full, 1), "b"), (eyes(full, 0), "a")):
        lay_claims(view, claims)
        assert view.face(hand(full)[0]) == face
    lay_claims(State(2), claims)


def test_what_all_have_seen_is_not_covered_by_a_claim(full: State) -> None:
    ask(full, Open((hand(full)[0],)))
    view = eyes(full, 2)

    lay_claims(view, bid((hand(full)[0], "a")))

    assert view.cards().seen[hand(full)[0]] == ALL_SEATS
    assert view.face(hand(full)[0]) == "b"


def test_a_guess_stands_false_claims(full: State, compose: Callable[..., Rules]) -> None:
    """A seat that holds both a believes in two more of them and can still guess the rest."""
    view = eyes(full, 0)
    check_claims(view, bid(*[(item, "a") for item in hand(full)]))

    guessed = compose("cards").guess(view, b"x")

    assert set(guessed.cards().faces) == set(full.cards().faces)
    assert [guessed.face(item) for item in hand(full)] == ["a", "a"]
