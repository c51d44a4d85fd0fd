"""A floor under the speed. It takes the best of several runs: a busy machine only slows down."""

from __future__ import annotations

import pytest

from bastide.cli.simulation import play_games
from bastide.core.plugins import Plugins, Setup, built_in
from tests.plugins.barony.tables import LISTED

FLOOR = 20_000
"""Transitions for each CPU-second, in random games of two seats."""


@pytest.mark.timed
def test_random_games_reach_their_floor() -> None:
    plugins = Plugins(built_in())

    def rate() -> float:
        setup = Setup("barony", 2, (), LISTED)
        played = play_games(plugins, setup, ("random", "random"), "1", range(40))
        return sum(game.transitions for game in played.games) / played.cpu_seconds

    assert max(rate() for _ in range(4)) >= FLOOR
