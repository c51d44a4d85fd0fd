"""Lines of text: wrapped, or listed to choose from and scrolled to the chosen one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bastide.core.look.paints import line_style
from bastide.core.screen import Grid, Look, Theme, fit, text_width


class Box(NamedTuple):
    """A rectangle of a pane."""

    left: int
    top: int
    width: int
    height: int


def first_shown(n: int, room: int, chosen: int) -> int:
    """Return the first of `n` things that is shown where there is room for some around one."""
    return max(0, min(chosen - room // 2, n - room))


def paint_lines(
    grid: Grid, box: Box, n: int, chosen: int, theme: Theme, line: Callable[[int], str]
) -> None:
    """Write as many of `n` lines as there is room for; the chosen one stands out."""
    first = first_shown(n, box.height, chosen)
    for row, number in enumerate(range(first, min(n, first + box.height))):
        grid.text(box.left, box.top + row, line(number), line_style(theme, number == chosen))


def line_at(box: Box, n: int, chosen: int, at: tuple[int, int]) -> int | None:
    """Return which line is written on a cell of the pane, if any."""
    x, y = at[0] - box.left, at[1] - box.top
    line = first_shown(n, box.height, chosen) + y
    return line if 0 <= x < box.width and 0 <= y < box.height and 0 <= line < n else None


def pointer(look: Look) -> str:
    """Return the sign before the chosen line of a list."""
    return ">" if look.glyphs == "ascii" else "►"


def ellipsis(look: Look) -> str:
    """Return the sign where a text is cut off."""
    return "..." if look.glyphs == "ascii" else "…"


def wrapped(line: str, width: int) -> list[str]:
    """Return a text in lines of at most `width` columns, broken at plain blanks."""
    if width <= 0:
        return []
    out = [""]
    for word in filter(None, line.split(" ")):
        longer = f"{out[-1]} {word}" if out[-1] else word
        if text_width(longer) <= width:
            out[-1] = longer
        elif out[-1]:
            out.append(fit(word, width, ""))
        else:
            out[-1] = fit(word, width, "")
    return out
