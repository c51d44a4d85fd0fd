"""What rules may ask for of piles and hands; everything else is a fault of the plugin.

The bounds are those that a networked table can deal (docs/protocol.md, hidden cards).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bastide.core.chance import (
    ALL_SEATS,
    Conceal,
    Deal,
    Look,
    Mix,
    Open,
    Put,
    SecretRequest,
    Shuffle,
    Take,
)
from bastide.core.errors import RulesError

if TYPE_CHECKING:
    from bastide.core.secrets import Secrets


def check_request(cards: Secrets, request: SecretRequest) -> None:
    """Raise `RulesError` if a request cannot be dealt as the items lie now."""
    match request:
        case Shuffle():
            _check_shuffle(cards, request)
        case Deal():
            _check_deal(cards, request)
        case Look(items, to):
            _check_look(cards, items, to)
        case Take(items, to):
            _need_seen(cards, items, 1 << to, f"seat {to} takes items that it was not shown")
            held = set(items) & set(cards.hands[to])
            _need(not held, f"seat {to} takes items that it holds")
        case Open(items):
            _need_seen(cards, items, 0, "items are opened")
        case Conceal(items, _):
            _need_seen(cards, items, ALL_SEATS, "items are concealed that are not face up")
        case Put(items, deck):
            _need_pile(cards, deck)
            _need_seen(cards, items, 0, "items are put back")
        case Mix(seat):
            _need(0 <= seat < len(cards.hands), f"there is no seat {seat}")


def _check_shuffle(cards: Secrets, request: Shuffle) -> None:
    _need(request.deck not in cards.decks, f"the deck {request.deck!r} was shuffled already")
    _need(None not in request.faces, f"the deck {request.deck!r} has a face that is None")


def _check_deal(cards: Secrets, request: Deal) -> None:
    _need_pile(cards, request.deck)
    asked, there = sum(n for _, n in request.to), len(cards.piles[request.deck])
    _need(asked <= there, f"the pile {request.deck!r} has {there} cards, {asked} were asked for")
    seats = [seat for seat, _ in request.to]
    _need(len(set(seats)) == len(seats), "a seat is dealt to twice at once")


def _check_look(cards: Secrets, items: tuple[int, ...], to: int) -> None:
    piles = [tuple(pile) for pile in cards.piles.values()]
    hands = [tuple(cards.hidden(seat)) for seat in range(len(cards.hands))]
    whole = items in piles or items in hands or items in map(tuple, cards.hands)
    _need(whole, f"seat {to} looks at items that are neither a whole pile nor a whole hand")


def _need_pile(cards: Secrets, deck: str) -> None:
    _need(deck in cards.piles, f"there is no pile {deck!r}")


def _need_seen(cards: Secrets, items: Iterable[int], mask: int, fault: str) -> None:
    """Require items that exist and were shown to all seats of a mask."""
    for item in items:
        _need(item in cards.seen, f"{fault}, but there is no item {item}")
        _need(cards.seen[item] & mask == mask, f"{fault}: item {item}")


def _need(holds: bool, fault: str) -> None:
    if not holds:
        raise RulesError(f"the rules ask for what cannot be dealt: {fault}")
