"""The fair dealer: public chance that every place has a share in and none can steer.

Each place fixed a hash chain before the game began; its end, the anchor, is in its `join` entry.
A roll is one step in which every place shows the next value of its chain; the answer is derived
from all of them together. One honest place makes it unpredictable, and nobody can adapt. The last
to show sees the result first and may refuse to go on: that stops the game, it cannot change it.
"""

from __future__ import annotations

from typing import Any

from bastide.core.chance import PUBLIC_REQUESTS, Answer, Rng, public_answer
from bastide.core.journal import Genesis
from bastide.core.messages import Message
from bastide.core.payloads import PayloadError, binary_fields
from bastide.core.state import State
from bastide.net.dealing import is_next_value, roll_value
from bastide.net.limits import ROLLS_PLAYED

HIDDEN = Message("This version cannot deal hidden cards on a network.")


class FairDealer:
    """Answers the requests of one networked game from `join` and `roll` entries.

    Attributes:
        rolls: how many rolls are complete.
    """

    def __init__(self, genesis: Genesis) -> None:
        """Begin before the first step."""
        self.game_id = genesis.game_id
        self.rolls = 0
        self._shown: dict[int, bytes] = {}

    def expects(self, step: int, s: State) -> str:
        """Return the kind of entry that every place must write now, or ""."""
        if step == 0:
            return "join"
        return "roll" if s.waiting and not self.fault(s) else ""

    def fault(self, s: State) -> Message | None:
        """Return why what the rules ask for cannot be had, or None."""
        if any(type(request) not in PUBLIC_REQUESTS for request in s.waiting):
            return HIDDEN
        if s.waiting and self.rolls >= ROLLS_PLAYED:
            return Message("The game has used up its rolls: no seat can show another value.")
        return None

    def check(self, step: int, place: int, kind: str, payload: dict[str, Any]) -> None:
        """Raise `PayloadError` if a place shows anything but what its chain says."""
        if kind == "join":
            binary_fields(payload, {"dice": 32})
            return
        binary_fields(payload, {"s": 32})
        if not is_next_value(self.game_id, place, self._shown[place], payload["s"]):
            raise PayloadError("a roll value that is not the next of that seat's chain")

    def complete(
        self, step: int, prev: bytes, payloads: dict[int, dict[str, Any]], s: State
    ) -> tuple[Answer, ...] | None:
        """Take a complete step; return the answers that a roll gives."""
        if step == 0:
            self._shown = {place: payload["dice"] for place, payload in payloads.items()}
            return None
        self.rolls += 1
        self._shown = {place: payload["s"] for place, payload in payloads.items()}
        values = [self._shown[place] for place in sorted(self._shown)]
        roll = roll_value(self.game_id, self.rolls, prev, values)
        return tuple(
            Answer(public_answer(request, Rng(roll, request.label)))  # type: ignore[union-attr, arg-type]  # expects() lets only public requests through
            for request in s.waiting
        )
