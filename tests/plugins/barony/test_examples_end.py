"""Worked examples E31 to E40: the draft, the end of the game, passing."""

from __future__ import annotations

import pytest

from bastide.core.events import score_of
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

    assert (p.s.over, p.events("ends")) == (True, [(-1, "everybody had to pass", 1)])
    assert p.s.scores == [0, 4]
