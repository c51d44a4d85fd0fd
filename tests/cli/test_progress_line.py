"""The line that says how far a check is."""

from __future__ import annotations

import io

from bastide.cli.progress_line import APART, PATIENCE, ProgressLine
from bastide.core.messages import English


class Terminal(io.StringIO):
    """A terminal that can be read."""

    def isatty(self) -> bool:
        return True


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_long_check_says_how_far_it_is_and_leaves_nothing() -> None:
    stream, clock = Terminal(), Clock()

    with ProgressLine(English(), stream, clock) as line:
        line.told(0, 9)
        assert stream.getvalue() == ""
        clock.now = PATIENCE
        line.told(3, 9)
        line.told(4, 9)
        clock.now += APART
        line.told(5, 9)

    third, fifth = (f"Checked: {n} of 9 entries" for n in (3, 5))
    assert stream.getvalue() == f"\r{third}\r{fifth}\r{' ' * len(fifth)}  \r"


def test_nothing_is_written_where_nobody_looks() -> None:
    stream, clock = io.StringIO(), Clock()

    with ProgressLine(English(), stream, clock) as line:
        clock.now = PATIENCE
        line.told(3, 9)

    assert stream.getvalue() == ""
