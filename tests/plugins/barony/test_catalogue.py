"""The catalogues hold every message of the rules; the screen has its own test of the same kind."""

from __future__ import annotations

import pytest

from bastide.core.default_screen import DefaultScreen
from bastide.core.events import Event, Term
from bastide.core.screen import Cursor
from bastide.plugins.barony import growing, moving, scoring, setup, titles, turn
from bastide.plugins.barony.pieces import PIECES, TERRAINS, TITLES
from bastide.plugins.barony.plugin import bastide_manifest
from tests.plugins import catalogues
from tests.plugins.barony.tables import compose, give, opened, position

OWN = catalogues.Catalogues("barony")
LANDS = [TERRAINS[kind] for kind in scoring.KINDS]
MODULES = (growing, moving, scoring, setup, titles, turn)


def kinds() -> set[str]:
    return catalogues.kinds("barony", MODULES, compose(2))


def words() -> set[str]:
    """Return the words that are message ids by what the rules call something."""
    titled = catalogues.titled(bastide_manifest())
    counted = {kind.rpartition(".")[2] for kind in compose(2).counted}
    ends = {scoring.BY_DUKE, scoring.BY_PASSES, scoring.BY_IDLING}
    of_scores = {"title", "silver"}
    return {*TERRAINS, *PIECES, *TITLES, *titled, *counted, *ends, *of_scores}


def units() -> dict[str, str]:
    """Return what scores count, one and several of it, as messages."""
    several = {"rank": "ranks", "new city": "new cities", **{each: f"{each}s" for each in LANDS}}
    return {f"{{n}} {one}": f"{{n}} {many}" for one, many in several.items()}


def test_english_has_words_for_actions_events_and_options() -> None:
    options = catalogues.option_keys(bastide_manifest())
    assert {entry.msgid for entry in OWN.read("en")} == kinds() | options | {*units()}
    assert len(kinds()) == 25


def test_french_has_every_message_of_the_rules_and_none_that_nobody_uses() -> None:
    rules = (file for file in OWN.folder.glob("*.py") if file.stem != "ui")
    catalogues.check_messages(OWN, rules, kinds() | words(), units())


def test_nothing_is_empty_doubtful_or_left_over() -> None:
    for language in ("en", "fr"):
        catalogues.check_complete(OWN.read(language))


def test_french_keeps_the_fields() -> None:
    catalogues.check_fields(OWN)


def test_french_typography() -> None:
    catalogues.check_typography(OWN.read("fr"))


SENTENCES = {
    "en": [
        "move 0,0 > 1,0 mountain",
        "move 0,0 > 1,0 field",
        "Ada moves a knight: 0,0 > 1,0.",
        "Bo loses at 1,0: village.",
        "Ada plunders a token: field.",
    ],
    "fr": [
        "déplacer 0,0 > 1,0 montagne",
        "déplacer 0,0 > 1,0 champ",
        "Ada déplace un chevalier\u202f: 0,0 > 1,0.",
        "Bo perd en 1,0\u202f: village.",
        "Ada pille un jeton\u202f: champ.",
    ],
}


@pytest.mark.parametrize("language", SENTENCES)
def test_what_is_possible_and_what_happens_is_said(language: str) -> None:
    p = position("0,0 plain  1,0 field", "A 0,0 k2", "B 1,0 v")
    p = give(p, "B", field=1, mountain=1).after("move 0,0 > 1,0")
    screen = DefaultScreen(p.rules, OWN.text(language))
    places = [place.sentence for place in screen.places(p.s, 0, Cursor())]

    events = p.after("move 0,0 > 1,0 field").s.events

    said = [screen.say(p.s, event, ("Ada", "Bo")) for event in events]
    assert [*places[-2:], *said] == SENTENCES[language]


def test_no_two_choices_sound_the_same() -> None:
    for language in ("en", "fr"):
        rules = compose(2)
        s, screen = opened(rules), DefaultScreen(rules, OWN.text(language))
        while s.turn < 60 and not s.over:
            said = [place.sentence for place in screen.places(s, s.seat, Cursor())]
            assert len(set(said)) == len(said)
            s = rules.step(s, rules.legal(s)[-1])


def test_scores_are_said_with_their_sums() -> None:
    p = give(position("0,0 plain", "A 0,0 k1"), "A", field=2, mountain=3).after(
        "title field 2 mountain 3"
    )
    screen = DefaultScreen(p.rules, OWN.text("fr"))

    said = [screen.say(p.s, event, ("Ada", "Bo")) for event in p.s.events]

    assert said == [
        "Ada paie 16 d’or pour un titre qui en coûte 15\u202f: vicomte.",
        "Ada +15 titre (1 rang × 15)",
    ]
    assert all(isinstance(event, Event) for event in p.s.events)
    assert [screen.term(Term(n, "field", 5)) for n in (1, 2)] == ["1 champ × 5", "2 champs × 5"]
