"""Movement and plunder, beyond the worked examples."""

from __future__ import annotations

import pytest

from bastide.core.events import Action
from bastide.core.testing import check_refusal
from tests.plugins.barony.tables import Position, act, give, position

TWO_HEXES = "0,0 plain  1,0 field"


def raid(**tokens: int) -> Position:
    return give(position(TWO_HEXES, "A 0,0 k1", "A 1,0 k1", "B 1,0 v"), "B", **tokens)


def test_the_only_token_need_not_be_named_and_may_be() -> None:
    """CMB-4, section 10."""
    p = raid(field=2)

    plain, named = p.after("move 0,0 > 1,0"), p.after("move 0,0 > 1,0 field")

    assert p.legal("move")[0] == act("move 0,0 > 1,0")
    assert p.rules.digest(plain.s) == p.rules.digest(named.s)
    assert plain.tokens("A") == {"field": 1}


def test_the_only_token_may_be_named_by_the_second_knight_too() -> None:
    p = give(position(TWO_HEXES, "A 0,0 k2", "B 1,0 v"), "B", forest=1)

    p = p.after("move 0,0 > 1,0", "move 0,0 > 1,0 forest")

    assert p.tokens("A") == {"forest": 1}


@pytest.mark.parametrize(
    ("tokens", "token", "why"),
    [
        ({"field": 2}, "forest", "the owner of the village has no such token"),
        ({"field": 1, "plain": 1}, "forest", "the owner of the village has no such token"),
        ({"field": 1, "plain": 1}, "gold", "the owner of the village has no such token"),
        ({"field": 1, "plain": 1}, "", "say which token you take"),
        ({}, "field", "this move brings no token"),
    ],
)
def test_a_token_that_is_not_there_is_not_taken(
    tokens: dict[str, int], token: str, why: str
) -> None:
    p = raid(**tokens)

    refusal = check_refusal(p.rules, p.s, Action("barony.move", (0, 0, 1, 0, token)))

    assert refusal.startswith(why)


def test_a_move_that_destroys_no_village_names_no_token() -> None:
    p = give(position(TWO_HEXES, "A 0,0 k1", "B 1,0 v"), "B", field=1)

    assert p.why_not("move 0,0 > 1,0 field") == "this move brings no token"


def test_plunder_is_not_optional_and_comes_from_the_owner_of_the_village() -> None:
    """CMB-4: taken at once, before the second step; CMB-3: the pawns go home."""
    p = raid(field=1, plain=2)

    p = p.after("move 0,0 > 1,0 plain")

    assert p.s.phase == "more"
    assert (p.tokens("A"), p.tokens("B")) == ({"plain": 1}, {"field": 1, "plain": 1})
    assert p.events("destroyed") == [(1, "village", 1, 0)]
    assert p.events("plundered") == [(0, "plain", 1)]


def test_one_action_destroys_two_villages_at_most() -> None:
    """CMB-9."""
    board = "0,0 plain  1,0 field  0,1 field"
    p = position(board, "A 0,0 k2", "A 1,0 k1", "A 0,1 k1", "B 1,0 v", "B 0,1 v")
    give(p, "B", field=1, plain=1)

    p = p.after("move 0,0 > 1,0 field", "move 0,0 > 0,1")

    assert (p.left("B", "village"), p.seat) == (14, "B")
    assert p.tokens("A") == {"field": 1, "plain": 1}


def test_the_second_step_is_judged_on_what_the_first_left() -> None:
    """MOV-8: the first knight destroys what would have stopped nobody, the second may go on."""
    board = "0,0 plain  1,0 field  2,0 plain"
    p = position(board, "A 0,0 k1", "A 1,0 k1", "B 1,0 v", "B 2,0 k1")

    p = p.after("move 0,0 > 1,0", "move 1,0 > 2,0")

    assert [p.at(where) for where in ("0,0", "1,0", "2,0")] == ["", "A k1", "A k1, B k1"]


def test_leaving_a_hex_is_no_combat() -> None:
    """CMB-8."""
    p = position("0,0 plain  1,0 field  0,1 plain", "A 0,0 k1", "B 0,0 k1", "A 0,1 k1")

    assert p.after("move 0,0 > 1,0").at("0,0") == "B k1"


@pytest.mark.parametrize("shut", ["c", "s", "k2", "v k1"])
def test_what_is_safe_is_never_destroyed(shut: str) -> None:
    """CMB-7, OCC-4."""
    p = position("0,0 plain  1,0 field  0,1 plain", "A 0,0 k2", "A 0,1 k1", f"B 1,0 {shut}")

    assert p.why_not("move 0,0 > 1,0").endswith("cannot be entered")


def test_a_mountain_is_safe_behind_a_single_pawn() -> None:
    """CMB-7, OCC-5."""
    for pawn in ("k1", "v", "s", "c"):
        p = position("0,0 plain  1,0 mountain", "A 0,0 k2", f"B 1,0 {pawn}")
        assert p.why_not("move 0,0 > 1,0").endswith("cannot be entered")


def test_lakes_hold_nobody() -> None:
    """OCC-7."""
    p = position("0,0 plain  1,0 lake", "A 0,0 k1")

    assert p.targets("move") == []
    assert p.why_not("move 1,0 > 0,0") == "you have no knight at 1,0"


def test_knights_do_not_jump() -> None:
    """MOV-1."""
    p = position("0,0 plain  1,0 plain  2,0 plain", "A 0,0 k1")

    assert p.why_not("move 0,0 > 2,0") == "a knight moves to a neighbouring hex"
    assert p.why_not("move 0,0 > 0,0") == "a knight moves to a neighbouring hex"
    assert p.why_not("move 9,9 > 9,8") == "there is no hex 9,9 on the board"
    assert p.why_not("move 1,0 > 2,0") == "you have no knight at 1,0"
