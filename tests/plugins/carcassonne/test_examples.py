"""The worked examples of the base game, sections A to D of the rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.rules import Rules
from tests.plugins.carcassonne.script import Script, examples

EXAMPLES = examples()


@pytest.mark.parametrize("id", EXAMPLES)
def test_example(id: str, rules_for: Callable[[int], Rules]) -> None:
    lines = EXAMPLES[id]

    Script(rules_for(int(lines[0].split()[1])), lines).run()


def test_every_example_of_the_base_game_is_there() -> None:
    numbers = {"A": 4, "B": 18, "C": 4, "D": 10}
    assert list(EXAMPLES) == [
        f"{group}{n + 1}" for group, most in numbers.items() for n in range(most)
    ]
