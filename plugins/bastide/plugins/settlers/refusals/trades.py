"""Why a trade is not possible (chapter 8)."""

from __future__ import annotations

from typing import cast

from bastide.core.events import Action
from bastide.core.messages import Message, message
from bastide.core.state import State
from bastide.plugins.settlers import trading
from bastide.plugins.settlers.cards import RESOURCES
from bastide.plugins.settlers.refusals.times import is_shaped, not_now
from bastide.plugins.settlers.state import Offer, other, realm
from bastide.plugins.settlers.stock import stores, totals
from bastide.plugins.settlers.turn import MAIN


def why_not_trade(s: State, a: Action) -> Message | None:
    """Return why the supply does not trade (R27)."""
    if now := not_now(s, MAIN):
        return now
    if not is_shaped(a, str, str) or not set(a.data) <= set(RESOURCES):
        return message("a trade names what you give and what you get, such as wool and ore")
    lands = realm(s).lands[s.seat]
    give, get = (RESOURCES.index(str(word)) for word in a.data)
    rate, have = trading.rates(lands)[give], stores(lands)[give]
    if give == get:
        return message("the supply gives another kind than it takes: choose a second one")
    if have < rate:
        return message(
            "the supply takes {rate} of that kind for 1, and you store {n}: save some more",
            rate=rate,
            n=have,
        )
    if not totals(lands)[1][get]:
        return message("you have no room for what you would get: use some of that kind first")
    return None


def why_not_offer(s: State, a: Action) -> Message | None:
    """Return why an offer is not possible, whoever makes it (R26)."""
    if now := not_now(s, MAIN, trading.ANSWER):
        return now
    if not trading.is_numbers(a.data):
        return message("an offer names amounts of what you give and what you get")
    offer = cast(Offer, a.data)
    gives, gets = offer[: trading.KINDS], offer[trading.KINDS :]
    if not any(gives) or not any(gets):
        return message("a trade moves at least one resource each way: ask and give something")
    return _why_not_swapped(s, s.seat, gives, gets)


def _why_not_swapped(s: State, seat: int, gives: Offer, gets: Offer) -> Message | None:
    mine, theirs = realm(s).lands[seat], realm(s).lands[other(seat)]
    have, room = totals(mine)
    stored, space = totals(theirs)
    if _exceeds(gives, have):
        return message("you do not store all that you would give: offer less")
    if _exceeds(gets, stored):
        return message("your opponent does not store all that you ask for: ask for less")
    if _exceeds(gets, room, gives):
        return message("you have no room for all that you would get: ask for less")
    if _exceeds(gives, space, gets):
        return message("your opponent has no room for all that you would give: offer less")
    return None


def _exceeds(amounts: Offer, most: list[int], more: Offer = (0,) * trading.KINDS) -> bool:
    return any(n > a + b for n, a, b in zip(amounts, most, more, strict=True))


def why_not_answer(s: State, a: Action) -> Message | None:
    """Return why there is nothing to accept or refuse."""
    if s.phase != trading.ANSWER:
        return message("no offer waits for an answer: somebody makes one first")
    return message("an offer is accepted or refused as it is: make a counter-offer instead")


WHYS = {
    trading.TRADE_ACTION: why_not_trade,
    trading.OFFER_ACTION: why_not_offer,
    trading.ACCEPT.kind: why_not_answer,
    trading.REFUSE.kind: why_not_answer,
}
