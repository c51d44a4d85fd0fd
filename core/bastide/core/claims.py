"""What a seat says its hidden cards are, when it uses them.

A table that does not know a face believes the claim; the phase after the action asks `Open`, and a
face other than the claimed one is proven misbehaviour.
"""

from __future__ import annotations

from bastide.core.errors import IllegalAction
from bastide.core.events import Action
from bastide.core.messages import Message
from bastide.core.state import State


def check_claims(s: State, a: Action) -> None:
    """Refuse a claim that cannot be true, and lay the others into `s`.

    Raises:
        IllegalAction: the card is not in the hand of `s.seat`, or these eyes know better.
    """
    for item, face in a.claims:
        cards = s.secrets
        if cards is None or item not in cards.hands[s.seat]:
            raise IllegalAction(a, Message("a claimed card is not in that hand"))
        if item not in cards.faces:
            if face not in cards.unknown()[cards.origin[item]].faces:
                raise IllegalAction(a, Message("a claimed card is known to be elsewhere"))
            cards.faces[item] = face
            s.legal = None
        elif cards.faces[item] != face:
            raise IllegalAction(a, Message("a claimed card is known to be another one"))


def lay_claims(s: State, a: Action) -> None:
    """Believe the claims of an action that was checked."""
    if s.secrets:
        for item, face in a.claims:
            s.secrets.faces.setdefault(item, face)
