"""What lies over the table for a while: choices that are no place, and the text of a card."""

from __future__ import annotations

from bastide.core.colours import reduced
from bastide.core.look.lines import (
    Box,
    ellipsis,
    first_shown,
    line_at,
    paint_lines,
    pointer,
    wrapped,
)
from bastide.core.look.paints import line_style
from bastide.core.screen import Grid, Look, fit, text_width
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.previews import Previews
from bastide.plugins.settlers.look.targets import Target
from bastide.plugins.settlers.look.tools import TEXT

_WIDEST = 80


def is_open(position: Position) -> bool:
    """Tell whether anything lies over the table.

    The menu is enough for a choice that is alone, but for a card: it has to be read.
    """
    return len(position.lines) > (not position.seen_through) or TEXT in position.cursor.flags


def paint_over(grid: Grid, position: Position, look: Look, previews: Previews) -> None:
    """Draw what lies over the table: the text of a card, or else a list, if there is any."""
    if TEXT in position.cursor.flags:
        _paint_text(grid, look, previews, previews.about(position))
    elif is_open(position):
        _paint_list(grid, position, look, previews)


def box_of(position: Position, size: tuple[int, int]) -> Box:
    """Return where the lines are listed in a pane of a size, heading included."""
    return _box(len(position.lines), size, max(_LEAST, size[1] // 2 + 1))


_LEAST = 7
"""Rows that a list takes at least, if there are so many."""


def _box(n: int, size: tuple[int, int], most: int = 10**6) -> Box:
    """Return a box in the upper half, so that the own side stays to be seen."""
    width, height = min(size[0], _WIDEST), max(1, min(n + 2, size[1], most))
    return Box((size[0] - width) // 2, max(0, (size[1] // 2 - height) // 2), width, height)


def _chosen(position: Position) -> int:
    lines, at = position.lines, position.pointed
    return lines.index(at) if at and at in lines else -1


def _paint_list(grid: Grid, position: Position, look: Look, previews: Previews) -> None:
    """Draw the list, scrolled to the chosen line."""
    box, lines = box_of(position, (grid.width, grid.height)), position.lines
    theme, chosen = reduced(look.theme, look.depth), _chosen(position)

    def line(k: int) -> str:
        mark, number = pointer(look) if k == chosen else " ", position.lit[lines[k]]
        forms = [previews.line(position, lines[k], briefly) for briefly in (False, True)]
        said = next((form for form in forms if text_width(form) <= box.width - 8), forms[-1])
        return fit(f"{mark}{number or '':3}  {said}", box.width - 2, ellipsis(look))

    _frame(grid, box, look, previews.heading(position))
    inside = _inside(box)
    paint_lines(grid, inside, len(lines), chosen, theme, line)
    if inside.height < len(lines):
        first = first_shown(len(lines), inside.height, chosen)
        part = f" {first + 1}-{first + inside.height} / {len(lines)} "
        left = box.left + max(1, box.width - len(part) - 2)
        grid.text(left, box.top + box.height - 1, part, line_style(theme, chosen=True))


def _paint_text(grid: Grid, look: Look, previews: Previews, said: list[str]) -> None:
    """Draw a text, its first line as the heading."""
    rows = [row for line in said[1:] for row in wrapped(line, min(grid.width, _WIDEST) - 4)]
    box = _box(len(rows), (grid.width, grid.height))
    theme = reduced(look.theme, look.depth)
    _frame(grid, box, look, said[0])
    inside = _inside(box)
    for y, row in enumerate(rows[: inside.height]):
        grid.text(inside.left + 1, inside.top + y, row, line_style(theme, chosen=False))


_SLIVER = 4
"""Columns beside a box below which nothing of the table is left to be recognized."""

_EDGES = {"blocks": "╭─╮│╰╯", "unicode": "┌─┐│└┘", "ascii": "+-+|++"}


def _frame(grid: Grid, box: Box, look: Look, heading: str) -> None:
    """Draw an empty box with a heading, over the whole width if little is left of it."""
    theme = reduced(look.theme, look.depth)
    if box.left < _SLIVER:
        grid.fill(0, box.top, grid.width, box.height, line_style(theme, chosen=False))
    grid.fill(*box, line_style(theme, chosen=False))
    style = line_style(theme, chosen=True)
    start, flat, end, side, low, last = tuple(_EDGES[look.glyphs])
    bottom, right = box.top + box.height - 1, box.left + box.width - 1
    for y in range(box.top, bottom):
        grid.put(box.left, y, side, style)
        grid.put(right, y, side, style)
    grid.text(box.left, box.top, start + flat * (box.width - 2) + end, style)
    grid.text(box.left, bottom, low + flat * (box.width - 2) + last, style)
    said = f" {fit(heading, max(0, box.width - 6), ellipsis(look))} "
    left = box.left + max(1, (box.width - text_width(said)) // 2)
    grid.text(left, box.top, fit(said, max(0, box.width - 2), ""), style)


def _inside(box: Box) -> Box:
    return Box(box.left + 1, box.top + 1, box.width - 2, box.height - 2)


def line_of(position: Position, at: tuple[int, int], size: tuple[int, int]) -> int | None:
    """Return which line is listed on a cell of the pane, if any."""
    inside = _inside(box_of(position, size))
    return line_at(inside, len(position.lines), _chosen(position), at)


def side_of(position: Position, at: tuple[int, int], size: tuple[int, int]) -> int:
    """Return which half of a list a cell is in: -1 the left one, 1 the right one."""
    box = box_of(position, size)
    return 1 if at[0] >= box.left + box.width // 2 else -1


def cells_of(position: Position, line: Target, size: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the cells of the pane on which a line is written."""
    inside = _inside(box_of(position, size))
    first = first_shown(len(position.lines), inside.height, _chosen(position))
    row = position.lines.index(line) - first
    columns = range(inside.left, inside.left + inside.width)
    return [(x, inside.top + row) for x in columns] if 0 <= row < inside.height else []
