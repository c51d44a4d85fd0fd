"""Whatever is not possible is refused in one sentence that names the fault and the remedy."""

from __future__ import annotations

from random import Random

import pytest

from bastide.core.dealer import LocalDealer
from bastide.core.errors import IllegalAction
from bastide.core.events import Action, Plain
from bastide.core.rules import Rules
from bastide.core.state import State
from tests.plugins.settlers.tables import Side, side, table

UNSAID = "this is not possible now"
"""What the kernel says when the game says nothing."""

NONSENSE: tuple[tuple[Plain, ...], ...] = (
    (), (0,), (9,), ("x",), (1, "U"), (8, "U", 1), (0, "spy"), (0, "abbey", 1, "U"), (True,),
    ("wool", "wool"), (0, "U", 0, "L"), (-1,) * 12, (1,) * 12, (None,), (2**53 - 1, ("y",)),
)  # fmt: skip

EVERY = 12
"""Of so many decisions one is tried out."""

RICH = "3 3 3 3 3 3"


def refusal(rules: Rules, s: State, action: Action) -> str:
    """Return what is said against an action; "" if it is possible."""
    try:
        rules.check(s, action)
    except IllegalAction as error:
        return str(error)
    return ""


def test_nonsense_is_refused_with_a_reason_in_every_phase(rules: Rules) -> None:
    random, dealer, s = Random(8), LocalDealer(b"nonsense"), rules.new()
    rules.settle(s, dealer)
    phases: set[str] = set()
    for n in range(900):
        if s.over:
            break
        if s.phase not in phases or n % EVERY == 0:
            phases.add(s.phase)
            for kind in rules.kinds:
                for data in NONSENSE:
                    said = refusal(rules, s, Action(kind, data))
                    assert said != UNSAID, (s.phase, kind, data)
        rules.apply(s, random.choice(rules.legal(s)))
        rules.settle(s, dealer)
    assert len(phases) > 12


@pytest.mark.parametrize(
    ("rw", "text", "said"),
    [
        (side("0 3 3 3 3 3"), "city 1", "costs 2 grain more"),
        (side("1 3 3 3 3 3", hand="library"), "place library 1U", "at cities only"),
        (side(RICH, sites="abbey 1U1", hand="garrison"), "place garrison 1U", "full"),
        (side(RICH, hand="garrison"), "place garrison 3U", "column"),
        (side(RICH), "road 4", "end of your row"),
        (side(RICH), "settle 3", "build a road first"),
        (side(RICH), "city 3", "settlement of yours"),
        (side(RICH), "trade grain wool", "no room"),
        (side("1 1 1 1 1 1"), "trade grain wool", "takes 3 of that kind for 1, and you store 1"),
        (side(RICH), "trade grain grain", "another kind"),
        (side(), "offer 2 wool for 1 brick", "do not store"),
        (side(), "offer 1 wool for 2 brick", "does not store"),
        (side(), "offer 1 wool for", "each way"),
        (side(hand="merchant"), "draw 1", "main phase"),
        (side(hand="arsonist"), "play arsonist", "no building"),
        (side(hand="black_knight"), "play black_knight", "no knight"),
        (side(hand="bishop"), "play bishop", "until you are attacked"),
        (side(hand="abbey"), "play abbey", "built, not played"),
        (side(), "demolish 1U1", "none of your cards"),
        (side(), "roll", "main phase"),
    ],
)
def test_refusals_of_the_main_phase(rw: Side, text: str, said: str) -> None:
    assert said in table(rw).why_not(text)


def test_a_full_region_gains_nothing() -> None:
    """R11."""
    t = table(side("3 1 1 1 1 1"), phase="before").roll("plenty 6")

    assert "full" in t.why_not("gain -2U")
    assert "none of your regions" in t.why_not("gain 4U")


def test_an_empty_region_pays_nothing() -> None:
    """R14."""
    t = table(side("0 1 1 1 1 1"), piles={4: "spy"}).do("done", "search 4")

    assert "nothing lies" in t.why_not("pay -2U")


def test_wrong_piles() -> None:
    """R30."""
    t = table(side("0 0 0 0 0 1"), piles={3: ""}).do("done")

    assert "empty" in t.why_not("draw 3")
    assert "no such pile" in t.why_not("draw 6")
    assert t.why_not("search 1").startswith("a search costs 2 resources")


def test_what_is_not_in_the_hand_cannot_be_claimed() -> None:
    """Also a card that is elsewhere: who knows all and the seat itself say so."""
    t = table(side(RICH, hand="spy"), side(hand="abbey"))
    item = t.item("spy", 0)
    theirs = t.item("abbey", 1)

    for data, claims in (
        ((item, "abbey", 1, "U"), ((item, "abbey"),)),
        ((theirs, "abbey", 1, "U"), ((theirs, "abbey"),)),
    ):
        assert refusal(t.rules, t.all, Action("settlers.place", data, claims))
    for action, said in (
        (Action("settlers.play", (item, "merchant")), "not in your hand"),
        (Action("settlers.place", (item, "library", 1, "U")), "not in your hand"),
        (Action("settlers.place", (-1, "knight_conrad", 7, "U")), "not in your hand"),
        (Action("settlers.settle", (9, item)), "no Scout of your hand"),
    ):
        assert said in refusal(t.rules, t.all, action)
