"""Tests that do the same again with other numbers: all of them run, the first alone are measured.

Coverage takes more time than the rules themselves, and whole games that were played once bring
lines that are known already. So `make test` lets those at the end of a row run unmeasured.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from _pytest.mark import ParameterSet

REPEATED = pytest.mark.repeated
"""Marks a test whose lines of the program others go through, too."""


def repeated(values: Sequence[Any], measured: int = 1) -> list[ParameterSet]:
    """Return values to parametrize a test with, all but the first few of them unmeasured."""
    return [
        pytest.param(value, marks=() if n < measured else REPEATED)
        for n, value in enumerate(values)
    ]


@contextmanager
def without_coverage() -> Iterator[None]:
    """Let nothing be measured in this thread for a while, if anything is."""
    measuring = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(measuring)
