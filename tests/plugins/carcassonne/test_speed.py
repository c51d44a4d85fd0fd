"""Floors under the speed. Each takes the best of several runs: a busy machine only slows down."""

from __future__ import annotations

import pytest
from bench.carcassonne import (
    GAMES_FLOOR,
    PHASE_CEILING,
    greedy_game,
    microseconds_a_decision,
    microseconds_an_empty_phase,
    random_games,
)

GREEDY_SECONDS = 3.0
"""CPU-seconds of a game of greedy against itself."""


@pytest.mark.timed
def test_random_games_reach_their_floor() -> None:
    random_games(50)

    assert max(random_games(150).games_a_second for _ in range(8)) >= GAMES_FLOOR


@pytest.mark.timed
def test_the_kernel_stays_out_of_the_way() -> None:
    assert microseconds_an_empty_phase() <= PHASE_CEILING
    assert microseconds_a_decision() <= PHASE_CEILING


@pytest.mark.timed
def test_greedy_plays_a_whole_game_in_seconds() -> None:
    assert greedy_game()[1] <= GREEDY_SECONDS
