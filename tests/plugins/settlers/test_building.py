"""Roads, settlements and their regions, cities, cards on sites, tearing down (chapters 3 and 9)."""

from __future__ import annotations

import pytest

from bastide.core.chance import ALL_SEATS
from bastide.core.events import Action
from bastide.plugins.settlers.cards import REGION_PILE
from bastide.plugins.settlers.places import open_places
from tests.plugins.settlers.tables import Table, compose, side, table

RICH = "3 3 3 3 3 3"
OPEN = (-1, 2)
"""A row that ends with a road on the right."""


def test_a_road_is_paid_and_leaves_the_supply() -> None:
    t = table(side(RICH)).do("road -2")

    assert (t.lands("RW").low, t.realm.roads) == (-2, 6)
    assert t.stock("RW") == "3 3 3 2 1 3"
    assert ("RW", t.points("RW")) == ("RW", 2)


def test_what_is_built_stands_once_it_is_paid() -> None:
    """R14: which of two hills pays is for the builder to say."""
    t = table(side(RICH, row=(-1, 3), lands="4U brick 1 3, 4L lumber 6 0")).do("road 4")
    assert (t.phase, t.lands("RW").high) == ("pay", 3)

    t.do("pay 4U", "pay 0L")

    assert (t.phase, t.lands("RW").high) == ("main", 4)
    assert (t.at("RW", "4U"), t.at("RW", "0L")) == (2, 2)


def test_roads_go_on_without_settlements() -> None:
    """R6."""
    t = table(side(RICH))
    t.realm.settlements = 0
    t.all.legal = None

    assert t.may("road 2")
    assert t.choices("settle") == []


@pytest.mark.parametrize("upper", [0, 1])
def test_a_new_settlement_gets_two_empty_regions(upper: int) -> None:
    t = table(side(RICH, row=OPEN)).do("settle 3", draws=["gold 3", "wool 6"])
    assert (t.phase, t.choices("lay")) == ("lay", [(0,), (1,)])
    assert len(t.realm.regions) == len(REGION_PILE) - 2

    t.do(f"lay {upper}")

    above, below = t.lands("RW").lands[-2:]
    assert (above.x, above.side, above.number) == (4, "U", (3, 6)[upper])
    assert (below.x, below.side, below.number) == (4, "L", (6, 3)[upper])
    assert t.lands("RW").stock[-2:] == [0, 0]
    assert (t.points("RW"), t.realm.settlements, t.realm.drawn) == (3, 4, [])


def test_to_the_left_the_regions_lie_outside_too() -> None:
    t = table(side(RICH, row=(-2, 1))).do("settle -3", "lay 0", draws=["gold 3", "wool 6"])

    assert {land.x for land in t.lands("RW").lands[-2:]} == {-4}


def test_a_scout_chooses_both_regions() -> None:
    """R16 and R47: the card is gone, and what is left to choose from all can count."""
    t = table(side(RICH, row=OPEN, hand="scout abbey")).do("settle 3 scout")
    assert (t.phase, t.hand("RW"), t.realm.gone) == ("scout", ["abbey"], ["scout"])
    assert len(t.choices("region")) == len(REGION_PILE)

    t.do("region gold 3")
    assert ("gold", 3) not in t.choices("region")
    assert "no such region" in t.why_not("region gold 3")
    t.do("region grain 4", "lay 1")

    assert [land.number for land in t.lands("RW").lands[-2:]] == [4, 3]
    assert t.realm.used, "R31: an action card was played"


def test_a_settlement_without_its_scout_leaves_it_in_the_hand() -> None:
    t = table(side(RICH, row=OPEN, hand="scout"))
    t.do("settle 3", "lay 0", draws=["gold 3", "wool 6"])

    assert (t.hand("RW"), t.realm.used) == (["scout"], False)


def test_no_scout_is_claimed_that_is_none() -> None:
    t = table(side(RICH, row=OPEN, hand="spy"))
    item = t.item("spy", 0)

    for claims in ((), ((item, "scout"),)):
        action = Action("settlers.settle", (3, item), claims)
        assert action not in t.listed()
        assert not t.rules.accepts(t.all, action)


def test_a_city_keeps_what_stands_there_and_opens_two_sites() -> None:
    t = table(side(RICH, sites="abbey 1U1")).do("city 1")

    assert t.stock("RW") == "1 0 3 3 3 3"
    assert (t.points("RW"), t.realm.cities) == (3, 6)
    free = open_places(t.lands("RW"))
    assert sorted((x, where, depth) for x, where, depth in free.red) == [
        (1, "L", 1), (1, "U", 2),
    ]  # fmt: skip
    assert "a city stands there" in t.why_not("city 1")


def test_a_built_card_is_shown_to_all() -> None:
    t = table(side(RICH, hand="karl spy")).do("place karl 1U")

    assert t.sites("RW") == {"1U1": "knight_karl"}
    assert t.all.cards().seen[next(iter(t.lands("RW").sites.values())).item] == ALL_SEATS
    assert (t.hand("RW"), t.realm.used) == (["spy"], True)
    assert t.seen("RB", "RW") == []


def test_a_free_site_next_to_the_row_is_filled_before_one_further_out() -> None:
    sites = "abbey 1U1, garrison 1U2, smithy 1L1"
    t = table(side(RICH, cities=(1,), sites=sites, hand="siegfried")).do("demolish 1U1")
    assert t.realm.gone == ["abbey"]

    t.do("place siegfried 1U")

    assert t.sites("RW") == {"1U1": "knight_siegfried", "1U2": "garrison", "1L1": "smithy"}


def test_tearing_down_is_listed_where_a_card_of_the_hand_has_no_site() -> None:
    """R8: any own card may be torn down."""
    full = "abbey 1U1, garrison 1L1, smithy -1U1, fleet_ore -1L1"
    assert table(side(sites=full, hand="spy")).choices("demolish") == []
    t = table(side(sites=full, hand="karl"))
    assert len(t.choices("demolish")) == 4
    t = table(side(cities=(1,), sites=full, hand="karl"))
    assert t.choices("demolish") == []
    assert t.may("demolish -1L1")


def test_roads_and_opposing_cards_are_not_torn_down() -> None:
    """R8."""
    t = table(side(), side(sites="abbey 1U1"))

    assert "none of your cards" in t.why_not("demolish 1U1")
    assert not t.may("demolish 0U1")


def test_a_lost_knight_takes_the_token_along() -> None:
    """R38 and R44: tearing down is a step like any other."""
    t = table(side(sites="karl 1U1"))
    assert (t.knight, t.points("RW")) == ("RW", 3)

    t.do("demolish 1U1")

    assert (t.knight, t.points("RW")) == ("", 2)


def test_the_last_building_ends_the_game() -> None:
    rules = compose(victory_points_to_win=7)
    t: Table = table(side(RICH, cities=(1, -1), sites="colossus 1U1", hand="library"), rules=rules)
    t.do("place library 1L")

    assert t.over
    assert t.rules.ranking(t.all)[0] == (1, 0)
