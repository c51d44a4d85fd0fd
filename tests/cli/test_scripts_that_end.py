"""A networked table in lines whose input has come to an end, or whose other players are away."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from bastide.cli.lines import line_table
from bastide.cli.lines.line_table import LineTable
from bastide.cli.program import Program
from bastide.cli.sessions.ports import Presence, Seat
from bastide.core.plugins import Setup
from tests.cli.fakes import FakeSession
from tests.cli.pebbles import pebble_plugins
from tests.cli.test_line_room import TypedLines

AWAY = "Waiting until Blaise is linked."
ENDED = "The input has ended: nobody here waits for the others."
STAYS = "stopped"
"""How a table ends here that would wait on."""


def ending(
    *, mine: int, waiting: str = "", presence: Presence = "away", lines: TypedLines | None = None
) -> str:
    """Return how a table is ended at which the first seat is to move, by the third look at it."""
    setup = Setup("pebbles", 2, (), (("seating", "listed"),))
    session, looks = FakeSession(pebble_plugins(), setup, (0, 1)), count()
    session.mine, session.waiting = (mine,), waiting
    session.said_seats[1 - mine] = Seat("Blaise", presence)
    if lines is None:
        lines = TypedLines(interactive=False)
        lines.ended = True
    texts = Program().texts
    table = LineTable(session, texts, lines, is_stopped=lambda: next(looks) == 3)

    async def play() -> str:
        async with asyncio.timeout(10):
            return await table.play()

    return asyncio.run(play())


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_table, "IDLE", 0.001)


@pytest.mark.parametrize(("mine", "waiting"), [(0, AWAY), (1, AWAY), (1, "")])
def test_a_script_that_has_ended_does_not_wait_for_who_is_away(
    mine: int, waiting: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ending(mine=mine, waiting=waiting) == "left"
    assert capsys.readouterr().out.splitlines()[-1] == ENDED


def test_it_waits_while_the_others_are_there() -> None:
    assert ending(mine=1, presence="thinking") == STAYS
    assert ending(mine=0, waiting="Waiting for Blaise.", presence="") == STAYS


@pytest.mark.parametrize(
    "lines", [TypedLines("1", interactive=False), TypedLines(interactive=False), TypedLines()]
)
def test_who_may_still_type_or_has_a_line_left_waits(lines: TypedLines) -> None:
    assert ending(mine=0, waiting=AWAY, lines=lines) == STAYS
