"""Of equal cards of a hand one is listed, and each may be used: all eyes accept it."""

from __future__ import annotations

import pytest

from bastide.core.events import Action
from bastide.plugins.settlers.building import SETTLE_ACTION
from tests.plugins.settlers.tables import BEFORE, MAIN, Table, side, table

RICH = "3 3 3 3 3 3"


def twin_of(t: Table, action: Action) -> Action:
    """Return an action with the other copy of the card that it claims."""
    (item, card), at = action.claims[0], int(action.kind == SETTLE_ACTION)
    hand = t.all.cards().hands[t.all.seat]
    (twin,) = (n for n in hand if n != item and t.all.face(n) == card)
    return Action(action.kind, (*action.data[:at], twin, *action.data[at + 1 :]), ((twin, card),))


@pytest.mark.parametrize(
    ("hand", "text", "phase", "dice"),
    [
        ("spy spy", "play spy", MAIN, ""),
        ("garrison garrison", "place garrison 1U", MAIN, ""),
        ("scout scout", "settle 3 scout", MAIN, ""),
        ("alchemist alchemist", "play alchemist 4", BEFORE, "plenty"),
    ],
)
def test_each_copy_may_be_used(hand: str, text: str, phase: str, dice: str) -> None:
    t = table(side(RICH, hand=hand, row=(-1, 2)), side(hand="abbey"), phase=phase)
    listed, twin = t.act(text), twin_of(t, t.act(text))
    assert listed in t.listed()
    assert twin not in t.listed()
    t.dealer.dice += dice.split()

    t.play(twin)

    assert twin.claims[0][0] not in t.all.cards().hands[0]
    assert listed.claims[0][0] in t.all.cards().hands[0]


def test_each_copy_answers_an_attack() -> None:
    t = table(side(hand="arsonist"), side(sites="abbey 1U1", hand="bishop bishop"))
    t.do("play arsonist")
    twin = twin_of(t, t.act("react bishop"))
    t.dealer.dice.append("1")

    t.play(twin)

    assert t.hand("RB") == ["abbey", "bishop"]


def test_a_copy_is_claimed_under_its_own_number() -> None:
    t = table(side(RICH, hand="garrison garrison"))
    listed, twin = t.act("place garrison 1U"), twin_of(t, t.act("place garrison 1U"))

    for mixed in (listed._replace(claims=twin.claims), twin._replace(data=listed.data)):
        assert not t.rules.accepts(t.all, mixed)
    assert t.rules.accepts(t.all, twin)
