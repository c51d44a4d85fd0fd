"""What a seat says hidden cards are, when it uses them: those of its hand, or that it was shown.

Whether a claim can be true is judged by what *everybody* knows, so that all tables judge alike: one
that privately knows better would else refuse what the others accept, and the game would fork. A
table that knows everything, and the one of the seat itself, check against all that they know. All
others believe the claim, also against better knowledge, even one about a card of their own hand
that was shown to the seat: the phase after the action asks `Open`, and a face other than the
claimed one is proven misbehaviour. Who was shown which item is public.
"""

from __future__ import annotations

from bastide.core.chance import ALL_SEATS
from bastide.core.errors import IllegalAction
from bastide.core.events import Action, Plain, is_same
from bastide.core.messages import Message
from bastide.core.secrets import Secrets
from bastide.core.state import ALL, State


def check_claims(s: State, a: Action) -> None:
    """Refuse a claim that cannot be true, and lay the others into `s`.

    Raises:
        IllegalAction: the card is in no hand, `s.seat` was not shown it, or it is known to be
            another one.
    """
    said: dict[int, Plain] = {}
    for item, face in a.claims:
        cards = s.secrets
        if cards is None or not _is_seen(cards, item, s.seat):
            raise IllegalAction(a, Message("a claimed card is in no hand that this seat has seen"))
        known = {**said, **(cards.faces if _knows_best(s) else _shown_to_all(cards))}
        if item in known and not is_same(known[item], face):
            raise IllegalAction(a, Message("a claimed card is known to be another one"))
        if item not in known and not _is_left(cards, item, face, known):
            raise IllegalAction(a, Message("a claimed card is known to be elsewhere"))
        said[item] = face
    if said:
        lay_claims(s, a)
        s.legal = None


def lay_claims(s: State, a: Action) -> None:
    """Believe the claims of an action that was checked."""
    cards = s.secrets
    if cards is None:
        return
    knows = _knows_best(s)
    for item, face in a.claims:
        if knows or cards.seen.get(item) == ALL_SEATS:
            cards.faces.setdefault(item, face)
        else:
            cards.faces[item] = face


def _is_seen(cards: Secrets, item: int, seat: int) -> bool:
    """Tell whether a card lies in a hand and was shown to a seat; its own cards always were."""
    return cards.seen.get(item, 0) >> seat & 1 == 1 and any(item in hand for hand in cards.hands)


def _knows_best(s: State) -> bool:
    """Tell whether these eyes know all that the seat to act knows."""
    return s.eyes in (ALL, s.seat)


def _shown_to_all(cards: Secrets) -> dict[int, Plain]:
    return {item: cards.faces[item] for item, mask in cards.seen.items() if mask == ALL_SEATS}


def _is_left(cards: Secrets, item: int, face: Plain, known: dict[int, Plain]) -> bool:
    """Tell whether the deck of an item has such a face that no known item has used up."""
    deck = cards.origin[item]
    used = sum(cards.origin[n] == deck and is_same(each, face) for n, each in known.items())
    return used < sum(is_same(each, face) for each in cards.decks[deck])
