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
