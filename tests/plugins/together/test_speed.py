"""The floor under the speed of each set of extensions.

Compared with the base game in the same run: how busy the machine is does not matter then.
`bench/carcassonne.py` has the figures.
"""

from __future__ import annotations

import pytest
from bench.carcassonne import EXTENDED_SHARE, random_games

from tests.plugins.together.options import SETS, Options


@pytest.mark.timed
@pytest.mark.parametrize("options", [each for each in SETS if each] or [()], ids="+".join)
def test_extensions_slow_the_game_down_by_a_bound(options: Options) -> None:
    random_games(20, *options)
    runs = [(random_games(60, *options), random_games(60)) for _ in range(8)]

    extended = max(rate.games_a_second for rate, _ in runs)
    assert extended >= EXTENDED_SHARE * max(rate.games_a_second for _, rate in runs)
