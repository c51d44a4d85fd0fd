"""Running the event loop of a command: signals and faults end it in good order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from bastide.cli.program import Failed, Program
from bastide.net.errors import Refusal

T = TypeVar("T")
SIGNALS = ("SIGTERM", "SIGHUP")
log = logging.getLogger(__name__)


def run(program: Program, work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, after saying what is wrong with the settings.

    A signal to stop, or a fault of ours in something that runs aside, cancels it, so that it
    closes what it has opened. A link or disk that fails aside is noted in the log file only.

    Raises:
        Failed: it was told to stop.
    """
    program.warn()
    faults: list[Exception] = []
    try:
        return asyncio.run(_heeding(work, faults, program.flags.until_eof))
    except asyncio.CancelledError:
        if faults:
            raise faults[0] from None
        raise Failed(program.text("Stopped.")) from None


async def _heeding(work: Coroutine[Any, Any, T], faults: list[Exception], until_eof: bool) -> T:
    task = asyncio.current_task()
    loop = asyncio.get_running_loop()

    def failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        log.warning("event loop: %s", context.get("message"), exc_info=error)
        outside = isinstance(error, Refusal | OSError) or "transport" in context
        if isinstance(error, Exception) and not outside and task is not None:
            faults.append(error)
            task.cancel()

    loop.set_exception_handler(failed)
    for name in SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and task is not None:
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, task.cancel)
    if until_eof and task is not None:
        threading.Thread(target=_await_eof, args=(loop, task), daemon=True).start()
    return await work


def _await_eof(loop: asyncio.AbstractEventLoop, task: asyncio.Task[Any]) -> None:
    """Cancel a task when standard input ends, that is, when whoever started us is gone."""
    with contextlib.suppress(OSError):
        while os.read(0, 4096):
            pass
    with contextlib.suppress(RuntimeError):  # the loop has ended before
        loop.call_soon_threadsafe(task.cancel)
