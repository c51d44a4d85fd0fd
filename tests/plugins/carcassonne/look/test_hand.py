"""Several tiles in the hand, as a variant may deal them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.builder import RulesBuilder
from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.screen import Cursor, Grid
from bastide.core.state import State
from bastide.plugins.carcassonne.slots import CHOICES
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins.carcassonne.look.conftest import play_to, started
from tests.plugins.looks import look_of

HAND = ("base-V", "base-B", "base-X")


@pytest.fixture
def three(extended: Callable[..., Rules]) -> Rules:
    """Return rules by which every seat may lay one of the same three tiles."""

    def setup(rules: RulesBuilder) -> None:
        @rules.fold(CHOICES)
        def choices(tiles: tuple[str, ...], s: State, /) -> tuple[str, ...]:
            return HAND

    return extended(setup=setup, seats=4)


def test_tab_goes_through_the_tiles_and_the_places_follow(three: Rules) -> None:
    screen = CarcassonneScreen(three, English())
    s = play_to(three, 1, 4, "place")
    cursor = screen.start(s, s.seat, Cursor())
    for tile in (*HAND, HAND[0]):
        places = screen.places(s, s.seat, cursor)
        assert {place.action.data[0] for place in places} <= {tile}
        wanted = {a.data[1:3] for a in three.legal(s) if a.data[0] == tile}
        assert {place.cells[0] for place in places} == wanted
        cursor = screen.move(s, s.seat, cursor, "tab")
    assert screen.move(s, s.seat, cursor, "s-tab").hand == 0


def test_a_turn_begins_with_the_first_tile_that_fits(extended: Callable[..., Rules]) -> None:
    def setup(rules: RulesBuilder) -> None:
        @rules.fold(CHOICES)
        def choices(tiles: tuple[str, ...], s: State, /) -> tuple[str, ...]:
            return ("base-C", "base-V")

    rules = extended(setup=setup, seats=4)
    screen = CarcassonneScreen(rules, English())
    s = next(
        s
        for s in (play_to(rules, seed, 4, "place") for seed in range(99))
        if {a.data[0] for a in rules.legal(s)} == {"base-V"}
    )
    cursor = screen.start(s, s.seat, Cursor())
    assert cursor.hand == 1
    assert screen.chosen(s, s.seat, cursor) in rules.legal(s)


@pytest.mark.parametrize(("wide", "high"), [(34, 6), (22, 4), (50, 8), (5, 2)])
def test_the_tiles_lie_side_by_side_the_chosen_one_bright(
    three: Rules, wide: int, high: int
) -> None:
    screen = CarcassonneScreen(three, English())
    s = play_to(three, 1, 4, "place")
    for look in (look_of(), look_of("256"), look_of("16"), look_of("none", "ascii")):
        grid = Grid(wide, high)
        cursor = Cursor(hand=1)
        screen.paint_hand(grid, s, s.seat, cursor, look)
        if wide < 22:
            continue
        labels = next(line for line in grid.lines() if "[1]" in line)
        assert "[2]" in labels
        assert "[3]" in labels
        row = grid.lines().index(labels)
        bold = [grid.styles[row][labels.index(f"[{n}]")].bold for n in (1, 2, 3)]
        assert bold == [False, True, False]


def test_the_tile_in_hand_is_read_for_each(three: Rules) -> None:
    screen = CarcassonneScreen(three, English())
    s = play_to(three, 1, 4, "place")
    said = screen.situation(s, s.seat, started(screen, s)).splitlines()
    assert said[0] == "Your tiles:"
    assert said[2] == "  tile 2: monastery (fits nowhere)"
    assert [line[:9] for line in said[1:4]] == ["  tile 1:", "  tile 2:", "  tile 3:"]
    assert said[4] == "Places for tile 1; tile and a number takes another."
