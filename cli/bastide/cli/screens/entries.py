"""Log and talk as lines: whose each entry is, and all that it says, however narrow the pane.

An entry begins with the letter of its seat, or a dot; what has no room beside that goes on below
it, under the first word. Nothing is cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bastide.cli.screens.pen import Pen, badge
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.scrolling import Part
from bastide.cli.sessions.ports import LogItem, TalkItem
from bastide.cli.wording import wrap
from bastide.core.messages import Text
from bastide.core.screen import Grid

INDENT = 2
"""Columns for the letter before an entry, and a blank."""


class Line(NamedTuple):
    """A line of log or talk: whose it is (None: nobody's), and whether it begins an entry."""

    seat: int | None
    text: str
    first: bool = True


def log_lines(log: Sequence[LogItem], names: tuple[str, ...], width: int) -> list[Line]:
    """Return the log in lines of texts of at most `width` columns; what says nothing has none."""
    told = (item for item in log if item.sentence)
    return [line for item in told for line in _entry(item.seat, _told(item, names, width))]


def talk_lines(t: Text, talk: Sequence[TalkItem], width: int) -> list[Line]:
    """Return the talk in lines."""
    said = ((item.seat, t("{name}: {text}", name=item.name, text=item.text)) for item in talk)
    return [line for seat, text in said for line in _entry(seat, wrap(text, width))]


def put_lines(grid: Grid, pen: Pen, at: Rect, lines: Sequence[Line], part: Part) -> None:
    """Draw the part of some lines that is to be seen."""
    for y, line in enumerate(lines[part.first : part.first + at.height], at.y):
        if line.first:
            badge(grid, pen, at.x, y, line.seat, wide=False)
        grid.text(at.x + INDENT, y, line.text, pen.style())


def _entry(seat: int | None, parts: Sequence[str]) -> list[Line]:
    return [Line(seat, part, n == 0) for n, part in enumerate(parts)]


def _told(item: LogItem, names: tuple[str, ...], width: int) -> list[str]:
    """Return an entry of the log in lines; without the name in front where that saves one.

    The letter before it says who it is.
    """
    whole = wrap(item.named(names), width)
    if item.seat is None or len(whole) == 1:
        return whole
    bare = wrap(item.named(names).removeprefix(names[item.seat]).lstrip(" :\u202f"), width)
    return bare if len(bare) < len(whole) else whole
