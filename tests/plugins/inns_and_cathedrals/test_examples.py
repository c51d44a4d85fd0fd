"""The worked examples of the expansion, sections E and F."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugins.carcassonne.script import Script, examples
from tests.plugins.inns_and_cathedrals.conftest import compose

EXAMPLES = examples(Path(__file__).parent / "examples.txt")


@pytest.mark.parametrize("id", EXAMPLES)
def test_example(id: str) -> None:
    lines = EXAMPLES[id]

    Script(compose(int(lines[0].split()[1])), lines).run()


def test_every_example_of_the_expansion_is_there() -> None:
    numbers = {"E": 8, "F": 13}
    assert list(EXAMPLES) == [
        f"{group}{n + 1}" for group, most in numbers.items() for n in range(most)
    ]
