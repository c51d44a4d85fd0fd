"""Choices that are no place (payments, to stop, to pass), listed over the board."""

from __future__ import annotations

from bastide.core.colours import reduced
from bastide.core.look.lines import Box, ellipsis, line_at, paint_lines, pointer
from bastide.core.look.paints import line_style
from bastide.core.screen import Grid, Look, fit, text_width
from bastide.plugins.barony.look.position import Position
from bastide.plugins.barony.look.previews import Previews

_WIDEST = 60


def box_of(position: Position, size: tuple[int, int]) -> Box:
    """Return where the choices of a position are listed in a pane of a size, heading included."""
    width, height = min(size[0], _WIDEST), max(1, min(len(position.listed) + 2, size[1] - 2))
    return Box((size[0] - width) // 2, max(0, (size[1] - height) // 2), width, height)


def paint_list(grid: Grid, position: Position, look: Look, previews: Previews) -> None:
    """Draw the list, scrolled to the chosen line."""
    box, n = box_of(position, (grid.width, grid.height)), len(position.listed)
    theme, chosen = reduced(look.theme, look.depth), position.cursor.choice % n

    def line(k: int) -> str:
        mark = pointer(look) if k == chosen else " "
        shown = f"{mark}{k + 1:3}  {previews.short(position, position.listed[k])}"
        return fit(shown, box.width - 2, ellipsis(look))

    grid.fill(*box, line_style(theme, chosen=False))
    paint_lines(grid, _inside(box), n, chosen, theme, line)
    heading = fit(previews.heading(position), box.width - 4, "")
    left = box.left + (box.width - text_width(heading)) // 2
    grid.text(left, box.top, heading, line_style(theme, chosen=True))


def _inside(box: Box) -> Box:
    return Box(box.left + 1, box.top + 1, box.width - 2, box.height - 2)


def choice_at(position: Position, at: tuple[int, int], size: tuple[int, int]) -> int | None:
    """Return which choice is listed on a cell of the pane, if any."""
    box, n = box_of(position, size), len(position.listed)
    lines = box._replace(top=box.top + 1, height=box.height - 2)
    return line_at(lines, n, position.cursor.choice % max(1, n), at)
