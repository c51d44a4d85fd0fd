"""A line chart of whole numbers in braille dots, or in the seats' letters where there are none."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.screens.pen import Pen, badge, letter
from bastide.cli.screens.rects import Rect
from bastide.core.screen import Grid, Style, text_width

_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bit of each dot of a braille cell: column, then row from the top."""

_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
_TICK_ROWS = 4
"""Least number of rows between two figures of the scale."""


def chart(grid: Grid, pen: Pen, at: Rect, curves: Sequence[Sequence[int]]) -> None:
    """Draw one curve a seat, left to right; every curve has the same number of points."""
    top = max(1, *(value for curve in curves for value in curve))
    step = _step(top, max(1, (at.height - 1) // _TICK_ROWS))
    top = -(-top // step) * step
    margin = text_width(str(top)) + 1
    plot = Rect(at.x + margin, at.y, at.width - margin - 4, at.height - 1)
    if plot.width < 8 or plot.height < 3:
        return
    for value in range(0, top + 1, step):
        row = plot.y + _row(value, top, plot.height)
        figure = str(value)
        grid.text(plot.x - 1 - text_width(figure), row, figure, pen.style("dim"))
    _turns(grid, pen, plot, len(curves[0]) - 1)
    plain = pen.plain or pen.glyphs == "ascii" or pen.seat(0) == Style()
    for seat in sorted(range(len(curves)), key=lambda n: curves[n][-1]):
        (_letters if plain else _braille)(grid, pen, plot, seat, curves[seat], top)
    _ends(grid, pen, plot, [curve[-1] for curve in curves], top)


def _step(top: int, ticks: int) -> int:
    return next((step for step in _STEPS if top <= step * ticks), -(-top // ticks))


def _row(value: int, top: int, height: int) -> int:
    return round((height - 1) * (1 - max(0, min(value, top)) / top))


def _turns(grid: Grid, pen: Pen, at: Rect, last: int) -> None:
    """Write the turn numbers below."""
    y, style = at.y + at.height, pen.style("dim")
    end = pen.t("{n}, end", n=last)
    grid.text(at.x, y, pen.t("turn {n}", n=1), style)
    if at.width > 40 and last > 3:
        grid.text(at.x + at.width // 2 - 1, y, str(last // 2), style)
    grid.text(at.x + at.width - text_width(end), y, end, style)


def _braille(grid: Grid, pen: Pen, at: Rect, seat: int, curve: Sequence[int], top: int) -> None:
    wide, high = at.width * 2, at.height * 4
    style, before = pen.seat(seat), None
    cells: dict[tuple[int, int], int] = {}
    for x in range(wide):
        y = _row(curve[x * (len(curve) - 1) // max(1, wide - 1)], top, high)
        low = y if before is None else before
        for dot in range(min(y, low), max(y, low) + 1):
            cell = (x // 2, dot // 4)
            cells[cell] = cells.get(cell, 0) | _DOTS[x % 2][dot % 4]
        before = y
    for (x, y), bits in cells.items():
        grid.put(at.x + x, at.y + y, chr(0x2800 + bits), style)


def _letters(grid: Grid, pen: Pen, at: Rect, seat: int, curve: Sequence[int], top: int) -> None:
    for x in range(at.width):
        value = curve[x * (len(curve) - 1) // max(1, at.width - 1)]
        grid.put(at.x + x, at.y + _row(value, top, at.height), letter(seat).lower(), pen.style())


def _ends(grid: Grid, pen: Pen, at: Rect, values: list[int], top: int) -> None:
    """Put each seat's letter where its curve ends, each in a row of its own, best first."""
    taken: set[int] = set()
    for seat in sorted(range(len(values)), key=lambda n: -values[n]):
        wanted = _row(values[seat], top, at.height)
        free = [row for row in range(at.height) if row not in taken]
        if not free:
            return
        row = min(free, key=lambda r: (abs(r - wanted), -r))
        taken.add(row)
        badge(grid, pen, at.x + at.width + 1, at.y + row, seat)
