"""Drawing, laying, meeples: section 3 of the rules, and why something is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.events import Action
from bastide.core.rules import IllegalAction, Rules
from bastide.core.state import State
from bastide.core.testing import check_refusal
from bastide.plugins.carcassonne.pieces import base_tiles
from bastide.plugins.carcassonne.state import board
from tests.plugins.carcassonne.script import Move, after, draw, parse_move, play

FIRST_PLACES = [5, 4, 4, 6, 4, 4, 4, 4, 4, 6, 6, 7, 4, 4, 6, 6, 4, 4, 5, 5, 6, 6, 7, 8]
"""Places beside the start tile, in all rotations that are legal, for the types A to X."""


def drawn(rules: Rules, tile: str) -> State:
    """Return the first turn with this tile drawn."""
    s = rules.new()
    draw(rules, s, tile)
    return s


def why(rules: Rules, s: State, kind: str, *data: str | int) -> str:
    return check_refusal(rules, s, Action(f"carcassonne.{kind}", data))


# setup


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_begins_with_the_start_tile_and_71_in_the_bag(
    seats: int, rules_for: Callable[[int], Rules]
) -> None:
    s = rules_for(seats).new()
    b = board(s)

    assert [tuple(placed) for placed in b.placed] == [("base-D", 0, 0, 0)]
    assert len(b.bag) == 71
    assert b.supply == {"meeple": [7] * seats}
    assert s.scores == [0] * seats


def test_the_bag_is_in_an_order_that_tells_nothing(rules: Rules) -> None:
    assert list(board(rules.new()).bag) == sorted(board(rules.new()).bag)


# drawing


def test_the_drawn_tile_is_known_to_all_and_out_of_the_bag(rules: Rules) -> None:
    s = drawn(rules, "base-X")

    assert board(s.view(1)).current == "base-X"
    assert "base-X" not in board(s).bag


def test_a_tile_that_fits_nowhere_is_shown_and_the_seat_draws_again(rules: Rules) -> None:
    """F12: everybody is told which, and nothing is missing from the count."""
    s = after(rules, "1 base-E r2 0 -1 -")

    draw(rules, s, "base-C")

    assert s.events[-1] == ("carcassonne", "carcassonne.set_aside", (1, "base-C"))
    assert (s.turn_seat, s.phase, bool(s.waiting)) == (1, "draw", True)
    assert board(s).aside == ("base-C",)
    assert len(board(s).bag) == 69
    assert rules.counted == ("carcassonne.set_aside",)


def test_with_an_empty_bag_a_tile_that_fits_nowhere_ends_the_game(rules: Rules) -> None:
    """R7: no turn for that seat, the final count at once."""
    s = after(rules, "1 base-E r2 0 -1 c1", "2 base-U r0 1 0 r1", "1 base-B r0 0 1 m")
    board(s).bag = ("base-C",)

    draw(rules, s, "base-C")

    assert s.over
    assert s.turn == 3
    assert s.scores == [4 + 3, 2]


def test_the_game_ends_after_the_whole_turn_of_the_last_tile(rules: Rules) -> None:
    """R10: what the last tile finishes is scored as in any turn."""
    s = drawn(rules, "base-E")
    board(s).bag = ()

    s = rules.step(s, Action("carcassonne.place", ("base-E", 0, -1, 2)))
    assert not s.over
    s = rules.step(s, Action("carcassonne.meeple", ("c1", "meeple")))

    assert s.over
    assert s.scores == [4, 0]
    assert rules.ranking(s) == [(1, 0), (2, 1)]


def test_equal_totals_share_the_win(rules: Rules) -> None:
    """R11, F23."""
    s = drawn(rules, "base-E")
    board(s).bag = ()
    s = rules.step(s, Action("carcassonne.place", ("base-E", 0, -1, 2)))
    s = rules.step(s, Action("carcassonne.none"))

    assert rules.ranking(s) == [(1, 0), (1, 1)]


# laying


def test_first_places_beside_the_start_tile(rules: Rules) -> None:
    """Section 8; counted without the rotations that look alike, which mean the same."""
    for tile, wanted in zip(base_tiles(), FIRST_PLACES, strict=True):
        legal = rules.legal(drawn(rules, tile.id)) if tile.copies > tile.start else []
        turned = board(rules.new()).tables.turned[tile.id]
        alike = sum(len(turned[rotation_of(action)].likes) for action in legal)
        assert alike == wanted, tile.id
    assert sum(FIRST_PLACES) == 123


def rotation_of(action: Action) -> int:
    rotation = action.data[3]
    assert isinstance(rotation, int)
    return rotation


def test_legal_places_are_distinct_and_the_same_for_the_same_board(rules: Rules) -> None:
    moves = ["1 base-W r0 1 0 r2", "2 base-V r0 2 0 -", "1 base-R r2 0 -1 c1"]
    one, two = after(rules, *moves), after(rules, *moves)
    draw(rules, one, "base-X")
    draw(rules, two, "base-X")

    assert rules.legal(one) == rules.legal(two)
    assert len(set(rules.legal(one))) == len(rules.legal(one))


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        (("base-E", 0, -1, 0), "south edge must be a city"),
        (("base-E", 1, 0, 0), "west edge must be a road"),
        (("base-E", -1, 0, 0), "east edge must be a road"),
        (("base-E", 0, 1, 0), "north edge must be a field"),
        (("base-E", 0, 0, 0), "a tile lies there already"),
        (("base-E", 1, 1, 0), "a tile must touch another one with a whole side"),
        (("base-E", 5, 5, 0), "a tile must touch another one with a whole side"),
        (("base-E", 512, -1, 0), "a tile must touch another one with a whole side"),
        (("base-E", 0, 1, 4), "a rotation is 0, 1, 2 or 3 quarter turns clockwise"),
        (("base-E", 0, 1, -1), "a rotation is 0, 1, 2 or 3 quarter turns clockwise"),
        (("base-X", 1, 0, 0), "base-X is not the tile to be laid"),
        (("nothing", 1, 0, 0), "nothing is not the tile to be laid"),
        (("base-E", 0, 1), "a tile is laid with its name, column, row and rotation"),
        ((7, 0, 1, 0), "a tile is laid with its name, column, row and rotation"),
        ((), "a tile is laid with its name, column, row and rotation"),
    ],
)
def test_a_place_is_refused_in_words_of_the_rules(
    rules: Rules, place: tuple[str | int, ...], reason: str
) -> None:
    assert why(rules, drawn(rules, "base-E"), "place", *place) == reason


def test_a_rotation_that_looks_the_same_is_named_by_the_smallest(rules: Rules) -> None:
    s = drawn(rules, "base-U")

    assert Action("carcassonne.place", ("base-U", 1, 0, 0)) in rules.legal(s)
    reason = why(rules, s, "place", "base-U", 1, 0, 2)
    assert reason == "this tile looks the same in rotation 0"


def test_nothing_speaks_against_a_legal_place(rules: Rules) -> None:
    s = drawn(rules, "base-E")

    assert rules.why(s, rules.legal(s)[0]) is None


def test_no_second_tile_in_a_turn(rules: Rules) -> None:
    s = drawn(rules, "base-E")
    s = rules.step(s, Action("carcassonne.place", ("base-E", 0, 1, 2)))

    reason = why(rules, s, "place", "base-E", 0, -1, 2)
    assert reason == "the tile of this turn has been laid already"


def test_laying_a_tile_is_reported(rules: Rules) -> None:
    s = drawn(rules, "base-E")

    s = rules.step(s, Action("carcassonne.place", ("base-E", 0, -1, 2)))

    placed = ("carcassonne", "carcassonne.place", (0, "base-E", 0, -1, 2))
    assert placed in s.events


# meeples


def test_at_most_eight_places_for_a_meeple_on_one_tile(rules: Rules) -> None:
    s = drawn(rules, "base-X")

    s = rules.step(s, Action("carcassonne.place", ("base-X", 1, 0, 0)))

    assert rules.legal(s)[0] == Action("carcassonne.none")
    assert [action.data[0] for action in rules.legal(s)[1:]] == [
        *["r1", "r2", "r3", "r4"],
        *["f1", "f2", "f3", "f4"],
    ]


def test_only_free_features_are_offered(rules: Rules) -> None:
    s = after(rules, "1 base-U r0 1 0 r1", "2 base-U r0 2 0 f1")
    draw(rules, s, "base-U")

    s = rules.step(s, Action("carcassonne.place", ("base-U", 3, 0, 0)))

    assert [action.data for action in rules.legal(s)[1:]] == [("f2", "meeple")]


def test_without_a_place_for_a_meeple_the_turn_goes_on_by_itself(rules: Rules) -> None:
    s = after(rules, "1 base-R r2 0 -1 c1")
    draw(rules, s, "base-C")
    board(s).bag = ("base-E",)

    s = rules.step(s, Action("carcassonne.place", ("base-C", 1, -1, 0)))

    assert (s.turn_seat, s.phase) == (0, "draw")


def test_without_meeples_in_supply_none_is_offered(rules: Rules) -> None:
    s = drawn(rules, "base-X")
    board(s).supply["meeple"][0] = 0

    s = rules.step(s, Action("carcassonne.place", ("base-X", 1, 0, 0)))

    assert (s.turn_seat, s.phase) == (1, "draw")


@pytest.mark.parametrize(
    ("line", "tile", "segment", "reason"),
    [
        (
            "1 base-U r0 1 0 r1",
            "2 base-U r0 2 0",
            "r1",
            "this road is taken by the meeple of another player",
        ),
        (
            "1 base-U r0 1 0 f1",
            "2 base-U r0 2 0",
            "f1",
            "this field is taken by the meeple of another player",
        ),
        (
            "1 base-R r2 0 -1 c1",
            "2 base-E r3 1 -1",
            "c1",
            "this city is taken by the meeple of another player",
        ),
    ],
)
def test_a_taken_feature_is_refused(
    rules: Rules, line: str, tile: str, segment: str, reason: str
) -> None:
    s = after(rules, line)
    move = parse_move([*tile.split(), segment])
    draw(rules, s, move.tile)

    with pytest.raises(IllegalAction) as refusal:
        play(rules, s, move)

    assert str(refusal.value) == reason
    assert refusal.value.why.fields == (("seat", 0),)


def test_the_own_meeple_closes_a_feature_too(rules: Rules) -> None:
    s = after(rules, "1 base-U r0 1 0 r1", "2 base-U r0 2 0 -")
    draw(rules, s, "base-U")

    with pytest.raises(IllegalAction, match=r"^you have a meeple on this road already$"):
        play(rules, s, Move(0, "base-U", 0, 3, 0, "r1"))


def test_a_meeple_is_refused_in_words_of_the_rules(rules: Rules) -> None:
    s = drawn(rules, "base-E")
    assert why(rules, s, "meeple", "c1", "meeple") == "a tile is laid before a meeple is placed"
    assert why(rules, s, "none") == "a tile is laid before a meeple is placed"

    s = rules.step(s, Action("carcassonne.place", ("base-E", 0, 1, 2)))

    assert why(rules, s, "meeple", "r1", "meeple") == "the tile just laid has no segment r1"
    assert why(rules, s, "meeple", "c1", "dragon") == "there is no piece dragon at this table"
    bad_form = "a meeple is placed with a segment and a kind of piece"
    assert why(rules, s, "meeple", "c1") == bad_form
    assert why(rules, s, "meeple", "c1", 1) == bad_form
    board(s).supply["meeple"][0] = 0
    s.legal = None
    assert why(rules, s, "meeple", "c1", "meeple") == "you have no meeple left"


def test_a_meeple_is_reported_and_leaves_the_supply(rules: Rules) -> None:
    s = after(rules, "1 base-U r0 1 0 r1")

    assert ("carcassonne", "carcassonne.meeple", (0, "meeple", 1, 0, "r1")) in s.events
    assert board(s).supply["meeple"] == [6, 7]
    assert board(s).meeples == [(1, 0, "r1", 0, "meeple")]
