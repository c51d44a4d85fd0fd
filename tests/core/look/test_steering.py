"""Keys that move the view, the flags of a cursor, and numbers that go round."""

from __future__ import annotations

import pytest

from bastide.core.look.position import Position
from bastide.core.look.steering import LOOSE, MISSED, PANNED, Steering, next_number
from bastide.core.rules import Rules
from bastide.core.screen import Cursor
from bastide.core.state import PUBLIC, State


class Wide(Steering[Position]):
    """Columns two spots apart, one more view, and something that was done at (1, 1)."""

    column = 2
    views = ("f3",)

    def spot(self, cell: tuple[int, int]) -> tuple[int, int]:
        return 2 * cell[0], cell[1]

    def last(self, position: Position) -> tuple[int, int]:
        return 1, 1


def moved(rules: Rules, s: State, key: str, *flags: str) -> Cursor:
    position = Position(rules, s, PUBLIC, Cursor(x=3, y=4, flags=flags))
    return Wide().move(position, key, (10, 10))


def test_the_view_is_moved_by_whole_columns_and_stays_there(nim_rules: Rules, s: State) -> None:
    assert moved(nim_rules, s, "s-right", MISSED) == Cursor(3, 4, origin=(12, 10), flags=(PANNED,))
    assert moved(nim_rules, s, "s-up").origin == (10, 9)
    assert moved(nim_rules, s, "f6") == Cursor(3, 4, origin=(2, 1), flags=(PANNED,))


def test_the_view_is_centred_on_the_cursor(nim_rules: Rules, s: State) -> None:
    assert moved(nim_rules, s, "c", *LOOSE, "f3") == Cursor(3, 4, origin=(6, 4), flags=("f3",))


def test_another_view_is_shown_and_hidden(nim_rules: Rules, s: State) -> None:
    assert moved(nim_rules, s, "f3").flags == ("f3",)
    assert moved(nim_rules, s, "f3", "f3").flags == ()


def test_keys_of_a_decision_do_nothing_for_others(nim_rules: Rules, s: State) -> None:
    assert moved(nim_rules, s, "down") == Cursor(3, 4)


@pytest.mark.parametrize(
    ("number", "step", "then"), [(3, 1, 1), (1, -1, 3), (2, 1, 3), (None, 1, 2), (None, -1, 1)]
)
def test_the_next_number_goes_round(number: int | None, step: int, then: int) -> None:
    assert next_number(number, 1, 3, step) == then


def test_flags_are_put_found_and_left_out() -> None:
    cursor = Cursor(flags=("f3", "from=2,1"))

    assert cursor.flag("from=") == "2,1"
    assert cursor.flag("turn=") is None
    assert cursor.without("from=", "f3") == Cursor()
    assert cursor.toggled("f3").toggled("f3").flags == ("from=2,1", "f3")
