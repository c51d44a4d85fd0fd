"""The end of rounds and of the game, beyond the worked examples."""

from __future__ import annotations

from bastide.core.events import score_of
from tests.plugins.barony.tables import Position, compose, give, position, raise_to

IDLE = "nothing has happened for many rounds"


def idling(**options: int) -> Position:
    """Return a position in which knights walk to and fro."""
    p = position(
        "0,0 plain  1,0 plain  3,0 plain  4,0 plain",
        "A 0,0 k1",
        "B 3,0 k1",
        rules=compose(2, **options),
    )
    for kind in (0, 1, 2):
        p.realm.reserve[kind] = [0, 0]
    return p


def walk(p: Position, rounds: int) -> Position:
    for n in range(2 * rounds):
        start = (0, 3)[n % 2] + n // 2 % 2
        p = p.after(f"move {start},0 > {start + (-1) ** (n // 2)},0")
        if p.s.over:
            return p
    return p


def test_ten_rounds_without_progress_end_the_game() -> None:
    """END-7."""
    p = walk(idling(), 9)
    assert (p.s.over, p.realm.idle) == (False, 9)

    p = walk(p.after("move 1,0 > 0,0", "move 4,0 > 3,0"), 0)

    assert (p.s.over, p.events("ends")) == (True, [(-1, IDLE, 10)])


def test_the_host_chooses_how_long_or_for_ever() -> None:
    """END-7."""
    assert walk(idling(stalemate_rounds=3), 9).events("ends") == [(-1, IDLE, 3)]
    assert not walk(idling(stalemate_rounds=0), 40).s.over


def test_progress_is_to_build_to_found_to_explore_to_rise_or_to_destroy() -> None:
    """END-7: neither recruiting nor moving is."""
    board = "0,0 plain  1,0 plain  3,0 field  5,0 plain"
    p = position(board, "A 0,0 k2", "A 3,0 v", "A 5,0 c", "B 1,0 k1", seats=3)
    give(p, "A", field=3)

    for text in ("build 0,0 village", "city 3,0", "title field 3"):
        assert p.after(text).realm.progress
    assert p.after("move 0,0 > 1,0", "move 0,0 > 1,0").realm.progress
    assert not p.after("move 0,0 > 1,0").realm.progress
    assert not p.after("recruit 5,0 1").realm.progress
    free = position("0,0 plain  2,0 plain", "A 0,0 k1")
    assert free.after("expedition 2,0").realm.progress


def test_progress_of_any_seat_begins_the_count_anew() -> None:
    p = walk(idling(), 9)
    p.realm.reserve[1][1] = 1

    p = p.after("move 1,0 > 0,0", "build 4,0 village")

    assert (p.s.over, p.realm.idle) == (False, 0)


def test_a_round_with_one_pass_is_no_dead_position() -> None:
    """END-6."""
    board = "0,0 plain  1,0 lake  3,0 plain  4,0 plain"
    p = position(board, "A 0,0 c k7", "B 3,0 k1").after("pass")

    p = p.after("move 3,0 > 4,0")

    assert (p.s.over, p.realm.passes) == (False, 0)


def test_others_may_still_plunder_the_duke() -> None:
    """END-2."""
    p = position("0,0 plain  1,0 field", "A 1,0 v", "B 0,0 k1", "B 1,0 k1")
    raise_to(give(p, "A", field=4), "A", 3)

    p = p.after("title field 3", "move 0,0 > 1,0", "done")

    assert p.s.over
    assert p.s.scores == [60, 3]


def test_two_may_become_dukes_in_one_round() -> None:
    """END-2, END-5: then the later seat wins the tie."""
    p = position("0,0 plain  2,0 field", "A 0,0 k1", "B 2,0 k1")
    for seat in "AB":
        raise_to(give(p, seat, field=3), seat, 3)

    first = p.after("title field 3")
    p = first.after("title field 3")

    assert first.events("last_round") == [(0,)]
    assert (p.events("last_round"), p.s.scores) == ([], [60, 60])
    assert p.rules.ranking(p.s) == [(1, 1), (2, 0)]


def test_every_seat_has_its_silver_told_even_none() -> None:
    """END-3: nothing else scores."""
    p = position("0,0 plain  2,0 field", "A 0,0 s k1", "A 2,0 v", turn="B")
    raise_to(give(p, "B", field=3), "B", 3)

    p = p.after("title field 3")

    final = [score_of(event) for event in p.s.events if event.kind == "score"][1:]
    assert [(each.seat, each.points, each.terms, each.final) for each in final] == [
        (0, 0, (), True),
        (1, 0, (), True),
    ]


def test_a_projection_is_the_score_that_would_be_and_a_little_hope() -> None:
    p = give(position("0,0 field  2,0 plain", "A 0,0 k1", "B 2,0 v"), "A", field=2, plain=1)

    mine, others = p.rules.projections(p.s)

    assert (round(mine), round(others)) == (8, 0)
    assert 8 < mine < 8.5
    assert p.s.scores == [0, 0]
    over = raise_to(give(p, "A", field=2), "A", 3).after("title field 4").round_out()
    assert (over.s.over, over.s.scores[0]) == (True, 62)
    assert over.rules.projections(over.s) == over.s.scores
