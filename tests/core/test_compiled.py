"""What is refused when everybody has spoken, and how folds are compiled."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.builder import GAME_END, Phase, RulesBuilder, RulesError
from bastide.core.compiled import compile_fold
from bastide.core.events import Action
from bastide.core.slots import Table
from tests.core.games import composed, no_effect
from tests.core.nim import KINDS

GO = Action("tiny.go")


def go(rules: RulesBuilder) -> None:
    rules.phase(Phase("go", lambda s: [GO]))
    rules.action("tiny.go", no_effect)


def nothing(rules: RulesBuilder) -> None:
    pass


def no_phase(rules: RulesBuilder) -> None:
    go(rules)
    rules.drop_phase("go")
    rules.drop_phase("score")


def two_names(rules: RulesBuilder) -> None:
    go(rules)
    rules.stage("late", lambda s, n: None)
    rules.phase(Phase("go"), stage="late")


def lost_route(rules: RulesBuilder) -> None:
    go(rules)
    rules.route("went", lambda following, s: following)


def lost_reaction(rules: RulesBuilder) -> None:
    go(rules)
    rules.after("tiny.went", no_effect)


def same_slot(rules: RulesBuilder) -> None:
    go(rules)
    rules.put(KINDS)("stone", 1)
    rules.put(Table[str, int]("nim.kinds"))("gold", 1)


def bad_component(rules: RulesBuilder) -> None:
    go(rules)
    rules.put(Table[str, object]("tiny.things"))("a", {"set"})


def huge_component(rules: RulesBuilder) -> None:
    go(rules)
    rules.put(KINDS)("stone", 2**60)


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        (nothing, "no plugin declared a phase: a game is missing"),
        (no_phase, "the stage 'main' has no phase left"),
        (two_names, "two phases are called 'go'"),
        (lost_route, "a route starts at 'went', which is no phase"),
        (lost_reaction, "something follows the action 'tiny.went', which nobody declared"),
        (same_slot, "two slots are called 'nim.kinds'"),
        (bad_component, r"tiny: tiny.things\['a'\]: set has no plain form"),
        (huge_component, r"tiny: nim.kinds\['stone'\]: an integer is out of range"),
    ],
)
def test_what_cannot_be_played_is_refused(
    turn: Callable[[RulesBuilder], None], sentence: str
) -> None:
    with pytest.raises(RulesError, match=sentence):
        composed(turn)


def endless(rules: RulesBuilder) -> None:
    go(rules)
    rules.stage("more")


@pytest.mark.parametrize(("turn", "stage"), [(go, "main"), (endless, "more")])
def test_a_stage_that_nothing_ends_is_refused(
    turn: Callable[[RulesBuilder], None], stage: str
) -> None:
    scoring = nothing if stage == "main" else lambda rules: rules.finished(lambda s: True)

    with pytest.raises(RulesError, match=f"no plugin says when the stage '{stage}' ends"):
        composed(turn, scoring=scoring)


def test_a_stage_may_end_by_its_turns_or_by_a_route() -> None:
    def by_turns(rules: RulesBuilder) -> None:
        rules.stage("main", lambda s, n: n if n < 2 else None)
        go(rules)

    def by_route(rules: RulesBuilder) -> None:
        go(rules)
        rules.route("go", lambda following, s: GAME_END)

    for turn in (by_turns, by_route):
        assert composed(turn, scoring=nothing).new().phase == "go"


def test_a_fold_without_contributions_is_the_function_itself() -> None:
    assert compile_fold((abs,)) is abs


@pytest.mark.parametrize("many", [2, 3, 5])
def test_the_functions_of_a_fold_pass_the_value_along(many: int) -> None:
    def base(value: int, by: int) -> int:
        return value + by

    def times(value: int, by: int) -> int:
        return value * by

    fold = compile_fold((base, *[times] * (many - 1)))

    assert fold(1, 2) == 3 * 2 ** (many - 1)
