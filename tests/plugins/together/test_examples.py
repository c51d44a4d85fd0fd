"""The worked examples of hands with the expansion, section G."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugins.carcassonne.script import examples
from tests.plugins.strategic.script import HandScript

EXAMPLES = examples(Path(__file__).parent / "examples.txt")


@pytest.mark.parametrize("id", EXAMPLES)
def test_example(id: str) -> None:
    HandScript(EXAMPLES[id]).run()


def test_every_example_of_hands_with_the_expansion_is_there() -> None:
    assert list(EXAMPLES) == ["G2", "G3"]
