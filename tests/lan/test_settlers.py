"""A whole game of settlers between two machines: sealed piles and hands, and a fall in a search."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.journal import parse_body, read_file
from bastide.net.lobby.terms import read_genesis
from tests.lan.conftest import Lan
from tests.lan.games import (
    check_ended_alike,
    check_journals,
    join_table,
    open_table,
    play_on,
    resume,
)
from tests.lan.sealed import kept

pytestmark = pytest.mark.plays("settlers")

SHORT, BOT = ("--option", "victory_points_to_win=7"), "greedy"
"""Greedy bots come to seven points in half as many turns as those that choose by chance."""

SEARCHES = 4
"""So many piles are looked through before the fall: two for opening hands, others at a price."""


def test_a_machine_that_falls_in_a_search_comes_back_and_both_end_alike(
    make_lan: Callable[[int], Lan],
) -> None:
    hosts = make_lan(2).hosts
    host = open_table(hosts[0], "--seats", "2", *SHORT, game="settlers", bot=BOT)
    victim = join_table(hosts[1], bot=BOT)
    play_on(victim, "looks through pile", SEARCHES)

    victim.kill()
    before = {entry.body for entry in kept(hosts[1])}
    back = resume(hosts[1], bot=BOT)

    journal = read_file(check_journals(hosts, check_ended_alike([host, back])))
    assert read_genesis(journal.genesis).deal == "veil"
    bodies = {entry.body for entry in journal.entries}
    assert before < bodies, "what was written before the fall stands"
    assert {"v.shuffle", "v.mask", "v.strip", "v.rehand"} < {parse_body(b).kind for b in bodies}
