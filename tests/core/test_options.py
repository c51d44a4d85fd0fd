from __future__ import annotations

import pytest

from bastide.core.errors import RulesError
from bastide.core.options import (
    SEATING,
    Option,
    OptionValue,
    check_option,
    own_options,
    parse_option,
)

HEAP = Option("heap", 12, "Things in the heap", low=3, high=40)
OPEN = Option("open", False, "Cards lie open")
DECK = Option("deck", "small", "Deck", choices=("small", "large"))
NAME = Option("name", "x", "Name")


@pytest.mark.parametrize(
    ("option", "value"),
    [(HEAP, 3), (HEAP, 40), (OPEN, True), (DECK, "large"), (NAME, ""), (SEATING, "listed")],
)
def test_a_value_within_the_bounds_is_allowed(option: Option, value: OptionValue) -> None:
    assert check_option("nim.x", option, value) == value


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        (HEAP, 2, "option nim.x: 2 is less than 3"),
        (HEAP, 41, "option nim.x: 41 is more than 40"),
        (Option("n", 0, "N"), 2**53, "is more than 9007199254740991"),
        (Option("n", 0, "N"), -(2**53), "is less than -9007199254740991"),
        (NAME, "x" * 161, "is not printable text of at most 160 bytes"),
        (NAME, "é" * 81, "is not printable text of at most 160 bytes"),
        (NAME, "a\nb", "option nim.x: a b is not printable text"),
        (NAME, "\ud800", "is not printable text"),
        (HEAP, True, "option nim.x: yes is not a number"),
        (HEAP, "9", "option nim.x: 9 is not a number"),
        (OPEN, 1, "option nim.x: 1 is neither yes nor no"),
        (DECK, "huge", "option nim.x: huge is not one of small, large"),
        (DECK, 3, "option nim.x: 3 is not a text"),
        (DECK, "", 'option nim.x: "" is not one of small, large'),
        (DECK, "a\nb\x1b[2J", r"option nim.x: a b \[2J is not one of"),
        (DECK, "x" * 41, f'option nim.x: "{"x" * 40}…" is not one of'),
    ],
)
def test_other_values_are_refused_by_name(
    option: Option, value: OptionValue, sentence: str
) -> None:
    with pytest.raises(RulesError, match=sentence):
        check_option("nim.x", option, value)


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (HEAP, "13", 13),
        (HEAP, "-1", -1),
        (OPEN, "yes", True),
        (OPEN, "Off", False),
        (DECK, "large", "large"),
    ],
)
def test_what_is_typed_is_read_by_the_options_type(
    option: Option, text: str, value: OptionValue
) -> None:
    assert parse_option(text, option) == value


@pytest.mark.parametrize(
    ("option", "text", "sentence"),
    [
        (HEAP, "many", "option heap: many is not a number"),
        (OPEN, "perhaps", "option open: perhaps is neither yes nor no"),
    ],
)
def test_what_does_not_read_so_is_refused(option: Option, text: str, sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        parse_option(text, option)


def test_a_plugins_own_options_have_short_names() -> None:
    options: dict[str, OptionValue] = {"nim.heap": 3, "nim_plus.heap": 4, "seating": "drawn"}

    assert own_options("nim", options) == {"heap": 3}
