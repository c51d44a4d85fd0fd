"""What is new of what was said, also where only the last lines are kept."""

from __future__ import annotations

import pytest

from bastide.cli.sessions.ports import TalkItem
from bastide.cli.sessions.spoken import unheard


def said(text: str, seat: int | None = 0) -> list[TalkItem]:
    return [TalkItem("Ada", each, seat) for each in text]


@pytest.mark.parametrize(
    ("heard", "talk", "new"),
    [
        ("", "", ""),
        ("", "ab", "ab"),
        ("ab", "ab", ""),
        ("ab", "abb", "b"),
        ("abc", "bcd", "d"),
        ("aba", "bab", "b"),
        ("abc", "def", "def"),
    ],
)
def test_only_what_was_not_there_before_is_new(heard: str, talk: str, new: str) -> None:
    assert list(unheard(said(heard), said(talk))) == said(new)


def test_seats_that_are_drawn_meanwhile_make_nothing_new() -> None:
    assert list(unheard(said("ab", None), said("abc", 1))) == said("c", 1)
