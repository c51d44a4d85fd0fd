"""Rules of Carcassonne, alone and with plugins made up for a test."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType

import pytest

from bastide.core.builder import RulesBuilder
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules

Hook = Callable[[RulesBuilder], None]


@cache
def compose(seats: int) -> Rules:
    """Return the rules for a number of seats; seats play in the order in which they are listed."""
    plugins = Plugins({"carcassonne": built_in()["carcassonne"]})
    return plugins.compose(Setup("carcassonne", seats, options=(("seating", "listed"),)))


@pytest.fixture(scope="session")
def rules_for() -> Callable[[int], Rules]:
    """Return a function from a number of seats to their rules."""
    return compose


@pytest.fixture
def rules() -> Rules:
    """Return the rules for two seats."""
    return compose(2)


@pytest.fixture
def extended() -> Callable[..., Rules]:
    """Return a function that composes the game with an expansion of the given hooks."""

    def compose_with(
        *,
        setup: Hook | None = None,
        turn: Hook | None = None,
        scoring: Hook | None = None,
        seats: int = 2,
        hidden: bool = False,
    ) -> Rules:
        module = ModuleType("extra")
        manifest = Manifest(
            "extra", "1", "expansion", extends="carcassonne", seats=(2, 6), hidden=hidden
        )
        hooks = {
            "bastide_setup": setup,
            "bastide_turn": turn,
            "bastide_scoring": scoring,
        }

        def bastide_manifest() -> Manifest:
            return manifest

        module.bastide_manifest = hookimpl(bastide_manifest)  # type: ignore[attr-defined]
        for name, hook in hooks.items():
            if hook:
                setattr(module, name, hookimpl(_named(name, hook)))
        plugins = Plugins({"carcassonne": built_in()["carcassonne"], "extra": lambda: module})
        assert plugins.faults == []
        return plugins.compose(
            Setup("carcassonne", seats, ("extra",), options=(("seating", "listed"),))
        )

    return compose_with


def _named(name: str, hook: Hook) -> Hook:
    def call(rules: RulesBuilder) -> None:
        hook(rules)

    call.__name__ = name
    return call
