"""A floor under the speed. It takes the best of several runs: a busy machine only slows down."""

from __future__ import annotations

import pytest

from bastide.cli.simulation import play_games
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.plugins.settlers import plugin
from tests.plugins.settlers.tables import LISTED

FLOOR = 20
"""Random games for each CPU-second; a quiet machine plays twice as many."""


@pytest.mark.timed
def test_random_games_reach_their_floor() -> None:
    plugins = Plugins({"settlers": lambda: plugin, "bots": built_in()["bots"]})

    def rate() -> float:
        setup = Setup("settlers", 2, (), LISTED)
        played = play_games(plugins, setup, ("random", "random"), "1", range(20))
        return len(played.games) / played.cpu_seconds

    assert max(rate() for _ in range(3)) >= FLOOR
