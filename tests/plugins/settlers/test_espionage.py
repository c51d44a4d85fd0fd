"""The Spy, beyond the worked examples 53 and 54 (chapter 7.2)."""

from __future__ import annotations

import pytest

from bastide.core.errors import FalseClaim, IllegalAction
from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.settlers.espionage import NOTHING, is_stealable
from tests.plugins.settlers.tables import Table, side, table


def spied(hand: str, mine: str = "spy") -> Table:
    """Return the position after RW played a Spy."""
    return table(side(hand=mine), side(hand=hand)).do("play spy")


def test_a_spy_takes_units_and_action_cards() -> None:
    """R25: one must be taken if there is one."""
    t = spied("bishop karl fleet_ore abbey library")

    assert {data[1] for data in t.choices("steal")} == {"bishop", "knight_karl", "fleet_ore"}
    assert t.choices("nothing") == []
    assert t.why_not("nothing") == "your Spy has found a card to take, and must take one"
    assert "no buildings" in t.why_not("steal abbey")
    assert not is_stealable("mint")


def test_a_card_that_is_not_there_cannot_be_taken() -> None:
    t = spied("bishop abbey")
    item = t.item("abbey", 1)

    for s in (t.all, t.views[0]):
        assert not t.rules.accepts(s, Action("settlers.steal", (item, "witch")))
        assert "other hand" in str(t.rules.why(s, Action("settlers.steal", (item, "witch"))))
    assert t.rules.why(t.all, Action("settlers.steal", (item, "nobody")))


def test_the_stolen_card_is_known_to_both_and_lies_in_a_hidden_hand() -> None:
    """R48."""
    t = spied("bishop karl abbey", "spy mint")

    t.do("steal bishop")

    assert t.hand("RW") == ["bishop", "mint"]
    assert (t.seen("RW", "RB"), t.seen("RB", "RW")) == ([], []), "both hands were mixed"
    assert t.realm.gone == ["spy"]
    assert [e.data for e in t.events if e.kind == "settlers.stolen"] == [(0, "bishop")]


def test_with_too_many_cards_the_thief_puts_one_away_at_once() -> None:
    t = spied("bishop", "spy mint abbey scout")
    t.do("steal bishop")

    assert (t.phase, t.seat, len(t.hand("RW"))) == ("put", "RW", 4)
    t.do("put bishop 1")
    assert (t.phase, t.pile(1)[-1]) == ("main", "bishop")


def test_an_empty_hand_has_nothing_to_take() -> None:
    """R16: a Spy may always be played."""
    t = spied("")

    assert (t.phase, t.seat, t.hand("RW")) == ("main", "RW", [])


def test_who_finds_nothing_proves_it_and_the_hand_is_mixed() -> None:
    t = spied("abbey mint")
    assert t.choices("nothing") == [()]

    t.do("nothing")

    assert (t.phase, t.hand("RB")) == ("main", ["abbey", "mint"])
    assert t.seen("RW", "RB") == []


@pytest.mark.parametrize("hand", ["bishop abbey", "abbey karl", "fleet_ore"])
def test_who_says_falsely_that_there_is_nothing_is_named(hand: str) -> None:
    """All tables but the thief's own go on by its word, until the hand is opened."""
    t = spied(hand)
    for eyes in (1, -1):
        view = t.rules.step(t.views[eyes], NOTHING)
        answers = tuple(answer.cut(eyes) for answer in t.dealer.answer(opened(t)))
        with pytest.raises(FalseClaim) as error:
            t.rules.answer(view, answers)
        assert error.value.seat == 0


def opened(t: Table) -> State:
    """Return the position of one who knows all, after the lie."""
    s = t.all.clone()
    t.rules.apply(s, NOTHING)
    return s


def test_a_card_named_falsely_is_taken_by_its_holder_too_until_it_is_opened() -> None:
    """Also as one of which the holder has another."""
    t = spied("bishop abbey")
    item = t.item("abbey", 1)
    lie = Action("settlers.steal", (item, "bishop"), ((item, "bishop"),))

    for eyes in (1, -1):
        assert t.rules.step(t.views[eyes], lie).waiting
    for view in (t.all, t.views[0]):
        with pytest.raises(IllegalAction, match="known to be another one"):
            t.rules.step(view, lie)


def test_the_spy_comes_back_in_its_own_time_only() -> None:
    t = table(side(hand="spy"), side(hand="bishop"))

    for text in ("nothing", "pick bishop", "pile 1"):
        assert t.why_not(text).startswith("this is your main phase")
    assert t.why_not("steal bishop") == "a claimed card is in no hand that this seat has seen"
    unclaimed = t.rules.why(t.all, Action("settlers.steal", (t.item("bishop", 1), "bishop")))
    assert unclaimed
    assert unclaimed.id.startswith("this is your main phase")
