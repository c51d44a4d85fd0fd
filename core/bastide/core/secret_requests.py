"""What rules may ask for of piles and hands; everything else is a fault of the plugin.

The bounds are those that a networked table can deal (docs/protocol.md, hidden cards); a table at
one computer has the same, so that no game finds out only when it is played between several.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, cast

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
from bastide.core.messages import Message, message

if TYPE_CHECKING:
    from bastide.core.secrets import Secrets

MAX_CARDS = 256
"""Cards in a deck, and items in one request: between computers a place among them is one byte."""

_SHUFFLED = message(
    "the rules ask for what cannot be dealt: the deck {deck} was shuffled already; name another one"
)
_NO_FACE = message(
    "the rules ask for what cannot be dealt: the deck {deck} has a face that is None; None stands "
    "for a face that is not known"
)
_LARGE = message(
    "the rules ask for what cannot be dealt: the deck {deck} has {there} cards, it may have "
    "{most}; make several decks of it"
)
_MANY_ITEMS = message(
    "the rules ask for what cannot be dealt: {asked} items are asked for at once, {most} may be; "
    "ask several times"
)
_SAME_ITEM = message(
    "the rules ask for what cannot be dealt: item {item} is named twice; name each item once"
)
_NEGATIVE = message(
    "the rules ask for what cannot be dealt: seat {seat} is dealt {asked} cards; deal 0 or more"
)
_TOO_MANY = message(
    "the rules ask for what cannot be dealt: the pile {deck} has {there} cards, {asked} were asked "
    "for; deal no more than there are"
)
_TWICE = message(
    "the rules ask for what cannot be dealt: a seat is dealt to twice at once; add the numbers up"
)
_NOT_WHOLE = message(
    "the rules ask for what cannot be dealt: seat {seat} looks at items that are neither a whole "
    "pile nor a whole hand; name all of them, in order"
)
_NOT_SHOWN = message(
    "the rules ask for what cannot be dealt: seat {seat} takes items that it was not shown: item "
    "{item}; ask for Look before"
)
_HELD = message(
    "the rules ask for what cannot be dealt: seat {seat} takes items that it holds; leave them out"
)
_NOT_UP = message(
    "the rules ask for what cannot be dealt: items are concealed that are not face up: item "
    "{item}; ask for Open before"
)
_NO_SEAT = message(
    "the rules ask for what cannot be dealt: there is no seat {seat}; seats count from 0"
)
_NO_PILE = message(
    "the rules ask for what cannot be dealt: there is no pile {deck}; ask for Shuffle before"
)
_NO_ITEM = message(
    "the rules ask for what cannot be dealt: there is no item {item}; take the numbers from the "
    "piles and hands"
)


def check_request(cards: Secrets, request: SecretRequest) -> None:
    """Raise `RulesError` if a request cannot be dealt as the items lie now."""
    _CHECK[type(request)](cards, request)


def _check_shuffle(cards: Secrets, request: Shuffle) -> None:
    if request.deck in cards.decks:
        raise _refused(_SHUFFLED, deck=repr(request.deck))
    if None in request.faces:
        raise _refused(_NO_FACE, deck=repr(request.deck))
    there = len(request.faces)
    if there > MAX_CARDS:
        raise _refused(_LARGE, deck=repr(request.deck), there=there, most=MAX_CARDS)


def _check_deal(cards: Secrets, request: Deal) -> None:
    _need_pile(cards, request.deck)
    for seat, n in request.to:
        _need_seat(cards, seat)
        if n < 0:
            raise _refused(_NEGATIVE, seat=seat, asked=n)
    dealt, there = dict(request.to), len(cards.piles[request.deck])
    asked = sum(dealt.values())
    if asked > there:
        raise _refused(_TOO_MANY, deck=repr(request.deck), there=there, asked=asked)
    if len(dealt) != len(request.to):
        raise _refused(_TWICE)
    _need_few(asked)


def _check_look(cards: Secrets, request: Look) -> None:
    items, to = request
    _need_seat(cards, to)
    hidden = map(cards.hidden, range(len(cards.hands)))
    whole = chain(cards.piles.values(), cards.hands, hidden)
    if items not in map(tuple, whole):
        raise _refused(_NOT_WHOLE, seat=to)
    _need_few(len(items))


def _check_take(cards: Secrets, request: Take) -> None:
    items, to = request
    _need_seat(cards, to)
    _need_seen(cards, items, 1 << to, _NOT_SHOWN, seat=to)
    if not set(items).isdisjoint(cards.hands[to]):
        raise _refused(_HELD, seat=to)


def _check_open(cards: Secrets, request: Open) -> None:
    _need_items(cards, request.items)


def _check_conceal(cards: Secrets, request: Conceal) -> None:
    _need_seat(cards, request.to)
    _need_seen(cards, request.items, ALL_SEATS, _NOT_UP)


def _check_put(cards: Secrets, request: Put) -> None:
    _need_pile(cards, request.deck)
    _need_items(cards, request.items)


def _check_mix(cards: Secrets, request: Mix) -> None:
    _need_seat(cards, request.seat)


def _need_seat(cards: Secrets, seat: int) -> None:
    if not 0 <= seat < len(cards.hands):
        raise _refused(_NO_SEAT, seat=seat)


def _need_pile(cards: Secrets, deck: str) -> None:
    if deck not in cards.piles:
        raise _refused(_NO_PILE, deck=repr(deck))


def _need_few(asked: int) -> None:
    if asked > MAX_CARDS:
        raise _refused(_MANY_ITEMS, asked=asked, most=MAX_CARDS)


def _need_items(cards: Secrets, items: tuple[int, ...]) -> None:
    """Require items that exist, each of them once, and no more than can be dealt at once."""
    for item in items:
        if item not in cards.seen:
            raise _refused(_NO_ITEM, item=item)
    if len(set(items)) < len(items):
        raise _refused(_SAME_ITEM, item=next(item for item in items if items.count(item) > 1))
    _need_few(len(items))


def _need_seen(
    cards: Secrets, items: tuple[int, ...], mask: int, fault: Message, **fields: int
) -> None:
    """Require items that exist and were shown to all seats of a mask."""
    _need_items(cards, items)
    for item in items:
        if cards.seen[item] & mask != mask:
            raise _refused(fault, item=item, **fields)


def _refused(fault: Message, /, **fields: int | str) -> RulesError:
    return RulesError(fault._replace(fields=tuple(sorted(fields.items()))))


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
