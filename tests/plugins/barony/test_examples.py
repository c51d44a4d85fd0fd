"""Worked examples E01 to E15: movement; and whether all 40 are there, each a test by its id."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bastide.core.errors import IllegalAction
from tests.plugins.barony.tables import (
    Position,
    act,
    give,
    position,
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


# all of them


def test_every_worked_example_is_a_test_of_its_id() -> None:
    files = Path(__file__).parent.glob("test_examples*.py")
    texts = [file.read_text(encoding="utf-8") for file in files]

    found = re.findall(r"^def test_example_(E\d\d)_", "".join(texts), re.MULTILINE)

    assert sorted(set(found)) == [f"E{n:02}" for n in range(1, 41)]
