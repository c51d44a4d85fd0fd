"""Numbers as people type them: whatever looks like a digit, nothing raises."""

from __future__ import annotations

import pytest

from bastide.core.typed import typed_number
from tests.digits import DIGIT_KINDS, DIGIT_LIKE


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("12", 12), ("007", 7), ("٣", 3)])
def test_digits_are_a_number(text: str, number: int) -> None:
    """Digits of any script are."""
    assert typed_number(text) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.5", "1_0", " 1", "²", "①", "1²", "½", "x"])
def test_anything_else_is_no_number(text: str) -> None:
    """Neither a sign, nor a blank, nor a digit that counts no places."""
    assert typed_number(text) is None


def test_no_length_is_too_long_to_be_refused() -> None:
    """What Python itself would refuse to read is no number either."""
    assert typed_number("9" * 5000) is None


def test_there_are_three_kinds_of_what_looks_like_a_digit() -> None:
    """Tests type one of each where all would take long."""
    assert len(DIGIT_KINDS) == 3


def test_every_character_like_a_digit_is_read_or_refused() -> None:
    """Of all that Unicode has."""
    assert {"²", "①", "½", "٣"} <= {*DIGIT_LIKE}
    assert [each for each in DIGIT_LIKE if typed_number(each) not in (None, *range(10))] == []
