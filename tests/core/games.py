"""Plugins made of functions, as small as tests need them; `nim` and `cards` are whole games."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from bastide.core.builder import RulesBuilder
from bastide.core.events import Action
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from bastide.core.state import State

Hook = Callable[..., object]


def plugin(name: str, **hooks: Hook) -> ModuleType:
    """Return a plugin made of functions; `setup=f` becomes the hook `bastide_setup`."""
    module = ModuleType(name)
    for hook, function in hooks.items():
        marked = function if hasattr(function, "bastide_impl") else hookimpl(function)
        setattr(module, f"bastide_{hook}", marked)
    return module


def loaded(*modules: ModuleType) -> Plugins:
    """Return plugins that were all loaded without a fault."""
    plugins = Plugins({module.__name__: (lambda m=module: m) for module in modules})
    assert plugins.faults == []
    return plugins


def ends_soon(rules: RulesBuilder) -> None:
    """End the game after four turns."""
    rules.finished(lambda s: s.turn >= 4)


def game(
    turn: Callable[[RulesBuilder], None],
    *,
    scoring: Callable[[RulesBuilder], None] = ends_soon,
    setup: Callable[[RulesBuilder], None] = lambda rules: None,
    name: str = "tiny",
    hidden: bool = True,
) -> ModuleType:
    """Return a game for two to five that is made of what its hooks say."""

    def manifest() -> Manifest:
        return Manifest(name, "1", "game", seats=(2, 5), hidden=hidden)

    def bastide_setup(rules: RulesBuilder) -> None:
        setup(rules)

    def bastide_turn(rules: RulesBuilder) -> None:
        turn(rules)

    def bastide_scoring(rules: RulesBuilder) -> None:
        scoring(rules)

    return plugin(
        name,
        manifest=manifest,
        setup=bastide_setup,
        turn=bastide_turn,
        scoring=bastide_scoring,
    )


def composed(
    turn: Callable[[RulesBuilder], None], *, seats: int = 2, seating: str = "listed", **parts: Hook
) -> Rules:
    """Return the rules of a game that is made of what its hooks say."""
    module = game(turn, **parts)  # type: ignore[arg-type]  # each by its own name
    return loaded(module).compose(Setup("tiny", seats, (), (("seating", seating),)))


def no_effect(s: State, a: Action) -> None:
    """Do nothing."""
