"""Whole games of Barony between machines: nothing is hidden there, and turns have several steps."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.lan.conftest import Lan
from tests.lan.games import (
    check_ended_alike,
    check_journals,
    join_table,
    open_table,
    play_on,
    resume,
)

pytestmark = pytest.mark.plays("barony")

IDLE = ("--option", "stalemate_rounds=2")
"""Ends a game of chance after two rounds without progress, so most are short."""


@pytest.mark.parametrize(
    ("seats", "bot", "words"), [(2, "greedy", ()), (3, "random", IDLE)], ids=["2", "3"]
)
def test_machines_play_a_whole_game(
    make_lan: Callable[[int], Lan], seats: int, bot: str, words: tuple[str, ...]
) -> None:
    hosts = make_lan(seats).hosts
    host = open_table(hosts[0], "--seats", str(seats), *words, game="barony", bot=bot)

    guests = [join_table(each, bot=bot) for each in hosts[1:]]

    check_journals(hosts, check_ended_alike([host, *guests]))


def test_one_of_four_machines_falls_in_a_game_and_comes_back(
    make_lan: Callable[[int], Lan],
) -> None:
    hosts = make_lan(4).hosts
    host = open_table(hosts[0], "--seats", "4", game="barony", bot="greedy")
    *guests, victim = [join_table(each, bot="greedy") for each in hosts[1:]]
    play_on(victim, f"{hosts[3].name} moves", 3)

    victim.kill()
    before = victim.stdout()
    assert "The game is over." not in before
    back = resume(hosts[3], bot="greedy")

    check_journals(hosts, check_ended_alike([host, *guests, back]))
    told = deeds(host.stdout())
    assert deeds(before) == told[: len(deeds(before))], "nothing that was shown is lost"


def deeds(text: str) -> list[str]:
    """Return the lines that tell what the seats do and on which hex, in order."""
    return re.findall(r"^host\d .*-?\d,-?\d.*$", text, re.MULTILINE)
