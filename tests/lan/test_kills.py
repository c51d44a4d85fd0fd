"""Machines that lose their power at random moments of games of several kinds, and come back.

Who is killed, and when, is chosen at random; `bastide resume` goes on. What anybody had kept or
sent is in the journal in the end, and no slot ever had two entries: not on a disk, nor on a link.
Carcassonne with sealed hands is in `test_sealed`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest

from bastide.core.journal import parse_body, read_file
from tests.conftest import is_installed
from tests.lan.conftest import Lan
from tests.lan.games import check_ended_alike, check_journals
from tests.lan.sealed import Slots, kept, seat_at, sent, start, wait_for_step
from tests.sizes import SIZES

FALLS = 4
"""Power cuts a game."""
MOMENT = 0.1
"""Seconds within which a cut follows the step that it waits for."""


class Kind(NamedTuple):
    """A kind of game: its plugin, options, bot, seats, and a step that it always comes to."""

    game: str
    options: tuple[str, ...]
    bot: str
    seats: tuple[int, ...]
    last: int


KINDS = [
    Kind("carcassonne", (), "random", (3, 2), 130),
    Kind("barony", (), "greedy", (2, 3), 25),
    Kind("settlers", ("--option", "victory_points_to_win=7"), "greedy", (2,), 60),
]
GAMES = [kind for kind in KINDS if is_installed(kind.game)]
NUMBER = max(2, SIZES.peer_kills // FALLS)
"""Of games: the first two are quick."""


@pytest.mark.parametrize("n", range(NUMBER))
def test_machines_that_lose_their_power_go_on_and_lose_nothing(
    make_lan: Callable[[int], Lan], n: int
) -> None:
    kind, random, slots = GAMES[n % len(GAMES)], Random(n), Slots()
    seats = kind.seats[n // len(GAMES) % len(kind.seats)]
    hosts = make_lan(seats).hosts
    peers = seat_at(hosts, kind.game, *kind.options, bot=kind.bot)
    for step in sorted(random.sample(range(1, kind.last), FALLS)):
        victim = random.randrange(seats)
        assert wait_for_step(hosts[victim], step, 60), f"step {step} is never reached"
        time.sleep(random.random() * MOMENT)
        peers[victim].kill()
        slots.note(kept(hosts[victim]))
        peers[victim] = start(hosts[victim], "resume", bot=kind.bot)

    journal = read_file(check_journals(hosts, check_ended_alike(peers)))

    for host in hosts:
        slots.note(kept(host))
        slots.note(sent(host))
    assert slots.doubled == []
    ended = {(body.step, body.place) for body in (parse_body(e.body) for e in journal.entries)}
    assert slots.bodies.keys() == ended, "all that was kept or sent is in the end"
