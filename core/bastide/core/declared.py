"""The effects of actions, by kind: what is offered and was never declared is named."""

from __future__ import annotations

from bastide.core.errors import RulesError
from bastide.core.messages import message
from bastide.core.phases import Effect


class Effects(dict[str, tuple[Effect, ...]]):
    """What each declared kind of action does: its effect, then the reactions to it."""

    def __missing__(self, kind: str) -> tuple[Effect, ...]:
        """Say what is not there, as nothing of a plugin's runs then.

        Raises:
            RulesError: always.
        """
        said = message(
            "{kind} is offered but not declared: add rules.action({kind}, ...) to bastide_turn",
            kind=repr(kind),
        )
        raise RulesError(said)
