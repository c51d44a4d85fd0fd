"""Taking back says what is no more: at one keyboard it may be what somebody else did."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from bastide.cli.sessions.ports import LogItem, Seat, Session
from bastide.cli.undoing import Undone, asks_first, undo
from bastide.core.messages import English

SENT = [
    LogItem("settles at 2,1", 0, 0),
    LogItem("moves 3,1 > 2,1", 1, 1),
    LogItem("Rain.", None, 1),
]


@pytest.fixture
def session() -> SimpleNamespace:
    """A table at which two turns were sent, the last of which can be taken back."""
    table = SimpleNamespace(no_undo="", log=SENT, seats=[Seat("Ada"), Seat("Bob")])

    def take_back() -> str:
        table.log = SENT[:1]
        return ""

    table.undo = take_back
    return table


def undone(session: SimpleNamespace) -> Undone:
    return undo(cast("Session", session), English())


def test_what_was_sent_and_is_taken_back_is_told_with_the_name_of_who_did_it(
    session: SimpleNamespace,
) -> None:
    assert undone(session) == Undone(told="Taken back: Bob moves 3,1 > 2,1 Rain.")


def test_a_step_that_was_not_sent_is_taken_back_without_words(session: SimpleNamespace) -> None:
    session.undo = lambda: ""
    assert undone(session) == Undone()


def test_of_much_that_is_taken_back_only_the_first_lines_are_told(
    session: SimpleNamespace,
) -> None:
    def take_all() -> str:
        session.log = []
        return ""

    session.undo = take_all
    assert undone(session).told == (
        "Taken back: Ada settles at 2,1 Bob moves 3,1 > 2,1 … 3 lines of the log in all."
    )


@pytest.mark.parametrize(
    ("name", "others", "refusal", "question"),
    [
        ("", 0, "", ""),
        ("", 1, "", "Ctrl-Z again takes back your last move, and 1 move of others after it."),
        ("", 8, "", "Ctrl-Z again takes back your last move, and 8 moves of others after it."),
        ("Bob", 0, "", "Ctrl-Z again takes back the last move of Bob."),
        (
            "Bob",
            2,
            "",
            "Ctrl-Z again takes back the last move of Bob, and 2 moves of others after it.",
        ),
        ("Bob", 8, "Sent.", ""),
    ],
)
def test_it_asks_before_moves_of_others_go_too(
    session: SimpleNamespace, name: str, others: int, refusal: str, question: str
) -> None:
    session.undoes_turn_of, session.undoes_of_others, session.no_undo = name, others, refusal
    assert asks_first(cast("Session", session), English()) == question


def test_what_cannot_be_taken_back_is_refused(session: SimpleNamespace) -> None:
    session.no_undo = "Sent."
    assert undone(session) == Undone("Sent.")
    assert session.log == SENT
