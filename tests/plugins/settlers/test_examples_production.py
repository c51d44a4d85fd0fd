"""Worked examples 1 to 19: production and the event die (chapters 5 and 6).

The production that follows an event is part of each expected stock.
"""

from __future__ import annotations

import pytest

from tests.plugins.settlers.tables import BEFORE, Table, side, table

NOTHING = "advantage"
"""An event that does nothing while nobody holds the windmill."""


def before(**sides: object) -> Table:
    """Return a position before RW rolls."""
    return table(phase=BEFORE, **sides)  # type: ignore[arg-type]  # as `table`


# A. Production


def test_example_1_both_produce() -> None:
    t = before().roll(f"{NOTHING} 3")

    assert (t.stock("RW"), t.stock("RB")) == ("1 1 2 1 1 1", "1 2 1 1 1 1")


def test_example_2_cap_and_no_transfer() -> None:
    lands = "4U ore 5 3, 4L lumber 6 0"
    t = before(rw=side(row=(-1, 3), lands=lands)).roll(f"{NOTHING} 5")

    assert (t.at("RW", "0U"), t.at("RW", "4U")) == (1, 3)
    assert t.stock("RW") == "1 1 1 1 2 1", "hills 5 alone"


@pytest.mark.parametrize(("stored", "then"), [(0, 2), (1, 3), (2, 3), (3, 3)])
def test_example_3_doubling(stored: int, then: int) -> None:
    rw = side(f"1 {stored} 1 1 1 1", sites="foundry 1U1")
    t = before(rw=rw).roll(f"{NOTHING} 2")

    assert t.stock("RW") == f"1 {then} 1 1 1 1"


def test_example_4_wrong_side() -> None:
    t = before(rw=side(sites="foundry 1L1")).roll(f"{NOTHING} 2")

    assert t.stock("RW") == "1 2 1 1 1 1"


def test_example_5_position_two() -> None:
    rw = side("0 0 0 0 0 0", cities=(-1,), sites="abbey -1U1, foundry -1U2")
    t = before(rw=rw).roll(f"{NOTHING} 2")

    assert t.stock("RW") == "0 2 0 0 0 0"


@pytest.mark.parametrize(
    ("number", "upper", "lower", "start"), [(1, 2, 0, "1 0 0 0 0 0"), (6, 0, 1, "0 0 0 0 0 1")]
)
def test_example_6_two_forests_one_sawmill(number: int, upper: int, lower: int, start: str) -> None:
    lands = "4U lumber 1 0, 4L lumber 6 0"
    rw = side("0 0 0 0 0 0", row=(-1, 3), lands=lands, sites="sawmill 3U1")
    t = before(rw=rw).roll(f"{NOTHING} {number}")

    assert (t.at("RW", "4U"), t.at("RW", "4L")) == (upper, lower)
    assert t.stock("RW") == start


def test_example_7_doubling_only_on_the_roll() -> None:
    t = before(rw=side(sites="foundry 1U1")).roll("plenty 1")
    t.do("gain 0U", "gain 0U")

    assert t.stock("RW") == "2 2 1 1 1 1", "fields 1 produced"


# B. Event die


def test_example_8_brigands() -> None:
    t = before(rw=side("2 3 1 1 1 0"), rb=side("1 1 1 1 1 2")).roll("brigands 6")

    assert t.stock("RW") == "2 0 0 1 1 1", "gold 6 produced"
    assert t.stock("RB") == "1 1 1 1 2 2", "7 is not more than 7; hills 6 produced"


def test_example_9_brigands_and_a_garrison() -> None:
    rw = side("2 3 1 1 1 0", sites="garrison 1U1")
    t = before(rw=rw, rb=side("1 1 1 1 1 2")).roll("brigands 6")

    assert t.stock("RW") == "2 3 1 1 1 1"


