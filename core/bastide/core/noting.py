"""Lists of a state that remember which line of a plugin wrote into them. Only the kit uses them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from bastide.core.events import Event
from bastide.core.places import Place, called_from
from bastide.core.state import State


class Noted(list[Event]):
    """Events; `places[n]` is the line that reported the n-th."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        super().__init__(events)
        self.places: list[Place | None] = [None] * len(self)

    def append(self, event: Event, /) -> None:
        """Add an event, and note who does."""
        self.places.append(called_from())
        super().append(event)


class Guarded(list[int]):
    """Scores; `place` is the line that changed them other than by `State.score`."""

    place: Place | None = None

    def __setitem__(self, n: Any, points: Any, /) -> None:  # noqa: ANN401  # as it was called
        """Change a score, and note who does."""
        if sys._getframe(1).f_code is not State.score.__code__:
            self.place = called_from()
        super().__setitem__(n, points)
