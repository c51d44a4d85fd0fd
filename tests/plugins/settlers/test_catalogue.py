"""The catalogues hold every message of the rules and of the cards, and no other."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bastide.core.dealer import LocalDealer
from bastide.core.default_screen import DefaultScreen
from bastide.core.events import Action, Event, score_of
from bastide.core.rules import Rules
from bastide.plugins.settlers import (
    attacks,
    building,
    dealing,
    espionage,
    event_cards,
    events,
    giving_up,
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
from tests.plugins import catalogues
from tests.plugins.settlers.tables import compose

OWN = catalogues.Catalogues("settlers")
MODULES = (
    attacks, building, dealing, espionage, event_cards, events, giving_up, hand, playing, setup,
    stock, tokens, trading, turn,
)  # fmt: skip


def kinds() -> set[str]:
    return catalogues.kinds("settlers", MODULES, compose())


def cards() -> set[str]:
    """Return what is said of cards: ids, names and texts."""
    box: list[Card | EventCard] = [*CARDS.values(), *EVENT_CARDS.values()]
    return {text for card in box for text in (card.id, card.name, card.text)}


def words() -> set[str]:
    """Return the words that are message ids by what the rules call something."""
    titled = catalogues.titled(bastide_manifest())
    of_table = {*RESOURCES, *SIDES, *SHIELDS, *EVENT_DIE, ROAD, SETTLEMENT, CITY}
    of_tokens = {*tokens.CATEGORIES, tokens.KNIGHT_TOKEN, tokens.WINDMILL_TOKEN}
    reasons = {turn.PRODUCTION, trading.TRADE, hand.SEARCH, hand.EXCHANGE, tokens.LIMIT}
    return {*titled, *of_table, *of_tokens, *reasons, *LACKING}


def test_english_has_words_for_actions_events_and_cards() -> None:
    """What is no sentence of its own: kinds, ids, and words that are short in the rules."""
    ids = {entry.msgid for entry in OWN.read("en")}

    assert kinds() | CARDS.keys() | EVENT_CARDS.keys() <= ids
    assert ids <= kinds() | cards() | words()


def test_french_has_every_message_of_the_rules_and_none_that_nobody_uses() -> None:
    """The screen has a test of the same kind for its own."""
    rules = (file for file in OWN.folder.rglob("*.py") if not is_of_screen(file))
    catalogues.check_messages(OWN, rules, kinds() | cards() | words())


def is_of_screen(file: Path) -> bool:
    return file.stem == "ui" or file.parent.name == "look"


def test_nothing_is_empty_doubtful_or_left_over() -> None:
    for language in ("en", "fr"):
        catalogues.check_complete(OWN.read(language))


def test_french_keeps_the_fields() -> None:
    catalogues.check_fields(OWN)


def test_french_typography() -> None:
    catalogues.check_typography(OWN.read("fr"))


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
    screen = DefaultScreen(rules, OWN.text(language))
    known = {entry.msgid for entry in OWN.read("fr")}
    s = rules.new()
    for each in happened(rules, 1):
        said = screen.say(s, each, ("Ada", "Bo"))
        assert said != " ".join([each.kind.rpartition(".")[2], *map(str, each.data)])
        assert "{" not in said
        if isinstance(each, Event) and each.kind == "score":
            assert {score_of(each).category} <= known
        elif each.kind.startswith("settlers."):
            assert {word for word in each.data if isinstance(word, str) and word} <= known
