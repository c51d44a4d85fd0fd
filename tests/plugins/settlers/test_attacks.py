"""Attacks, beyond the worked examples 41 to 49 (chapter 7.1)."""

from __future__ import annotations

import pytest

from tests.plugins.settlers.tables import Side, Table, compose, side, table

RB = side(sites="abbey 1U1, karl 1L1", hand="bishop witch")


def attacked(card: str, rw: Side | None = None, rb: Side = RB, **options: str) -> Table:
    """Return the position after RW played a card: RB is asked."""
    rw = rw or side(hand=card)
    return table(rw, rb, rules=compose(**options)).do(f"play {card}")


def said(t: Table, kind: str) -> list[tuple[object, ...]]:
    return [event.data for event in t.events if event.kind == f"settlers.{kind}"]


def test_whose_card_would_help_is_asked_like_who_has_none() -> None:
    """R18: what the others see of both is the same."""
    views = []
    for hand in ("bishop", "mint", ""):
        t = attacked("arsonist", rb=side(sites="abbey 1U1", hand=hand))
        assert (t.phase, t.seat) == ("react", "RB")
        assert len(t.choices("react")) == (hand == "bishop")
        views.append(t.rules.legal(t.views[0]))
    assert views[0] == views[1] == views[2]


@pytest.mark.parametrize(
    ("card", "counter"), [("arsonist", "bishop"), ("brigands", "bishop"), ("black_knight", "witch")]
)
def test_each_attack_has_its_counter(card: str, counter: str) -> None:
    """R17: one counter, whatever else is in the hand."""
    t = attacked(card)
    assert [data[1] for data in t.choices("react")] == [counter]

    t.do(f"react {counter}", dice="3")

    assert said(t, "attacked") == [(0, card, 3, 1)]
    assert t.realm.gone == [card, counter]
    assert not t.all.cards().hidden(0)


@pytest.mark.parametrize(("card", "counter"), [("arsonist", "bishop"), ("black_knight", "witch")])
def test_by_another_rule_a_counter_card_undoes_the_attack(card: str, counter: str) -> None:
    """R19: `options.counter_card`."""
    t = attacked(card, counter_card="cancel").do(f"react {counter}")

    assert said(t, "cancelled") == [(0, card)]
    assert (t.phase, t.seat, len(t.sites("RB"))) == ("main", "RW", 2)
    assert t.realm.gone == [card, counter]

    assert attacked(card, counter_card="cancel").do("pass", dice="5").sites("RB").keys() < {
        "1U1",
        "1L1",
    }


def test_the_winner_names_the_target_after_the_roll() -> None:
    rw = side(sites="smithy 1U1, foundry 1L1, siegfried -1U1", hand="arsonist")
    t = attacked("arsonist", rw).do("pass", dice="6")
    assert (t.seat, t.choices("target")) == ("RB", [(1, "L", 1), (1, "U", 1)])

    assert "buildings only" in t.why_not("target -1U1")
    assert "stands there" in t.why_not("target -1L1")
    t.do("target 1U1")

    assert (t.hand("RW"), t.seen("RB", "RW")) == (["smithy"], [])
    assert said(t, "returned") == [(0, "smithy", 1, "U", 1, "arsonist")]


def test_knights_alone_are_struck_by_a_black_knight() -> None:
    rb = side(sites="abbey 1U1, karl 1L1, otto -1U1, fleet_ore -1L1")
    t = attacked("black_knight", rb=rb).do("pass", dice="1")

    assert "knights only" in t.why_not("target 1U1")
    assert t.choices("target") == [(-1, "U", 1), (1, "L", 1)]


def test_a_church_is_no_help_against_an_arsonist() -> None:
    """R21."""
    rb = side(cities=(1,), sites="church 1U1, abbey 1U2")
    t = attacked("arsonist", rb=rb).do("pass", dice="1")

    assert t.choices("target") == [(1, "U", 1), (1, "U", 2)]


def test_a_card_that_came_back_is_built_again() -> None:
    """R20."""
    rw = side("3 3 3 3 3 3", sites="smithy 1U1", hand="arsonist")
    t = attacked("arsonist", rw).do("pass", dice="6")
    assert t.hand("RW") == ["smithy"]

    assert t.may("place smithy 1L")


def test_turned_back_brigands_rob_the_attacker() -> None:
    """R12: one after the other, fewer if fewer are possible."""
    rw = side("1 0 0 0 0 2", hand="brigands")
    t = attacked("brigands", rw, side("3 1 1 1 1 2")).do("pass", dice="6")

    assert (t.phase, t.seat) == ("main", "RW")
    assert t.stock("RW") == "1 0 0 0 0 1"
    assert t.stock("RB") == "3 1 1 1 1 3"


def test_brigands_must_take_two_if_they_can() -> None:
    t = attacked("brigands").do("pass", dice="5")
    assert t.listed("enough") == []
    assert t.why_not("enough")

    t.do("rob 0U 0U", "rob 2U 2U")

    assert (t.phase, sum(t.lands("RW").stock)) == ("main", 8)


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("arsonist", "no building"),
        ("black_knight", "no knight"),
        ("brigands", "nothing that you have room for"),
    ],
)
def test_nothing_to_attack(card: str, why: str) -> None:
    """R16."""
    t = table(side("3 3 3 3 3 3", hand=card), side(sites="fleet_ore 1U1"))

    assert why in t.why_not(f"play {card}")


def test_wrong_reactions_are_refused() -> None:
    t = attacked("arsonist")
    assert t.why_not("react witch") == "only a Bishop answers an Arsonist: play one, or pass"
    assert "answers Brigands" in attacked("brigands").why_not("react witch")
    assert "answers a Black Knight" in attacked("black_knight").why_not("react bishop")
    assert t.why_not("pass 1") == "passing takes no other word"
    assert t.why_not("done").startswith("you are attacked")
    t.do("react bishop", dice="1")
    assert "main phase" in t.why_not("target 1U1")
    assert "main phase" in t.why_not("pass")


def test_a_reaction_outside_of_an_attack_is_refused() -> None:
    t = table(side(hand="bishop"))

    assert "main phase" in t.why_not("react bishop")
    assert t.why_not("play bishop").startswith("a Bishop answers")
