"""Boxes over a screen: help, who is at the table, the whole log, questions, a game's overlay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bastide.cli.screens.panes import Pen, Rect, box
from bastide.cli.screens.table_panes import Line, badge
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
    inside = box(grid, pen, at._replace(x=0, y=0), title, _foot(pen, len(lines), at), active=True)
    room = inside.height - 1
    scroll = max(0, min(scroll, len(lines) - room))
    for row, line in enumerate(lines[scroll : scroll + room]):
        y = inside.y + 1 + row
        left = pen.style("accent" if line.strong else "text", bold=line.strong)
        grid.text(inside.x + 2, y, pen.fit(line.left, inside.width - 3), left)
        if line.right:
            right = pen.style("ink", bold=True)
            grid.text(inside.x + 5 + column, y, pen.fit(line.right, inside.width), right)
    return Scrolled(at, grid, scroll)


def _foot(pen: Pen, lines: int, at: Rect) -> str:
    if lines > at.height - 3:
        return pen.t("up, down scroll · Esc closes")
    return pen.t("Esc closes")


def paint_lines(pen: Pen, title: str, lines: Sequence[Line], size: Size, back: int) -> Scrolled:
    """Paint a list whose end matters (a log); `back` is the number of lines scrolled back.

    A few lines stand at the bottom, where they cover little of the board that they speak of.
    """
    width = min(size[0], 92)
    at = box_rect(size, width, min(max(1, len(lines)) + 2, size[1] - 4))
    if len(lines) <= FEW:
        at = at._replace(y=max(1, size[1] - 2 - at.height))
    grid = Grid(at.width, at.height)
    inside = box(
        grid, pen, at._replace(x=0, y=0), title, _foot(pen, len(lines) - 1, at), active=True
    )
    most = max(0, len(lines) - inside.height)
    back = max(0, min(back, most))
    for row, line in enumerate(lines[most - back : most - back + inside.height]):
        y = inside.y + row
        if line.first and line.seat is not None:
            badge(grid, pen, inside.x + 1, y, line.seat, wide=False)
        grid.text(inside.x + 3, y, pen.fit(line.text, inside.width - 4), pen.style())
    return Scrolled(at, grid, back)


def paint_question(
    pen: Pen, title: str, text: str, foot: str, size: Size, scroll: int = 0
) -> Scrolled:
    """Paint a question or a note, wrapped; `scroll` is the number of lines scrolled down."""
    width = min(size[0], 64)
    lines = wrap(text, width - 6)
    at = box_rect(size, width, len(lines) + 4)
    grid = Grid(at.width, at.height)
    room = at.height - 3
    if len(lines) > room:
        foot = pen.t("up, down scroll · {keys}", keys=foot)
    inside = box(grid, pen, at._replace(x=0, y=0), title, foot, active=True)
    scroll = max(0, min(scroll, len(lines) - room))
    for row, line in enumerate(lines[scroll : scroll + room]):
        grid.text(inside.x + 2, inside.y + 1 + row, line, pen.style())
    return Scrolled(at, grid, scroll)
