"""The catalogues hold every message of the variant, and no other."""

from __future__ import annotations

import pytest

from bastide.core.screen import Cursor
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from bastide.plugins.strategic.plugin import bastide_manifest
from bastide.plugins.strategic.turn import ASIDE_ACTION, SHOWS, STUCK
from tests.plugins import catalogues
from tests.plugins.catalogues import PLACEHOLDER
from tests.plugins.messages import in_folder
from tests.plugins.strategic.tables import table

OWN = catalogues.Catalogues("strategic")
KINDS = {STUCK.kind, ASIDE_ACTION, SHOWS}
"""Actions and events are called by their kinds, so English needs words for these."""


def test_english_has_words_for_actions_and_events() -> None:
    assert {entry.msgid for entry in OWN.read("en")} == KINDS


def test_french_has_every_message() -> None:
    found = in_folder(OWN.folder)
    wanted = found.plain | KINDS | {bastide_manifest().title, *bastide_manifest().about}

    assert {entry.msgid for entry in OWN.read("fr")} == wanted
    assert found.plurals == {}


def test_french_is_complete_and_keeps_the_fields() -> None:
    english = {entry.msgid: entry.msgstr for entry in OWN.read("en")}

    catalogues.check_complete(OWN.read("fr"))
    for entry in OWN.read("fr"):  # in the same order, too
        said = english.get(entry.msgid, entry.msgid)
        assert PLACEHOLDER.findall(entry.msgstr) == PLACEHOLDER.findall(said)


SENTENCES = {
    "en": [
        "shows the hand: no tile fits.",
        "Bo shows a hand in which nothing fits.",
        "sets aside for good: city on all sides, pennant.",
    ],
    "fr": [
        "montre sa main\u202f: aucune tuile ne convient.",
        "Bo montre une main dans laquelle rien ne convient.",
        "écarte pour de bon\u202f: city on all sides, pennant.",
    ],
}
"""What is said of being stuck, by the variant's catalogue alone."""


@pytest.mark.parametrize("language", SENTENCES)
def test_what_is_done_and_what_happens_is_said(language: str) -> None:
    t = table("E U V C C C B W")
    t.lay("base-E", 2, 0, -1)
    screen = CarcassonneScreen(t.rules, OWN.text(language))

    (stuck,) = screen.places(t.views[1], 1, Cursor())
    t.do(stuck.action)
    (shown,) = [event for event in t.events if event.kind == SHOWS]
    (aside,) = screen.places(t.views[1], 1, Cursor())

    event = screen.say(t.views[1], shown, ("Ada", "Bo"))
    assert [stuck.sentence, event, aside.sentence] == SENTENCES[language]


def test_french_typography() -> None:
    catalogues.check_typography(OWN.read("fr"))
