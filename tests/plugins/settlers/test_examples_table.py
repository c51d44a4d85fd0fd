"""Worked examples 20 to 39: tokens, trade, building (chapters 3, 8, 9 and 12)."""

from __future__ import annotations

from bastide.plugins.settlers.places import around, free_site, road_places
from bastide.plugins.settlers.state import LOWER, UPPER
from bastide.plugins.settlers.tokens import commerce, strength, tournament
from tests.plugins.settlers.tables import Table, compose, side, table

FLEETS = "brick 1U1, grain 1L1, ore -1U1, wool -1L1"


def points(t: Table) -> tuple[int, int]:
    return t.points("RW"), t.points("RB")


def pass_on(t: Table, number: int = 6) -> Table:
    """Let the other player come to the main phase, by an event that does nothing."""
    return t.do("done", "finish").roll(f"advantage {number}")


# C. Tokens


def test_example_20_the_knight_token_moves_and_ties() -> None:
    """R36 and R38."""
    t = table(side("1 2 1 1 1 1", hand="conrad siegfried"), side(hand="walter"))
    assert points(t) == (2, 2)

    t.do("place conrad 1U")
    assert (t.knight, points(t)) == ("RW", (3, 2))
    pass_on(t).do("place walter 1U")
    assert (t.knight, points(t)) == ("RB", (2, 3))
    pass_on(t).do("place siegfried -1U")
    assert (t.knight, points(t)) == ("", (2, 2))


def test_example_21_smithy() -> None:
    lands = table(side(sites="conrad 1U1, siegfried 1L1, smithy -1U1")).lands("RW")
    alone = table(side(sites="smithy -1U1")).lands("RW")

    assert (strength(lands), tournament(lands)) == (5, 2)
    assert (strength(alone), tournament(alone)) == (0, 0)


def test_example_22_no_city_no_commerce() -> None:
    """R37."""
    t = table(side(sites=FLEETS), side(cities=(1,), sites="marketplace 1U1"))

    assert t.windmill == "RB"


def test_example_23_a_city_without_windmills() -> None:
    assert table(side(sites=FLEETS), side(cities=(1,))).windmill == ""


def test_example_24_the_city_arrives() -> None:
    t = table(side("2 3 0 0 0 0", sites=FLEETS), side(cities=(1,), sites="marketplace 1U1"))
    assert points(t) == (2, 4)

    t.do("city 1")

    assert (t.windmill, points(t)) == ("RW", (4, 3))


def test_example_25_no_city_anywhere() -> None:
    fleets = "brick 1U1, grain 1L1, ore -1U1"
    assert table(side(sites=fleets), side(sites="fleet_wool 1U1")).windmill == ""


def test_example_26_harbor() -> None:
    fleets = "brick 1U2, grain 1L1, ore -1U1"
    t = table(side(cities=(1,), sites=f"harbor 1U1, {fleets}"))

    assert commerce(t.lands("RW"), t.realm.agreed) == 7


def test_example_27_garrison() -> None:
    rw = side(cities=(1,), sites="garrison 1U1, garrison 1L1")
    rb = side(cities=(1,), sites="fleet_wool 1U1")

    assert table(rw, rb).windmill == "RW"
    assert table(rw, rb, rules=compose(garrison_commerce=0)).windmill == "RB"


# D. Trade


def test_example_28_three_of_two_regions() -> None:
    """R27."""
    t = table(side("2 1 1 1 1 1", row=(-1, 3), lands="4U grain 3 1, 4L lumber 6 0"))

    t.do("trade grain ore")

    assert (t.stock("RW"), t.at("RW", "4U")) == ("0 2 1 1 1 1", 0)


def test_example_29_two_for_one() -> None:
    assert not table(side("1 1 2 1 1 1")).may("trade wool brick")
    t = table(side("1 1 2 1 1 1", sites="fleet_wool 1U1")).do("trade wool brick")
    assert t.stock("RW") == "1 1 0 1 2 1"

    lands = "4U wool 5 1, 4L lumber 6 0"
    t = table(side("1 1 3 1 1 1", sites="fleet_wool 1U1", row=(-1, 3), lands=lands))
    t.do("trade wool brick", "pay 2U", "pay 2U", "trade wool ore")
    assert (t.stock("RW"), t.at("RW", "4U")) == ("1 2 0 1 2 1", 0)
    assert t.choices("trade") == []


def test_example_30_mint_and_gold_fleet() -> None:
    t = table(side(cities=(1,), sites="mint 1U1, fleet_gold 1L1")).do("trade gold ore")

    assert t.stock("RW") == "1 2 1 1 1 0"


