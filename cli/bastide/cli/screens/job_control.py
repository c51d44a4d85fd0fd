"""Stopping the program and going on, as a shell's job control does.

SIGTSTP gives the terminal back, then stops the program. SIGSTOP stops it at once, and the shell may
change the terminal meanwhile. Whatever it was, SIGCONT takes the terminal again: single keys, the
alternate screen, the mouse, the title. Systems without these signals have nothing to do.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable, Iterator

from prompt_toolkit.application import Application, run_in_terminal

from bastide.cli.screens.terminal import Keeper, uninterrupted

STOP = getattr(signal, "SIGTSTP", None)
GO_ON = getattr(signal, "SIGCONT", None)


class JobControl:
    """The stopping of one application.

    Args:
        app: the application; its loop gets the signals.
        keeper: gives the terminal back, and takes it again.
        retitle: sets the title of the window once more.
    """

    def __init__(self, app: Application[int], keeper: Keeper, retitle: Callable[[], None]) -> None:
        self._app, self._keeper, self._retitle = app, keeper, retitle

    @contextlib.contextmanager
    def heeded(self) -> Iterator[None]:
        """Act on the signals while the block runs."""
        if STOP is None or GO_ON is None:
            yield
            return
        loop = asyncio.get_running_loop()
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(STOP, self._leave, loop, STOP)
            loop.add_signal_handler(GO_ON, self._take)
        try:
            yield
        finally:
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.remove_signal_handler(STOP)
                loop.remove_signal_handler(GO_ON)

    def _leave(self, loop: asyncio.AbstractEventLoop, number: int) -> None:
        if self._app.is_running:
            run_in_terminal(lambda: self._stop(loop, number))

    def _stop(self, loop: asyncio.AbstractEventLoop, number: int) -> None:
        """Stop here, the terminal given back, until the shell lets the program go on."""
        self._keeper.give_back(clean=True)
        loop.remove_signal_handler(number)
        os.kill(os.getpid(), number)
        loop.add_signal_handler(number, self._leave, loop, number)
        self._keeper.take()

    def _take(self) -> None:
        """Take the terminal again, whatever was done to it meanwhile."""
        app = self._app
        if not app.is_running:
            return
        # Not left again: what was before the program is restored by whoever entered first.
        # A shell that is not done yet stops it here once more; then the signal is what interrupts.
        uninterrupted(app.input.raw_mode().__enter__)
        # This ends with a whole frame, so that the screen that is left is the one that was taken.
        run_in_terminal(self._retitle)
