"""Whole random games: what must hold in each, and what many of them look like together."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import pytest

from bastide.core.dealer import LocalDealer
from bastide.core.hookspecs import Chooser
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.testing import check_game, replay
from bastide.plugins.carcassonne.bots import random_bot
from bastide.plugins.carcassonne.pieces import base_tiles
from bastide.plugins.carcassonne.state import board
from tests.plugins.carcassonne.slow_scorer import SlowScorer
from tests.repeats import REPEATED, repeated
from tests.sizes import SIZES

BOX = Counter({tile.id: tile.copies for tile in base_tiles()})
SHARES = 4
"""Parts into which long tests are cut, so that they run beside each other."""

RulesFor = Callable[[int], Rules]


def choosers(rules: Rules, game: int) -> list[Chooser]:
    return [random_bot(rules, seat, 10 * game + seat) for seat in range(rules.seats)]


def turns(rules: Rules, game: int) -> Iterator[State]:
    """Play one random game; yield the position after each turn, with the events of the turn."""
    s, dealer, choose = rules.new(), LocalDealer(game.to_bytes(4, "big")), choosers(rules, game)
    turn = 0
    while not s.over:
        if s.waiting:
            rules.answer(s, dealer.answer(s))
        else:
            rules.apply(s, choose[s.seat](s))
        if s.turn > turn or s.over:
            yield s
            s.events.clear()
            turn = s.turn


# each game


@pytest.mark.parametrize("share", repeated(range(SHARES)))
def test_random_games_hold_every_invariant(share: int, rules_for: RulesFor) -> None:
    for game in range(share, SIZES.random_games, SHARES):
        check_one(rules_for(2 + game % 4), game)


def check_one(rules: Rules, game: int) -> None:
    scorer = SlowScorer(rules.seats)
    for s in turns(rules, game):
        check_points(s, scorer)
        check_tiles(s)
        check_meeples(s)


def check_points(s: State, scorer: SlowScorer) -> None:
    """The second opinion on the turn just played, and on the final count after the last one."""
    scorer.watch(s.events)
    scorer.turn()
    if s.over:
        scorer.end()
    assert scorer.totals == s.scores
    assert scorer.meeples == {(m.x, m.y, m.segment): m.seat for m in board(s).meeples}
    assert scorer.aside == list(board(s).aside)


def check_tiles(s: State) -> None:
    """Every tile of the box is on the table, set aside, drawn or in the bag."""
    b = board(s)
    seen = Counter(placed.tile for placed in b.placed) + Counter(b.aside) + Counter(b.bag)
    assert seen + Counter([b.current] if b.current else []) == BOX


def check_meeples(s: State) -> None:
    b = board(s)
    standing = Counter(meeple.seat for meeple in b.meeples)
    assert [standing[n] + b.supply["meeple"][n] for n in range(s.seats)] == [7] * s.seats


@REPEATED
def test_the_conformance_kit_finds_no_fault(rules_for: RulesFor) -> None:
    for game in range(SIZES.kit_games):
        rules = rules_for(2 + game % 4)
        played = check_game(rules, game, invariant=check_meeples)
        check_tiles(played.state)
        assert rules.digest(replay(rules, game, played)) == rules.digest(played.state)


def test_what_is_kept_follows_from_tiles_and_meeples(rules: Rules) -> None:
    for s in turns(rules, 11):
        kept, again = board(s), board(s).clone()

        again.recompute(rules)

        assert again == kept
        assert again.totals == kept.totals
        assert list(again.frontier) == list(kept.frontier), "the order of choices"


def test_every_action_is_undone_by_dropping_its_clone(rules: Rules) -> None:
    """F03: points that a tile gave go back with it."""
    s, dealer, random = rules.new(), LocalDealer(b"undo"), Random(3)
    while not s.over:
        if s.waiting:
            rules.answer(s, dealer.answer(s))
            continue
        before, scores, events = rules.digest(s), list(s.scores), list(s.events)
        for action in rules.legal(s):
            rules.apply(s.clone(), action)
            assert (s.scores, s.events) == (scores, events)
        assert rules.digest(s) == before
        rules.apply(s, random.choice(rules.legal(s)))


# many games


class Summary(NamedTuple):
    """Random games of two: means of the totals, shares of games."""

    first: float
    second: float
    first_wins: float
    set_aside: float


def summary(rules: Rules, games: int) -> Summary:
    totals, wins, aside = [0, 0], 0, 0
    for game in range(games):
        s, dealer, choose = rules.new(), LocalDealer(game.to_bytes(4, "big")), choosers(rules, game)
        while not s.over:
            if s.waiting:
                rules.answer(s, dealer.answer(s))
            else:
                rules.apply(s, choose[s.seat](s))
        totals = [total + score for total, score in zip(totals, s.scores, strict=True)]
        wins += s.scores[0] > s.scores[1]
        aside += bool(board(s).aside)
    return Summary(totals[0] / games, totals[1] / games, wins / games, aside / games)


@REPEATED
def test_random_games_look_like_those_of_other_engines(rules: Rules) -> None:
    """The figures are those of 500,000 games of an engine of another make."""
    found = summary(rules, SIZES.statistics_games)

    near = SIZES.tolerance
    assert math.isclose(found.first, 19.15, abs_tol=near(0.25))
    assert math.isclose(found.second, 18.90, abs_tol=near(0.25))
    assert math.isclose(found.first_wins, 0.49, abs_tol=near(0.012))
    assert math.isclose(found.set_aside, 0.021, abs_tol=near(0.004))
