"""Worked examples E16 to E30: recruitment, construction, new city, expedition, title."""

from __future__ import annotations

from bastide.core.events import Action
from bastide.core.testing import check_refusal
from tests.plugins.barony.tables import (
    Position,
    act,
    give,
    position,
    raise_to,
)

# recruitment


def e16(knights: int) -> Position:
    board = "0,0 plain  1,0 lake  -1,0 field  -2,0 plain"
    return position(board, f"A 0,0 c k{knights}", "A -2,0 c")


def numbers(p: Position, q: int) -> list[object]:
    return [a.data[2] for a in p.legal("recruit") if a.data[0] == q]


def test_example_E16_at_a_lake() -> None:
    """REC-1, REC-2, REC-3."""
    p = e16(3)

    assert p.left("A", "knight") == 4
    assert numbers(p, 0) == [1, 2, 3]
    assert numbers(p, -2) == [1, 2]
    assert p.why_not("recruit 0,0 0") == "at least one knight is recruited"
    beyond = "at most two knights are recruited at once, beside a lake three"
    assert p.why_not("recruit 0,0 4") == beyond
    assert p.why_not("recruit -2,0 3") == "three knights are recruited only beside a lake"
    both = Action("barony.recruit", (0, 0, 1, -2, 0, 1))
    assert "names a hex and a number" in check_refusal(p.rules, p.s, both)


def test_example_E17_the_reserve_limits() -> None:
    """REC-4."""
    p = e16(5)

    assert numbers(p, 0) == [1, 2]
    assert p.why_not("recruit 0,0 3") == "your reserve holds only 2 knights"
    assert e16(7).legal("recruit") == []
    assert e16(7).why_not("recruit 0,0 1") == "your reserve holds no knight"


def test_example_E18_only_ones_own_city_hexes() -> None:
    """REC-1, REC-5."""
    board = "0,0 plain  2,0 plain  4,0 plain  6,0 plain"
    p = position(board, "A 0,0 v", "A 2,0 s", "B 4,0 c", "A 6,0 v")

    for where in ("0,0", "2,0", "4,0"):
        assert "your own cities" in p.why_not(f"recruit {where} 1")
    p = p.after("city 6,0").round_out()
    assert p.targets("recruit") == [(6, 0)]


# construction


def e19() -> Position:
    board = "0,0 field  1,0 forest  2,0 plain  1,1 plain  0,1 mountain  0,2 plain"
    own = ("A 0,0 k1", "A 1,0 k2", "A 2,0 c k1", "A 1,1 v k1", "A 0,2 k1")
    return position(board, *own, "B 0,2 k1")


def test_example_E19_several_at_once_and_where_not() -> None:
    """BLD-1, BLD-2, BLD-3."""
    p = e19()

    assert p.targets("build") == [(0, 0), (1, 0)]
    built = p.after("build 0,0 village", "build 1,0 village")
    assert built.tokens("A") == {"field": 1, "forest": 1}
    assert built.left("A", "knight") == p.left("A", "knight") + 2
    assert built.at("1,0") == "A k1 v"


def test_example_E19_the_rest_is_refused() -> None:
    """BLD-3, TRN-4."""
    p = e19()

    first = p.after("build 1,0 village")

    assert first.why_not("build 1,0 village") == "a structure stands on this hex already"
    assert first.why_not("build 0,2 village") == "you build only where no opponent stands"
    assert p.why_not("build 2,0 village") == "a structure stands on this hex already"
    assert p.why_not("build 1,1 village") == "a structure stands on this hex already"
    assert (p.at("1,0"), p.tokens("A")) == ("A k2", {})


def test_example_E20_stronghold_on_a_mountain() -> None:
    """BLD-2, BLD-4."""
    p = position("0,0 mountain", "A 0,0 k1").after("build 0,0 stronghold")

    assert (p.at("0,0"), p.tokens("A")) == ("A s", {"mountain": 1})


def test_example_E21_out_of_pieces() -> None:
    """BLD-5."""
    p = position("0,0 plain  2,0 plain  4,0 plain", "A 0,0 k1", "A 2,0 k1", "A 4,0 k1")
    p.realm.reserve[1][0], p.realm.reserve[2][0] = 0, 1

    assert {a.data[2] for a in p.legal("build")} == {"stronghold"}
    assert p.why_not("build 0,0 village") == "your reserve holds no village"
    p = p.after("build 0,0 stronghold")
    assert p.seat == "B", "nothing is left to build with"


