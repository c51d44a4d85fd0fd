"""The large meeple: placed like any other, worth two in a majority."""

from __future__ import annotations

from bastide.core.events import Action
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.testing import check_refusal
from bastide.plugins.carcassonne.board import extent
from bastide.plugins.carcassonne.state import board
from tests.plugins.carcassonne.script import after, draw, parse_move, place_action

LARGE_ON_ROAD = Action("carcassonne.meeple", ("r1", "large"))


def laid(rules: Rules, *lines: str) -> State:
    """Return the position after all moves; of the last one only its tile is laid."""
    s = after(rules, *lines[:-1])
    move = parse_move(lines[-1].split())
    draw(rules, s, move.tile)
    return rules.step(s, place_action(s, move))


def test_either_size_or_none_is_offered_on_every_free_segment(rules: Rules) -> None:
    """X4: both sizes may be held back."""
    s = laid(rules, "1 base-V r0 1 0 -")

    assert [action.data for action in rules.legal(s)] == [
        (),
        *[("r1", "meeple"), ("r1", "large")],
        *[("f1", "meeple"), ("f1", "large")],
        *[("f2", "meeple"), ("f2", "large")],
    ]


def test_never_two_in_one_turn(rules: Rules) -> None:
    """X4: after one meeple of either size the turn is over."""
    s = laid(rules, "1 base-V r0 1 0 -")
    turn = s.turn

    s = rules.step(s, LARGE_ON_ROAD)

    assert (s.turn, s.seat) == (turn + 1, 1)


def test_there_is_one_for_each_seat(rules: Rules) -> None:
    s = laid(rules, "1 base-V r0 1 0 large:r1", "2 base-U r0 -1 0 large:f1", "1 base-U r0 -2 0 -")

    assert board(s).supply == {"meeple": [7, 7], "large": [0, 0]}
    large = Action("carcassonne.meeple", ("f2", "large"))
    assert check_refusal(rules, s, large) == "you have no piece of this kind left"
    assert {action.data[1] for action in rules.legal(s) if action.data} == {"meeple"}


def test_a_taken_feature_is_closed_to_it(rules: Rules) -> None:
    s = laid(rules, "1 base-V r0 1 0 r1", "2 base-U r0 -1 0 -")

    why = check_refusal(rules, s, LARGE_ON_ROAD)
    assert why == "this road is taken by the meeple of another player"


def test_it_closes_a_feature_to_others(rules: Rules) -> None:
    s = laid(rules, "1 base-V r0 1 0 large:r1", "2 base-U r0 -1 0 -")

    assert ("r1", "meeple") not in [action.data for action in rules.legal(s)]


def test_as_a_farmer_it_stays(rules: Rules) -> None:
    s = after(rules, "1 base-E r2 0 -1 large:f1", "2 base-U r0 1 0 -")

    assert board(s).supply["large"] == [0, 1]
    assert extent(s, 0, -1, "f1").meeples[0].piece == "large"


def test_it_comes_back_from_a_monastery(rules: Rules) -> None:
    """X3: it counts two there as well, and never meets a rival."""
    s = after(
        rules,
        "1 base-U r0 1 0 -",
        "2 base-U r0 -1 0 -",
        "1 base-V r3 1 1 -",
        "2 base-V r0 -1 1 -",
        "1 base-V r1 1 2 -",
        "2 base-V r2 -1 2 -",
        "1 base-U r0 0 2 -",
        "2 base-B r0 0 1 large:m",
    )

    assert (s.scores, board(s).supply["large"]) == ([0, 9], [1, 1])


def test_three_meeples_beat_it(rules: Rules) -> None:
    s = after(
        rules,
        "1 base-R r2 0 -1 large:c1",
        "2 base-K r0 1 0 c1",
        "1 base-N r3 1 -1 -",
        "2 base-J r0 -1 0 c1",
        "1 base-B r0 -2 0 -",
        "2 base-E r1 -2 -1 c1",
        "1 base-R r2 -1 -1 -",
    )

    assert s.scores == [0, 14]
