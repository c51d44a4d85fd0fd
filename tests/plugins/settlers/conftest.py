"""Rules of the settlers card game."""

from __future__ import annotations

import pytest

from bastide.core.rules import Rules
from tests.plugins.settlers.tables import compose


@pytest.fixture
def rules() -> Rules:
    """Return the rules with the options as they are offered."""
    return compose()
