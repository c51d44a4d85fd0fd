from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bastide.core.builder import Phase, RulesBuilder, RulesError, Stage, in_turn
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


@pytest.fixture
def builder() -> RulesBuilder:
    rules = RulesBuilder(2, ("tiny",), {"tiny": {"size": 3}, "other": {"size": 4}})
    rules.speak("tiny")
    return rules


def ids(builder: RulesBuilder, stage: str = "main") -> list[str]:
    return [phase.id for each in builder.said.stages if each.id == stage for phase in each.phases]


def stages(builder: RulesBuilder) -> list[str]:
    return [stage.id for stage in builder.said.stages]


def is_refused(turn: Callable[[RulesBuilder], object], sentence: str) -> None:
    builder = RulesBuilder(2, ("tiny",), {})
    builder.speak("tiny")
    with pytest.raises(RulesError, match=sentence):
        turn(builder)


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


# stages and phases


def test_a_turn_ends_with_its_scoring(builder: RulesBuilder) -> None:
    builder.phase(Phase("one"))
    builder.phase(Phase("two"))
    builder.stage("closing", lambda s, n: None)
    builder.phase(Phase("three"), stage="closing")

    assert ids(builder) == ["one", "two", "score"]
    assert ids(builder, "closing") == ["three", "closing.score"]


def test_phases_are_placed_by_an_anchor(builder: RulesBuilder) -> None:
    builder.phase(Phase("one"))
    builder.phase(Phase("two"), after="one")
    builder.phase(Phase("zero"), before="one")
    builder.phase(Phase("late"), after="score")
    builder.phase(Phase("uno"), replace="one")

    assert ids(builder) == ["zero", "uno", "two", "score", "late"]


def test_a_name_that_ends_like_scoring_is_no_anchor(builder: RulesBuilder) -> None:
    builder.phase(Phase("underscore"))
    builder.phase(Phase("tiny.score"))
    builder.phase(Phase("two"))

    assert ids(builder) == ["underscore", "tiny.score", "two", "score"]


def test_scoring_runs_in_the_kernels_own_phase_only() -> None:
    seen: list[str] = []

    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("tiny.score"))
        rules.phase(Phase("go", lambda s: [GO]))
        rules.action("tiny.go", no_effect)
        rules.turn_score(lambda s: seen.append(s.phase))

    rules = composed(turn)
    rules.apply(rules.new(), GO)

    assert seen == ["score"]


def test_without_scoring_phases_go_to_the_end(builder: RulesBuilder) -> None:
    builder.phase(Phase("one"))
    builder.drop_phase("score")
    builder.phase(Phase("two"))

    assert ids(builder) == ["one", "two"]


def test_a_variant_drops_a_phase_with_its_routes(builder: RulesBuilder) -> None:
    builder.phase(Phase("one"))
    builder.route("one", lambda following, s: following)
    builder.drop_phase("one")

    assert ids(builder) == ["score"]
    assert builder.said.routes == {}


def test_a_phase_that_is_replaced_under_its_name_keeps_its_routes(builder: RulesBuilder) -> None:
    builder.phase(Phase("one"))
    builder.phase(Phase("two"))
    for phase in ("one", "two"):
        builder.route(phase, lambda following, s: following)
    builder.phase(Phase("one", hidden=True), replace="one")
    builder.phase(Phase("zwei"), replace="two")

    assert list(builder.said.routes) == ["one"]


def test_stages_follow_in_the_order_in_which_they_are_opened(builder: RulesBuilder) -> None:
    builder.stage("opening", lambda s, n: None)
    builder.phase(Phase("one"))
    builder.stage("closing", lambda s, n: None)

    assert stages(builder) == ["opening", "main", "closing"]


def test_a_variant_opens_a_stage_before_the_games_own(builder: RulesBuilder) -> None:
    builder.phase(Phase("one"))
    builder.stage("deal", lambda s, n: None, before="main")
    builder.stage("auction", lambda s, n: None, after="deal")

    assert stages(builder) == ["deal", "auction", "main"]


def test_turns_go_round_the_table() -> None:
    s = State(3)

    assert [in_turn(s, n) for n in range(5)] == [0, 1, 2, 0, 1]


def test_a_variant_says_whose_turns_a_stage_has(builder: RulesBuilder) -> None:
    builder.phase(Phase("one"))
    builder.stage("end", lambda s, n: None)

    builder.turns(lambda s, n: 7)
    builder.turns(lambda s, n: 8, stage="end")

    assert [stage.next_seat(State(2), 0) for stage in builder.said.stages] == [7, 8]
    with pytest.raises(RulesError, match="tiny: there is no stage 'deal'"):
        builder.turns(in_turn, stage="deal")


def test_the_scoring_of_a_stage_bears_its_name() -> None:
    assert Stage("main", in_turn, []).score == "score"
    assert Stage("deal", in_turn, []).score == "deal.score"


# what is refused


def two(rules: RulesBuilder) -> None:
    rules.phase(Phase("one"))
    rules.phase(Phase("one"))


def anchors(rules: RulesBuilder) -> None:
    rules.phase(Phase("one"))
    rules.phase(Phase("two"), after="one", before="score")


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        (two, "tiny: there is a phase 'one' already"),
        (anchors, r"tiny: one phase can be the anchor, not \['one', 'score'\]"),
        (
            lambda rules: rules.phase(Phase("one"), after="draw"),
            r"tiny: there is no phase 'draw', only \['score'\]",
        ),
        (lambda rules: rules.phase(Phase("one"), stage="deal"), "tiny: there is no stage 'deal'"),
        (lambda rules: rules.drop_phase("draw"), "there is no phase 'draw' in the stage 'main'"),
        (lambda rules: [rules.stage("a") for _ in "ab"], "tiny: there is a stage 'a' already"),
        (lambda rules: rules.stage("a", before="b"), "tiny: there is no stage 'b', only"),
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
def test_what_clashes_is_refused_at_once(
    turn: Callable[[RulesBuilder], object], sentence: str
) -> None:
    is_refused(turn, sentence)


def test_what_is_only_for_show_may_be_anything() -> None:
    def turn(rules: RulesBuilder) -> None:
        rules.put(ART)("stone", object())  # type: ignore[arg-type]  # on purpose
        rules.phase(Phase("go", lambda s: [GO]))

    assert composed(turn).has(ART)
