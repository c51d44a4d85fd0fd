"""Commands are typed in English or in the language that is spoken, with or without accents."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bastide.cli.catalogs import Catalogs, Language, own_catalogs
from bastide.cli.command_words import begins, known, shown_word
from bastide.cli.lines.line_again import AGAIN_WORDS
from bastide.cli.lines.line_room import ROOM_WORDS
from bastide.cli.lines.line_words import LineWords
from bastide.cli.lines.telling import Teller
from bastide.cli.screens.commands import DONE, Command, find, offered
from bastide.core.messages import English, Text
from bastide.core.plugins import Plugins, Setup, built_in
from tests.cli.fakes import FakeSession
from tests.cli.messages import asked
from tests.cli.pebbles import pebble_plugins

GAMES = [
    pytest.param(game, marks=pytest.mark.plays(game))
    for game in ("carcassonne", "barony", "settlers")
]


@pytest.fixture(scope="module")
def french() -> Language:
    return Catalogs([*own_catalogs(), *Plugins(built_in()).catalogs()]).texts("fr")


@pytest.fixture
def t(french: Language) -> Text:
    return french("bastide")


def test_a_word_is_shown_in_the_language_that_is_spoken(t: Text) -> None:
    assert shown_word(t, "rules") == "règles"
    assert shown_word(t, "done") == "terminer"
    assert shown_word(English(), "done") == "done"


@pytest.mark.parametrize("typed", ["rules", "Rules", "règles", "regles", "RÈGLES"])
def test_a_word_is_known_in_both_languages(t: Text, typed: str) -> None:
    assert known(t, typed, ("help", "rules")) == "rules"


def test_a_translation_may_hold_several_words(t: Text) -> None:
    assert known(t, "fini", ("done",)) == known(t, "terminer", ("done",)) == "done"
    assert known(t, "", ("done",)) == known(t, "fin", ("done",)) == ""
    assert begins(t, "fin", "done")
    assert begins(t, "do", "done")
    assert not begins(t, "ine", "done")


def test_no_two_commands_that_stand_together_have_one_word(t: Text) -> None:
    """All of the program together: a page has some of them."""
    words = {each.id for each in asked() if each.id.startswith(":") and each.id[1:].isalpha()}
    said = [word for id in words for word in t(id).removeprefix(":").split()]
    assert len(said) == len({*said})
    assert len(words) > 30


def test_words_of_a_room_and_after_the_end_have_french_ones(t: Text) -> None:
    same = ("again", "help", "quit", "start", "say", "admit", "refuse")
    assert {*AGAIN_WORDS, *ROOM_WORDS} == {*same}
    assert [word for word in same if t(f":{word}") == f":{word}"] == []


def game_words(session: FakeSession) -> Iterator[str]:
    yield from (line.split()[0] for line, _ in session.screen.usage())
    for overlay in session.screen.overlays():
        yield from overlay.words


@pytest.mark.parametrize("game", GAMES)
def test_no_command_of_a_table_hides_a_word_of_its_game(
    french: Language, t: Text, game: str
) -> None:
    session = FakeSession(Plugins(built_in()), Setup(game, 2), texts=french)
    english = FakeSession(Plugins(built_in()), Setup(game, 2))
    words = LineWords(session, french, Teller(session, french, "unicode"), send_at_once=False)
    ours = [each.word for each in words.words()]
    for word in {*game_words(session), *game_words(english)}:
        assert known(t, word, ours) == "", word


# in line mode


@pytest.fixture
def words(french: Language) -> LineWords:
    session = FakeSession(pebble_plugins(), Setup("pebbles", 2, (), (("seating", "listed"),)))
    return LineWords(session, french, Teller(session, french, "unicode"), send_at_once=False)


def test_line_mode_is_played_with_french_words(words: LineWords) -> None:
    words.decision()
    words.obey("1")
    words.decision()
    words.obey("1")
    assert words.decision() == [
        "Votre tour est complet\u202f: terminer l’envoie, annuler le reprend."
    ]
    words.obey("annuler")
    assert not words.session.needs_confirm
    assert words.obey("refaire") == []
    assert words.session.needs_confirm
    assert words.obey("fini") == []
    assert words.session.draft == 0


def test_help_lists_french_words_and_english_ones_do(words: LineWords) -> None:
    listed = [line.split()[0] for line in words.obey("aide")]
    assert {"terminer", "annuler", "règles", "quitter", "aide"} <= {*listed}
    assert not {"done", "undo", "rules", "quit", "help"} & {*listed}
    assert words.obey("help") == words.obey("aide")
    assert words.obey("journal 3") == words.obey("log 3")
    words.obey("quitter")
    assert words.leaving
    assert words.quits(" Quitter ")


# on the full screen

ZOOM = Command("zoom", "how large", lambda _: DONE, lambda: [("6x3", "small"), ("10x5", "large")])
RULES = Command("rules", "how", lambda _: DONE)


def test_completion_offers_french_words_for_either(t: Text) -> None:
    commands = [ZOOM, RULES, Command("players", "who", lambda _: DONE)]
    assert offered(":", commands, t) == [
        (":zoom", "how large"),
        (":règles", "how"),
        (":joueurs", "who"),
    ]
    assert offered("regl", commands, t) == offered("ru", commands, t) == [("règles", "how")]
    assert offered(":rules", commands, t) == offered(":regles", commands, t) == []
    assert find(commands, "joueurs", t) == find(commands, "Players", t) == commands[2]
