"""Whole random games: what must hold at each decision, and the same again from the journal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.options import OptionValue
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.testing import check_game, playthrough, replay
from tests.plugins.settlers.recount import check
from tests.plugins.settlers.tables import compose
from tests.sizes import SIZES

TURNS = 600
"""Turns after which a random game may be left as it stands."""

SOME = 200
"""Decisions of a game with other options: a good half of it."""

SEED = 11
"""Of the game that is written out."""

SHARES = 2
"""Parts into which long tests are cut, so that they run beside each other."""

OTHERWISE: tuple[dict[str, OptionValue], ...] = (
    {"hand_limit_check": "own_turn_end", "win_check": "own_turn", "brigand_grace_turns": 2},
    {"action_gate": "seven_points_together", "exchange_same_pile": True, "counter_card": "cancel"},
    {"refill_mandatory": True, "demolition": False, "cityless_commerce": "raw"},
    {"garrison_commerce": 0, "harbor_own_point": False, "victory_points_to_win": 9},
)
"""Options by which every other game differs."""


def played(rules: Rules, game: int) -> tuple[list[Action], State]:
    """Play a random game, checked at each decision."""
    random, dealer, s = Random(game), LocalDealer(game.to_bytes(4, "big")), rules.new()
    actions: list[Action] = []
    rules.settle(s, dealer)
    while not s.over and s.turn < TURNS:
        check(s)
        action = random.choice(rules.legal(s))
        actions.append(action)
        rules.apply(s, action)
        rules.settle(s, dealer)
    check(s)
    return actions, s


def again(rules: Rules, game: int, actions: list[Action]) -> State:
    """Play a recorded game again, every action checked."""
    s, dealer = rules.new(), LocalDealer(game.to_bytes(4, "big"))
    rules.settle(s, dealer)
    for action in actions:
        s = rules.step(s, action)
        rules.settle(s, dealer)
    return s


def rules_of(game: int) -> Rules:
    """Return the rules of a game: half of all games differ by options."""
    return compose(**OTHERWISE[game // 2 % len(OTHERWISE)]) if game % 2 else compose()


@pytest.mark.parametrize("share", range(SHARES))
def test_random_games_hold_every_invariant_and_replay(share: int) -> None:
    for game in range(share, SIZES.recounted_games, SHARES):
        rules = rules_of(game)
        actions, s = played(rules, game)
        assert rules.digest(again(rules, game, actions)) == rules.digest(s)


def test_the_conformance_kit_finds_no_fault() -> None:
    """To seven points: the kit looks at every game on all pairs of eyes, which takes its time."""
    rules = compose(victory_points_to_win=7)
    for game in range(-(-SIZES.kit_games // 10)):
        kept = check_game(rules, game, invariant=lambda s: None if s.waiting else check(s))
        assert rules.digest(replay(rules, game, kept)) == rules.digest(kept.state)


@pytest.mark.parametrize("options", OTHERWISE)
def test_the_kit_finds_no_fault_with_other_options(options: dict[str, OptionValue]) -> None:
    rules = compose(**{"victory_points_to_win": 7, **options})
    check_game(rules, 5, max_steps=SOME, must_end=False)


@pytest.mark.determinism
def test_a_game_plays_out_as_it_did(golden: Callable[[Path, str], None]) -> None:
    """To seven points: long enough to be read as a diff."""
    rules = compose(victory_points_to_win=7)
    golden(Path(__file__).parent / "playthrough.txt", playthrough(rules, SEED))
