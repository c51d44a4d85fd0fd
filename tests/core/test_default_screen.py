from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.builder import RulesBuilder
from bastide.core.dealer import LocalDealer
from bastide.core.default_screen import DefaultScreen
from bastide.core.events import Action, Event, Plain, Term
from bastide.core.hookspecs import Manifest
from bastide.core.messages import English
from bastide.core.plugins import Setup
from bastide.core.rules import Rules
from bastide.core.screen import Counter, Cursor, GameScreen, Grid, InHand, Look
from bastide.core.state import PUBLIC, SEALED, State
from tests.core.games import loaded, plugin
from tests.core.nim import begun, nim

NAMES = ("Ada", "Blaise")
LOOK = Look(names=NAMES)


@pytest.fixture
def screen(nim_rules: Rules) -> DefaultScreen:
    return DefaultScreen(nim_rules)


@pytest.fixture
def s(nim_rules: Rules) -> State:
    """Return a position where seat 0 may take one to three things."""
    return begun(nim_rules)


def painted(screen: DefaultScreen, s: State, seat: int, choice: int, height: int) -> list[str]:
    grid = Grid(12, height)
    screen.paint(grid, s, seat, Cursor(choice=choice), LOOK)
    return [line.rstrip() for line in grid.lines()]


def test_it_is_a_screen(screen: DefaultScreen) -> None:
    as_screen: GameScreen = screen

    assert as_screen.zooms() == ["1"]
    assert as_screen.situation(State(2), 0, Cursor()) == ""
    assert as_screen.categories() == []
    assert as_screen.overlays() == []


def test_it_has_no_cards_to_choose_from_and_no_list_beside_the_board(
    screen: DefaultScreen, s: State
) -> None:
    assert screen.in_hand(s, 0) == InHand(0, "")
    assert screen.aside(s, 0, Cursor()) is None
    assert screen.point_hand(s, 0, Cursor(), 1, 1, (20, 4), LOOK) == Cursor()


def test_the_board_is_the_numbered_list_of_choices(screen: DefaultScreen, s: State) -> None:
    assert painted(screen, s, 0, 1, 4) == ["    1 take 1", " >  2 take 2", "    3 take 3", ""]
    assert painted(screen, s, 1, 0, 2) == ["", ""]
    assert screen.board_text(s, 0, LOOK) == ["  1 take 1", "  2 take 2", "  3 take 3"]


def test_a_long_list_is_scrolled_to_the_chosen_line(screen: DefaultScreen, s: State) -> None:
    assert painted(screen, s, 0, 0, 2) == [" >  1 take 1", "    2 take 2"]
    assert painted(screen, s, 0, 2, 2) == ["    2 take 2", " >  3 take 3"]


def test_nothing_is_painted_where_the_hand_would_be(screen: DefaultScreen, s: State) -> None:
    grid = Grid(5, 1)

    screen.paint_hand(grid, s, 0, Cursor(), LOOK)

    assert grid.lines() == ["     "]


def test_the_counter_is_the_turn(screen: DefaultScreen, s: State) -> None:
    assert screen.counter(s) == Counter("turn 3", ("", ""))


def test_the_cursor_goes_round_the_choices(screen: DefaultScreen, s: State) -> None:
    start = screen.start(s, 0, Cursor(choice=7))
    assert start.choice == 0

    down = screen.move(s, 0, start, "down")
    assert [down.choice, screen.move(s, 0, start, "up").choice] == [1, 2]
    assert screen.move(s, 0, down, "x") == down
    assert screen.move(s, 1, down, "down") == down


def test_enter_chooses_what_is_under_the_cursor(screen: DefaultScreen, s: State) -> None:
    assert screen.chosen(s, 0, Cursor(choice=2)) == Action("nim.take", (3,))
    assert screen.chosen(s, 0, Cursor(choice=9)) == Action("nim.take", (3,))
    assert screen.chosen(s, 1, Cursor()) == "It is not your turn."


def test_a_click_and_a_number_move_the_cursor(screen: DefaultScreen, s: State) -> None:
    cursor = Cursor()

    assert screen.point(s, 0, cursor, 3, 1, (12, 4), LOOK).choice == 1
    assert screen.point(s, 0, cursor, 3, 3, (12, 4), LOOK) == cursor
    assert screen.point(s, 0, Cursor(choice=2), 0, 0, (12, 2), LOOK).choice == 1
    assert screen.at_place(s, 0, cursor, 3).choice == 2
    assert screen.at_place(s, 0, cursor, 4) == cursor


def test_hints_say_what_can_be_done(screen: DefaultScreen, s: State) -> None:
    first, second = screen.hint(s, 0, Cursor(choice=1))

    assert first == "Choose with the arrows, or type a number, then Enter."
    assert second == "take 2"
    assert screen.hint(s, 1, Cursor()) == ("", "")


def test_a_number_is_a_command(screen: DefaultScreen, s: State) -> None:
    assert screen.parse(s, 0, Cursor(), ["2"]) == Action("nim.take", (2,))
    assert screen.parse(s, 0, Cursor(), ["7"]) == "Type a number from 1 to 3."
    assert screen.parse(s, 0, Cursor(), ["take", "2"]) == "Type a number from 1 to 3."
    assert screen.parse(s, 1, Cursor(), ["2"]) == "It is not your turn."
    assert screen.commands(s, 0) == [("1", "take 1"), ("2", "take 2"), ("3", "take 3")]


