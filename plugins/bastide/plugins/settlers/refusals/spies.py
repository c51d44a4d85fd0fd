"""Why a card of the other hand cannot be taken or put away (chapters 7 and 13)."""

from __future__ import annotations

from bastide.core.events import Action
from bastide.core.messages import Message, message
from bastide.core.state import State
from bastide.plugins.settlers.cards import CARDS
from bastide.plugins.settlers.espionage import (
    NOTHING,
    PICK,
    PICK_ACTION,
    PILE,
    PILE_ACTION,
    STEAL,
    STEAL_ACTION,
    is_stealable,
)
from bastide.plugins.settlers.refusals.hands import NO_PILE
from bastide.plugins.settlers.refusals.times import is_shaped, not_now


def why_not_steal(s: State, a: Action) -> Message | None:
    """Return why a Spy cannot take a card."""
    if now := not_now(s, STEAL):
        return now
    if not is_shaped(a, int, str) or a.data[1] not in CARDS:
        return message("a Spy takes a card that you name")
    if not is_stealable(str(a.data[1])):
        return message("a Spy takes knights, fleets and action cards, no buildings")
    return message("that card is not in the other hand: take one that you see")


def why_not_nothing(s: State, a: Action) -> Message | None:
    """Return why a Spy cannot come back with nothing (R25)."""
    if now := not_now(s, STEAL):
        return now
    return message("your Spy has found a card to take, and must take one")


def why_not_pick(s: State, a: Action) -> Message | None:
    """Return why a card of the other hand cannot be put away."""
    if now := not_now(s, PICK):
        return now
    return message("that card is not in the other hand, or chosen already: choose another one")


def why_not_pile(s: State, a: Action) -> Message | None:
    """Return why cards cannot go under a pile."""
    return not_now(s, PILE) or NO_PILE


WHYS = {
    STEAL_ACTION: why_not_steal,
    NOTHING.kind: why_not_nothing,
    PICK_ACTION: why_not_pick,
    PILE_ACTION: why_not_pile,
}
