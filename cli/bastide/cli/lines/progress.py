"""What takes its time, said in lines: once a change, and never in a flood."""

from __future__ import annotations

import time
from collections.abc import Callable

APART = 2.0
"""Least seconds between two lines."""

PATIENCE = 0.5
"""Seconds that something has to take before it is worth a line: most draws are faster."""


class Progress:
    """Decides when a line is due.

    Args:
        look: what is going on now, "" for nothing.
        now: a clock, in seconds.
    """

    def __init__(self, look: Callable[[], str], now: Callable[[], float] = time.monotonic) -> None:
        self._look, self._now = look, now
        self._said = ""
        self._said_at = now() - APART
        self._since: float | None = None

    def news(self) -> str:
        """Return the line to print now, or ""."""
        going_on = self._look()
        if not going_on:
            self._said, self._since = "", None
            return ""
        if self._since is None:
            self._since = self._now()
        if going_on == self._said or self._now() < self._from(self._since):
            return ""
        self._said, self._said_at = going_on, self._now()
        return going_on

    @property
    def due(self) -> float | None:
        """Seconds until a line that is held back is to be printed; None: there is none."""
        if self._since is None or self._look() in ("", self._said):
            return None
        return max(0.01, self._from(self._since) - self._now())

    def _from(self, since: float) -> float:
        return max(since + PATIENCE, self._said_at + APART)
