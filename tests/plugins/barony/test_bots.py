"""Bots for any game play this one sensibly."""

from __future__ import annotations

from bastide.cli.simulation import play_games
from bastide.core.plugins import Setup, installed
from tests.plugins.barony.tables import LISTED
from tests.repeats import REPEATED
from tests.sizes import SIZES


@REPEATED
def test_greedy_beats_random() -> None:
    """From either seat: at most one game in twenty is lost."""
    plugins, won = installed(), 0
    for seat, bots in enumerate((("greedy", "random"), ("random", "greedy"))):
        games = play_games(
            plugins, Setup("barony", 2, (), LISTED), bots, "1", range(SIZES.greedy_games // 2)
        ).games
        won += sum(game.ranking[0] == (1, seat) for game in games)

    assert won >= 0.95 * (SIZES.greedy_games // 2 * 2)
