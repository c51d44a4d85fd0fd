"""When the actions of a decision are listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import ModuleType

from bastide.core.builder import RulesBuilder
from bastide.core.events import Action
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.phases import Legal, Phase
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from bastide.core.state import State

CHOICES = [Action("choosing.take", (n,)) for n in range(5)]


def choosing(legal: Legal) -> Rules:
    """Compose a game of two turns with one decision each."""

    def bastide_manifest() -> Manifest:
        return Manifest("choosing", "1", "game")

    def bastide_turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("choose", legal))
        rules.action("choosing.take", lambda s, a: None)

    def bastide_scoring(rules: RulesBuilder) -> None:
        rules.finished(lambda s: s.turn == 2)

    module = ModuleType("choosing")
    for hook in (bastide_manifest, bastide_turn, bastide_scoring):
        setattr(module, hook.__name__, hookimpl(hook))
    return Plugins({"choosing": lambda: module}).compose(
        Setup("choosing", 2, options=(("seating", "listed"),))
    )


def test_a_generator_is_begun_and_listed_when_somebody_asks() -> None:
    made: list[int] = []

    def legal(s: State) -> Iterator[Action]:
        for n, action in enumerate(CHOICES):
            made.append(n)
            yield action

    rules = choosing(legal)

    s = rules.new()
    assert made == [0]
    assert rules.legal(s) == CHOICES
    assert made == [0, *range(5)]
    assert rules.legal(s.clone()) == CHOICES
    assert made == [0, *range(5)], "the list is kept"


def test_a_list_is_kept_as_it_is() -> None:
    rules = choosing(lambda s: CHOICES)

    assert rules.legal(rules.new()) is CHOICES


def test_a_phase_without_actions_is_skipped_whatever_they_come_in() -> None:
    nothings: list[Iterable[Action]] = [[], (), iter(())]
    for nothing in nothings:
        rules = choosing(lambda s, nothing=nothing: nothing)

        s = rules.new()

        assert s.over
        assert s.events[0] == ("core", "skip", (0, "choose"))
