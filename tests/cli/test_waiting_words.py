"""Whom a table waits for: those who can do something about it, with state and clock."""

from __future__ import annotations

import pytest

from bastide.cli.catalogs import Catalogs
from bastide.cli.sessions.ports import Awaited, Seat
from bastide.cli.waiting_words import is_gone, waits_for, waits_for_names

T = Catalogs([]).texts("en")("bastide")
ADA, BO, CY = Seat("Ada"), Seat("Bo", "lost", 12), Seat("Cy", "left", 150)
DAN = Seat("Dan", "away", 10)
TABLE = (ADA, BO, CY, DAN)


@pytest.mark.parametrize(
    ("awaited", "said", "in_short"),
    [
        (Awaited((0,)), "Waiting for Ada.", "Waiting for Ada."),
        (Awaited((0, 1)), "Waiting for Bo, link lost, 0:12.", "Waiting for Bo."),
        (Awaited((2, 0)), "Waiting for Cy, who has left, 2:30.", "Waiting for Cy."),
        (Awaited((3,)), "Waiting for Dan, who is not here yet, 0:10.", "Waiting for Dan."),
        (
            Awaited((0, 1, 2)),
            "Waiting for Bo (link lost, 0:12), Cy (has left, 2:30).",
            "Waiting for Bo, Cy.",
        ),
        (
            Awaited((1, 3), is_any_enough=True),
            "Waiting until one of them is linked: Bo (link lost, 0:12), Dan (not here yet, 0:10).",
            "Waiting until one of them is linked: Bo, Dan.",
        ),
        (
            Awaited((1,), is_any_enough=True),
            "Waiting for Bo, link lost, 0:12.",
            "Waiting until Bo is linked.",
        ),
    ],
)
def test_whoever_is_not_there_is_named_alone(awaited: Awaited, said: str, in_short: str) -> None:
    assert waits_for(T, TABLE, None, awaited) == said
    assert waits_for_names(T, TABLE, False, awaited) == in_short


def test_all_are_named_who_are_there() -> None:
    here = (ADA, Seat("Bo", "thinking"))
    assert waits_for(T, here, None, Awaited((0, 1))) == "Waiting for Ada, Bo."


def test_while_no_network_is_up_here_that_is_said() -> None:
    awaited = Awaited((0, 1, 2))
    said = "No network is up here, 0:07: waiting for Bo, Cy."
    assert waits_for(T, TABLE, 7.0, awaited) == said
    assert waits_for_names(T, TABLE, True, awaited) == said.replace(", 0:07", "")


def test_what_became_of_somebody_is_a_sentence() -> None:
    assert [is_gone(T, seat) for seat in TABLE] == [
        "",
        "Bo has lost the link, 0:12; the seat is kept.",
        "Cy has left, 2:30; the seat is kept.",
        "Dan is not here yet, 0:10; the seat is kept.",
    ]
