from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.builder import Phase, RulesBuilder, RulesError, in_turn
from bastide.core.events import Action
from bastide.core.phases import Stage
from bastide.core.state import State
from tests.core.games import composed, no_effect

GO = Action("tiny.go")


def ids(builder: RulesBuilder, stage: str = "main") -> list[str]:
    return [phase.id for each in builder.said.stages if each.id == stage for phase in each.phases]


def stages(builder: RulesBuilder) -> list[str]:
    return [stage.id for stage in builder.said.stages]


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


def test_a_stage_may_stand_before_the_main_one_that_no_phase_has_opened_yet(
    builder: RulesBuilder,
) -> None:
    builder.stage("outfit", before="main")
    builder.phase(Phase("one"))

    assert stages(builder) == ["outfit", "main"]
    assert ids(builder) == ["one", "score"]


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
        (
            lambda rules: rules.stage("a", before="b"),
            "tiny: there is no stage 'b', nor another yet: open it",
        ),
    ],
)
def test_a_place_that_clashes_is_refused_at_once(
    builder: RulesBuilder, turn: Callable[[RulesBuilder], object], sentence: str
) -> None:
    with pytest.raises(RulesError, match=sentence):
        turn(builder)
