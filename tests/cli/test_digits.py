"""Whatever looks like a digit may be typed at any game, at its screen and in line mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.lines.line_words import LineWords
from bastide.cli.lines.telling import Teller
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.guarded_screen import EmptyScreen
from bastide.core.messages import English
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.screen import Cursor, GameScreen
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeSession, english
from tests.cli.pages import at_the_list
from tests.cli.pebbles import pebble_plugins
from tests.digits import DIGIT_KINDS, DIGIT_LIKE

GAMES = [
    pytest.param("carcassonne", marks=pytest.mark.plays("carcassonne")),
    pytest.param("barony", marks=pytest.mark.plays("barony")),
    pytest.param("settlers", marks=pytest.mark.plays("settlers")),
    "pebbles",
]
LISTED = (("seating", "listed"),)
TOO_LONG = "9" * 5000
"""More digits than Python reads."""


@pytest.fixture(params=GAMES)
def session(request: pytest.FixtureRequest) -> FakeSession:
    """Return a table of a game, whose first seat is played here."""
    plugins = pebble_plugins() if request.param == "pebbles" else Plugins(built_in())
    return FakeSession(plugins, Setup(request.param, 2, (), LISTED))


def typed_with(screen: GameScreen, digit: str) -> list[list[str]]:
    """Return lines that hold a digit: alone, behind another, and behind each word of the game."""
    words = {line.split()[0] for line, _ in screen.usage()}
    return [
        [digit],
        [f"1{digit}"],
        [digit, "1"],
        *([word, digit] for word in words),
        *([word, f"1{digit}"] for word in words),
        *([word, "1", digit] for word in words),
    ]


def parse_all(session: FakeSession) -> None:
    """Type every kind of digit in the decision at hand; line mode types every one alone."""
    screen, s, seat = session.screen, session.state, session.eyes
    cursor = screen.start(s, seat, Cursor())
    for digit in ("²", "①", *DIGIT_KINDS, TOO_LONG):
        for words in typed_with(screen, digit):
            screen.parse(s, seat, cursor, words)


def test_a_screen_reads_or_refuses_every_digit(session: FakeSession) -> None:
    """In the first decision of a turn, and in the second one."""
    parse_all(session)
    session.choose(session.rules.legal(session.state)[0])
    if not session.needs_confirm:
        parse_all(session)


@pytest.mark.plays("carcassonne")
def test_a_meeple_is_named_with_every_digit() -> None:
    """Behind the feature it is to stand on, too."""
    session = FakeSession(Plugins(built_in()), Setup("carcassonne", 2, (), LISTED))
    session.choose(session.rules.legal(session.state)[0])
    screen, s = session.screen, session.state
    cursor = screen.start(s, session.eyes, Cursor())
    for digit in (*DIGIT_LIKE, TOO_LONG):
        screen.parse(s, session.eyes, cursor, ["meeple", "road", digit])


def test_line_mode_answers_every_digit(session: FakeSession) -> None:
    """As a number; of each kind one behind its own words that take a number."""
    words = LineWords(session, english, Teller(session, english, "unicode"), send_at_once=False)
    for digit in (*DIGIT_LIKE, TOO_LONG):
        assert words.obey(digit)
    for digit in ("²", "①", *DIGIT_KINDS, TOO_LONG):
        words.obey(f"log {digit}")
        assert words.obey(f"near {digit}")


@pytest.mark.parametrize("line", ["²", "①", "½", "٣", "1²", ":log ²", TOO_LONG])
def test_the_full_screen_answers_every_kind_of_digit(
    session: FakeSession, tmp_path: Path, line: str
) -> None:
    """At the prompt, where a number goes to a place of the board."""
    shell = at_the_list(tmp_path, NotedEffects())
    page = TablePage(shell, session)
    shell.open(page)
    page.submit(line)
    page.submit(f":place {line}")


def test_the_last_screen_answers_a_digit_with_why_nothing_can_be_chosen() -> None:
    """It asks nothing of the rules, which have failed already."""
    session = FakeSession(pebble_plugins(), Setup("pebbles", 2, (), LISTED))
    screen = EmptyScreen(session.rules, English())
    said = screen.parse(session.state, 0, Cursor(), ["²"])
    assert said == "The rules cannot say what is possible now; the log has the reason."
