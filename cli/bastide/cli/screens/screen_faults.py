"""What becomes of faults and signals while the full-screen program runs."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
from collections.abc import Callable, Iterator
from typing import Any

from bastide.cli.guard import one_line
from bastide.cli.loop_faults import LoopFaults, has_passed, part_of
from bastide.cli.screens.commands import Reply
from bastide.cli.screens.shell import Shell
from bastide.cli.stopping import BY_SIGNAL, HUNG_UP, numbers
from bastide.core.blame import reason_of
from bastide.core.calls import NeverReturned

log = logging.getLogger(__name__)

_GONE = (errno.EIO, errno.ENXIO, errno.EPIPE)
"""What writing to a terminal fails with once its window is closed."""

_TERMINAL = ("prompt_toolkit.output", "prompt_toolkit.input")
"""The modules that write to the terminal and read from it."""


class ScreenFaults:
    """Tells a fault on the page that is shown; ends the program where nothing can be shown.

    Args:
        shell: whose top page tells the sentence.
        end: ends the program with an exit code.
    """

    def __init__(self, shell: Shell, end: Callable[[int], None]) -> None:
        self._shell, self._end = shell, end
        self._error: BaseException | None = None
        self._is_painted = True
        self._aside = LoopFaults(self.tell)

    @contextlib.contextmanager
    def heeded(self) -> Iterator[None]:
        """Take signals and what goes wrong in the loop, as long as the context lasts."""
        loop = asyncio.get_running_loop()
        before = loop.get_exception_handler()
        loop.set_exception_handler(self._heard)
        signals = numbers()
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            for number in signals:
                loop.add_signal_handler(number, self._end, BY_SIGNAL + number)
        try:
            yield
        finally:
            loop.set_exception_handler(before)
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                for number in signals:
                    loop.remove_signal_handler(number)

    @contextlib.contextmanager
    def painting(self) -> Iterator[None]:
        """Take what goes wrong while a frame is painted: the last one stays, the page is told.

        A page that cannot be painted even then ends the program: nobody could see what goes on.
        """
        try:
            yield
        except (
            Exception,
            NeverReturned,
        ) as error:  # a game's screen is third-party code and may raise anything
            if self._is_painted:
                self._is_painted = False
                self.tell(error)
            else:
                self._end(self.noted(error))
        else:
            self._is_painted = True

    def tell(self, error: BaseException) -> None:
        """Say in one sentence that a part has failed; the rest goes on."""
        log.error("a part failed", exc_info=error)
        sentence = self._shell.t(
            "{part} failed ({reason}): the rest goes on, and the log file holds more.",
            part=part_of(error),
            reason=_reason(error),
        )
        self._shell.top.tell(Reply(sentence))
        self._shell.redraw()

    def noted(self, error: BaseException) -> int:
        """Keep what ends the program for `last_words`; return the exit code."""
        if isinstance(error, OSError) and error.errno in _GONE:
            return HUNG_UP  # nobody is there to be told
        self._error = error
        return 1

    def last_words(self) -> Iterator[str]:
        """Return what is to be said after the end, if a fault has brought it."""
        if self._error is not None:
            log.error("the screen failed", exc_info=self._error)
            yield self._shell.t(
                "bastide stopped because of a fault of its own ({reason}). "
                "Your tables are kept; the log file holds more.",
                reason=_reason(self._error),
            )

    def _heard(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take what the loop tells of an exception: a terminal that fails ends the program."""
        error = context.get("exception")
        if isinstance(error, OSError) and has_passed(error, _TERMINAL):
            self._end(self.noted(error))
        else:
            self._aside.heard(loop, context)


def _reason(error: BaseException) -> str:
    """Return what an exception says, in one line."""
    return one_line(reason_of(error))
