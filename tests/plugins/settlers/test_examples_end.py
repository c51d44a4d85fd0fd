"""Worked examples 74 to 78: the end (chapter 14)."""

from __future__ import annotations

from tests.plugins.settlers.tables import BEFORE, side, table

FOUR = (-3, 3)
"""A row of four settlements, with the regions that two more of them got."""

RW_LANDS = "4U grain 3 0, 4L grain 4 0, -4U ore 4 0, -4L ore 5 0"
RB_LANDS = "4U wool 5 0, 4L wool 6 0, -4U brick 1 0, -4L brick 2 0"


def test_example_74_in_the_middle_of_the_turn() -> None:
    sites = "colossus 1U1, church 1L1, aqueduct 1U2"
    rw = side(
        "1 2 1 2 1 1", row=FOUR, lands=RW_LANDS, cities=(-1, 1, 3), sites=sites, hand="library"
    )
    t = table(rw)
    assert t.points("RW") == 11

    t.do("place library -1U")

    assert (t.over, t.points("RW")) == (True, 12)
    assert t.rules.ranking(t.all) == [(1, 0), (2, 1)]


def test_example_75_in_the_opponents_turn() -> None:
    """R44."""
    sites = "colossus 1U1, church 1L1, aqueduct 1U2, walter -1U1"
    rw = side(row=FOUR, lands=RW_LANDS, cities=(-1, 1, 3), sites=sites)
    rb = side(sites="karl 1U1", hand="black_knight")
    t = table(rw, rb, turn_of="RB")
    assert (t.points("RW"), t.knight) == (11, "RB")

    t.do("play black_knight").do("pass", dice="6")
    if not t.over:
        t.do("target 1U1")

    assert (t.over, t.points("RW"), t.knight) == (True, 12, "RW")
    assert t.rules.ranking(t.all)[0] == (1, 0)


def test_example_76_falling_back() -> None:
    sites = "colossus 1U1, church 1L1, fleet_ore 1U2"
    rw = side(row=FOUR, lands=RW_LANDS, cities=(-1, 1), sites=sites)
    rb = side(cities=(1,), hand="fleet_wool")
    t = table(rw, rb, turn_of="RB")
    assert (t.points("RW"), t.windmill) == (10, "RW")

    t.do("place fleet_wool 1U")

    assert (t.points("RW"), t.windmill) == (9, "")


def test_example_77_both_at_once() -> None:
    """R45: equal totals, so the active player wins."""
    mine = "marketplace 1U1, walter -1U1, fleet_wool -1L1, colossus 1L1, aqueduct 1U2"
    theirs = "counting_house 1U1, otto -1U1, town_hall 1L1, library 1U2, bath_house -1L1"
    rw = side(row=FOUR, lands=RW_LANDS, cities=(-3, -1, 1, 3), sites=mine)
    theirs += ", library -1U2"
    rb = side(row=FOUR, lands=RB_LANDS, cities=(-1, 1, 3), sites=theirs)
    t = table(rw, rb, turn_of="RB", phase=BEFORE)
    assert (t.points("RW"), t.points("RB"), t.knight, t.windmill) == (11, 11, "", "")

    t.do("roll", dice="card 6", draws=["civil_war"])
    while not t.over:
        t.do("target -1U1" if t.seat == "RW" else "target -1L1")

    assert (t.knight, t.windmill) == ("RW", "RB")
    assert (t.points("RW"), t.points("RB")) == (12, 12)
    assert t.rules.ranking(t.all) == [(1, 1), (2, 0)]


def test_example_78_a_city_counts_two() -> None:
    t = table(side("2 3 1 1 1 1"))
    assert t.points("RW") == 2

    t.do("city 1")

    assert t.points("RW") == 3


def test_tearing_down_may_end_the_game_too() -> None:
    """R44: RW gives up a fleet, so that RB has more commerce, the windmill, and 12 points."""
    rw = side(cities=(1,), sites="fleet_ore 1U1, fleet_wool 1L1")
    theirs = "colossus 1U1, church 1L1, aqueduct 1U2, marketplace 1L2"
    rb = side(row=FOUR, lands=RB_LANDS, cities=(-1, 1, 3), sites=theirs)
    t = table(rw, rb)
    assert (t.points("RB"), t.windmill) == (11, "")

    t.do("demolish 1U1")

    assert (t.over, t.points("RB"), t.windmill) == (True, 12, "RB")
    assert t.rules.ranking(t.all)[0] == (1, 1)
