"""Every legal action can be chosen by keys alone, by typed commands alone, and by the mouse."""

from __future__ import annotations

import pytest

from bastide.core.events import Action
from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.screen import Cursor, Grid, Remark, text_width
from bastide.core.state import State
from bastide.plugins.barony.look.hexes import ZOOMS, View
from bastide.plugins.barony.look.position import LISTS, SIX, VERBS, Position
from bastide.plugins.barony.look.steering import LETTERS
from bastide.plugins.barony.state import realm
from bastide.plugins.barony.ui import BaronyScreen
from tests.plugins.barony.look.conftest import play_to, started, text
from tests.plugins.barony.tables import compose, position
from tests.plugins.looks import look_of
from tests.repeats import repeated

MOMENTS = ((2, "settle"), (14, "act"), (60, "act"), (90, "more"), (150, "act"))
SIZES = ((22, 4), (28, 5), (34, 6), (10, 12), (48, 8))
"""Insides of the hand pane, from the smallest terminal to the largest."""


def states(rules: Rules) -> list[State]:
    found = [play_to(rules, seed, *at) for seed, at in enumerate(MOMENTS)]
    return [s for s in found if not s.over]


@pytest.fixture(scope="module", params=[2, 4])
def played(request: pytest.FixtureRequest) -> tuple[BaronyScreen, list[State]]:
    rules = compose(request.param)
    return BaronyScreen(rules, English()), states(rules)


def legal(screen: BaronyScreen, s: State) -> set[Action]:
    return set(screen.rules.legal(s))


def verb_of(screen: BaronyScreen, s: State, cursor: Cursor) -> str:
    return Position(screen.rules, s, s.seat, cursor).verb


def ways(screen: BaronyScreen, s: State, cursor: Cursor) -> int:
    """Return how many ways there are to do what is under the cursor, at least 1."""
    return max(1, len(Position(screen.rules, s, s.seat, cursor).ways))


def test_keys_alone_reach_every_action(played: tuple[BaronyScreen, list[State]]) -> None:
    screen, positions = played
    for s in positions:
        found = set[Action]()
        first = started(screen, s)
        for key in ("", *LETTERS):
            cursor = screen.move(s, s.seat, first, key)
            for _ in range(max(1, len(screen.places(s, s.seat, cursor)))):
                for _ in range(ways(screen, s, cursor)):
                    action = screen.chosen(s, s.seat, cursor)
                    if isinstance(action, Action):
                        found.add(action)
                    cursor = screen.move(s, s.seat, cursor, "r")
                cursor = screen.move(s, s.seat, cursor, "n")
        assert found == legal(screen, s)


def test_tab_goes_through_what_is_possible_and_comes_back(
    played: tuple[BaronyScreen, list[State]],
) -> None:
    screen, positions = played
    for s in positions:
        cursor = started(screen, s)
        first, seen = verb_of(screen, s, cursor), set[str]()
        for _ in VERBS:
            cursor = screen.move(s, s.seat, cursor, "tab")
            seen.add(verb_of(screen, s, cursor))
            assert isinstance(screen.chosen(s, s.seat, cursor), Action)
        assert seen == set(Position(screen.rules, s, s.seat, Cursor()).by_verb)
        back = screen.move(s, s.seat, started(screen, s), "s-tab")
        assert verb_of(screen, s, screen.move(s, s.seat, back, "tab")) == first


@pytest.mark.parametrize("language", ["en", "fr"])
def test_typed_commands_reach_every_action(language: str) -> None:
    rules = compose(4)
    screen = BaronyScreen(rules, text(language))
    for s in states(rules):
        listed = screen.commands(s, s.seat)
        parsed = [screen.parse(s, s.seat, Cursor(), line.split()) for line, _ in listed]
        assert set(parsed) == set(rules.legal(s))
        assert len(parsed) == len(rules.legal(s))
        assert all(meaning for _, meaning in listed)


def test_english_commands_work_in_french_too() -> None:
    rules = compose(4)
    english, screen = BaronyScreen(rules, English()), BaronyScreen(rules, text("fr"))
    for s in states(rules):
        for line, _ in english.commands(s, s.seat):
            assert screen.parse(s, s.seat, Cursor(), line.split()) in rules.legal(s)


@pytest.mark.parametrize("size", repeated(SIZES))
def test_the_mouse_reaches_every_action(
    played: tuple[BaronyScreen, list[State]], size: tuple[int, int]
) -> None:
    screen, positions = played
    pane, look = (150, 55), look_of(zoom=3)
    for s in positions:
        found = set[Action]()
        for x, y in presses(size):
            cursor = screen.point_hand(s, s.seat, started(screen, s), x, y, size, look)
            for at in clicks(screen, s, cursor, pane):
                cursor = screen.point(s, s.seat, cursor, *at, pane, look)
                if size == SIZES[0]:
                    assert screen.point(s, s.seat, cursor, *at, pane, look) == cursor
                for _ in range(ways(screen, s, cursor)):
                    action = screen.chosen(s, s.seat, cursor)
                    if isinstance(action, Action):
                        found.add(action)
                    cursor = screen.move(s, s.seat, cursor, "r")
        assert found == legal(screen, s)


