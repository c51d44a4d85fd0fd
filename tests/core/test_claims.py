from __future__ import annotations

import pytest

from bastide.core.chance import Answer, Deal, Shuffle
from bastide.core.claims import check_claims, lay_claims
from bastide.core.dealer import LocalDealer
from bastide.core.errors import IllegalAction
from bastide.core.events import Action, Plain
from bastide.core.state import State


@pytest.fixture
def s() -> State:
    """Return what seat 0 knows: two hands of two cards of a deck with two of each face."""
    full = State(2)
    full.waiting = Shuffle("deck", ("a", "a", "b", "b", "c", "c")), Deal("deck", ((0, 2), (1, 2)))
    for request, answer in zip(full.waiting, LocalDealer(bytes(32)).answer(full), strict=True):
        full.cards().apply(request, Answer(*answer))  # type: ignore[arg-type]  # both are secret
    view = full.view(0)
    view.seat = 1
    return view


def bid(*claims: tuple[int, Plain]) -> Action:
    return Action("x.bid", (), claims)


def test_a_claim_that_can_be_true_is_believed(s: State) -> None:
    item = s.cards().hands[1][0]
    face = s.cards().unknown()["deck"].faces[0]
    s.legal = []

    check_claims(s, bid((item, face)))

    assert s.face(item) == face
    assert s.legal is None


def test_no_claims_change_nothing(s: State) -> None:
    s.legal = []

    check_claims(s, bid())

    assert s.legal == []


def test_a_claimed_card_must_be_in_that_hand(s: State) -> None:
    for item in (s.cards().hands[0][0], s.cards().piles["deck"][0], 99):
        with pytest.raises(IllegalAction, match="a claimed card is not in that hand"):
            check_claims(s, bid((item, "a")))
    with pytest.raises(IllegalAction, match="a claimed card is not in that hand"):
        check_claims(State(2), bid((0, "a")))


def test_a_claimed_card_must_be_one_of_the_deck(s: State) -> None:
    with pytest.raises(IllegalAction, match="a claimed card is known to be elsewhere"):
        check_claims(s, bid((s.cards().hands[1][0], "z")))


def test_no_more_cards_can_be_claimed_than_there_are(s: State) -> None:
    one, two = s.cards().hands[1]
    mine = [s.face(item) for item in s.cards().hands[0]]
    face = next(face for face in mine)
    left = 2 - mine.count(face)

    with pytest.raises(IllegalAction, match="a claimed card is known to be elsewhere"):
        check_claims(s, bid(*[(item, face) for item in (one, two, one)][: left + 1]))


def test_a_claim_against_better_knowledge_is_refused(s: State) -> None:
    s.seat = 0
    item = s.cards().hands[0][0]
    other = "a" if s.face(item) != "a" else "b"

    with pytest.raises(IllegalAction, match="a claimed card is known to be another one"):
        check_claims(s, bid((item, other)))
    check_claims(s, bid((item, s.face(item))))


def test_what_was_checked_is_laid_open_where_it_was_not_known(s: State) -> None:
    mine, theirs = s.cards().hands[0][0], s.cards().hands[1][0]
    known = s.face(mine)

    lay_claims(s, bid((mine, "z"), (theirs, "b")))

    assert (s.face(mine), s.face(theirs)) == (known, "b")
    lay_claims(State(2), bid((0, "a")))