def test_example_E22_empty_bank() -> None:
    """BLD-7."""
    p = position("0,0 field  2,0 field", "A 0,0 k1", "A 2,0 k1")
    p.realm.bank[3] = 1

    p = p.after("build 0,0 village", "build 2,0 village")

    assert (p.at("0,0"), p.at("2,0")) == ("A v", "A v")
    assert (p.tokens("A"), p.realm.bank[3]) == ({"field": 1}, 0)
    assert p.events("built_bare") == [(0, "village", 2, 0, "field")]


# new city


def test_example_E23_where_a_village_may_grow() -> None:
    """CTY-1 to CTY-7."""
    board = "0,0 forest  2,0 plain  3,0 field  0,2 mountain  -3,3 plain"
    own = ("A 0,0 v", "A 2,0 v", "A 0,2 v", "A -3,3 v")
    p = raise_to(position(board, *own, "B 3,0 c", "B -3,3 k1"), "A", 0)

    assert p.why_not("city 0,0") == "no city stands in a forest"
    assert p.why_not("city 2,0") == "no two cities stand on neighbouring hexes"
    assert p.why_not("city -3,3") == "a village becomes a city only where no opponent stands"
    grown = p.after("city 0,2")
    assert grown.at("0,2") == "A c"
    assert (grown.s.scores[0], grown.tokens("A")) == (10, {})
    assert (grown.left("A", "city"), grown.left("A", "village")) == (1, p.left("A", "village") + 1)


def test_example_E24_ones_own_city_is_too_near_as_well() -> None:
    """CTY-4."""
    p = position("0,0 plain  1,0 field  2,0 field", "A 0,0 c", "A 1,0 v", "A 2,0 v")

    assert p.why_not("city 1,0") == "no two cities stand on neighbouring hexes"
    assert p.targets("city") == [(2, 0)]


def test_example_E25_no_cities_left() -> None:
    """CTY-2, CTY-8."""
    p = raise_to(position("0,0 plain  2,0 plain", "A 0,0 v", "A 2,0 s"), "A", 0, cities=2)

    assert p.why_not("city 0,0") == "your reserve holds no city"
    assert p.why_not("city 2,0") == "a stronghold cannot become a city"


# expedition


def test_example_E26_target_and_cost() -> None:
    """EXP-1, EXP-2, BRD-6."""
    board = "0,0 field  1,0 lake  0,1 forest  -1,1 mountain  -1,0 plain  0,-1 plain  1,-1 field"
    p = position(board, "A -1,0 k1", "B 0,-1 k1", "A 1,-1 v")

    assert p.left("A", "knight") == 6
    assert p.targets("expedition") == [(-1, 1), (0, 1)]
    assert p.why_not("expedition 0,0") == "an expedition goes to the edge of the board"
    assert p.why_not("expedition 1,0") == "an expedition does not land on a lake"
    for where in ("-1,0", "0,-1", "1,-1"):
        assert p.why_not(f"expedition {where}") == "an expedition goes to an empty hex"
    p = p.after("expedition 0,1")
    assert (p.left("A", "knight"), p.realm.box[0], p.at("0,1")) == (4, 1, "A k1")


def test_example_E27_not_enough_knights() -> None:
    """EXP-1."""
    p = position("0,0 plain  2,0 plain", "A 0,0 k6")
    wanted = "an expedition takes two knights of your reserve, which holds 1"
    assert p.why_not("expedition 2,0") == wanted

    p = position("0,0 plain  2,0 plain", "A 0,0 k5").after("expedition 2,0")
    assert p.left("A", "knight") == 0


# noble title


def bare() -> Position:
    return position("0,0 plain", "A 0,0 k1", seats=2)


def test_example_E28_overpaying() -> None:
    """TTL-2, TTL-3."""
    p = give(bare(), "A", field=2, plain=1, mountain=1)

    assert p.why_not("title field 2 plain 1") == "a title costs 15 gold, this is 14"
    p = p.after("title field 2 plain 1 mountain 1")
    assert (p.realm.ranks, p.s.scores, p.tokens("A")) == ([1, 0], [15, 0], {})
    assert p.events("titled") == [(0, "viscount", 16)]


def test_example_E29_exact_and_wasteful_payments() -> None:
    """TTL-2, TTL-4."""
    p = give(bare(), "A", field=3, plain=1)

    assert p.after("title field 3").tokens("A") == {"plain": 1}
    assert p.after("title field 3 plain 1").tokens("A") == {}
    assert p.why_not("title field 2 plain 1") == "a title costs 15 gold, this is 14"
    assert p.legal("title") == [act("title field 3")], "none with a token to spare"


def test_example_E30_one_rank_at_a_time() -> None:
    """TTL-3, TTL-5."""
    p = give(bare(), "A", field=6)

    three, six = p.after("title field 3"), p.after("title field 6")

    assert (three.realm.ranks[0], three.seat) == (1, "B")
    assert (six.realm.ranks[0], six.tokens("A")) == (1, {})
