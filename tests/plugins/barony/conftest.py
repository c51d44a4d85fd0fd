"""Rules of Barony."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.core.rules import Rules
from tests.plugins.barony.tables import compose


@pytest.fixture(scope="session")
def rules_for() -> Callable[[int], Rules]:
    """Return a function from a number of seats to their rules."""
    return compose


@pytest.fixture
def rules() -> Rules:
    """Return the rules for two seats."""
    return compose(2)
