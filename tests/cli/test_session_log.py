"""The log of a table: what is told, and of whom."""

from __future__ import annotations

import pytest

from bastide.cli.sessions.session_log import TableLog, done_since, told
from bastide.core.default_screen import DefaultScreen
from bastide.core.events import Action, Event
from bastide.core.messages import English
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules
from bastide.core.table import Done
from bastide.plugins.carcassonne.tables import NO_MEEPLE

NAMES = ("greedy", "greedy 2", "Ada")
PLACED = Event("carcassonne", "carcassonne.place", (0, "base-V", 1, 0, 0))
ASIDE = Event("carcassonne", "carcassonne.set_aside", (1, "base-C"))


@pytest.fixture(scope="module")
def rules() -> Rules:
    return Plugins(built_in()).compose(Setup("carcassonne", 3))


@pytest.fixture(scope="module")
def screen(rules: Rules) -> DefaultScreen:
    """Return the game's own screen, in English."""
    renderer = Plugins(built_in()).renderer("carcassonne")
    assert renderer is not None
    made = renderer.make(rules, English())
    assert isinstance(made, DefaultScreen)
    return made


def lines(rules: Rules, screen: DefaultScreen, done: Done) -> list[tuple[int | None, str]]:
    return [(item.seat, item.sentence) for item in told(done, rules.new(), screen, NAMES)]


def test_a_tile_that_the_next_seat_sets_aside_is_its_own(
    rules: Rules, screen: DefaultScreen
) -> None:
    assert lines(rules, screen, Done(4, 0, NO_MEEPLE, (ASIDE,), 2)) == [
        (0, "puts no meeple."),
        (1, "greedy 2 sets aside a tile that fits nowhere (city on all sides, pennant)."),
    ]


@pytest.mark.parametrize("name", ["me", "1", "puts no", "greedy"])
def test_a_name_that_a_sentence_holds_by_chance_is_said_before_it(
    rules: Rules, screen: DefaultScreen, name: str
) -> None:
    names = (name, "Zed", "Ada")
    [none] = told(Done(4, 0, NO_MEEPLE, (), 2), rules.new(), screen, names)
    assert none.named(names) == f"{name} puts no meeple."
    [placed] = told(Done(4, 0, None, (PLACED,), 2), rules.new(), screen, names)
    assert placed.named(names) == placed.sentence
    assert placed.sentence.startswith(f"{name} placed at 1E 0")


def test_what_is_said_anew_in_another_language_is_named_as_that_has_it(
    rules: Rules, screen: DefaultScreen
) -> None:
    log = TableLog()
    log.absorb([Done(4, 0, NO_MEEPLE, (PLACED,), 2)], rules.new(), screen, NAMES)
    log.retell(rules.new(), DefaultScreen(rules, English()), NAMES)
    assert [item.named(NAMES) for item in log.items] == ["greedy place 0 base-V 1 0 0"]


def test_an_event_that_names_who_acted_stands_for_the_action(
    rules: Rules, screen: DefaultScreen
) -> None:
    place = Action("carcassonne.place", ("base-V", 1, 0, 0))
    [(seat, sentence)] = lines(rules, screen, Done(4, 0, place, (PLACED,), 2))
    assert seat == 0
    assert sentence.startswith("greedy placed at")


def test_an_event_whose_data_lead_with_no_seat_is_of_who_acted(rules: Rules) -> None:
    screen = DefaultScreen(rules, English())
    fell = Event("stones", "stones.fell", (1, 2))
    assert lines(rules, screen, Done(4, 2, Action("stones.shake"), (fell,), 2)) == [
        (2, "shake"),
        (2, "fell 1 2"),
    ]


def test_what_chance_brings_about_is_nobodys(rules: Rules) -> None:
    screen = DefaultScreen(rules, English())
    rained = Event("weather", "weather.rained", ())
    assert lines(rules, screen, Done(4, -1, None, (rained,), 2)) == [(None, "rained")]


def test_an_event_that_minus_one_leads_is_nobodys(rules: Rules) -> None:
    screen = DefaultScreen(rules, English())
    ends = Event("stones", "stones.round", (-1, 2))
    assert (None, "round -1 2") in lines(rules, screen, Done(4, 0, None, (ends,), 2))


def test_news_begin_after_my_last_turn_though_i_answered_in_that_of_another(rules: Rules) -> None:
    log, screen = TableLog(), DefaultScreen(rules, English())
    acts = [(0, 0), (1, 1), (0, 1), (1, 1), (0, 2), (1, 2)]
    done = [Done(n, who, Action(f"act{n}"), (), turn) for n, (who, turn) in enumerate(acts)]
    log.absorb(done, rules.new(), screen, NAMES)

    assert [item.sentence for item in log.since(done, 0, 2)] == [
        "act1",
        "act2",
        "act3",
        "act4",
        "act5",
    ]
    assert log.since(done, 1, 1) == log.items


def test_what_is_marked_on_the_board_is_what_news_tell_of() -> None:
    done = [Done(n, n % 2, None, (PLACED,) * n, n) for n in range(4)]
    assert [each.turn for each in done_since(done, 0, 3)] == [3]
    assert [each.turn for each in done_since(done, 0, 2)] == [1, 2, 3]
    assert done_since(done, 1, 1) == done
