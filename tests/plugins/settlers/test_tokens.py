"""Strength, commerce, tokens, points and the end of a step (chapters 12, 14 and 16)."""

from __future__ import annotations

import pytest

from bastide.core.events import score_of
from bastide.plugins.settlers.state import Principality
from bastide.plugins.settlers.tokens import CATEGORIES, leader
from tests.plugins.settlers.tables import compose, side, table


@pytest.mark.parametrize(("one", "two", "who"), [(2, 1, 0), (1, 2, 1), (3, 3, -1), (0, 0, -1)])
def test_a_token_needs_strictly_more(one: int, two: int, who: int) -> None:
    """R36."""
    assert leader((one, two)) == who


def test_sums_follow_the_cards_that_come_and_go() -> None:
    lands = table(side(cities=(1,), sites="karl 1U1, harbor 1L1, fleet_ore 1U2")).lands("RW")
    kept = lands.sums
    again = Principality(sites=lands.sites)
    again.recompute()
    assert again.sums == kept

    removed = [lands.remove_card(at) for at in list(lands.sites)]
    assert len(removed) == 3
    assert set(lands.sums) == {0}


def test_a_new_city_may_take_the_windmill() -> None:
    """R37: without a city commerce counts as 0."""
    t = table(side("2 3 1 1 1 1", sites="fleet_ore 1U1"), side())
    assert t.windmill == ""

    t.do("city 1")

    assert (t.windmill, t.points("RW")) == ("RW", 4)


def test_points_are_told_with_what_they_are_for() -> None:
    t = table(side("2 3 1 1 1 1", sites="fleet_ore 1U1")).do("city 1")

    scores = [score_of(event) for event in t.events if event.kind == "score"]
    assert [(each.category, each.points) for each in scores] == [
        ("city", 1), ("windmill token", 1),
    ]  # fmt: skip
    assert all(each.category in CATEGORIES for each in scores)


def test_both_put_away_what_is_too_much_the_active_one_first() -> None:
    """R35."""
    hand = "spy witch scout bishop"
    t = table(side("3 3 3 3 3 3", hand=hand), side(hand="abbey church mint smithy"))
    t.do("road 2")

    assert (t.seat, t.phase) == ("RW", "put")
    t.do("put spy 1")
    assert (t.seat, t.phase) == ("RB", "put")
    t.do("put mint 1")
    assert (t.seat, t.phase) == ("RW", "main")
    assert t.pile(1)[-2:] == ["spy", "mint"]


def test_who_has_enough_at_the_start_of_the_own_turn_wins_then() -> None:
    """By the later rules somebody wins in the own turn only."""
    rules = compose(victory_points_to_win=7, win_check="own_turn")
    rb = side(cities=(1, -1), sites="colossus 1U1, library 1L1")
    t = table(side(), rb, rules=rules)
    assert (t.points("RB"), t.over) == (7, False)

    t.do("done", "finish")

    assert t.over


def test_who_alone_may_win_is_ranked_first_with_fewer_points() -> None:
    """By the later rules somebody wins in the own turn only, whatever the other has."""
    rules = compose(victory_points_to_win=7, win_check="own_turn")
    rw = side(
        cities=(1, -1), sites="town_hall 1U1, library 1U2", hand="church", stock="3 3 3 3 3 3"
    )
    rb = side(cities=(1, -1), sites="colossus 1U1, library 1L1, church -1U1")
    t = table(rw, rb, rules=rules)

    t.do("place church 1L")

    assert (t.over, t.points("RW"), t.points("RB")) == (True, 7, 8)
    assert rules.ranking(t.all) == [(1, 0), (2, 1)]
