"""What the kernel raises when rules are composed and played."""

from __future__ import annotations

from bastide.core.events import Action
from bastide.core.messages import English, Message, message


def as_message(said: str | Message) -> Message:
    """Return what was said as a message; a text that is put together already is cited whole."""
    return said if isinstance(said, Message) else message("{reason}", reason=said)


class RulesError(Exception):
    """The active plugins do not fit together, or one of them breaks the contract.

    `message` says it in any language, where the sentence was not put together by a plugin. `at` is
    the function or module that is at fault, where it is known and does not run.
    """

    def __init__(self, said: str | Message = "", at: object = None) -> None:
        self.message, self.at = as_message(said), at
        super().__init__(English().say(self.message))


class IllegalAction(ValueError):
    """An action that the rules do not accept; `why` explains it in words of the rules.

    `stumbled` is what a plugin raised when it was asked about the action. It is not the cause: an
    action that somebody else made up may be to blame as well as the plugin.
    """

    def __init__(self, action: Action, why: Message, stumbled: BaseException | None = None) -> None:
        super().__init__(English().say(why))
        self.action, self.why, self.stumbled = action, why, stumbled


class FalseClaim(Exception):
    """Cards that were opened show that what a seat had said of them was false.

    Rules raise it in a phase's `answer`; a networked table takes it as proven misbehaviour of that
    seat. With honest programs it cannot happen: `legal` of the seat itself offers nothing false.
    """

    def __init__(self, seat: int, why: Message) -> None:
        super().__init__(English().say(why))
        self.seat, self.why = seat, why
