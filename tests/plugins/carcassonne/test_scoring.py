"""Points and their sums: sections 4 and 5 of the rules. More in the worked examples."""

from __future__ import annotations

from bastide.core.events import Score, Term, score_of
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.carcassonne.board import extent
from bastide.plugins.carcassonne.scoring import worth
from bastide.plugins.carcassonne.state import board
from tests.plugins.carcassonne.script import after, draw, parse_move, play


def scores(s: State) -> list[Score]:
    return [score_of(event) for event in s.events if event.kind == "score"]


def ended(rules: Rules, *lines: str) -> State:
    """Return the end of a game after some moves, the last with the last tile."""
    s = after(rules, *lines[:-1])
    move = parse_move(lines[-1].split())
    draw(rules, s, move.tile)
    board(s).bag = ()
    return play(rules, s, move)


# what is said of points


def test_a_city_says_tiles_and_pennants(rules: Rules) -> None:
    s = after(rules, "1 base-F r1 0 -1 c1", "2 base-E r2 0 -2 -")

    terms = (Term(3, "tile", 2), Term(1, "pennant", 2))
    assert scores(s) == [Score(0, 8, "city", (0, -1, "c1"), terms, False)]


def test_a_city_without_pennants_says_tiles_only(rules: Rules) -> None:
    s = after(rules, "1 base-E r2 0 -1 c1")

    assert scores(s) == [Score(0, 4, "city", (0, -1, "c1"), (Term(2, "tile", 2),), False)]


def test_a_road_says_tiles(rules: Rules) -> None:
    s = after(rules, "1 base-W r0 1 0 r3", "2 base-W r0 -1 0 -")

    assert scores(s) == [Score(0, 3, "road", (1, 0, "r3"), (Term(3, "tile"),), False)]


def test_the_final_count_says_so_and_counts_fields_last(rules: Rules) -> None:
    s = ended(rules, "1 base-E r2 0 -1 f1", "2 base-U r0 1 0 r1", "1 base-B r0 0 1 m")

    assert scores(s) == [
        Score(1, 2, "road", (1, 0, "r1"), (Term(2, "tile"),), True),
        Score(0, 3, "monastery", (0, 1, "m"), (Term(3, "tile"),), True),
        Score(0, 3, "field", (0, -1, "f1"), (Term(1, "city", 3),), True),
    ]


def test_a_field_without_a_finished_city_says_no_points(rules: Rules) -> None:
    s = ended(rules, "1 base-B r0 0 1 f1")

    assert scores(s) == [Score(0, 0, "field", (0, 1, "f1"), (Term(0, "city", 3),), True)]


def test_farmers_and_others_stay_on_the_board_at_the_end(rules: Rules) -> None:
    s = ended(rules, "1 base-E r2 0 -1 f1", "2 base-U r0 1 0 r1")

    assert len(board(s).meeples) == 2


def test_meeples_of_a_finished_feature_come_back_and_that_is_said(rules: Rules) -> None:
    s = after(rules, "1 base-W r0 1 0 r3", "2 base-W r0 -1 0 -")

    assert ("carcassonne", "carcassonne.return", (0, "meeple", 1, 0, "r3")) in s.events
    assert board(s).supply["meeple"] == [7, 7]
    assert board(s).meeples == []


def test_several_finished_features_are_scored_by_kind_and_then_by_position(rules: Rules) -> None:
    s = after(
        rules,
        "1 base-W r0 -1 0 r1",
        "2 base-H r0 0 -1 -",
        "1 base-B r0 0 1 -",
        "2 base-G r1 1 -1 c1",
        "1 base-E r2 1 -2 -",
        "2 base-L r0 1 0 -",
    )

    assert [(score.category, score.seat) for score in scores(s)] == [("city", 1), ("road", 0)]


def test_worth_is_what_a_feature_would_give_now(rules: Rules) -> None:
    s = after(rules, "1 base-F r1 0 -1 c1", "2 base-U r0 1 0 -")

    assert worth(s, 0, 0, "c1") == (Term(2, "tile"), Term(1, "pennant"))
    assert worth(s, 1, 0, "r1") == (Term(2, "tile"),)
    assert worth(s, 0, -1, "f1") == (Term(0, "city", 3),)


# rings and tiles that join a feature to itself


def test_four_curves_in_a_ring_are_a_finished_road_of_four(rules: Rules) -> None:
    """F10."""
    s = after(
        rules,
        "1 base-B r0 0 1 -",
        "2 base-V r3 0 2 r1",
        "1 base-V r0 1 2 -",
        "2 base-V r1 1 3 -",
        "1 base-V r2 0 3 -",
    )

    assert scores(s) == [Score(1, 4, "road", (0, 2, "r1"), (Term(4, "tile"),), False)]


def test_a_ring_that_passes_the_same_crossing_twice_counts_it_once(rules: Rules) -> None:
    """F10: both ends of the road are at the one crossing."""
    s = after(
        rules,
        "1 base-W r0 1 0 r2",
        "2 base-V r0 2 0 -",
        "1 base-V r1 2 1 -",
        "2 base-V r2 1 1 -",
    )

    assert scores(s) == [Score(0, 4, "road", (1, 0, "r2"), (Term(4, "tile"),), False)]


def test_a_tile_that_joins_a_city_to_itself_on_two_sides_finishes_it(rules: Rules) -> None:
    """F11."""
    s = after(
        rules,
        "1 base-R r2 0 -1 c1",
        "2 base-N r1 -1 -1 -",
        "1 base-N r2 -1 -2 -",
        "2 base-G r0 0 -2 -",
        "1 base-M r3 1 -2 -",
        "2 base-N r0 1 -1 -",
    )

    terms = (Term(7, "tile", 2), Term(1, "pennant", 2))
    assert scores(s) == [Score(0, 16, "city", (0, -1, "c1"), terms, False)]
    assert board(s).meeples == []
    assert extent(s, 0, 0, "c1").done


def test_a_tile_that_joins_a_city_to_itself_on_three_sides_finishes_it(rules: Rules) -> None:
    """F11."""
    s = after(
        rules,
        "1 base-C r0 0 -1 c1",
        "2 base-N r1 -1 -1 -",
        "1 base-N r2 -1 -2 -",
        "2 base-N r0 1 -1 -",
        "1 base-M r3 1 -2 -",
        "2 base-R r2 0 -2 -",
    )

    terms = (Term(7, "tile", 2), Term(2, "pennant", 2))
    assert scores(s) == [Score(0, 18, "city", (0, -1, "c1"), terms, False)]
    assert board(s).meeples == []
