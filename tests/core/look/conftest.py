"""The screen of the plugin guide, at a table of Nim."""

from __future__ import annotations

from typing import cast

import pytest

from bastide.core.look.position import Position
from bastide.core.look.position_screen import PositionScreen
from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.state import State
from tests.core.nim import begun
from tests.guide.pages import blocks


@pytest.fixture(scope="session")
def heap_screen(nim_rules: Rules) -> PositionScreen[Position]:
    """Return the screen that the guide shows whole, made of its very text."""
    (code,) = (block.text for block in blocks() if "class HeapScreen" in block.text)
    names: dict[str, object] = {}
    exec(compile(code, "docs/plugins.md", "exec"), names)
    make = cast("type[PositionScreen[Position]]", names["HeapScreen"])
    return make(nim_rules, English())  # type: ignore[arg-type]  # its own constructor


@pytest.fixture
def s(nim_rules: Rules) -> State:
    """Return a position where seat 0 may take one to three things."""
    return begun(nim_rules)