def test_example_31_illegal_trades() -> None:
    t = table(side("1 3 1 3 1 1"))

    assert "another kind" in t.why_not("trade ore ore")
    assert "room" in t.why_not("trade ore lumber")
    assert t.may("trade ore brick")


def test_example_32_trade_between_players() -> None:
    """R26."""
    t = table(side("1 1 2 1 1 1"), side("1 1 2 1 1 1"), turn_of="RB")

    assert "room" in t.why_not("offer 2 wool for 1 brick")
    assert t.why_not("offer 1 wool for")
    t.do("offer 1 wool for 1 brick")
    assert t.seat == "RW"
    t.do("accept")
    assert (t.stock("RW"), t.stock("RB")) == ("1 1 3 1 0 1", "1 1 1 1 2 1")


# E. Building


def test_example_33_places_in_the_row() -> None:
    """R6."""
    t = table(side("3 3 3 3 3 3"))
    assert sorted(t.choices("road")) == [(-2,), (2,)]
    assert t.choices("settle") == []

    t.do("road 2")
    assert t.choices("settle") == [(3,)]
    assert not t.may("road 3")
    assert not t.may("road 4")
    t.do("settle 3", "lay 0", draws=["brick 1", "lumber 6"])
    assert 4 in road_places(t.lands("RW"))


def test_example_34_new_settlement() -> None:
    t = table(side(row=(-1, 2)))

    t.do("settle 3", draws=["brick 1", "lumber 6"]).do("lay 1")

    lands = t.lands("RW")
    new = [(each.x, each.side, each.number) for each in lands.lands[6:]]
    assert sorted(new) == [(4, LOWER, 1), (4, UPPER, 6)]
    assert lands.stock[6:] == [0, 0]
    touched = {(lands.lands[n].x, lands.lands[n].side) for n in around(lands, 3)}
    assert touched == {(2, UPPER), (4, UPPER), (2, LOWER), (4, LOWER)}
    assert t.points("RW") == 3


def test_example_35_city() -> None:
    lands = "4U grain 3 3, 4L ore 4 3"
    sites = "abbey 1U1, fleet_wool 1L1"
    t = table(side("3 3 1 1 1 1", row=(-1, 3), lands=lands, sites=sites, hand="church"))
    before = t.points("RW")

    t.do("city 1").play_on("main")

    assert t.sites("RW") == {"1U1": "abbey", "1L1": "fleet_wool"}
    after = t.lands("RW")
    free = [free_site(after, 1, each) for each in (UPPER, LOWER)]
    assert free == [(1, UPPER, 2), (1, LOWER, 2)]
    assert t.points("RW") == before + 1 + (t.windmill == "RW")
    t.do("place church 1U").play_on("main")
    assert t.sites("RW")["1U2"] == "church"


def test_example_36_colours() -> None:
    t = table(side("3 3 3 3 3 3", cities=(1,), hand="library fleet_ore"))

    assert "city" in t.why_not("place library -1U")
    assert t.may("place library 1U")
    t.do("place fleet_ore 1U")
    assert t.sites("RW") == {"1U1": "fleet_ore"}


def test_example_37_full_settlement() -> None:
    """R7 and R8."""
    t = table(side(sites="abbey 1U1, fleet_wool 1L1", hand="garrison"))
    assert not t.may("place garrison 1U")
    assert not t.may("place garrison 1L")

    t.do("demolish 1L1", "place garrison 1L")

    assert t.realm.gone == ["fleet_wool"]
    assert t.stock("RW") == "1 1 1 0 0 1", "no refund, and the garrison is paid"


def test_example_38_shared_supply() -> None:
    rw = side(
        row=(-3, 5),
        lands="4U grain 3 0, 4L grain 4 0, 6U ore 4 0, 6L ore 5 0, -4U wool 5 0, -4L wool 6 0",
    )
    rb = side(
        "3 3 3 3 3 3",
        row=(-3, 4),
        lands="4U lumber 1 0, 4L lumber 6 0, -4U brick 1 0, -4L brick 2 0",
    )
    t = table(rw, rb, turn_of="RB")

    assert t.choices("settle") == []
    assert "left" in t.why_not("settle 5")
    assert (-1,) in t.choices("city")
    assert len(t.realm.regions) == 1


def test_example_39_paying() -> None:
    t = table(side("1 0 0 1 2 3", row=(-1, 2)))
    assert not t.may("settle 3")

    t.do("trade gold wool", "settle 3", "lay 0", draws=["brick 1", "lumber 6"])

    assert t.stock("RW") == "0 0 0 0 1 0"
