from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.builder import RulesBuilder
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from tests.core.cards import cards
from tests.core.dice import dice
from tests.core.games import composed, loaded
from tests.core.nim import nim, nim_plus
from tests.core.tables import Tables


@pytest.fixture(scope="session")
def plugins() -> Plugins:
    return loaded(nim(), nim_plus(), cards())


@pytest.fixture(scope="session")
def compose(plugins: Plugins) -> Callable[..., Rules]:
    """Return a function that composes a test game: `compose("nim", "nim_plus", seats=3)`."""

    def make(
        game: str,
        *extensions: str,
        seats: int = 2,
        seating: str = "listed",
        options: dict[str, bool | int | str] | None = None,
    ) -> Rules:
        chosen = {"seating": seating, **(options or {})}
        return plugins.compose(Setup(game, seats, extensions, tuple(chosen.items())))

    return make


@pytest.fixture(scope="session")
def nim_rules(compose: Callable[..., Rules]) -> Rules:
    return compose("nim")


@pytest.fixture(scope="session")
def card_rules(compose: Callable[..., Rules]) -> Rules:
    return compose("cards", seats=3, seating="drawn")


@pytest.fixture
def builder() -> RulesBuilder:
    """Return a builder in which the plugin `tiny` is speaking."""
    rules = RulesBuilder(2, ("tiny",), {"tiny": {"size": 3}, "other": {"size": 4}})
    rules.speak("tiny")
    return rules


@pytest.fixture
def dice_rules() -> Rules:
    return composed(dice, seats=3, seating="drawn")


@pytest.fixture
def net(dice_rules: Rules) -> Tables:
    """Return a game between three places, at its first decision."""
    net = Tables(dice_rules)
    net.deal()
    return net
