"""Which of many like positions are looked at closely: the first of each kind, and a share of all.

What goes wrong goes wrong at some kind of place: in a phase, after an action. So a check that is
too costly to be made everywhere is made where it has not been made yet, and now and then besides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from random import Random

FIRST = 2
"""How often a check is made at a kind of place before it is left to chance."""

SHARE = 0.1
"""The share of the other times."""


class Sample:
    """Decides where costly checks are made; a random stream of its own keeps games as they are."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._made: Counter[Hashable] = Counter()

    def is_due(self, *place: Hashable) -> bool:
        """Tell whether a check is to be made at a place, named by the check and the kind."""
        self._made[place] += 1
        return self._made[place] <= FIRST or self._random.random() < SHARE
