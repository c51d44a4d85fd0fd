"""What goes wrong in the event loop beside the work: the one rule for lines and full screens.

A link or a disk that fails aside stands in the log file only. A fault of a program's part is told
in one sentence that names the part, and everything else goes on. What the work then waits for may
never come: a command in lines, which nobody may be watching, ends with a task's fault; at a full
screen a person sees the sentence and decides.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from bastide.core.calls import Call, NeverReturned, calls_of, home_of, is_pythons, last_call
from bastide.net.errors import Refusal

log = logging.getLogger(__name__)

_SHARED = ("bastide.core", "pluggy", "prompt_toolkit")
"""What calls the parts, or is called by them, and is seldom the one to blame."""


class LoopFaults:
    """Hears what nobody caught, and decides what comes of it.

    Args:
        tell: says a fault in one sentence, and writes down where it happened.
        stop: ends the work because a task has failed; None: the fault is told.
    """

    def __init__(
        self,
        tell: Callable[[BaseException], None],
        stop: Callable[[BaseException], None] | None = None,
    ) -> None:
        self._tell, self._stop = tell, stop

    def heard(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take what the loop tells of an exception; an exception handler of the loop."""
        error, told = context.get("exception"), context.get("message")
        is_outside = isinstance(error, Refusal | OSError) or "transport" in context
        if is_outside or not isinstance(error, Exception | NeverReturned):
            log.warning("event loop: %s", told, exc_info=error)
            return
        log.warning("event loop: %s", told)
        if self._stop is not None and "future" in context:
            self._stop(error)
        else:
            self._tell(error)


def part_of(error: BaseException) -> str:
    """Return the module that an exception comes from: a plugin's or a part of the program's."""
    call = last_call(error, _is_to_blame) or last_call(error, _is_ours)
    return call.module if call else "bastide"


def has_passed(error: BaseException, modules: tuple[str, ...]) -> bool:
    """Tell whether an exception came through one of these modules or what lies in them."""
    return any(home_of(call.module, modules) for call in calls_of(error))


def _is_ours(call: Call) -> bool:
    return not is_pythons(call.module)


def _is_to_blame(call: Call) -> bool:
    return _is_ours(call) and not home_of(call.module, _SHARED)
