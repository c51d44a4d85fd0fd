from __future__ import annotations

from collections.abc import Callable

from bastide.core.dealer import LocalDealer
from bastide.core.events import Action, Event, Score, Term
from bastide.core.rules import Rules
from bastide.core.state import ALL, PUBLIC, SEALED, State


def dealt(rules: Rules) -> State:
    s = rules.new()
    rules.settle(s, LocalDealer(bytes(32)))
    return s


def test_a_clone_is_independent_and_has_no_events(card_rules: Rules) -> None:
    s = dealt(card_rules)
    before = card_rules.digest(s)
    s.emit("x", "x.happened")

    clone = s.clone()
    clone.scores[0] = 9
    clone.sealed[0] = Action("x")
    clone.parts["cards"].bids.append(1)
    clone.cards().remove(clone.cards().hands[0][0])
    clone.emit("x", "x.other")

    assert clone.events == [Event("x", "x.other")]
    assert card_rules.digest(s) == before
    assert len(s.events) == 1


def test_a_clone_has_every_field(card_rules: Rules) -> None:
    s = dealt(card_rules)
    clone = s.clone()

    for name in State.__slots__:
        if name not in ("parts", "secrets", "events"):
            assert getattr(clone, name) == getattr(s, name), name
    assert clone.parts == s.parts


def test_where_nothing_is_hidden_a_view_is_the_state_itself(nim_rules: Rules) -> None:
    s = nim_rules.new()

    assert s.view(0) is s
    assert s.view(PUBLIC) is s


def test_a_view_knows_what_the_seat_knows(card_rules: Rules) -> None:
    s = dealt(card_rules)

    for seat in range(3):
        view = s.view(seat)
        assert view.eyes == seat
        assert set(view.cards().faces) == set(s.cards().hands[seat])
        assert card_rules.digest(view) == card_rules.digest(s)
    assert s.view(PUBLIC).cards().faces == {}
    assert s.eyes == ALL


def test_a_view_of_the_seat_to_act_has_its_choices(card_rules: Rules) -> None:
    s = dealt(card_rules)
    s.seat, s.legal = 1, [Action("cards.pass")]

    assert s.view(1).legal is s.legal
    assert s.view(0).legal is None
    s.eyes = 0
    assert s.view(1).legal is None


def test_a_view_shares_the_position_and_its_clone_does_not(card_rules: Rules) -> None:
    s = dealt(card_rules)
    before = card_rules.digest(s)
    view = s.view(1)

    t = view.clone()
    t.scores[0] += 1
    t.parts["cards"].bids.append(9)
    t.cards().remove(t.cards().hands[1][0])

    assert view.parts is s.parts
    assert card_rules.digest(view) == card_rules.digest(s) == before
    assert card_rules.digest(t) != before
    assert set(t.cards().faces) == set(s.cards().hands[1])


def test_a_view_does_not_show_the_choices_of_others(compose: Callable[..., Rules]) -> None:
    rules = compose("cards", seats=3)
    s = dealt(rules)
    mine = rules.legal_for(s, 1)[1]
    rules.apply(s, mine, 1)

    assert s.view(0).sealed == {1: SEALED}
    assert s.view(1).sealed == {1: mine}
    assert s.view(PUBLIC).sealed == {1: SEALED}


def test_a_face_is_none_to_eyes_that_do_not_know_it(card_rules: Rules) -> None:
    s = dealt(card_rules)
    item = s.cards().hands[1][0]

    assert s.face(item) is not None
    assert s.view(1).face(item) == s.face(item)
    assert s.view(0).face(item) is None
    assert State(2).face(0) is None


def test_cards_are_made_at_the_first_call() -> None:
    s = State(2)

    cards = s.cards()

    assert cards is s.cards()
    assert cards.hands == [[], []]


def test_a_score_is_an_event_with_its_sum() -> None:
    s = State(2)
    terms = (Term(3, "coin", 2), Term(1, "debt", -1, "lent"))

    s.score(1, "farm", "harvest", terms, (4, "left"), final=True)
    s.score(0, "farm", "nothing", ())

    assert s.scores == [0, 5]
    assert s.events == [
        Event("farm", "score", Score(1, 5, "harvest", (4, "left"), terms, True)),
        Event("farm", "score", Score(0, 0, "nothing", (), (), False)),
    ]
