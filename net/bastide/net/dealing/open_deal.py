"""The open dealer: decks are shuffled by a roll, so that any program could read every card.

Honest programs do not show what their player may not see. It is quick, and fair in that nobody
can steer it; it is the choice of people who trust each other's programs (docs/protocol.md).
"""

from __future__ import annotations

from collections.abc import Collection

from bastide.core.chance import Answer, Rng, SecretRequest, Shuffle
from bastide.core.dealer import LocalDealer
from bastide.core.events import Plain
from bastide.core.secrets import Secrets
from bastide.core.state import State
from bastide.net.veil.handing import Flow


class OpenDeal:
    """Deals the cards of one game; knows every face, and tells those of our own places."""

    def __init__(self, own: Collection[int]) -> None:
        """Begin without decks; `own` are our places."""
        self._own = own
        self._faces: dict[int, Plain] = {}
        self._dealer = LocalDealer(bytes(32))

    @staticmethod
    def needs_roll(request: SecretRequest) -> bool:
        """Tell whether a request is answered from a roll."""
        return isinstance(request, Shuffle)

    def progress(self) -> bytes:
        """Return b"": the state says all."""
        return b""

    def deal(self, request: SecretRequest, cards: Secrets, s: State, roll: bytes) -> Flow:
        """Answer one request; `cards` is where piles and hands are now.

        A deck's order comes from the roll of its shuffle, under the deck's name; that of hands
        from what follows in the same stream.
        """
        yield from ()
        known = cards.clone()
        known.faces = {item: face for item, face in self._faces.items() if item in known.seen}
        if isinstance(request, Shuffle):
            self._dealer.rng = Rng(roll, request.deck)
        answer = self._dealer.secret(request, known)
        self._faces.update({shown.item: shown.face for shown in answer.shown})
        mask = sum(1 << s.seating.index(place) for place in self._own)
        return Answer(answer.value, tuple(x for x in answer.shown if x.seats & mask))
