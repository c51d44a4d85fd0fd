"""Boxes over a screen: help, who is at the table, the whole log, questions, a game's overlay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bastide.cli.screens.boxes import box
from bastide.cli.screens.entries import Line, put_lines
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.scrolling import Part, part_back, part_from
from bastide.cli.wording import wrap
from bastide.core.screen import Grid, text_width

Size = tuple[int, int]


class Section(NamedTuple):
    """A part of a help text: a heading, and what is done with what, or plain sentences."""

    heading: str
    rows: tuple[tuple[str, str], ...] = ()
    sentences: tuple[str, ...] = ()


class Text(NamedTuple):
    """A line of a box: `strong` for headings; the second column begins at `Box.column`."""

    left: str
    right: str = ""
    strong: bool = False
    seat: int | None = None


class Scrolled(NamedTuple):
    """What was painted, and how far it could be scrolled."""

    at: Rect
    grid: Grid
    back: int


FEW = 6
"""Lines of a log that cover little of the board."""


def box_rect(size: Size, width: int, height: int) -> Rect:
    """Return a box of a size in the middle, cut to what the panes leave room for."""
    width, height = min(width, size[0]), min(height, max(3, size[1] - 4))
    return Rect((size[0] - width) // 2, max(1, (size[1] - 2 - height) // 2), width, height)


def help_lines(sections: Sequence[Section], width: int) -> list[Text]:
    """Return the lines of a help text of a width."""
    column = min(
        max((text_width(left) for s in sections for left, _ in s.rows), default=0), width // 2
    )
    lines: list[Text] = []
    for section in sections:
        if lines:
            lines.append(Text(""))
        lines.append(Text(section.heading, strong=True))
        for left, right in section.rows:
            parts = wrap(left, column)
            rights = wrap(right, max(8, width - column - 3))
            for n in range(max(len(parts), len(rights))):
                lines.append(
                    Text(parts[n] if n < len(parts) else "", rights[n] if n < len(rights) else "")
                )
        for sentence in section.sentences:
            lines += [Text(part) for part in wrap(sentence, width)]
    return lines


def paint_help(
    pen: Pen, title: str, sections: Sequence[Section], size: Size, scroll: int
) -> Scrolled:
    """Paint help; `scroll` is the number of lines scrolled down."""
    width = min(size[0], 92)
    lines = help_lines(sections, width - 6)
    column = min(
        max((text_width(left) for s in sections for left, _ in s.rows), default=0),
        (width - 6) // 2,
    )
    at = box_rect(size, width, len(lines) + 3)
    grid = Grid(at.width, at.height)
    part = part_from(scroll, at.height - 3, len(lines))
    inside = open_box(grid, pen, title, pen.t("Esc closes"), part)
    for row, line in enumerate(lines[part.first : part.first + part.room]):
        y = inside.y + 1 + row
        left = pen.style("accent" if line.strong else "text", bold=line.strong)
        grid.text(inside.x + 2, y, pen.fit(line.left, inside.width - 3), left)
        if line.right:
            right = pen.style("ink", bold=True)
            grid.text(inside.x + 5 + column, y, pen.fit(line.right, inside.width), right)
    return Scrolled(at, grid, part.first)


def open_box(grid: Grid, pen: Pen, title: str, foot: str, part: Part) -> Rect:
    """Draw a box over the screen that shows a part of something; return its inside."""
    at = Rect(0, 0, grid.width, grid.height)
    return box(grid, pen, at, title, foot, True, part, pen.t("↑ ↓ scroll"))


def paint_lines(pen: Pen, title: str, lines: Sequence[Line], size: Size, back: int) -> Scrolled:
    """Paint a list whose end matters (a log); `back` is the number of lines scrolled back.

    A few lines stand at the bottom, where they cover little of the board that they speak of.
    """
    width = min(size[0], 92)
    at = box_rect(size, width, min(max(1, len(lines)) + 2, size[1] - 4))
    if len(lines) <= FEW:
        at = at._replace(y=max(1, size[1] - 2 - at.height))
    grid = Grid(at.width, at.height)
    part = part_back(back, at.height - 2, len(lines))
    inside = open_box(grid, pen, title, pen.t("Esc closes"), part)
    put_lines(grid, pen, inside._replace(x=inside.x + 1), lines, part)
    return Scrolled(at, grid, part.below)


def paint_question(
    pen: Pen, title: str, text: str, foot: str, size: Size, scroll: int = 0
) -> Scrolled:
    """Paint a question or a note, wrapped; `scroll` is the number of lines scrolled down."""
    width = min(size[0], 64)
    lines = wrap(text, width - 6)
    at = box_rect(size, width, len(lines) + 4)
    grid = Grid(at.width, at.height)
    part = part_from(scroll, at.height - 3, len(lines))
    inside = open_box(grid, pen, title, foot, part)
    for row, line in enumerate(lines[part.first : part.first + part.room]):
        grid.text(inside.x + 2, inside.y + 1 + row, line, pen.style())
    return Scrolled(at, grid, part.first)
