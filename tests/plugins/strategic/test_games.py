"""Whole games with hands: with the tiles of the box, and with decks that often fit nowhere."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from bastide.core.rules import Rules
from bastide.core.testing import check_game, replay
from tests.plugins.carcassonne.slow_scorer import SlowScorer
from tests.plugins.carcassonne.test_games import check_meeples, check_points, turns
from tests.plugins.strategic.tables import compose, compose_deck
from tests.plugins.strategic.watcher import HandWatcher, check_stuck
from tests.repeats import REPEATED
from tests.sizes import SIZES

BOX = cache(compose)


@cache
def walled(number: int) -> Rules:
    """Return rules with a small deck that holds many tiles of city all around.

    In every second one hardly anything else can open a city for them: they are left at the end.
    """
    random = Random(number)
    seats = 2 + number % 4
    if number % 2:
        return compose_deck(["base-C"] * 6 + ["base-E"] * 2 + ["base-U"] * (4 + seats), seats)
    deck = ["base-C"] * random.randint(8, 16) + ["base-E", "base-E", "base-N", "base-U"] * 2
    return compose_deck(deck + ["base-R"] * random.randint(0, 4), seats)


def check_one(rules: Rules, game: int) -> HandWatcher:
    """Play a random game, check it after each turn, and return what was counted."""
    scorer, watcher = SlowScorer(rules.seats), HandWatcher(rules.new())
    for s in turns(rules, game):
        check_points(s, scorer)
        check_meeples(s)
        watcher.watch(s)
    return watcher


def test_random_games_hold_every_invariant() -> None:
    for game in range(SIZES.option_games // 4):
        check_one(BOX(2 + game % 4), game)


def test_games_in_which_tiles_often_fit_nowhere_hold_them_too() -> None:
    watched = [check_one(walled(game % 24), game) for game in range(SIZES.option_games // 2)]

    assert sum(watcher.replaced for watcher in watched), "V5 was needed"
    assert sum(watcher.lost for watcher in watched), "V6 was needed"


@REPEATED
@pytest.mark.parametrize("deck", ["box", "walled"])
def test_the_conformance_kit_finds_no_fault(deck: str) -> None:
    for game in range(-(-SIZES.kit_games // 2)):
        rules = BOX(2 + game % 4) if deck == "box" else walled(game % 24)
        played = check_game(rules, game, invariant=check_stuck)
        assert rules.digest(replay(rules, game, played)) == rules.digest(played.state)


def test_hands_are_kept_from_the_state_that_all_share() -> None:
    """Two games that differ in hidden faces only are the same to a spectator."""
    rules = BOX(2)
    for s in turns(rules, 3):
        if s.over:
            continue
        t = s.clone()
        cards = t.cards()
        hidden = [item for item, mask in cards.seen.items() if mask == 0]
        faces = [cards.faces[item] for item in hidden]
        cards.faces.update(zip(hidden, reversed(faces), strict=True))
        assert rules.digest(t) == rules.digest(s)
