"""What the screens need of a journal that is looked at step by step; see `ports`."""

from __future__ import annotations

from typing import Protocol


class Replay(Protocol):
    """Steps through a finished or running journal; `at` is from 0 to `length`, both included."""

    @property
    def at(self) -> int:
        """Return the step shown."""
        ...

    @property
    def length(self) -> int:
        """Return the number of steps."""
        ...

    def go(self, at: int) -> None:
        """Show the position after a step; out of range: the nearest end."""
        ...
