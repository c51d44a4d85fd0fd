from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bastide.core.builder import Phase, RulesBuilder, RulesError
from bastide.core.events import Action
from bastide.core.rules import Rules
from bastide.core.state import State
from tests.core.games import composed, no_effect
from tests.core.nim import ART, KINDS, MOST

GO = Action("tiny.go")


@dataclass(slots=True)
class Nothing:
    """A slice with nothing in it."""

    def clone(self) -> Nothing:
        return Nothing()


def test_options_are_those_of_the_plugin_that_speaks(builder: RulesBuilder) -> None:
    assert builder.options == {"size": 3}
    builder.speak("other")
    assert builder.options == {"size": 4}
    builder.speak("third")
    assert builder.options == {}


# slots


def test_a_second_component_of_a_key_names_both_plugins(builder: RulesBuilder) -> None:
    builder.put(KINDS)("stone", 1)
    builder.speak("other")

    with pytest.raises(RulesError, match=r"other: nim.kinds\['stone'\] is already set by tiny"):
        builder.put(KINDS)("stone", 2)


def test_only_what_is_there_can_be_replaced(builder: RulesBuilder) -> None:
    with pytest.raises(RulesError, match=r"tiny: nim.kinds\['stone'\] has nothing to replace"):
        builder.replace(KINDS)("stone", 2)


def test_a_contribution_stays_an_ordinary_function(builder: RulesBuilder) -> None:
    @builder.fold(MOST)
    def double(value: int, s: State, /) -> int:
        return 2 * value

    assert double(3, State(2)) == 6


def test_a_hook_can_ask_whether_anybody_contributes_so_far(builder: RulesBuilder) -> None:
    assert not builder.has(KINDS)
    assert not builder.has(MOST)

    builder.put(KINDS)("stone", 1)
    builder.fold(MOST)(lambda value, s, /: value)

    assert builder.has(KINDS)
    assert builder.has(MOST)


def test_what_is_derived_is_worked_out_once_after_everybody_has_spoken() -> None:
    made: list[Rules] = []
    getters: list[Callable[[], int]] = []

    def turn(rules: RulesBuilder) -> None:
        getters.append(rules.derive(lambda built: (made.append(built), built.seats)[1]))
        with pytest.raises(RulesError, match="not composed yet"):
            getters[0]()
        rules.phase(Phase("go", lambda s: [GO]))
        rules.action("tiny.go", no_effect)

    rules = composed(turn)

    assert (getters[0](), getters[0]()) == (2, 2)
    assert made == [rules]


# slices


def test_a_plugin_has_one_slice(builder: RulesBuilder) -> None:
    builder.part(lambda s: Nothing())
    with pytest.raises(RulesError, match="tiny: a plugin has one slice of the state"):
        builder.part(lambda s: Nothing())


def test_set_up_runs_when_every_slice_exists() -> None:
    seen: list[list[str]] = []

    def setup(rules: RulesBuilder) -> None:
        rules.on_setup(lambda s: seen.append(list(s.parts)))
        rules.part(lambda s: Nothing())

    composed(lambda rules: rules.phase(Phase("go", lambda s: [GO])), setup=setup)

    assert seen[0] == ["tiny"]


# what is refused


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        (
            lambda rules: [rules.action("tiny.go", no_effect) for _ in "ab"],
            "tiny: there is an action 'tiny.go' already",
        ),
        (
            lambda rules: rules.action("other.go", no_effect),
            "tiny: the action 'other.go' must begin with 'tiny.'",
        ),
    ],
)
def test_an_action_that_clashes_is_refused_at_once(
    builder: RulesBuilder, turn: Callable[[RulesBuilder], object], sentence: str
) -> None:
    with pytest.raises(RulesError, match=sentence):
        turn(builder)


def test_what_is_only_for_show_may_be_anything() -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.put(ART)("stone", object())  # type: ignore[arg-type]  # on purpose
        rules.phase(Phase("go", lambda s: [GO]))

    assert composed(turn).has(ART)
