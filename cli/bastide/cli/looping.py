"""Running the event loop of a command: signals and faults end it in good order."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from bastide.cli.answers import complain
from bastide.cli.guard import unexpected
from bastide.cli.loop_faults import LoopFaults
from bastide.cli.program import Failed, Misused, Program, Stopped
from bastide.cli.sessions.ports import Refused
from bastide.cli.stopping import BY_SIGNAL, numbers
from bastide.net.errors import Refusal

T = TypeVar("T")


def run(program: Program, work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, after saying what is wrong with the settings.

    A signal to stop, or a task aside that fails by a fault of ours, cancels it, so that it closes
    what it has opened. A fault in a callback, which no task owns, is said at once and ends
    nothing; a link or disk that fails aside is noted in the log file only. Whatever goes wrong
    aside, the last word is the work's own if it has one.

    Raises:
        Stopped: a signal has told it to.
        Failed: standard input has ended, which was to end it.
    """
    program.warn()
    aside = _Aside(program)
    try:
        return asyncio.run(_heeding(work, aside, program.flags.until_eof))
    except asyncio.CancelledError as ended:
        own = _own_words(ended)
        if own is None:
            raise (aside.fault or aside.stopped()) from None
        if aside.fault:
            complain(unexpected(aside.fault, program))
        raise own from None


def _own_words(ended: asyncio.CancelledError) -> BaseException | None:
    """Return what the work was about to fail with when it was cancelled."""
    found = ended.__context__
    while found and not isinstance(found, Failed | Misused | Refused | Refusal):
        found = found.__context__
    return found


class _Aside:
    """What goes wrong in the loop beside the work.

    Attributes:
        fault: the first fault in a task, which has cancelled the work.
    """

    def __init__(self, program: Program) -> None:
        self.fault: BaseException | None = None
        self.work: asyncio.Task[Any] | None = None
        self._code = 0
        self.heard = LoopFaults(self._tell, self._stop).heard
        self._program = program
        self._said: set[str] = set()

    def signalled(self, number: int) -> None:
        """End the work because of a signal."""
        self._code = BY_SIGNAL + number
        self._cancel()

    def stopped(self) -> Failed:
        """Return what is said of work that was told to stop."""
        said = self._program.text("Stopped.")
        return Stopped(said, self._code) if self._code else Failed(said)

    def _stop(self, error: BaseException) -> None:
        self.fault = self.fault or error
        self._cancel()

    def _cancel(self) -> None:
        if self.work is not None:
            self.work.cancel()

    def _tell(self, error: BaseException) -> None:
        self._say(unexpected(error, self._program))

    def _say(self, sentence: str) -> None:
        if sentence not in self._said:
            self._said.add(sentence)
            complain(sentence)


async def _heeding(work: Coroutine[Any, Any, T], aside: _Aside, until_eof: bool) -> T:
    task = aside.work = asyncio.current_task()
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(aside.heard)
    for number in numbers():
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, aside.signalled, number)
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
