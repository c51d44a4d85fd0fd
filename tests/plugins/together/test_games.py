"""Random games with every set of options that is installed and every number of seats."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide.core.state import State
from bastide.core.testing import check_game, replay
from bastide.plugins.carcassonne.state import board
from tests.plugins.carcassonne.test_games import check_points, turns
from tests.plugins.together.options import (
    SETS,
    Options,
    compose,
    scorer_of,
    seats_of,
    tables,
    watch_of,
)
from tests.repeats import repeated
from tests.sizes import SIZES

SHARES = 4
"""Parts into which long tests are cut, so that they run beside each other."""


@pytest.mark.parametrize("share", repeated(range(SHARES)))
def test_random_games_hold_every_invariant(share: int) -> None:
    for game, options, seats in tables(SIZES.option_games):
        if game // len(SETS) % SHARES == share:
            check_one(options, seats, game)


def check_one(options: Options, seats: int, game: int) -> None:
    rules = compose(options, seats)
    scorer, watch = scorer_of(options, seats), watch_of(options, rules.new())
    for s in turns(rules, game):
        check_points(s, scorer)
        check_pieces(s)
        watch(s)


def check_pieces(s: State) -> None:
    """All pieces of each seat stand on the board or are in its supply."""
    b = board(s)
    standing = Counter((meeple.piece, meeple.seat) for meeple in b.meeples)
    for id, piece in b.tables.pieces.items():
        held = [standing[id, seat] + b.supply[id][seat] for seat in range(s.seats)]
        assert held == [piece.amount] * s.seats


def test_every_set_of_options_is_played_with_every_number_of_seats() -> None:
    wanted = {(options, seats) for options in SETS for seats in seats_of(options)}

    assert {(options, seats) for _, options, seats in tables(200)} == wanted


@pytest.mark.parametrize("options", repeated(SETS), ids="+".join)
def test_the_conformance_kit_finds_no_fault(options: Options) -> None:
    for game in range(-(-SIZES.kit_games // 10)):
        rules = compose(options, [*seats_of(options)][-1 - game % 2])
        played = check_game(rules, game, invariant=check_pieces)
        assert rules.digest(replay(rules, game, played)) == rules.digest(played.state)


@pytest.mark.parametrize("options", repeated(SETS), ids="+".join)
def test_no_two_sets_of_options_are_taken_for_each_other(options: Options) -> None:
    others = [compose(each, 2).fingerprint for each in SETS if each != options]

    assert compose(options, 2).fingerprint not in others
