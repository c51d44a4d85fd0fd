"""Every ruling is cited where it is played or tested, and every worked example is a test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

HERE = Path(__file__)
RULINGS, EXAMPLES = 48, 78
RULING = re.compile(r"\bR(\d+)\b")
TEST = re.compile(r"def test_example_(\d+)_")


def texts() -> Iterator[str]:
    """Yield code and tests, but for this file."""
    plugin = Path(str(files("bastide.plugins.settlers")))
    for path in (*plugin.rglob("*.py"), *HERE.parent.rglob("*.py")):
        if path != HERE:
            yield path.read_text(encoding="utf-8")


def test_all_48_rulings_are_cited_and_no_other() -> None:
    cited = {int(number) for text in texts() for number in RULING.findall(text)}

    assert cited == set(range(1, RULINGS + 1))


def test_all_78_worked_examples_are_tests() -> None:
    found = [int(number) for text in texts() for number in TEST.findall(text)]

    assert sorted(found) == list(range(1, EXAMPLES + 1))
