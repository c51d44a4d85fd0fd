"""Equal cards of a hand: one of them is listed, and each may be used."""

from __future__ import annotations

from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.settlers.state import held


def by_first_copy(s: State, a: Action, at: int = 0) -> Action:
    """Return an action about the first one of equal cards of the hand, which alone is listed.

    at: where in its data the item of the card stands.
    """
    item = a.data[at] if at < len(a.data) else None
    for claim in s.cards().known(s.seat):
        if type(item) is int and claim[0] == item and a.claims == (claim,):
            first, card = held(s, s.seat)[str(claim[1])], claim[1]
            data = (*a.data[:at], first, *a.data[at + 1 :])
            return a._replace(data=data, claims=((first, card),))
    return a
