"""One line on a terminal that says how far a check is, and is gone when it has ended."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self, TextIO

from bastide.cli.answers import cleaned
from bastide.cli.streams import is_tty
from bastide.core.messages import Text
from bastide.core.screen import text_width

PATIENCE = 0.4
"""Seconds that a check has to take before it is worth a line."""

APART = 0.1
"""Least seconds between two changes of the line."""

_ECHO = "^C"
"""What a terminal shows of an interrupt, behind the line."""


class ProgressLine:
    """Writes to standard error, if that is a terminal; what is printed stays as it is.

    Args:
        text: the program's messages.
        stream: where to write; standard error by default.
        now: a clock, in seconds.
    """

    def __init__(
        self,
        text: Text,
        stream: TextIO | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._text, self._now = text, now
        self._stream = sys.stderr if stream is None else stream
        self._due = now() + PATIENCE
        self._shown = ""

    def told(self, checked: int, total: int) -> None:
        """Show how many entries of how many are checked, if it is time."""
        self.say(self._text("Checked: {n} of {total} entries", n=checked, total=total))

    def say(self, line: str) -> None:
        """Show what is going on, if it is time."""
        if self._now() < self._due or not is_tty(self._stream):
            return
        self._due = self._now() + APART
        self._show(cleaned(line))

    def _show(self, line: str) -> None:
        over = max(0, text_width(self._shown) - text_width(line))
        self._write(f"{line}{' ' * over}")
        self._shown = line

    def _write(self, text: str) -> None:
        self._stream.write(f"\r{text}")
        self._stream.flush()

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the line away."""
        if self._shown:
            self._write(" " * (text_width(self._shown) + len(_ECHO)) + "\r")
