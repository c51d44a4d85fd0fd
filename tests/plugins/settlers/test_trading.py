"""Trade with the supply, offers, counter-offers and answers (chapter 8)."""

from __future__ import annotations

import pytest

from bastide.core.events import Action
from bastide.plugins.settlers.cards import RESOURCES
from bastide.plugins.settlers.trading import SUPPLY_RATE, rates
from tests.plugins.settlers.tables import Table, side, table

RICH = side("3 3 3 3 3 3")


def stored(t: Table) -> int:
    """Return what both store together."""
    return sum(sum(lands.stock) for lands in t.realm.lands)


def answering(rw: str = "1 1 2 1 1 1", rb: str = "1 1 1 1 2 1") -> Table:
    """Return a table at which RW has offered 1 wool for 1 brick."""
    return table(side(rw), side(rb)).do("offer 1 wool for 1 brick")


# with the supply


def test_the_best_rate_holds() -> None:
    lands = table(side(cities=(1,), sites="fleet_gold 1U1, mint 1L1, fleet_ore -1U1")).lands("RW")

    assert dict(zip(RESOURCES, rates(lands), strict=True)) == {
        "brick": SUPPLY_RATE,
        "grain": SUPPLY_RATE,
        "lumber": SUPPLY_RATE,
        "ore": 2,
        "wool": SUPPLY_RATE,
        "gold": 1,
    }


def test_a_fleet_that_is_torn_down_trades_no_longer() -> None:
    t = table(side("1 1 2 1 1 1", sites="fleet_wool 1U1")).do("demolish 1U1")

    assert not t.may("trade wool brick")


def test_listed_trades_lead_to_something_that_can_be_built() -> None:
    """A road lacks brick here, a city ore and grain; lumber is there, and nothing costs gold."""
    t = table(side("0 0 3 1 1 2", row=(-1, 2)))

    assert t.choices("trade") == [("wool", "brick"), ("wool", "grain"), ("wool", "ore")]
    assert t.may("trade wool gold"), "not listed, but any trade is accepted"


@pytest.mark.parametrize("data", [("wool",), ("wool", "silk"), ("wool", 1), ("wool", "ore", "ore")])
def test_a_trade_names_two_resources(data: tuple[str | int, ...]) -> None:
    t = table(RICH)

    assert not t.rules.accepts(t.all, Action("settlers.trade", data))
    assert t.rules.why(t.all, Action("settlers.trade", data))


# offers


def test_offers_of_any_terms_are_accepted() -> None:
    """R26."""
    t = table(side("1 1 2 1 1 2"), side("1 2 1 1 2 1"))

    for text in (
        "offer 1 wool for 1 brick",
        "offer 2 gold for 2 ore",
        "offer 1 gold 1 wool for 1 ore",
        "offer 1 grain for 2 brick",
        "offer 1 wool 1 ore for 1 wool 1 grain",
    ):
        assert t.may(text), text


def test_room_counts_after_giving() -> None:
    t = table(side("3 1 3 1 1 1"), side("3 1 3 1 1 1"))

    assert "you have no room" in t.why_not("offer 1 ore for 1 grain")
    assert "opponent has no room" in t.why_not("offer 1 grain for 1 ore")
    assert t.may("offer 1 grain for 1 grain"), "both give first"


def test_only_one_offer_a_turn_is_listed() -> None:
    t = table(side("1 1 3 1 1 1"), side("1 1 1 1 3 1"))
    assert t.choices("offer")

    t.do("offer 1 wool for 1 brick", "refuse")

    assert (t.phase, t.choices("offer")) == ("main", [])
    assert t.may("offer 1 wool for 1 brick"), "any number of times a turn"


def test_every_listed_offer_is_possible_and_asks_for_what_is_lacking() -> None:
    t = table(side("0 1 3 3 1 3"), side("3 3 1 1 3 1"))

    for data in t.choices("offer"):
        gives, gets = data[:6], data[6:]
        assert sum(map(bool, gives)) == sum(map(bool, gets)) == 1
        assert sum(map(int, map(str, gives))) >= sum(map(int, map(str, gets)))
        assert not data[11], "nothing costs gold"
    assert len(t.choices("offer")) > 2


def test_the_opponent_answers_and_both_have_what_was_agreed() -> None:
    t = answering()
    assert (t.seat, t.phase) == ("RB", "answer")
    before = stored(t)

    t.do("accept")

    assert (t.stock("RW"), t.stock("RB")) == ("1 1 1 1 2 1", "1 1 2 1 1 1")
    assert (t.seat, t.phase, stored(t)) == ("RW", "main", before)
    assert t.realm.offer == ()


def test_a_refused_offer_changes_nothing() -> None:
    t = answering().do("refuse")

    assert (t.stock("RW"), t.stock("RB")) == ("1 1 2 1 1 1", "1 1 1 1 2 1")
    assert (t.seat, t.realm.offer) == ("RW", ())


def test_a_counter_offer_is_seen_by_its_proposer() -> None:
    """RB asks 2 wool for its brick, RW offers 2 gold... and takes 1 brick and 1 ore in the end."""
    t = answering("1 1 2 1 1 2").do("offer 1 brick for 2 wool")
    assert (t.seat, t.phase) == ("RW", "answer")
    t.do("offer 2 gold for 1 brick 1 ore")
    assert (t.seat, t.phase) == ("RB", "answer")

    t.do("accept")

    assert t.stock("RW") == "1 2 2 1 2 0"
    assert t.stock("RB") == "1 0 1 1 1 3"


def test_listed_counter_offers_give_one_less_or_ask_one_more() -> None:
    t = table(side("1 1 3 1 1 1"), side("1 1 1 1 2 1")).do("offer 1 wool for 2 brick")
    brick, wool = RESOURCES.index("brick"), 6 + RESOURCES.index("wool")

    assert sorted((data[brick], data[wool]) for data in t.choices("offer")) == [
        (1, 1), (2, 2),
    ]  # fmt: skip
    t.do("offer 1 brick for 1 wool")
    assert t.choices("offer") == [], "a counter-offer to a counter-offer is not listed"
    assert t.may("offer 1 wool for 2 brick")


def test_who_receives_chooses_the_region_the_active_one_first() -> None:
    """R13 and R14."""
    lands = "4U wool 5 1, 4L brick 1 1"
    rw, rb = side(row=(-1, 3), lands=lands), side(row=(-1, 3), lands="4U wool 6 1, 4L brick 2 1")
    t = table(rw, rb).do("offer 1 wool for 1 brick", "accept")

    asked = []
    while t.phase != "main":
        asked.append((t.seat, t.phase))
        t.play(t.listed()[0])

    assert asked == [("RW", "pay"), ("RB", "pay"), ("RW", "gain"), ("RB", "gain")]


def test_nobody_answers_without_an_offer() -> None:
    t = table()

    assert "no offer waits" in t.why_not("accept")
    assert "no offer waits" in t.why_not("refuse")
    assert "an offer waits" in answering().why_not("done")
