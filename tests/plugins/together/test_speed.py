"""The floor under the speed of each set of extensions; the best of several runs counts."""

from __future__ import annotations

import pytest
from bench.carcassonne import EXTENDED_FLOOR, random_games

from tests.plugins.together.options import SETS, Options


@pytest.mark.timed
@pytest.mark.parametrize("options", SETS, ids="+".join)
def test_random_games_reach_their_floor(options: Options) -> None:
    random_games(20, *options)

    assert max(random_games(60, *options).games_a_second for _ in range(12)) >= EXTENDED_FLOOR
