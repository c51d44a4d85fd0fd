"""Signals that end the program, and the exit codes that tell of them.

Without an event loop a signal is raised where the program stands, as Ctrl-C is, so that everything
is closed on the way out; loops take the signals themselves.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from types import FrameType
from typing import NoReturn

NAMES = ("SIGTERM", "SIGHUP")
"""What ends the program in good order, as far as the system knows it."""

BY_SIGNAL = 128
"""Added to the number of the signal: the exit code of what a signal has ended, as in shells."""

INTERRUPTED = BY_SIGNAL + signal.SIGINT
HUNG_UP = BY_SIGNAL + 1
"""The exit code once the terminal is gone; 1 is SIGHUP, which not every system names."""


before_end: set[Callable[[], None]] = set()
"""What puts a terminal back as it was found; `put_back` calls it where the program only stops."""


class Terminated(KeyboardInterrupt):
    """A signal has asked the program to end.

    Attributes:
        code: the exit code.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = BY_SIGNAL + number


def put_back() -> None:
    """Put terminals back as they were found, where nothing else will be closed on the way out."""
    for give_back in [*before_end]:
        give_back()


def numbers() -> list[int]:
    """Return the signals to heed: not what whoever started us wants ignored (`nohup`)."""
    known = [int(getattr(signal, name)) for name in NAMES if hasattr(signal, name)]
    return [number for number in known if signal.getsignal(number) != signal.SIG_IGN]


@contextlib.contextmanager
def heeded() -> Iterator[None]:
    """Raise `Terminated` on such a signal while the block runs."""
    before = []
    with contextlib.suppress(ValueError):  # not the main thread, which alone gets signals
        before = [(number, signal.signal(number, _end)) for number in numbers()]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise Terminated(number)
