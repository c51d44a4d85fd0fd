"""Before the first turn: the board by public chance, and the draft."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.chance import Answer, Seed
from bastide.core.errors import RulesError
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.barony.board import assemble
from bastide.plugins.barony.land import is_joined, read_land
from bastide.plugins.barony.setup import sites
from bastide.plugins.barony.state import realm
from tests.plugins.barony.tables import Position, compose, opened, parse_board, put

RulesFor = Callable[[int], Rules]


def answered(rules: Rules, number: int) -> State:
    s = rules.new()
    rules.answer(s, (Answer(number.to_bytes(32, "big")),))
    return s


def test_two_to_four_seats_can_play(rules_for: RulesFor) -> None:
    """SET-1."""
    for seats in (2, 3, 4):
        assert rules_for(seats).seats == seats
    for seats in (1, 5):
        with pytest.raises(RulesError):
            Plugins(built_in()).compose(Setup("barony", seats))


def test_the_board_is_asked_for_as_public_chance(rules: Rules) -> None:
    """BRD-5, SET-3: its seed is the hex text of the answer; the turn order is the kernel's draw."""
    s = rules.new()
    assert s.waiting == (Seed("board"),)

    rules.answer(s, (Answer(bytes(range(32))),))

    assert realm(s).board == assemble(bytes(range(32)).hex(), 2)
    assert Plugins(built_in()).compose(Setup("barony", 2)).seating == "drawn"


def test_everybody_begins_as_a_baron_without_points_or_tokens(rules_for: RulesFor) -> None:
    """SET-2, SET-4, SET-6: all of it is open."""
    for seats in (2, 3, 4):
        s = rules_for(seats).new()
        r = realm(s)
        assert (s.scores, r.ranks) == ([0] * seats, [0] * seats)
        assert r.reserve == [[7] * seats, [14] * seats, [2] * seats, [5] * seats]
        assert r.tokens == [[0] * 4] * seats
        assert (r.bank, sum(r.bank)) == ([20] * 4, 80)
        assert s.view(1) is s


def test_the_draft_puts_three_cities_and_knights_of_each_on_the_board(rules_for: RulesFor) -> None:
    """SET-5, DRF-2."""
    for seats in (2, 3, 4):
        r = realm(opened(rules_for(seats)))
        assert r.reserve == [[4] * seats, [14] * seats, [2] * seats, [2] * seats]


def test_mountain_plain_and_field_take_a_city(rules: Rules) -> None:
    """DRF-6."""
    s = answered(rules, 1)
    r = realm(s)

    terrains = {r.land.terrain[n] for n in sites(r)}

    assert terrains == {0, 2, 3}


def drafting_on(board: str, *pawns: str) -> Position:
    rules = compose(2)
    s = answered(rules, 1)
    r = realm(s)
    r.lay(parse_board(board))
    for text in pawns:
        put(r, text)
    s.legal = None
    return Position(rules, s)


def test_without_a_place_apart_neighbours_are_allowed() -> None:
    """DRF-8."""
    p = drafting_on("0,0 plain  1,0 field  0,1 forest", "B 0,0 c k1")

    assert p.targets("settle") == [(1, 0)]
    assert p.after("settle 1,0").at("1,0") == "A k1 c"


def test_without_a_place_at_all_forests_are_allowed() -> None:
    """DRF-8."""
    p = drafting_on("0,0 plain  0,1 forest  1,0 lake", "B 0,0 c k1")

    assert p.targets("settle") == [(0, 1)]


def test_boards_that_cut_land_off_are_drawn_again_if_the_host_wants() -> None:
    """BRD-7: off by default."""
    apart = next(
        n for n in range(99) if not is_joined(read_land(realm(answered(compose(2), n)).board))
    )
    plain, picky = compose(2), compose(2, joined_land=True)

    assert answered(plain, apart).phase == "settle"
    s = answered(picky, apart)
    assert (s.waiting, realm(s).board) == ((Seed("board"),), "")
    assert [event.kind for event in s.events] == ["barony.redrawn"]
    joined = next(n for n in range(99) if n != apart and answered(plain, n).phase == "settle"
                  and is_joined(realm(answered(plain, n)).land))  # fmt: skip
    picky.answer(s, (Answer(joined.to_bytes(32, "big")),))
    assert s.phase == "settle"
    assert [event.kind for event in s.events] == ["barony.redrawn", "barony.laid"]


def test_the_main_stage_does_not_begin_early() -> None:
    p = drafting_on("0,0 plain  2,0 field  4,0 plain")

    assert p.why_not("recruit 0,0 1") == "the starting cities are placed first"
    assert p.why_not("settle 9,9") == "there is no hex 9,9 on the board"
