"""When action cards are played, and the Alchemist, Caravan and Merchant (chapters 4 and 7)."""

from __future__ import annotations

import pytest

from bastide.core.events import Action
from tests.plugins.settlers.tables import BEFORE, Table, compose, side, table

# the gate


@pytest.mark.parametrize("turns", [0, 2])
def test_action_cards_are_barred_for_one_full_turn_each(turns: int) -> None:
    for turn_of in ("RW", "RB"):
        both = side(hand="spy")
        t = table(both, both, turn_of=turn_of, turns=turns)
        assert t.may("play spy") == (turns == 2)
        assert turns or "barred until both" in t.why_not("play spy")


def test_an_alchemist_is_barred_alike() -> None:
    t = table(side(hand="alchemist"), phase=BEFORE, turns=0)

    assert t.choices("play") == []
    assert "barred" in t.why_not("play alchemist 4")


def test_by_another_rule_action_cards_wait_for_seven_points_together() -> None:
    rules = compose(action_gate="seven_points_together")
    poor, rich = side(hand="spy"), side(cities=(-1, 1), sites="library -1U1")
    t = table(poor, side(), rules=rules)
    assert "7 points" in t.why_not("play spy")

    assert table(poor, rich, rules=rules, turns=0).may("play spy")


# what is played when


def test_the_time_of_each_card() -> None:
    hand = "alchemist bishop witch scout abbey caravan"
    t = table(side(hand=hand))
    assert [data[1] for data in t.choices("play")] == ["caravan"]
    assert "before the dice" in t.why_not("play alchemist 4")
    assert "answers an Arsonist" in t.why_not("play bishop")
    assert "answers a Black Knight" in t.why_not("play witch")
    assert "along with a settlement" in t.why_not("play scout")
    assert "built, not played" in t.why_not("play abbey")

    t = table(side(hand=hand), phase=BEFORE)
    assert {data[1] for data in t.choices("play")} == {"alchemist"}
    assert "dice come first" in t.why_not("play caravan")


@pytest.mark.parametrize(
    "data", [(), (1,), ("spy", 1), (1, "nobody"), (True, "spy"), (1, "spy", "4"), (1, "spy", 4, 4)]
)
def test_what_names_no_card_is_refused(data: tuple[int | str, ...]) -> None:
    t = table(side(hand="spy"))

    why = t.rules.why(t.all, Action("settlers.play", data))
    assert why
    assert why.id.startswith("a card is played by its name") or data == (1, "spy", 4)


def test_a_card_of_nobodys_hand_cannot_be_played() -> None:
    t = table(side(hand="spy"))
    why = t.rules.why(t.all, Action("settlers.play", (t.item("spy", 0), "caravan")))

    assert why
    assert "not in your hand" in why.id


def test_a_card_leaves_the_game_and_counts_as_used() -> None:
    """R31."""
    t = table(side(hand="spy"), side()).do("play spy")

    assert t.realm.gone == ["spy"]
    assert t.realm.used
    assert [e.data for e in t.events if e.kind == "settlers.played"] == [(0, "spy", 0)]


# the Alchemist


def test_an_alchemist_sets_the_number_and_only_the_event_is_rolled() -> None:
    """R22: there is no time for a second one."""
    t = table(side(hand="alchemist alchemist"), phase=BEFORE)
    assert [data[2] for data in t.choices("play")] == [1, 2, 3, 4, 5, 6]

    t.do("play alchemist 2", dice="tournament")

    assert t.stock("RW") == "1 2 1 1 1 1"
    assert (t.phase, t.hand("RW")) == ("main", ["alchemist"])
    assert t.choices("play") == []


@pytest.mark.parametrize("number", ["0", "7", ""])
def test_an_alchemist_sets_a_number_of_the_die(number: str) -> None:
    t = table(side(hand="alchemist"), phase=BEFORE)

    assert "from 1 to 6" in t.why_not(f"play alchemist {number}")


# the Merchant


def merchant(rw: str = "1 1 1 1 1 1", rb: str = "1 1 1 1 1 1") -> Table:
    return table(side(rw, hand="merchant"), side(rb)).do("play merchant")


def test_a_merchant_may_take_one_alone() -> None:
    t = merchant().do("rob 0U 0U")
    assert t.listed("enough")
    assert t.why_not("enough 1") == "having enough takes no other word"

    t.do("enough", "give 0U 0U")

    assert (t.stock("RW"), t.stock("RB")) == ("1 1 1 1 1 1", "1 1 1 1 1 1")
    assert t.phase == "main"


def test_giving_back_is_a_duty() -> None:
    """R24."""
    t = merchant().do("rob 0U 0U", "rob 2U 2U")
    assert t.listed("enough") == t.listed("pass") == []
    assert t.why_not("enough").startswith("your Merchant gives one resource back")

    t.do("give 2L 2L")

    assert (t.stock("RW"), t.stock("RB")) == ("1 2 2 1 1 0", "1 0 0 1 1 2")


def test_nothing_is_given_for_which_there_is_no_room() -> None:
    """R24: all that the Merchant has is what the opponent is full of."""
    t = merchant("0 0 0 0 0 0", "3 3 0 0 0 0").do("rob -2U -2U", "enough")

    assert (t.phase, t.stock("RW"), t.stock("RB")) == ("main", "0 0 0 0 0 0", "3 3 0 0 0 0")


def test_what_a_merchant_cannot_give_is_refused() -> None:
    t = merchant("1 1 1 0 1 1", "1 1 1 1 3 1").do("rob 0U 0U", "enough")

    assert "of its kind" in t.why_not("give 0U 2U")
    assert "nothing lies" in t.why_not("give -2L -2L")
    assert "full" in t.why_not("give 0L 0L")
    assert "none of your regions" in t.why_not("give 8U 0U")
    assert "no region of your opponent" in t.why_not("give 0U 8U")
    assert "two regions" in t.why_not("give 0U")
    assert "main phase" in table().why_not("give 0U 0U")


def test_a_merchant_with_nothing_to_take_is_kept() -> None:
    """R16."""
    t = table(side("3 1 1 1 1 1", hand="merchant"), side("2 0 0 0 0 0"))

    assert "room for" in t.why_not("play merchant")


# the Caravan


def caravan(rw: str = "1 1 1 1 1 1") -> Table:
    return table(side(rw, hand="caravan")).do("play caravan")


def test_a_caravan_changes_one_or_two() -> None:
    """R23."""
    t = caravan()
    assert t.listed("enough") == []
    assert "one resource at least" in t.why_not("enough")

    t.do("swap 0U 2U")
    assert t.stock("RW") == "1 0 2 1 1 1"
    assert caravan().do("swap 0U 2U", "enough").phase == "main"
    t.do("swap -2U 2U")

    assert (t.phase, t.stock("RW")) == ("main", "0 0 3 1 1 1")


def test_what_a_caravan_cannot_change_is_refused() -> None:
    t = caravan("1 0 3 1 1 1")

    assert "another kind" in t.why_not("swap -2U -2U")
    assert "nothing lies" in t.why_not("swap 0U -2U")
    assert "full" in t.why_not("swap -2U 2U")
    assert "none of your regions" in t.why_not("swap 8U 2U")
    assert "two regions" in t.why_not("swap 2U")
    assert "main phase" in table().why_not("swap 2U 0U")


def test_a_caravan_with_nothing_to_change_is_kept() -> None:
    """R16."""
    for stock in ("0 0 0 0 0 0", "3 3 3 3 3 3"):
        t = table(side(stock, hand="caravan"))
        assert t.why_not("play caravan").startswith("you have nothing to change")
