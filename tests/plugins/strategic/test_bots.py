"""The bots of the game with a hand of three."""

from __future__ import annotations

import math
from functools import cache

import pytest

from bastide.core.events import Action
from bastide.core.hookspecs import Bot
from bastide.core.plugins import Plugins, built_in
from tests.plugins.duels import play
from tests.plugins.strategic.tables import compose, table
from tests.repeats import REPEATED
from tests.sizes import SIZES

SHARE = 17 / 20
"""What greedy has to win of its games with random."""


@cache
def bots() -> dict[str, Bot]:
    return Plugins(built_in()).bots("carcassonne")


@REPEATED
def test_greedy_beats_random() -> None:
    rules, won = compose(2), 0
    for game in range(SIZES.greedy_games):
        seat = game % 2
        names = ["greedy" if n == seat else "random" for n in (0, 1)]
        choosers = [bots()[name].make(rules, n, game) for n, name in enumerate(names)]
        won += rules.ranking(play(rules, choosers, game))[0] == (1, seat)

    assert won >= math.floor(SHARE * SIZES.greedy_games)


def test_greedy_takes_the_tile_of_its_hand_that_brings_most() -> None:
    """The city of two tiles is worth 4 with the meeple that goes down after the tile is opened."""
    t = table("U E B V W X")

    action = bots()["greedy"].make(t.rules, 0, 1)(t.views[0])

    assert action.data == ("base-E", 0, -1, 2)
    t.do(action)
    assert bots()["greedy"].make(t.rules, 0, 1)(t.views[0]).data == ("c1", "meeple")


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_what_a_bot_chooses_is_legal_to_all_eyes(name: str) -> None:
    t = table("E C C C C C U B V")
    choosers = [bots()[name].make(t.rules, seat, 2) for seat in (0, 1)]

    while not t.all.over:
        t.do(choosers[t.all.seat](t.views[t.all.seat]))

    assert t.all.scores == t.rules.projections(t.all)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_bot_without_a_tile_that_fits_says_so(name: str) -> None:
    t = table("E U V C C C")
    t.lay("base-E", 2, 0, -1)

    choose = bots()[name].make(t.rules, 1, 1)

    assert choose(t.views[1]) == Action("strategic.stuck")
    t.do(Action("strategic.stuck"))
    assert choose(t.views[1]) == Action("strategic.aside", ("base-C",))
