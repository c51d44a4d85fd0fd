"""The list that a game may show beside its board, in the place of the log."""

from __future__ import annotations

from typing import NamedTuple

from bastide.cli.screens.boxes import box, leafing
from bastide.cli.screens.model import TableModel
from bastide.cli.screens.pen import Pen, badge
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.scrolling import part_around
from bastide.cli.wording import wrap
from bastide.core.screen import Aside, Entry, Grid


def aside_pane(grid: Grid, pen: Pen, at: Rect, model: TableModel) -> None:
    """Draw the list that takes the log's place, from its beginning or as it was scrolled."""
    aside = model.aside or Aside("", ())
    rows, chosen = _aside_rows(aside, at.width - 2)
    part = part_around(chosen, model.back.get("aside", 0), at.height - 2, len(rows))
    model.back["aside"] = part.first
    keys = leafing(pen, part)
    inside = box(grid, pen, at, aside.title, aside.foot, active=True, part=part, keys=keys)
    for y, row in enumerate(rows[part.first : part.first + part.room], start=inside.y):
        _aside_row(grid, pen, inside._replace(y=y, height=1), row)


class _Row(NamedTuple):
    """A line of a list as it is drawn: whose letters lead it, and where its text begins."""

    seats: tuple[int, ...]
    indent: int
    text: str
    chosen: bool


def _aside_rows(aside: Aside, width: int) -> tuple[list[_Row], int | None]:
    """Return a list in lines, and which of them is chosen."""
    indent = max((len(entry.seats) for entry in aside.entries), default=0)
    indent += int(indent > 0)
    rows: list[_Row] = []
    chosen = None
    for entry in aside.entries:
        chosen = len(rows) if entry.chosen else chosen
        rows += _entry_rows(entry, indent, width)
    return rows, chosen


def _entry_rows(entry: Entry, indent: int, width: int) -> list[_Row]:
    parts = wrap(entry.text, max(1, width - indent)) or [""]
    return [
        _Row(() if n else entry.seats, indent, part, entry.chosen) for n, part in enumerate(parts)
    ]


def _aside_row(grid: Grid, pen: Pen, at: Rect, row: _Row) -> None:
    if row.chosen:
        grid.fill(at.x, at.y, at.width, 1, pen.style("text", "current"))
    for n, seat in enumerate(row.seats):
        badge(grid, pen, at.x + n, at.y, seat, wide=False)
    style = pen.style("accent", "current", bold=True) if row.chosen else pen.style()
    grid.text(at.x + row.indent, at.y, pen.fit(row.text, at.width - row.indent), style)
