"""What rules may ask for of piles and hands; everything else is a fault of the plugin.

The bounds are those that a networked table can deal (docs/protocol.md, hidden cards).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NoReturn, cast

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
    _CHECK[type(request)](cards, request)


def _check_shuffle(cards: Secrets, request: Shuffle) -> None:
    _need(request.deck not in cards.decks, f"the deck {request.deck!r} was shuffled already")
    _need(None not in request.faces, f"the deck {request.deck!r} has a face that is None")


def _check_deal(cards: Secrets, request: Deal) -> None:
    _need_pile(cards, request.deck)
    dealt, there = dict(request.to), len(cards.piles[request.deck])
    asked = sum(dealt.values())
    if asked > there:
        _fail(f"the pile {request.deck!r} has {there} cards, {asked} were asked for")
    _need(len(dealt) == len(request.to), "a seat is dealt to twice at once")


def _check_look(cards: Secrets, request: Look) -> None:
    items, to = request
    piles = [tuple(pile) for pile in cards.piles.values()]
    hands = [tuple(cards.hidden(seat)) for seat in range(len(cards.hands))]
    whole = items in piles or items in hands or items in map(tuple, cards.hands)
    _need(whole, f"seat {to} looks at items that are neither a whole pile nor a whole hand")


def _check_take(cards: Secrets, request: Take) -> None:
    items, to = request
    _need_seen(cards, items, 1 << to, f"seat {to} takes items that it was not shown")
    held = set(items) & set(cards.hands[to])
    _need(not held, f"seat {to} takes items that it holds")


def _check_open(cards: Secrets, request: Open) -> None:
    _need_seen(cards, request.items, 0, "items are opened")


def _check_conceal(cards: Secrets, request: Conceal) -> None:
    _need_seen(cards, request.items, ALL_SEATS, "items are concealed that are not face up")


def _check_put(cards: Secrets, request: Put) -> None:
    _need_pile(cards, request.deck)
    _need_seen(cards, request.items, 0, "items are put back")


def _check_mix(cards: Secrets, request: Mix) -> None:
    _need(0 <= request.seat < len(cards.hands), f"there is no seat {request.seat}")


def _need_pile(cards: Secrets, deck: str) -> None:
    if deck not in cards.piles:
        _fail(f"there is no pile {deck!r}")


def _need_seen(cards: Secrets, items: Iterable[int], mask: int, fault: str) -> None:
    """Require items that exist and were shown to all seats of a mask."""
    for item in items:
        if item not in cards.seen:
            _fail(f"{fault}, but there is no item {item}")
        if cards.seen[item] & mask != mask:
            _fail(f"{fault}: item {item}")


def _need(holds: bool, fault: str) -> None:
    if not holds:
        _fail(fault)


def _fail(fault: str) -> NoReturn:
    raise RulesError(f"the rules ask for what cannot be dealt: {fault}")


_CHECK = cast(  # each takes the request of its own kind
    "dict[type[SecretRequest], Callable[[Secrets, SecretRequest], None]]",
    {
        Shuffle: _check_shuffle,
        Deal: _check_deal,
        Look: _check_look,
        Take: _check_take,
        Open: _check_open,
        Conceal: _check_conceal,
        Put: _check_put,
        Mix: _check_mix,
    },
)
