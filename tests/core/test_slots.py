from __future__ import annotations

from bastide.core.slots import Fold, Steps, Table
from tests.core.nim import ART, KINDS, MOST, TOOK, most, took


def test_slots_are_named_after_what_they_belong_to() -> None:
    assert [slot.name for slot in (KINDS, MOST, TOOK)] == [
        "nim.kinds",
        "tests.core.nim.most",
        "tests.core.nim.took",
    ]


def test_a_slot_says_what_it_is() -> None:
    assert [repr(KINDS), repr(MOST), repr(TOOK)] == [
        "<Table nim.kinds>",
        "<Fold tests.core.nim.most>",
        "<Steps tests.core.nim.took>",
    ]


def test_slots_of_one_name_are_still_two() -> None:
    assert Table[str, int]("a") != Table[str, int]("a")
    assert Fold(most) != Fold(most)
    assert Steps(took) != Steps(took)


def test_a_table_is_part_of_the_rules_unless_it_says_otherwise() -> None:
    assert KINDS.rules
    assert not ART.rules
