"""The random player for any game."""

from __future__ import annotations

from collections import Counter

from bastide.core.plugins import Plugins, built_in
from bastide.plugins.bots.chance import random_bot
from tests.plugins.bots.steps import NAMES, step_game


def test_every_legal_action_is_as_likely() -> None:
    rules = step_game()
    choose = random_bot(rules, 0, 5)
    s = rules.new()

    found = Counter(choose(s) for _ in range(4000))

    assert set(found) == set(rules.legal(s))
    assert all(abs(n / 4000 - 1 / len(NAMES)) < 0.04 for n in found.values())


def test_a_seat_chooses_unseen_from_its_own_list() -> None:
    rules = step_game(together=True)
    s = rules.new()

    assert random_bot(rules, 1, 5)(s) in rules.legal_for(s, 1)


def test_bots_come_with_the_plugin() -> None:
    bots = Plugins(built_in()).bots("any")

    assert {"random", "greedy"} <= set(bots)
    assert bots["greedy"].make(step_game(), 0, 1)
