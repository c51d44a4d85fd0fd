"""The worked examples of the variant alone, section G."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugins.carcassonne.script import examples
from tests.plugins.strategic.script import HandScript

EXAMPLES = examples(Path(__file__).parent / "examples.txt")


@pytest.mark.parametrize("id", EXAMPLES)
def test_example(id: str) -> None:
    HandScript(EXAMPLES[id]).run()


def test_the_example_without_expansions_is_there() -> None:
    assert list(EXAMPLES) == ["G1"]
