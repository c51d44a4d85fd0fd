"""Rules of Carcassonne with Inns & Cathedrals."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules

ID = "inns_and_cathedrals"


@cache
def plugins() -> Plugins:
    """Return the game and the expansion, nothing else."""
    found = built_in()
    return Plugins({name: found[name] for name in ("carcassonne", ID)})


@cache
def compose(seats: int) -> Rules:
    """Return the rules for a number of seats; seats play in the order in which they are listed."""
    return plugins().compose(Setup("carcassonne", seats, (ID,), (("seating", "listed"),)))


@pytest.fixture(scope="session")
def rules_for() -> Callable[[int], Rules]:
    """Return a function from a number of seats to their rules."""
    return compose


@pytest.fixture
def rules() -> Rules:
    """Return the rules for two seats."""
    return compose(2)
