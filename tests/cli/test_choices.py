"""In line mode a number picks what is printed beside it, at every game and in every decision."""

from __future__ import annotations

import pytest

from bastide.cli.lines.choices import Choices
from bastide.cli.lines.line_words import LineWords
from bastide.cli.lines.telling import Teller
from bastide.core.events import Action
from bastide.core.plugins import Setup
from bastide.core.screen import Cursor, Place
from bastide.core.state import State
from tests.cli.fakes import FakeSession, english
from tests.cli.pebbles import PebbleScreen, pebble_plugins

BACKWARDS = 1


class TurnedScreen(PebbleScreen):
    """A screen with two lists, of which it keeps in mind which one was looked at last."""

    def start(self, s: State, seat: int, before: Cursor) -> Cursor:
        return before

    def places(self, s: State, seat: int, cursor: Cursor) -> list[Place]:
        places = super().places(s, seat, cursor)
        return places[::-1] if cursor.hand == BACKWARDS else places

    def ways(self, s: State, seat: int, cursor: Cursor) -> list[list[Place]]:
        """Let the last number stand for all that could be done besides."""
        places = self.places(s, seat, cursor)
        return [*([place] for place in places[:-2]), places[-2:]]

    def parse(self, s: State, seat: int, cursor: Cursor, words: list[str]) -> Action | Cursor | str:
        if words == ["turn"]:
            return cursor._replace(hand=BACKWARDS)
        return super().parse(s, seat, cursor, words)


@pytest.fixture
def session() -> FakeSession:
    """Return a table that two people play at one keyboard."""
    setup = Setup("pebbles", 2, (), (("seating", "listed"),))
    session = FakeSession(pebble_plugins(), setup, mine=(0, 1))
    session.screen = TurnedScreen(session.rules, english("pebbles"))
    return session


@pytest.fixture
def words(session: FakeSession) -> LineWords:
    return LineWords(session, english, Teller(session, english, "unicode"), send_at_once=False)


def numbered(lines: list[str]) -> dict[str, str]:
    """Return the sentences of printed lines by what stands before them."""
    rows = (line.strip().partition("  ") for line in lines if line.startswith("  "))
    return {label: sentence for label, _, sentence in rows}


def test_what_is_printed_is_what_a_number_picks_all_game_long(
    session: FakeSession, words: LineWords
) -> None:
    taken = 0
    while not session.finished:
        if session.needs_confirm:
            words.obey("done")
            continue
        printed = words.decision()
        if taken % 3 == 0:
            printed = words.obey("turn")
        label, sentence = list(numbered(printed).items())[taken % len(numbered(printed))]
        before = session.state
        words.obey("scores")

        assert words.obey(label)[0] == f"Chosen: {sentence}"

        assert session.screen.say(before, session.chosen[-1], ()) == sentence
        taken += 1
    assert taken > 10


def test_a_list_that_was_looked_at_is_not_the_next_persons(
    session: FakeSession, words: LineWords
) -> None:
    first = words.decision()
    turned = words.obey("turn")
    for line in ("1", "1", "done"):
        words.decision()
        words.obey(line)

    assert session.acting == 1
    shown = numbered(words.decision())
    assert shown["1"] == numbered(first)["1"]
    assert numbered(turned)["1"] != shown["1"]
    assert numbered(words.obey("look")) == shown


def test_a_number_of_a_list_that_was_not_printed_prints_it(
    session: FakeSession, words: LineWords
) -> None:
    assert numbered(words.obey("1")) == numbered(words.decision())
    assert session.draft == 0


def test_a_word_alone_lists_again_and_plays_nothing(session: FakeSession, words: LineWords) -> None:
    words.decision()
    once, twice = words.obey("turn"), words.obey("turn")
    assert once == twice
    assert session.draft == 0


def test_what_a_number_stands_for_besides_has_a_line_of_its_own(
    session: FakeSession, words: LineWords
) -> None:
    printed = numbered(words.decision())
    *_, first, second = printed
    assert second == f"{first}.2"
    assert len(printed) == len(session.rules.legal(session.state))
    assert words.obey(second) == [f"Chosen: {printed[second]}"]


def test_a_number_that_is_not_there_is_refused(session: FakeSession, words: LineWords) -> None:
    most = len(numbered(words.decision())) - 1
    assert words.obey("99") == [f"Type a number from 1 to {most}."]
    assert words.obey("0") == [f"Type a number from 1 to {most}."]


def test_a_complete_turn_says_so_to_whatever_is_typed(
    session: FakeSession, words: LineWords
) -> None:
    for _ in range(2):
        words.decision()
        words.obey("1")
    complete = ["Your turn is complete: done sends it, undo takes it back."]
    for typed in ("1", "99", "look"):
        assert words.obey(typed) == complete
    unknown = "frob is not among the words that help lists."
    assert words.obey("frob 3") == [unknown, *complete]
    session.screen.usage = lambda: [("frob 3", "something")]  # type: ignore[method-assign]
    assert words.obey("Frob 4") == complete


def test_choices_of_a_new_decision_have_no_lines_until_they_are_printed(
    session: FakeSession,
) -> None:
    choices = Choices(session)
    choices.lines()
    assert choices.labelled("1")
    session.choose(session.rules.legal(session.state)[0])
    assert choices.labelled("1") is None
    choices.lines()
    assert choices.labelled("1")


def test_undo_asks_before_the_move_of_somebody_else_goes(
    session: FakeSession, words: LineWords, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "undo again takes back the last move of Bob."
    undone: list[str] = []
    monkeypatch.setattr(FakeSession, "no_undo", "")
    monkeypatch.setattr(FakeSession, "undoes_turn_of", "Bob")

    def undo(_: FakeSession) -> str:
        undone.append("undo")
        return ""

    monkeypatch.setattr(FakeSession, "undo", undo)

    assert words.obey("undo") == [question]
    assert words.obey("") != [question]
    assert words.obey("undo") == [question], "something else was typed meanwhile"
    assert undone == []
    assert words.obey("UNDO") == []
    assert undone == ["undo"]
    assert words.obey("undo") == [question]
