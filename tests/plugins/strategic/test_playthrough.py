"""One random game written out, every answer, action and event; see `make playthroughs`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.core.testing import playthrough
from tests.plugins.strategic.tables import compose

FILE = Path(__file__).parent / "playthrough.txt"


@pytest.mark.determinism
def test_a_game_plays_out_as_it_did(golden: Callable[[Path, str], None]) -> None:
    golden(FILE, playthrough(compose(2), 1))