def test_keys_are_those_of_a_list(screen: DefaultScreen) -> None:
    keys = screen.keys()

    assert [key.key for key in keys] == ["up", "down"]


def test_a_spectator_has_no_choices(screen: DefaultScreen, s: State) -> None:
    assert screen.places(s, PUBLIC, Cursor()) == []


def test_there_is_no_board_to_look_at(screen: DefaultScreen, s: State) -> None:
    assert screen.near(s, ["3", "4"]) == "This game has no board to look at."


def test_scores_are_said_with_their_sum(screen: DefaultScreen) -> None:
    s = State(2)
    terms = (Term(4, "coin"), Term(3, "jewel", 2, "doubled"))
    s.score(1, "farm", "harvest", terms)
    s.score(0, "farm", "debt", (Term(1, "loan", -3),))
    s.score(0, "farm", "nothing", ())

    assert [screen.say(s, event, NAMES) for event in s.events] == [
        "Blaise +10 harvest (4 coin + 3 jewel × 2 doubled)",
        "Ada -3 debt (1 loan × -3)",
        "Ada +0 nothing",
    ]


class Bells(English):
    """Words of an expansion with a plural for one of its units."""

    def count(self, one: str, many: str, n: int, /, **fields: object) -> str:
        bells = {"{n} bell": ("{n} cloche", "{n} cloches")}
        return super().count(*bells.get(one, (one, many)), n, **fields)


def test_a_unit_has_the_plural_of_its_catalogue(nim_rules: Rules) -> None:
    screen = DefaultScreen(nim_rules, Bells())
    terms = Term(1, "bell"), Term(2, "bell"), Term(2, "well"), Term(2, "{odd")

    said = [screen.term(term) for term in terms]

    assert said == ["1 cloche", "2 cloches", "2 well", "2 {odd"]


def test_the_end_names_the_plugin_that_ended_the_game_and_not_the_game() -> None:
    def sprint(rules: RulesBuilder) -> None:
        rules.ends_now(lambda s: s.turn >= 1)

    manifest = Manifest("sprint", "1", "variant", extends="nim")
    plugins = loaded(nim(), plugin("sprint", manifest=lambda: manifest, scoring=sprint))

    def at_the_end(*extensions: str) -> str:
        rules = plugins.compose(Setup("nim", 2, extensions))
        s, dealer = rules.new(), LocalDealer(b"end")
        rules.settle(s, dealer)
        while not s.over:
            rules.apply(s, rules.legal(s)[0])
            rules.settle(s, dealer)
        return DefaultScreen(rules).ending(s).why

    assert at_the_end("sprint") == "The plugin sprint ended the game."
    assert at_the_end() == ""


def test_a_skipped_decision_is_said(screen: DefaultScreen) -> None:
    skip = Event("core", "skip", (1, "take"))

    assert screen.say(State(2), skip, NAMES) == "Blaise has nothing to choose."
    assert screen.say(State(2), skip, ()) == "1 has nothing to choose."


def test_a_choice_that_is_not_shown_yet_is_said_to_be_one(screen: DefaultScreen) -> None:
    assert screen.say(State(2), SEALED, NAMES) == "chooses, unseen."


class Words(English):
    """A catalogue with one sentence."""

    def __call__(self, id: str, /, **fields: object) -> str:
        return super().__call__({"nim.take": "takes {a}"}.get(id, id), **fields)


def test_sentences_come_from_the_catalogue_by_kind(nim_rules: Rules) -> None:
    screen = DefaultScreen(nim_rules, Words())

    assert screen.say(State(2), Action("nim.take", (3,)), NAMES) == "takes 3"
    assert screen.say(State(2), Event("nim", "nim.said", (0, "ann")), NAMES) == "said 0 ann"


class Told(English):
    """A catalogue with a sentence about an event, in words of another language."""

    def __call__(self, id: str, /, **fields: object) -> str:
        known = {"nim.said": "{name}: {b} {c} ", "ann": "Anne"}
        return super().__call__(known.get(id, id), **fields)


def test_an_event_is_said_with_the_name_of_its_seat_and_words_of_the_catalogue(
    nim_rules: Rules,
) -> None:
    screen = DefaultScreen(nim_rules, Told())

    def said(*data: Plain) -> str:
        return screen.say(State(2), Event("nim", "nim.said", data), NAMES)

    assert said(0, "ann", 3) == "Ada: Anne 3"
    assert said(1, "{ann}", 3) == "Blaise: {ann} 3"
    assert said(7, "ann", "") == "7: Anne"


def test_any_game_can_be_played_on_it(compose: Callable[..., Rules]) -> None:
    rules = compose("nim", "nim_plus", seats=3)
    screen, s = DefaultScreen(rules), rules.new()
    while not s.over:
        action = screen.chosen(s, s.seat, screen.start(s, s.seat, Cursor()))
        assert isinstance(action, Action)
        s = rules.step(s, action)

    assert rules.ranking(s)
