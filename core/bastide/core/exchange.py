"""What a table and its surroundings tell each other.

Before it takes an entry the table checks, cheapest first: step, place, chain, state, kind and
payload, and last the rules. What is wrong is said by `EntryError.fault`:

    late        the step is complete, or the slot is taken
    ahead       a later step
    unexpected  this place or this kind is not due
    fork        another history: `prev` differs
    desync      same history, another state: the rules differ
    invalid     signed nonsense: payload, commitment, dealer value
    illegal     the rules refuse the move
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

from bastide.core.chance import Answer
from bastide.core.events import Action, Event
from bastide.core.journal import Body
from bastide.core.payloads import Payload
from bastide.core.state import State

Fault = Literal["late", "ahead", "unexpected", "fork", "desync", "invalid", "illegal"]


class EntryError(ValueError):
    """An entry that the table does not take, and why."""

    def __init__(self, fault: Fault, reason: str, body: Body) -> None:
        super().__init__(reason)
        self.fault, self.reason, self.body = fault, reason, body


class Expected(NamedTuple):
    """What the current step waits for: one entry of this kind by each of these places."""

    step: int
    kind: str
    places: tuple[int, ...]


class Dealer(Protocol):
    """Answers requests with the help of entries that the places write."""

    def begin(self, s: State) -> tuple[Answer, ...] | None:
        """Take up what `s` waits for; return the answers if they need no entries."""
        ...

    def expects(self, step: int) -> Expected | None:
        """Return what the places must write now, or None if nothing."""
        ...

    def check(self, step: int, place: int, kind: str, payload: Payload) -> None:
        """Raise `PayloadError` if an entry of the dealer's is not what this place must write."""
        ...

    def complete(
        self, step: int, prev: bytes, payloads: dict[int, Payload]
    ) -> tuple[Answer, ...] | None:
        """Take a complete step of the dealer's; return the answers, if it brings any."""
        ...

    def progress(self) -> bytes:
        """Return a digest of how far the dealing is, a public fact; b"" if that says nothing."""
        ...


class Done(NamedTuple):
    """One entry or answer as it was carried out: what screens and logs read.

    `turn` is the number of the turn in which it was.

    `seat` (turn order) and `action` are those of a move, else -1 and None. A choice that is not
    shown yet is `SEALED`; all of a phase played together follow when the last is made.
    """

    step: int
    seat: int
    action: Action | None
    events: tuple[Event, ...]
    turn: int = 0