def presses(size: tuple[int, int]) -> list[tuple[int, int]]:
    """Return a cell of each line of the menu."""
    columns = (0, size[0] // 2 + 1) if size[1] < len(SIX) else (0,)
    return [(x, y) for x in columns for y in range(min(size[1], len(SIX)))]


def clicks(
    screen: BaronyScreen, s: State, cursor: Cursor, pane: tuple[int, int]
) -> list[tuple[int, int]]:
    """Return where to click in the pane: every hex, or every line of a list."""
    if verb_of(screen, s, cursor) in LISTS:
        return [(pane[0] // 2, y) for y in range(pane[1]) if is_line(screen, s, cursor, pane, y)]
    painted = Grid(*pane)
    screen.paint(painted, s, s.seat, cursor, look_of(zoom=3))
    view: View = screen.view(s, s.seat, cursor, pane, look_of(zoom=3))
    wide, high = ZOOMS[3]
    return [
        (x + wide // 2, y + high // 2)
        for x, y in (view.place(*cell) for cell in realm(s).land.cells)
    ]


def is_line(screen: BaronyScreen, s: State, cursor: Cursor, pane: tuple[int, int], y: int) -> bool:
    after = screen.point(s, s.seat, cursor, pane[0] // 2, y, pane, look_of(zoom=3))
    return "miss" not in after.flags


def test_a_click_beside_the_board_confirms_nothing(
    played: tuple[BaronyScreen, list[State]],
) -> None:
    screen, positions = played
    for s in positions:
        cursor = started(screen, s)
        for at in ((0, 0), (149, 54)):
            after = screen.point(s, s.seat, cursor, *at, (150, 55), look_of(zoom=0))
            assert after != cursor
            assert screen.chosen(s, s.seat, after) == screen.chosen(s, s.seat, cursor)


def test_enter_pressed_once_more_makes_no_second_step() -> None:
    for command in ("move 0,0 > 1,0", "build 0,0 village"):
        p = position("0,0 plain 1,0 plain 2,0 field", "A 0,0 k1", "A 2,0 k2").after(command)
        screen = BaronyScreen(p.rules, English())
        paused = screen.start(p.s, 0, Cursor(x=1, y=0))
        assert isinstance(screen.chosen(p.s, 0, paused), Remark)
        assert "yet" in screen.hint(p.s, 0, paused)[1]
        assert screen.places(p.s, 0, paused)
        assert screen.move(p.s, 0, paused, "r") == paused
        for key in ("n", "p", "m" if "move" in command else "b", "s"):
            assert isinstance(screen.chosen(p.s, 0, screen.move(p.s, 0, paused, key)), Action)
        view = screen.view(p.s, 0, paused, (60, 20), look_of())
        x, y = view.place(1, 0) if "move" in command else view.place(2, 0)
        clicked = screen.point(p.s, 0, paused, x + 1, y + view.zoom[1] // 2, (60, 20), look_of())
        assert clicked != paused
        assert isinstance(screen.chosen(p.s, 0, clicked), Action)


def test_words_are_typed_without_their_accents_too() -> None:
    rules = compose(2)
    s, screen = play_to(rules, 1, 14, "act"), BaronyScreen(rules, text("fr"))
    line = next(line for line, _ in screen.commands(s, s.seat) if line.startswith("déplacer"))
    bare = line.replace("é", "e")
    assert screen.parse(s, s.seat, Cursor(), bare.split()) in rules.legal(s)


def test_numbers_lead_to_the_places_of_the_list(
    played: tuple[BaronyScreen, list[State]],
) -> None:
    screen, positions = played
    for s in positions:
        for key in ("", *LETTERS):
            cursor = screen.move(s, s.seat, started(screen, s), key)
            places = screen.places(s, s.seat, cursor)
            for n, place in enumerate(places, start=1):
                there = screen.at_place(s, s.seat, cursor, n)
                typed = screen.parse(s, s.seat, cursor, [str(n)])
                assert isinstance(typed, Cursor)
                assert screen.chosen(s, s.seat, there) == place.action
                assert screen.chosen(s, s.seat, typed) == place.action
                assert screen.hint(s, s.seat, there)[1] == f"{n}: {place.sentence}"
            beyond = screen.at_place(s, s.seat, cursor, len(places) + 1)
            assert beyond == cursor
            assert isinstance(screen.parse(s, s.seat, cursor, [str(len(places) + 1)]), str)


def test_spectators_and_waiting_seats_choose_nothing(
    played: tuple[BaronyScreen, list[State]],
) -> None:
    screen, positions = played
    for s in positions:
        for seat in (-1, (s.seat + 1) % s.seats):
            cursor = screen.start(s, seat, Cursor())
            assert screen.places(s, seat, cursor) == []
            assert screen.hint(s, seat, cursor) == ("", "")
            assert screen.chosen(s, seat, cursor) == "It is not your turn."
            assert screen.parse(s, seat, cursor, ["move"]) == "It is not your turn."
            for key in ("up", "n", "r", "tab", "m", "s"):
                assert screen.move(s, seat, cursor, key) == cursor


@pytest.mark.parametrize("language", ["en", "fr"])
def test_hints_fit_a_small_screen(language: str) -> None:
    rules = compose(4)
    screen, room = BaronyScreen(rules, text(language)), 80 - 2
    for s in states(rules):
        screen.board_text(s, s.seat, look_of())
        for key in ("", *LETTERS):
            cursor = screen.move(s, s.seat, started(screen, s), key)
            there = [
                screen.at_place(s, s.seat, cursor, n)
                for n in range(len(screen.places(s, s.seat, cursor)) + 1)
            ]
            for first, second in (screen.hint(s, s.seat, each) for each in there):
                assert text_width(first) <= room, first
                assert text_width(second) - second[:1].isdigit() <= room, second
