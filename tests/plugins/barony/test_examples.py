"""The worked examples of the rules, E01 to E40, each a test by its id."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bastide.core.errors import IllegalAction
from bastide.core.events import Action, score_of
from bastide.core.testing import check_refusal
from bastide.plugins.barony.pieces import DRAFT
from bastide.plugins.barony.setup import drafting
from bastide.plugins.barony.turn import PASS
from tests.plugins.barony.tables import (
    Position,
    act,
    compose,
    give,
    opened,
    position,
    put,
    raise_to,
)

LAKE = "a lake cannot be entered"
MOUNTAIN = "a mountain with an opposing pawn cannot be entered"
TWO_PAWNS = "a hex with two pawns of one opponent cannot be entered"
TWO_HEXES = "0,0 plain  1,0 field"


# movement


def test_example_E01_lakes_and_the_outside() -> None:
    """MOV-3, MOV-7."""
    p = position("0,0 plain  1,0 lake  0,1 forest", "A 0,0 k1")

    assert p.why_not("move 0,0 > 1,0") == LAKE
    assert p.why_not("move 0,0 > -1,0") == "there is no hex -1,0 on the board"
    assert p.after("move 0,0 > 0,1").at("0,1") == "A k1"


def test_example_E02_mountains() -> None:
    """MOV-6."""
    board = "0,0 plain  1,0 mountain  0,1 mountain  -1,1 mountain  0,-1 mountain"
    p = position(board, "A 0,0 k1", "B 1,0 k1", "A -1,1 k1", "B 0,-1 v")

    assert p.why_not("move 0,0 > 1,0") == MOUNTAIN
    assert p.why_not("move 0,0 > 0,-1") == MOUNTAIN
    assert p.after("move 0,0 > 0,1").at("0,1") == "A k1"
    assert p.after("move 0,0 > -1,1").at("-1,1") == "A k2"


def test_example_E03_sharing_a_hex() -> None:
    """MOV-7, CMB-6."""
    p = give(position(TWO_HEXES, "A 0,0 k1", "B 1,0 k1"), "B", field=1)

    p = p.after("move 0,0 > 1,0")

    assert p.at("1,0") == "A k1, B k1"
    assert (p.tokens("A"), p.tokens("B")) == ({}, {"field": 1})


@pytest.mark.parametrize("pawns", ["k2", "k1 v"])
def test_example_E04_two_pawns_of_one_opponent(pawns: str) -> None:
    """MOV-5."""
    p = position(TWO_HEXES, "A 0,0 k1", f"B 1,0 {pawns}")

    assert p.why_not("move 0,0 > 1,0") == TWO_PAWNS


def test_example_E04_one_village_is_shared() -> None:
    p = position(TWO_HEXES, "A 0,0 k1", "B 1,0 v")

    assert p.after("move 0,0 > 1,0").at("1,0") == "A k1, B v"


def test_example_E05_one_pawn_each_of_two_opponents() -> None:
    """MOV-5, OCC-2."""
    p = position(TWO_HEXES, "A 0,0 k1", "B 1,0 v", "C 1,0 k1", seats=3)

    assert p.after("move 0,0 > 1,0").at("1,0") == "A k1, B v, C k1"


def test_example_E06_second_knight_clears_the_hex() -> None:
    """CMB-1, CMB-3, CMB-4, CMB-5."""
    p = position(TWO_HEXES, "A 0,0 k2", "B 1,0 v", "C 1,0 k1", seats=3)
    give(give(p, "B", plain=1, field=1), "C", field=3)

    shared = p.after("move 0,0 > 1,0")
    p = shared.after("move 0,0 > 1,0 field")

    assert shared.at("1,0") == "A k1, B v, C k1"
    assert p.at("1,0") == "A k2"
    assert (p.left("B", "village"), p.left("C", "knight")) == (14, 7)
    assert [p.tokens(seat) for seat in "ABC"] == [{"field": 1}, {"plain": 1}, {"field": 3}]


def test_example_E07_two_knights_from_different_sides() -> None:
    """MOV-2, CMB-5."""
    p = position("0,0 plain  1,0 field  2,0 forest", "A 0,0 k1", "A 2,0 k1", "B 1,0 k1")
    give(p, "B", field=2)

    p = p.after("move 0,0 > 1,0", "move 2,0 > 1,0")

    assert p.at("1,0") == "A k2"
    assert (p.tokens("A"), p.left("B", "knight")) == ({}, 7)


def test_example_E08_ones_own_village_fights_along() -> None:
    """CMB-2."""
    p = position(TWO_HEXES, "A 0,0 k1", "A 1,0 v", "B 1,0 k1")

    p = p.after("move 0,0 > 1,0")

    assert p.at("1,0") == "A k1 v"
    assert p.left("B", "knight") == 7


THREE_PLAINS = "0,0 plain  1,0 plain  2,0 plain"


def test_example_E09_no_knight_moves_twice() -> None:
    """MOV-2, MOV-9, TRN-4. The second step is refused; what was drafted is given up as a whole."""
    p = position(THREE_PLAINS, "A 0,0 k1", "B 2,0 k1")

    first = p.after("move 0,0 > 1,0")

    assert first.seat == "B", "nothing is left to move, so the turn is over"
    with pytest.raises(IllegalAction):
        first.rules.check(first.s, act("move 1,0 > 2,0"), 0)
    assert p.at("0,0") == "A k1"


def test_example_E09_the_knight_that_stood_there_goes_on() -> None:
    p = position(THREE_PLAINS, "A 0,0 k1", "A 1,0 k1")

    p = p.after("move 0,0 > 1,0", "move 1,0 > 2,0")

    assert [p.at(where) for where in ("0,0", "1,0", "2,0")] == ["", "A k1", "A k1"]


def test_example_E10_they_cannot_enter_together() -> None:
    """MOV-5, MOV-8."""
    p = position(TWO_HEXES, "A 0,0 k3", "B 1,0 k2")

    assert p.why_not("move 0,0 > 1,0") == TWO_PAWNS


def test_example_E11_strongholds_and_cities() -> None:
    """MOV-4, MOV-7."""
    board = "0,0 plain  1,0 plain  0,1 plain  -1,0 plain  0,-1 plain"
    p = position(board, "A 0,0 k1", "B 1,0 s", "B 0,1 c", "A -1,0 s", "A 0,-1 c")

    assert p.why_not("move 0,0 > 1,0") == "a hex with an opposing stronghold cannot be entered"
    assert p.why_not("move 0,0 > 0,1") == "a hex with an opposing city cannot be entered"
    assert p.after("move 0,0 > -1,0").at("-1,0") == "A k1 s"
    assert p.after("move 0,0 > 0,-1").at("0,-1") == "A k1 c"


def e12() -> Position:
    board = "0,0 plain  1,0 field  0,1 plain  2,0 plain  2,-1 plain"
    p = position(board, "A 0,0 k1", "A 1,0 k1", "A 2,-1 k1", "B 1,0 v")
    return give(p, "B", plain=1)


def test_example_E12_all_or_nothing() -> None:
    """TRN-4, MOV-8: a second step that is refused leaves nothing but a draft to be undone."""
    p = e12()

    first = p.after("move 0,0 > 1,0")

    assert first.why_not("move 0,0 > 0,1") == "you have no knight at 0,0"
    assert first.why_not("move 2,-1 > 3,-1") == "there is no hex 3,-1 on the board"
    assert (p.at("0,0"), p.at("1,0"), p.tokens("B")) == ("A k1", "A k1, B v", {"plain": 1})


def test_example_E12_both_steps() -> None:
    """CMB-4."""
    p = e12().after("move 0,0 > 1,0", "move 2,-1 > 2,0")

    assert (p.at("1,0"), p.at("2,0")) == ("A k2", "A k1")
    assert (p.tokens("A"), p.tokens("B")) == ({"plain": 1}, {})


def test_example_E13_plunder_dries_up() -> None:
    """CMB-4, CMB-9."""
    board = "0,0 plain  1,0 field  2,0 plain  3,0 forest"
    own = [f"A {q},0 k1" for q in range(4)]
    p = give(position(board, *own, "B 1,0 v", "B 3,0 v"), "B", plain=1)

    p = p.after("move 0,0 > 1,0", "move 2,0 > 3,0")

    assert (p.tokens("A"), p.tokens("B")) == ({"plain": 1}, {})
    assert p.left("B", "village") == 14
    assert p.events("nothing") == [(0, 1)]


def test_example_E14_the_attacker_chooses() -> None:
    """CMB-4, section 10."""
    p = give(position(TWO_HEXES, "A 0,0 k2", "B 1,0 v"), "B", field=1, mountain=1)

    p = p.after("move 0,0 > 1,0")

    assert p.after("move 0,0 > 1,0 mountain").tokens("A") == {"mountain": 1}
    assert p.after("move 0,0 > 1,0 field").tokens("A") == {"field": 1}
    no_such = "the owner of the village has no such token"
    assert p.why_not("move 0,0 > 1,0 forest") == no_such
    assert p.why_not("move 0,0 > 1,0").startswith("say which token you take")


def test_example_E15_swap() -> None:
    """MOV-9, MOV-10."""
    p = position("0,0 plain  1,0 plain", "A 0,0 k1", "A 1,0 k1")
    before = list(p.realm.pawns)

    p = p.after("move 0,0 > 1,0", "move 1,0 > 0,0")

    assert p.realm.pawns == before
    assert p.seat == "B"


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


# draft


def test_example_E31_order() -> None:
    """DRF-1, DRF-9."""
    orders = {n: "".join("ABCD"[seat] for seat in DRAFT[n]) for n in DRAFT}
    assert orders == {2: "ABBBAA", 3: "ABCCCBBAA", 4: "ABCDDDCCBBAA"}

    for n in DRAFT:
        s = opened(compose(n))
        p = Position(compose(n), s)
        assert drafting(s, 3 * n) is None
        assert (p.seat, s.phase, s.stage_turn) == ("A", "act", 0)
        assert [p.left(seat, "city") for seat in "ABCD"[:n]] == [2] * n
        assert [p.left(seat, "knight") for seat in "ABCD"[:n]] == [4] * n
        assert sum(p.at(f"{q},{r}").endswith("k1 c") for q, r in p.realm.land.cells) == 3 * n


def test_example_E32_where() -> None:
    """DRF-3 to DRF-7."""
    rules = compose(3)
    s = rules.new()
    s.waiting, s.stage, s.phase, s.seat = (), 1, "settle", 2
    s.turn_seat, s.stage_turn, s.turn = 2, 2, 3
    p = Position(rules, s)
    p.realm.lay("0,0,plain\n1,0,field\n2,0,mountain\n3,0,forest\n4,0,lake\n5,0,plain\n")
    put(p.realm, "B 0,0 c k1")

    assert p.targets("settle") == [(2, 0), (5, 0)]
    assert p.why_not("settle 0,0") == "a city stands on this hex already"
    assert p.why_not("settle 1,0") == "no two cities stand on neighbouring hexes"
    assert p.why_not("settle 3,0") == "no city stands in a forest"
    assert p.why_not("settle 4,0") == "no city is placed on a lake"
    p = p.after("settle 2,0")
    assert (p.seat, p.targets("settle")) == ("C", [(5, 0)])


# end of the game


@pytest.mark.parametrize(("duke", "others"), [("A", "BC"), ("B", "C"), ("C", "")])
def test_example_E33_finish_the_round(duke: str, others: str) -> None:
    """END-1."""
    pawns = ("A 0,0 k1", "B 2,0 k1", "C 4,0 k1")
    p = position("0,0 plain  2,0 plain  4,0 plain", *pawns, seats=3, turn=duke)
    raise_to(give(p, duke, field=3), duke, 3)

    p = p.after("title field 3")

    for seat in others:
        assert (p.s.over, p.seat) == (False, seat)
        p = p.after(f"build {'ABC'.index(seat) * 2},0 village")
    assert p.s.over


def test_example_E34_60_points_are_not_duke() -> None:
    """END-1."""
    p = raise_to(position("0,0 plain  2,0 plain", "A 0,0 k1", "B 2,0 k1"), "A", 3, cities=2)

    p = p.round_out()

    assert p.s.scores[0] == 65
    assert not p.s.over


def test_example_E35_a_duke_can_lose() -> None:
    """END-3, END-4."""
    p = position("0,0 plain  2,0 plain", "A 0,0 k1", "B 2,0 k1", turn="B")
    raise_to(give(p, "A", field=1, forest=1), "A", 3, cities=2)
    raise_to(give(p, "B", field=3, mountain=3), "B", 3)

    p = p.after("title field 3")

    assert (p.s.over, p.s.scores) == (True, [69, 60])
    assert p.rules.ranking(p.s) == [(1, 0), (2, 1)]


@pytest.mark.parametrize(("totals", "ranking"), [((62, 62, 58), "BAC"), ((62, 60, 62, 61), "CADB")])
def test_example_E36_tie(totals: tuple[int, ...], ranking: str) -> None:
    """END-5, END-8."""
    rules = compose(len(totals))
    s = rules.new()
    s.scores = list(totals)

    placed = rules.ranking(s)

    assert [place for place, _ in placed] == list(range(1, len(totals) + 1))
    assert "".join("ABCD"[seat] for _, seat in placed) == ranking


def test_example_E37_silver_not_gold() -> None:
    """END-3."""
    p = position("0,0 plain  2,0 plain", "A 0,0 k1", "B 2,0 k1", turn="B")
    raise_to(give(p, "B", field=4, plain=1, forest=1, mountain=1), "B", 3)

    p = p.after("title field 3")

    assert p.s.scores == [0, 60 + 6]
    (silver,) = [
        score for event in p.s.events if event.kind == "score"
        and (score := score_of(event)).final and score.seat == 1
    ]  # fmt: skip
    assert [(t.number, t.unit, t.times) for t in silver.terms] == [
        (1, "mountain", 0), (1, "forest", 1), (1, "plain", 2), (1, "field", 3)
    ]  # fmt: skip


# passing


def e38(**tokens: int) -> Position:
    board = "0,0 plain  1,0 lake  0,1 mountain  -1,1 plain"
    return give(position(board, "A 0,0 c k7", "B 0,1 k1", "B -1,1 k2"), "A", **tokens)


def test_example_E38_forced_pass() -> None:
    """TRN-3."""
    p = e38(field=2, plain=1)

    assert p.legal() == [PASS]
    p = p.after("pass")
    assert (p.seat, p.events("passed")) == ("B", [(0,)])


def test_example_E39_no_pass_when_something_is_possible() -> None:
    """TRN-2."""
    p = e38(field=2, plain=1, mountain=1)

    assert p.legal() == [act("title field 2 plain 1 mountain 1")]
    assert p.why_not("pass") == "a turn is passed only when no action is possible"


def test_example_E40_dead_position() -> None:
    """END-6."""
    p = position("0,0 plain  1,0 lake  2,0 plain", "A 0,0 c k7", "B 2,0 c k7")
    give(p, "B", plain=2)

    p = p.after("pass", "pass")

    assert (p.s.over, p.events("ends")) == (True, [("everybody had to pass",)])
    assert p.s.scores == [0, 4]


# all of them


def test_every_worked_example_is_a_test_of_its_id() -> None:
    text = Path(__file__).read_text(encoding="utf-8")

    found = re.findall(r"^def test_example_(E\d\d)_", text, re.MULTILINE)

    assert list(dict.fromkeys(found)) == [f"E{n:02}" for n in range(1, 41)]
