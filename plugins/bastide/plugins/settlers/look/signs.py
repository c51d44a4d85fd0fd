"""Signs that tell things apart without colour: kinds of cards, figures, lands, what is stored."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.screen import Look
from bastide.plugins.settlers.cards import (
    BUILDING,
    CAPACITY,
    CARDS,
    EVENT_CARDS,
    FLEET,
    KNIGHT,
    RED,
)


class Signs(NamedTuple):
    """The characters of a glyph set.

    settlement to event: before the name of a card, by what it is; settlement and city also say
    where a building may stand. strength to point: before a number. lit, lifted: beside what can be
    chosen, or changes places. patterns: of each land, by
    resource. more: at the ends of a row that goes on.
    """

    settlement: str
    city: str
    knight: str
    fleet: str
    action: str
    event: str
    strength: str
    tournament: str
    windmill: str
    point: str
    stored: str
    free: str
    road: str
    place: str
    lit: str
    lifted: str
    times: str
    pointer: str
    ellipsis: str
    more: tuple[str, str]
    patterns: tuple[tuple[str, str], ...]


UNICODE = Signs(
    *("⌂", "♜", "♞", "≈", "►", "◐", "♞", "⚑", "◆", "★"),
    *("●", "○", "═", "·", "│", "║", "×", "►", "…", ("←", "→")),
    (("▒ ", " ▒"), ("══", "  "), ("▒▒", "▒▒"), ("▟▙", "  "), ("· ", " ·"), ("≈ ", " ≈")),
)
ASCII = Signs(
    *("v", "C", "K", "~", ">", "?", "K", "F", "W", "P"),
    *("*", "o", "=", ".", "|", "#", "x", ">", ".", ("<", ">")),
    (("n ", " n"), ("==", "  "), ("%%", "%%"), ("/\\", "  "), (". ", " ."), ("~ ", " ~")),
)


def signs_of(look: Look) -> Signs:
    """Return the signs that may be shown."""
    return ASCII if look.glyphs == "ascii" else UNICODE


def has_pixels(look: Look) -> bool:
    """Tell whether half blocks and colours are to be had."""
    return look.characters(False, False) is None


def card_sign(card: str, signs: Signs) -> str:
    """Return the sign of a card of the draw piles or of the event pile."""
    if card in EVENT_CARDS:
        return signs.event
    known = CARDS[card]
    if known.type in (KNIGHT, FLEET):
        return signs.knight if known.type == KNIGHT else signs.fleet
    if known.type == BUILDING:
        return signs.city if known.kind == RED else signs.settlement
    return signs.action


def dots(stored: int, signs: Signs) -> str:
    """Return what a region stores of the three that it has room for."""
    return signs.stored * stored + signs.free * (CAPACITY - stored)


def figures(card: str, signs: Signs) -> str:
    """Return the numbers of a card in short: strength, tournament, windmills, points."""
    known = CARDS[card]
    pairs = (
        (signs.point, known.points),
        (signs.windmill, known.commerce),
        (signs.strength, known.strength),
        (signs.tournament, known.tournament),
    )
    return " ".join(f"{sign}{n}" for sign, n in pairs if n)
