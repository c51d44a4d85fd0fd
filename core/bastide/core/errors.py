"""What the kernel raises when rules are composed and played."""

from __future__ import annotations

from bastide.core.events import Action
from bastide.core.messages import English, Message


class RulesError(Exception):
    """The active plugins do not fit together, or one of them breaks the contract."""


class IllegalAction(ValueError):
    """An action that the rules do not accept; `why` explains it in words of the rules."""

    def __init__(self, action: Action, why: Message) -> None:
        super().__init__(English().say(why))
        self.action, self.why = action, why


class FalseClaim(Exception):
    """Cards that were opened show that what a seat had said of them was false.

    Rules raise it in a phase's `answer`; a networked table takes it as proven misbehaviour of that
    seat. With honest programs it cannot happen: `legal` of the seat itself offers nothing false.
    """

    def __init__(self, seat: int, why: Message) -> None:
        super().__init__(English().say(why))
        self.seat, self.why = seat, why
