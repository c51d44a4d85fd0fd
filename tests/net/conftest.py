"""The published test vectors, and two people to play with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bastide.net.identity import Identity


@pytest.fixture(scope="session")
def vectors() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))
    return loaded


@pytest.fixture
def ann() -> Identity:
    return Identity(b"\x01" * 32)


@pytest.fixture
def bob() -> Identity:
    return Identity(b"\x02" * 32)
