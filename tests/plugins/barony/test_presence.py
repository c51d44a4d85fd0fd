"""Who stands on a hex, packed into a number."""

from __future__ import annotations

from bastide.plugins.barony.growing import is_buildable
from bastide.plugins.barony.presence import (
    OTHERS,
    SHARED,
    has_city,
    has_structure,
    knights,
    knights_of,
    pawns_of,
    structure,
    structure_of,
)
from tests.plugins.barony.tables import position

VILLAGE, STRONGHOLD, CITY = 1, 2, 3


def test_a_hex_tells_knights_and_structures_of_each_seat() -> None:
    """OCC-1: as many knights of one seat as it has."""
    for seat in range(4):
        for kind in range(4):
            for n in range(8):
                code = knights(seat, n) + structure(seat, kind)
                assert (knights_of(code, seat), structure_of(code, seat)) == (n, kind)
                assert pawns_of(code, seat) == n + (kind > 0)
                assert (has_structure(code), has_city(code)) == (kind > 0, kind == CITY)
                assert code & OTHERS[seat] == 0
                assert is_buildable(code, seat) == (n > 0 and kind == 0)


def test_others_may_come_where_each_has_one_knight_or_village() -> None:
    """OCC-2, OCC-3, OCC-4: two, three or four players may share a hex."""
    one = [knights(seat) for seat in range(4)]

    assert one[0] + one[1] + one[2] + structure(3, VILLAGE) in SHARED
    assert structure(1, VILLAGE) in SHARED
    assert knights(1, 2) not in SHARED
    assert knights(1) + structure(1, VILLAGE) not in SHARED
    assert structure(2, STRONGHOLD) not in SHARED
    assert structure(2, CITY) not in SHARED


def test_nobody_builds_beside_others_or_without_a_knight() -> None:
    """BLD-3."""
    assert not is_buildable(0, 1)
    assert not is_buildable(knights(0), 1)
    assert not is_buildable(knights(1) + knights(2), 1)
    assert not is_buildable(knights(1) + knights(0), 1)
    assert is_buildable(knights(1, 7), 1)


def test_four_players_share_a_hex_until_one_has_two_pawns_there() -> None:
    """OCC-2, CMB-1, CMB-8: nobody else has anything to do."""
    board = "0,0 plain  1,0 field"
    p = position(board, "A 0,0 k2", "B 1,0 k1", "C 1,0 v", "D 1,0 k1", seats=4)

    p = p.after("move 0,0 > 1,0")
    assert p.at("1,0") == "A k1, B k1, C v, D k1"
    p = p.after("move 0,0 > 1,0")

    assert (p.at("1,0"), p.seat) == ("A k2", "B")
    assert [p.left(seat, "knight") for seat in "BD"] == [7, 7]
