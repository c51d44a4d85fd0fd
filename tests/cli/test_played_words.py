"""What an expansion is heard to say on the screen of its game, and what is not its own."""

from __future__ import annotations

import pytest

from bastide.cli.authors.played_words import PlayedWords, manifest_words
from bastide.cli.authors.screen_check import Heard
from bastide.core.events import Event, Term
from bastide.core.plugins import Plugins, Setup, built_in

pytestmark = pytest.mark.plays("carcassonne", "inns_and_cathedrals")

ID = "inns_and_cathedrals"
TABLE = Setup("carcassonne", 2, (ID,))


@pytest.fixture(scope="module")
def plugins() -> Plugins:
    return Plugins(built_in())


@pytest.fixture
def words(plugins: Plugins) -> PlayedWords:
    return PlayedWords(plugins, plugins.manifest(ID))


def score(source: str, category: str, *terms: Term) -> Event:
    return Event(source, "score", (0, 3, category, (), terms, False))


def test_the_expansions_own_words_of_a_score_are_asked_for(
    plugins: Plugins, words: PlayedWords
) -> None:
    folded = score("carcassonne", "road", Term(2, "tile"), Term(2, "bell", 1, "loud"))
    own = score(ID, "ringing", Term(1, "rope"))

    words.note(TABLE, plugins.compose(TABLE), [folded, own, Event(ID, f"{ID}.rung", (0, "dong"))])

    asked = {each.id for each in words.asked()}
    assert asked == {"{n} bell", "loud", "ringing", "{n} rope", f"{ID}.rung"}


def test_ids_that_the_games_screen_says_are_asked_for_with_what_they_are_given(
    plugins: Plugins, words: PlayedWords
) -> None:
    words.note(TABLE, plugins.compose(TABLE), [Event(ID, f"{ID}.rung", (0, "dong"))])

    words.note_heard(
        TABLE,
        {
            f"{ID}.rung": {"a", "b", "name"},
            "tower": (),
            "dong": (),  # among the data of an event
            "{city}, pennant": {"city"},  # of the game
            "{n} tile": {"n"},
            "It is not your turn.": (),  # of the program
        },
    )

    asked = {each.id: each.given for each in words.asked()}
    assert asked == {f"{ID}.rung": frozenset({"a", "b", "name"}), "tower": frozenset()}


def test_other_tables_are_not_listened_to(plugins: Plugins, words: PlayedWords) -> None:
    words.note_heard(Setup("carcassonne", 2), {"tower": ()})

    assert words.asked() == []


def test_a_manifest_is_read_however_it_was_written(plugins: Plugins) -> None:
    manifest = plugins.manifest(ID)

    said = manifest_words(manifest, plugins.module(ID))

    assert [each.id for each in said] == [manifest.title, *manifest.about]
    assert {str(each.place).partition(":")[0] for each in said} == {
        "bastide/plugins/inns_and_cathedrals/plugin.py"
    }


def test_what_is_asked_of_a_catalogue_is_remembered_with_its_fields() -> None:
    heard = Heard()

    assert (heard("go to {place}", place="x"), heard.count("{n} bell", "{n} bells", 2)) == (
        "go to x",
        "2 bells",
    )
    assert heard.ids == {"go to {place}": {"place"}, "{n} bell": {"n"}}
