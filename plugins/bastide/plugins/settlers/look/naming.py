"""Names of lands and cards, and what a card does, in as few words as fit on it."""

from __future__ import annotations

from bastide.core.messages import Text
from bastide.core.screen import text_width
from bastide.plugins.settlers.cards import (
    CARDS,
    DOUBLES,
    EVENT_CARDS,
    FLEET,
    RATES,
    RESOURCES,
    Card,
    EventCard,
)

TERRAINS = {
    "brick": "Hills",
    "grain": "Fields",
    "lumber": "Forest",
    "ore": "Mountains",
    "wool": "Pasture",
    "gold": "Gold field",
}
"""The region that yields a resource (chapter 3)."""

SHORT_TERRAINS = {
    "brick": "Hill",
    "grain": "Fld.",
    "lumber": "For.",
    "ore": "Mtn.",
    "wool": "Pas.",
    "gold": "Gold",
}
"""The same in four columns."""

EFFECTS = {
    "abbey": "+1 hand card",
    "library": "+1 hand card",
    "garrison": "hides stores",
    "smithy": "+1 for knights",
    "aqueduct": "no plague",
    "bath_house": "no plague here",
    "church": "units are safe",
    "harbor": "+1 for fleets",
    "town_hall": "search for 1",
    "alchemist": "name the number",
    "arsonist": "burn a building",
    "bishop": "ward off",
    "black_knight": "unseat a knight",
    "brigands": "take 2",
    "caravan": "change 1 or 2",
    "merchant": "take 2, give 1",
    "scout": "choose regions",
    "spy": "take a card",
    "witch": "ward off",
}
"""What a card does besides its figures."""

BRIEFLY = {
    "civil_war": "Each names a unit to take back.",
    "conflict": "2 cards of the other hand go.",
    "master_builder": "Both look through a pile.",
    "plague": "Regions beside cities lose 1.",
    "productive_year": "+1 beside garrisons.",
    "progress": "+1 for each abbey and library.",
    "year_end": "The event cards are shuffled.",
}
"""What an event card does, in a few words."""


def terrain(resource: int, text: Text) -> str:
    """Return the name of the region that yields a resource."""
    return text(TERRAINS[RESOURCES[resource]])


def short_terrain(resource: int, text: Text, room: int) -> str:
    """Return that name, or what stands for it where there is less room."""
    name = terrain(resource, text)
    if text_width(name) <= room:
        return name
    return text(SHORT_TERRAINS[RESOURCES[resource]])


def card_of(card: str) -> Card | EventCard:
    """Return a card of the draw piles or of the event pile."""
    return CARDS[card] if card in CARDS else EVENT_CARDS[card]


def card_name(card: str, text: Text) -> str:
    """Return the name of a card."""
    return text(card_of(card).name)


def label(card: str, text: Text, room: int) -> str:
    """Return the name of a card as it stands on it: of a fleet only what it carries."""
    name = card_name(card, text)
    if text_width(name) > room and CARDS[card].type == FLEET:
        return text(RESOURCES[RATES[card][0]])
    return name


def effect(card: str, text: Text, times: str) -> str:
    """Return what a card does besides its figures, in short; "" for nothing."""
    if card in DOUBLES:
        return text("{resource} {times}2", resource=text(RESOURCES[DOUBLES[card]]), times=times)
    if card in RATES:
        resource, rate = RATES[card]
        return text("{rate} {resource} for 1", resource=text(RESOURCES[resource]), rate=rate)
    return text(EFFECTS[card]) if card in EFFECTS else ""
