"""Whether a table hides cards is said in a manifest, before anybody sits down.

Rooms, panes and lists of tables go by it: they tell that hands are sealed, and what a modified
program could read. So no rules deal a hidden card that no manifest has announced.
"""

from __future__ import annotations

from bastide.core.chance import PUBLIC_REQUESTS, Request
from bastide.core.errors import RulesError
from bastide.core.messages import message


def check_public(requests: tuple[Request, ...], phase: str, ask: object) -> None:
    """Refuse requests for hidden cards at a table that hides none.

    Raises:
        RulesError: names the phase, the request and the remedy, and the function that asks.
    """
    for request in requests:
        if not isinstance(request, PUBLIC_REQUESTS):
            said = message(
                "{phase}: {request} deals hidden cards, and no manifest of the table says so: "
                "write hidden=True in yours",
                phase=phase,
                request=type(request).__name__,
            )
            raise RulesError(said, ask)
