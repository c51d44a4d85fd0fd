"""What a turn is made of: stages, phases, and where a route may lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bastide.core.chance import Answer, Request
from bastide.core.events import Action
from bastide.core.messages import Message
from bastide.core.state import State

Effect = Callable[[State, Action], None]
Auto = Callable[[State], None]
Test = Callable[[State], bool]
NextSeat = Callable[[State, int], int | None]
Route = Callable[[str, State], str]
Why = Callable[[State, Action], Message | None]
Ask = Callable[[State], tuple[Request, ...]]
OnAnswer = Callable[[State, tuple[Answer, ...]], None]
Legal = Callable[[State], Iterable[Action]]
Accepts = Callable[[State, Action], bool]
Actor = Callable[[State], int]

MAIN = "main"
"""The stage that `finished` ends, and where phases go that name no stage."""

SCORE = "score"
TURN_START = "<turn start>"
TURN_END = "<turn end>"
GAME_END = "<game end>"


@dataclass(slots=True)
class Phase:
    """A named stop in the turn.

    legal: a decision: what may be chosen, in an order that depends on the position only. A list is
        kept as it is; a generator is begun, to see if there is anything, and listed on request.
    accepts: judges open-ended actions; then `legal` lists a sensible part, each of which it
        accepts. What others send may hold anything: kinds, shapes and types are to be checked.
    hidden: choices depend on faces that others may not know; never skipped by the kernel.
    ask: requests for chance or secrets; () for nothing to ask.
    answer: what the answers do.
    enter: effects on arrival.
    actor: who decides, if not the seat whose turn it is.
    together: every seat chooses unseen, then all effects run in turn order. Each seat's list holds
        at least one action.

    With neither `legal` nor `ask` the phase is automatic.
    """

    id: str
    legal: Legal | None = None
    accepts: Accepts | None = None
    hidden: bool = False
    ask: Ask | None = None
    answer: OnAnswer | None = None
    enter: tuple[Auto, ...] = ()
    actor: Actor | None = None
    together: bool = False


@dataclass(slots=True)
class Stage:
    """A stretch of turns: who plays next (None ends it), and the phases of each turn."""

    id: str
    next_seat: NextSeat
    phases: list[Phase]

    @property
    def score(self) -> str:
        """The id of the phase that scores a turn of this stage."""
        return SCORE if self.id == MAIN else f"{self.id}.{SCORE}"


def in_turn(s: State, n: int) -> int | None:
    """The n-th turn of a stage goes round the table without end."""
    return n % s.seats
