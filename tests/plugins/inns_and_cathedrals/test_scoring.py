"""What inns and cathedrals change in a sum, and what they leave as it was."""

from __future__ import annotations

import pytest

from bastide.core.events import Score, Term, score_of
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.carcassonne.board import extent
from bastide.plugins.carcassonne.scoring import worth
from bastide.plugins.carcassonne.slots import POINTS, Feature
from bastide.plugins.carcassonne.state import board
from tests.plugins.carcassonne.script import after

SPOILT = ("1 base-F r1 0 -1 c1", "2 ic-K r0 0 -2 -")


def feature(kind: str, *marks: str, tiles: int = 6, pennants: int = 0, cities: int = 0) -> Feature:
    return Feature(kind, tiles, pennants, cities, marks, (0, 0, kind[0] + "1"))  # type: ignore[arg-type]  # one of the kinds


def terms(rules: Rules, scored: Feature, *, done: bool) -> tuple[Term, ...]:
    return rules.value(POINTS)((), rules.new(), scored, done)


def scores(s: State) -> list[Score]:
    return [score_of(event) for event in s.events if event.kind == "score"]


# roads


def test_a_finished_inn_road_gives_two_a_tile_and_says_why(rules: Rules) -> None:
    assert terms(rules, feature("road", "inn"), done=True) == (Term(6, "tile", 2, "inn"),)


def test_an_unfinished_inn_road_gives_nothing_and_says_why(rules: Rules) -> None:
    assert terms(rules, feature("road", "inn"), done=False) == (Term(6, "tile", 0, "inn"),)


@pytest.mark.parametrize("done", [True, False])
def test_a_road_without_an_inn_is_as_before(rules: Rules, done: bool) -> None:
    assert terms(rules, feature("road"), done=done) == (Term(6, "tile"),)


def test_the_shortest_finished_inn_road_gives_four(rules: Rules) -> None:
    s = after(rules, "1 base-W r0 -1 0 -", "2 base-W r0 1 0 -", "1 ic-C r0 2 0 r3")

    assert [(score.seat, score.points) for score in scores(s)] == [(0, 4)]


# cities


def test_a_finished_cathedral_city_gives_three_a_tile_and_pennant(rules: Rules) -> None:
    assert terms(rules, feature("city", "cathedral", pennants=2), done=True) == (
        Term(6, "tile", 3, "cathedral"),
        Term(2, "pennant", 3, "cathedral"),
    )


def test_an_unfinished_cathedral_city_gives_nothing(rules: Rules) -> None:
    assert terms(rules, feature("city", "cathedral", pennants=1), done=False) == (
        Term(6, "tile", 0, "cathedral"),
        Term(1, "pennant", 0, "cathedral"),
    )


@pytest.mark.parametrize(("done", "times"), [(True, 2), (False, 1)])
def test_a_city_without_a_cathedral_is_as_before(rules: Rules, done: bool, times: int) -> None:
    assert terms(rules, feature("city", pennants=1), done=done) == (
        Term(6, "tile", times),
        Term(1, "pennant", times),
    )


def test_the_score_of_a_game_carries_the_reason(rules: Rules) -> None:
    s = after(rules, "1 ic-A r0 1 0 large:r1", "2 base-W r1 1 1 -", "1 base-W r0 -1 0 -")

    (score,) = scores(s)
    assert (score.seat, score.points, score.category) == (0, 8, "road")
    assert score.terms == (Term(4, "tile", 2, "inn"),)


def test_an_inn_or_cathedral_of_another_kind_of_feature_changes_nothing(rules: Rules) -> None:
    """Monasteries and fields are as before (section 3)."""
    monastery = feature("monastery", "inn", "cathedral", tiles=9)
    field = feature("field", "inn", "cathedral", cities=2)

    assert terms(rules, monastery, done=True) == (Term(9, "tile"),)
    assert terms(rules, field, done=False) == (Term(2, "city", 3),)
    assert terms(rules, feature("city", "inn"), done=True) == (Term(6, "tile", 2),)
    assert terms(rules, feature("road", "cathedral"), done=True) == (Term(6, "tile"),)


# on the board


def test_any_segment_with_an_inn_makes_an_inn_road(rules: Rules) -> None:
    s = after(rules, "1 ic-B r0 1 0 -", "2 base-U r0 2 0 -", "1 base-U r0 -1 0 -")

    assert extent(s, -1, 0, "r1").marks == ("inn",)


def test_two_inns_count_once(rules: Rules) -> None:
    s = after(rules, "1 ic-B r0 1 0 r1", "2 ic-A r0 2 0 -")

    assert extent(s, 0, 0, "r1").marks == ("inn",)


def test_the_third_leg_of_ic_c_is_no_inn_road(rules: Rules) -> None:
    s = after(rules, "1 ic-C r0 1 0 -")

    marks = [extent(s, 1, 0, id).marks for id in ("r1", "r2", "r3")]
    assert marks == [("inn",), (), ("inn",)]


def test_a_city_becomes_worthless_when_a_cathedral_joins_it(rules: Rules) -> None:
    s = after(rules, *SPOILT)

    assert worth(s, 0, -1, "c1") == (
        Term(3, "tile", 0, "cathedral"),
        Term(1, "pennant", 0, "cathedral"),
    )
    assert rules.projections(s) == [0, 0]


def test_whoever_stands_in_a_spoilt_city_can_still_finish_it(rules: Rules) -> None:
    s = after(rules, *SPOILT, "1 base-E r1 -1 -2 -", "2 base-E r2 0 -3 -", "1 base-E r3 1 -2 -")

    assert s.scores == [21, 0]
    assert board(s).supply["meeple"] == [7, 7]
