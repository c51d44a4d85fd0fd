"""The game's own random player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from bastide.core.builder import RulesBuilder
from bastide.core.events import Action
from bastide.core.phases import Phase
from bastide.core.plugins import Plugins, built_in
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.carcassonne.bots import random_bot
from bastide.plugins.carcassonne.pieces import Piece, Placed
from bastide.plugins.carcassonne.slots import CHOICES, MAY_PLACE, PIECES
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.tables import NO_MEEPLE, STRIDE
from tests.plugins.carcassonne.script import draw

MANY = 4000


def with_tile(rules: Rules, tile: str) -> State:
    s = rules.new()
    draw(rules, s, tile)
    return s


def with_meeple_choice(rules: Rules) -> State:
    s = with_tile(rules, "base-E")
    rules.apply(s, Action("carcassonne.place", ("base-E", 0, 1, 2)))
    return s


def choices(rules: Rules, s: State) -> Counter[tuple[object, ...]]:
    choose = random_bot(rules, 0, 1)
    return Counter(choose(s).data for _ in range(MANY))


def test_every_place_is_as_likely_in_each_rotation_that_looks_different(rules: Rules) -> None:
    s = with_tile(rules, "base-X")

    found = choices(rules, s)

    assert set(found) == {action.data for action in rules.legal(s)}
    assert len(found) == 2
    assert abs(found[("base-X", 1, 0, 0)] / MANY - 1 / 2) < 0.04


def test_of_several_tiles_every_place_is_as_likely(extended: Callable[..., Rules]) -> None:
    """One with a single look, one with four; and a tile that fits nowhere is no choice."""

    def setup(rules: RulesBuilder) -> None:
        @rules.fold(CHOICES)
        def three(tiles: tuple[str, ...], s: State, /) -> tuple[str, ...]:
            return (*tiles, "base-C", "base-E")

    rules = extended(setup=setup)
    s = with_tile(rules, "base-U")
    rules.apply(s, Action("carcassonne.place", ("base-E", 0, -1, 2)))
    rules.apply(s, NO_MEEPLE)
    draw(rules, s, "base-X")

    found = choices(rules, s)

    legal = rules.legal(s)
    assert set(found) == {action.data for action in legal}
    assert {data[0] for data in found} == {"base-X", "base-E"}
    assert all(abs(n / MANY - 1 / len(legal)) < 0.03 for n in found.values())


def test_where_hardly_anything_fits_it_takes_what_there_is(extended: Callable[..., Rules]) -> None:
    def turn(rules: RulesBuilder) -> None:
        stuck = [Action("extra.stuck")]
        rules.phase(Phase("place", lambda s: stuck), replace="place")
        rules.action("extra.stuck", lambda s, a: None)

        @rules.fold(CHOICES)
        def walls(tiles: tuple[str, ...], s: State, /) -> tuple[str, ...]:
            return ("base-C",)

    rules = extended(turn=turn)
    s = with_tile(rules, "base-X")
    board(s).frontier.pop(-STRIDE)

    assert random_bot(rules, 0, 1)(s) == Action("extra.stuck")


def test_half_of_the_time_a_meeple_goes_on_any_free_segment(rules: Rules) -> None:
    found = choices(rules, with_meeple_choice(rules))

    assert abs(found[()] / MANY - 1 / 2) < 0.04
    assert abs(found[("c1", "meeple")] / MANY - 1 / 4) < 0.04
    assert abs(found[("f1", "meeple")] / MANY - 1 / 4) < 0.04


def test_the_segment_is_chosen_before_the_piece(extended: Callable[..., Rules]) -> None:
    def setup(rules: RulesBuilder) -> None:
        rules.put(PIECES)("heavy", Piece(1, 2))
        rules.put(PIECES)("heavier", Piece(1, 3))

    rules = extended(setup=setup)

    found = choices(rules, with_meeple_choice(rules))

    for segment in ("c1", "f1"):
        for piece in ("meeple", "heavy", "heavier"):
            assert abs(found[(segment, piece)] / MANY - 1 / 12) < 0.03


def test_other_rules_choices_are_taken_from_the_list(extended: Callable[..., Rules]) -> None:
    def turn(rules: RulesBuilder) -> None:
        actions = [Action("extra.pass", (n,)) for n in range(2)]
        rules.phase(Phase("pass", lambda s: actions), before="place")
        rules.action("extra.pass", lambda s, a: None)

        @rules.fold(MAY_PLACE)
        def not_east(allowed: bool, s: State, placed: Placed, /) -> bool:
            return allowed and placed.x <= 0

    rules = extended(turn=turn)
    s = with_tile(rules, "base-X")
    assert set(choices(rules, s)) == {(0,), (1,)}

    rules.apply(s, Action("extra.pass", (0,)))
    assert set(choices(rules, s)) == {("base-X", -1, 0, 0)}


def test_the_same_seed_chooses_the_same(rules: Rules) -> None:
    s = with_tile(rules, "base-V")

    one, two = random_bot(rules, 0, 7), random_bot(rules, 1, 7)

    assert [one(s) for _ in range(20)] == [two(s) for _ in range(20)]


def test_the_game_s_own_bot_goes_before_the_one_for_any_game() -> None:
    plugins = Plugins(built_in())

    assert plugins.bots("carcassonne")["random"].games == ("carcassonne",)
    assert plugins.bots("another")["random"].games == ()
