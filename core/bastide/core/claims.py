"""What a seat says its hidden cards are, when it uses them.

Whether a claim can be true is judged by what *everybody* knows, so that all tables judge alike: one
that privately knows better would else refuse what the others accept, and the game would fork. A
table that knows everything, and the one of the seat itself, check against all that they know. All
others believe the claim, also against better knowledge: the phase after the action asks `Open`, and
a face other than the claimed one is proven misbehaviour.
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
        IllegalAction: the card is not in the hand of `s.seat`, or it is known to be another one.
    """
    said: dict[int, Plain] = {}
    for item, face in a.claims:
        cards = s.secrets
        if cards is None or item not in cards.hands[s.seat]:
            raise IllegalAction(a, Message("a claimed card is not in that hand"))
        known = {**said, **(cards.faces if _knows_hand(s) else _shown_to_all(cards))}
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
    knows = _knows_hand(s)
    for item, face in a.claims:
        if knows or cards.seen.get(item) == ALL_SEATS:
            cards.faces.setdefault(item, face)
        else:
            cards.faces[item] = face


def _knows_hand(s: State) -> bool:
    """Tell whether these eyes see the hand of the seat to act, or everything."""
    return s.eyes in (ALL, s.seat)


def _shown_to_all(cards: Secrets) -> dict[int, Plain]:
    return {item: cards.faces[item] for item, mask in cards.seen.items() if mask == ALL_SEATS}


def _is_left(cards: Secrets, item: int, face: Plain, known: dict[int, Plain]) -> bool:
    """Tell whether the deck of an item has such a face that no known item has used up."""
    deck = cards.origin[item]
    used = sum(cards.origin[n] == deck and is_same(each, face) for n, each in known.items())
    return used < sum(is_same(each, face) for each in cards.decks[deck])
