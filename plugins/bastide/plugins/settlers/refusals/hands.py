"""Why a card cannot be drawn, looked for, taken, exchanged or put away (chapters 10 and 11)."""

from __future__ import annotations

from typing import cast

from bastide.core.events import Action
from bastide.core.messages import Message, message
from bastide.core.state import State
from bastide.plugins.settlers import event_cards, hand
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.refusals.times import is_shaped, not_now
from bastide.plugins.settlers.state import PILES, realm
from bastide.plugins.settlers.turn import COMPLETE, OPENING

NO_PILE = message("there is no such pile: choose one from 1 to {n}", n=len(PILES))


def _is_pile(number: object) -> bool:
    return type(number) is int and 1 <= number <= len(PILES)


def why_not_look(s: State, a: Action) -> Message | None:
    """Return why a pile cannot be looked through: each seat has another one."""
    if now := not_now(s, OPENING, event_cards.BUILDER):
        return now
    if not is_shaped(a, int) or not _is_pile(a.data[0]):
        return NO_PILE
    if not s.cards().piles[hand.pile_of(a)]:
        return message("that pile is empty: choose another one")
    return message("your opponent has looked through that pile: choose another one")


def why_not_take(s: State, a: Action) -> Message | None:
    """Return why a card cannot be taken."""
    if now := not_now(s, hand.CHOOSE, event_cards.KEEP):
        return now
    return message("that card is not in the pile, or taken already: choose another one of it")


def why_not_draw(s: State, a: Action) -> Message | None:
    """Return why no card can be drawn from a pile (R30)."""
    if now := not_now(s, COMPLETE, hand.REPLACE):
        return now
    if not is_shaped(a, int) or not _is_pile(a.data[0]):
        return NO_PILE
    if s.phase == COMPLETE and hand.room(s, s.seat) <= 0:
        return message("your hand is full: finish, or exchange a card if you may")
    if not s.cards().piles[hand.pile_of(a)]:
        return message("that pile is empty: choose another one")
    if s.phase == hand.REPLACE and top(s).what not in ("", hand.pile_of(a)):
        return message("an exchange is made with one pile, as agreed: draw from the same one")
    return None


def why_not_search(s: State, a: Action) -> Message | None:
    """Return why a pile cannot be looked through for a card (R29)."""
    if why := why_not_draw(s, a):
        return why
    cost = hand.search_cost(realm(s).lands[s.seat])
    return message(
        "a search costs {n} resource, and you have none: draw instead",
        plural="a search costs {n} resources, and you have fewer: draw instead",
        n=cost,
    )


def why_not_exchange(s: State, a: Action) -> Message | None:
    """Return why no card can be exchanged (R31, R32)."""
    if now := not_now(s, COMPLETE):
        return now
    if realm(s).used:
        return message("you used a card of your hand in this turn, so none is exchanged")
    if not top(s).n:
        return message("at most one card is exchanged, before any is drawn: draw, or finish")
    return message("you have no card to exchange: draw, or finish")


def why_not_finish(s: State, a: Action) -> Message | None:
    """Return why a hand cannot stay as it is."""
    if now := not_now(s, COMPLETE):
        return now
    return message("the hand must be filled up, as agreed: draw or search")


def why_not_put(s: State, a: Action) -> Message | None:
    """Return why a card cannot be put away so (R34)."""
    if now := not_now(s, hand.PUT):
        return now
    if not is_shaped(a, int, int) or not _is_pile(a.data[1]):
        return NO_PILE
    if cast(int, a.data[0]) not in s.cards().hands[s.seat]:
        return message("that card is not in your hand: choose one that you hold")
    return None


WHYS = {
    hand.LOOK_ACTION: why_not_look,
    hand.TAKE_ACTION: why_not_take,
    hand.DRAW_ACTION: why_not_draw,
    hand.SEARCH_ACTION: why_not_search,
    hand.EXCHANGE_CARD.kind: why_not_exchange,
    hand.FINISH.kind: why_not_finish,
    hand.PUT_ACTION: why_not_put,
}