def test_example_10_a_garrison_does_not_shield() -> None:
    """R10."""
    t = before(rw=side("3 3 0 3 2 0", sites="garrison 1U1")).roll("brigands 1")

    assert t.stock("RW") == "3 0 0 3 2 0"


@pytest.mark.parametrize(
    ("stock", "then"), [("1 1 1 3 3 2", "1 0 0 3 3 2"), ("3 3 3 3 2 2", "3 3 3 3 2 2")]
)
def test_example_11_two_garrisons(stock: str, then: str) -> None:
    """Both produce forest 4, which is full."""
    t = before(rw=side(stock, sites="garrison -1U1, garrison 1U1")).roll("brigands 4")

    assert t.stock("RW") == then


def test_example_12_event_before_production() -> None:
    t = before(rw=side("1 1 1 1 1 2")).roll("brigands 3")

    assert t.stock("RW") == "1 1 2 1 1 2"


def test_example_13_tournament() -> None:
    t = before(rw=side(sites="siegfried 1U1, walter -1U1"), rb=side(sites="pippin 1U1"))
    t.roll("tournament 6")

    assert (t.seat, len(t.choices("gain"))) == ("RB", 6)
    t.do("gain 2U")
    assert t.stock("RB") == "1 1 2 1 2 1", "hills 6 produced"
    assert t.stock("RW") == "1 1 1 1 1 2"


def test_example_14_tournament_tie() -> None:
    rw, rb = side(sites="conrad 1U1, siegfried -1U1"), side(sites="otto 1U1")
    for t in (before(rw=rw, rb=rb), before()):
        t.roll("tournament 6")
        assert t.phase == "main"
        assert (t.stock("RW"), t.stock("RB")) == ("1 1 1 1 1 2", "1 1 1 1 2 1")


def test_example_15_strength_is_not_tournament() -> None:
    t = before(rw=side(sites="conrad 1U1, smithy -1U1"), rb=side(sites="hagen 1U1"))
    assert t.knight == "RW"

    t.roll("tournament 6")

    assert (t.seat, t.phase) == ("RB", "gain")


@pytest.mark.parametrize("gold", [2, 3])
def test_example_16_no_room(gold: int) -> None:
    """R11: what fits is taken without a question; nothing is wasted."""
    rb = side(f"3 3 3 3 3 {gold}", sites="pippin 1U1")
    t = before(rb=rb).roll("tournament 2")

    assert t.phase == "main"
    assert t.stock("RB") == "3 3 3 3 3 3"


@pytest.mark.parametrize(("mine", "left"), [(3, 1), (2, 0)])
def test_example_17_trade_advantage_without_room(mine: int, left: int) -> None:
    """R12."""
    rw = side(f"1 1 1 {mine} 1 1", cities=(1,), sites="marketplace 1U1")
    t = before(rw=rw, rb=side("0 0 0 1 0 0"))
    assert t.windmill == "RW"

    t.roll("advantage 4")

    assert t.stock("RW") == "1 1 1 3 1 1"
    assert t.stock("RB") == f"0 0 1 {left} 0 0", "pasture 4 produced"


def test_example_18_trade_advantage_for_nobody() -> None:
    rw = side(cities=(1,), sites="marketplace 1U1")
    rb = side(cities=(1,), sites="fleet_ore 1U1, fleet_wool 1L1")
    t = before(rw=rw, rb=rb).roll("advantage 4")

    assert t.windmill == ""
    assert (t.stock("RW"), t.stock("RB")) == ("1 1 1 2 1 1", "1 1 2 1 1 1")


def test_example_19_year_of_plenty() -> None:
    """R13: the active player first."""
    t = before().roll("plenty 6")
    assert t.seat == "RW"
    t.do("gain 2U")
    assert t.seat == "RB"
    t.do("gain 0U")
    assert (t.stock("RW"), t.stock("RB")) == ("1 1 2 1 1 2", "1 2 1 1 2 1")

    full = before(rw=side("3 3 3 3 3 3")).roll("plenty 6")
    assert full.seat == "RB"
