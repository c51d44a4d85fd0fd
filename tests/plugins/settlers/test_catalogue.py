"""The catalogues hold every message of the rules and of the cards, and no other."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from random import Random

import polib
import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.core.dealer import LocalDealer
from bastide.core.default_screen import DefaultScreen
from bastide.core.events import Action, Event, score_of
from bastide.core.hookspecs import Catalog
from bastide.core.rules import Rules
from bastide.plugins.settlers import (
    attacks,
    building,
    dealing,
    espionage,
    event_cards,
    events,
    hand,
    playing,
    setup,
    stock,
    tokens,
    trading,
    turn,
)
from bastide.plugins.settlers.cards import (
    CARDS,
    CITY,
    EVENT_CARDS,
    EVENT_DIE,
    RESOURCES,
    ROAD,
    SETTLEMENT,
    SHIELDS,
    Card,
    EventCard,
)
from bastide.plugins.settlers.plugin import bastide_manifest
from bastide.plugins.settlers.refusals.resources import LACKING
from bastide.plugins.settlers.state import SIDES
from tests.plugins.carcassonne.look.messages import in_files, in_folder
from tests.plugins.settlers.tables import compose

PLUGIN = Path(str(files("bastide.plugins.settlers")))
MODULES = (
    attacks, building, dealing, espionage, event_cards, events, hand, playing, setup, stock, tokens,
    trading, turn,
)  # fmt: skip
KIND = re.compile(r"settlers\.[a-z_]+")
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(PLUGIN / "locale" / language / "LC_MESSAGES" / "settlers.po"))


def kinds() -> set[str]:
    """Return the kinds of all actions and events."""
    said = {value for m in MODULES for value in vars(m).values() if isinstance(value, str)}
    return {*filter(KIND.fullmatch, said), *compose().kinds}


def cards() -> set[str]:
    """Return what is said of cards: ids, names and texts."""
    box: list[Card | EventCard] = [*CARDS.values(), *EVENT_CARDS.values()]
    return {text for card in box for text in (card.id, card.name, card.text)}


def words() -> set[str]:
    """Return the words that are message ids by what the rules call something."""
    manifest = bastide_manifest()
    titled = {manifest.title, *manifest.about, *(option.title for option in manifest.options)}
    titled |= {str(choice) for option in manifest.options for choice in option.choices}
    of_table = {*RESOURCES, *SIDES, *SHIELDS, *EVENT_DIE, ROAD, SETTLEMENT, CITY}
    of_tokens = {*tokens.CATEGORIES, tokens.KNIGHT_TOKEN, tokens.WINDMILL_TOKEN}
    reasons = {turn.PRODUCTION, trading.TRADE, hand.SEARCH, hand.EXCHANGE, tokens.LIMIT}
    return {*titled, *of_table, *of_tokens, *reasons, *LACKING}


def test_english_has_words_for_actions_events_and_cards() -> None:
    """What is no sentence of its own: kinds, ids, and words that are short in the rules."""
    ids = {entry.msgid for entry in catalogue("en")}

    assert kinds() | CARDS.keys() | EVENT_CARDS.keys() <= ids
    assert ids <= kinds() | cards() | words()


def test_french_has_every_message_of_the_rules_and_none_that_nobody_uses() -> None:
    """The screen has a test of the same kind for its own."""
    of_rules = in_files(file for file in PLUGIN.rglob("*.py") if not is_of_screen(file))
    everything, french = in_folder(PLUGIN), catalogue("fr")

    said = kinds() | cards() | words()
    plain = {entry.msgid for entry in french if not entry.msgid_plural}
    assert of_rules.plain | said <= plain <= everything.plain | said
    plurals = {entry.msgid: entry.msgid_plural for entry in french if entry.msgid_plural}
    assert of_rules.plurals.items() <= plurals.items() <= everything.plurals.items()


def is_of_screen(file: Path) -> bool:
    return file.stem == "ui" or file.parent.name == "look"


def test_nothing_is_empty_doubtful_or_left_over() -> None:
    for language in ("en", "fr"):
        assert catalogue(language).percent_translated() == 100
        assert catalogue(language).fuzzy_entries() == []
        assert catalogue(language).obsolete_entries() == []


def test_french_keeps_the_fields() -> None:
    english = {entry.msgid: entry.msgstr for entry in catalogue("en")}

    for entry in catalogue("fr"):
        said = english.get(entry.msgid, entry.msgid)
        for each in [entry.msgstr] if entry.msgstr else entry.msgstr_plural.values():
            assert sorted(PLACEHOLDER.findall(each)) == sorted(PLACEHOLDER.findall(said))


def test_french_typography() -> None:
    for entry in catalogue("fr"):
        for each in (entry.msgstr, *entry.msgstr_plural.values()):
            assert "'" not in each
            assert not re.search(r"[^\u202f][:;?!]", each), each


def happened(rules: Rules, game: int) -> list[Action | Event]:
    """Return what was done and what happened in a random game."""
    random, dealer, s = Random(game), LocalDealer(b"words"), rules.new()
    said: list[Action | Event] = []
    rules.settle(s, dealer)
    while not s.over:
        action = random.choice(rules.legal(s))
        rules.apply(s, action)
        rules.settle(s, dealer)
        said += [action, *s.events]
        s.events = []
    return said


@pytest.mark.parametrize("language", ["en", "fr"])
def test_all_that_happens_is_said_in_whole_sentences(rules: Rules, language: str) -> None:
    """No kind is without words, and in French no word of the rules is left in English."""
    own = Catalog("settlers", language, PLUGIN / f"locale/{language}/LC_MESSAGES/settlers.po")
    screen = DefaultScreen(rules, Catalogs([own, *own_catalogs()]).texts(language)("settlers"))
    known = {entry.msgid for entry in catalogue("fr")}
    s = rules.new()
    for each in happened(rules, 1):
        said = screen.say(s, each, ("Ada", "Bo"))
        assert said != " ".join([each.kind.rpartition(".")[2], *map(str, each.data)])
        assert "{" not in said
        if isinstance(each, Event) and each.kind == "score":
            assert {score_of(each).category} <= known
        elif each.kind.startswith("settlers."):
            assert {word for word in each.data if isinstance(word, str) and word} <= known
