"""The panes with the log and the talk: their ends, or what the player has scrolled back to."""

from __future__ import annotations

from typing import Literal

from bastide.cli.screens.boxes import box, leafing
from bastide.cli.screens.entries import INDENT, Line, log_lines, put_lines, talk_lines
from bastide.cli.screens.model import TableModel
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.scrolling import part_back
from bastide.cli.wording import wrap
from bastide.core.screen import Grid

_Pane = Literal["log", "talk"]


def log_pane(grid: Grid, pen: Pen, at: Rect, model: TableModel, active: bool = False) -> None:
    """Draw the newest lines of the log, or those scrolled back to."""
    _entries_pane(grid, pen, at, model, "log", active)


def talk_pane(grid: Grid, pen: Pen, at: Rect, model: TableModel, active: bool = False) -> None:
    """Draw what was said at the table."""
    _entries_pane(grid, pen, at, model, "talk", active)


def _entries_pane(
    grid: Grid, pen: Pen, at: Rect, model: TableModel, pane: _Pane, alone: bool
) -> None:
    """Draw the end of log or talk, scrolled back as the player chose; a replay has other keys.

    alone: it is the one pane of a small screen.
    """
    inside = at.inner()
    lines, unread = _lines(pen, model, pane, inside)
    part = part_back(model.back.get(pane, 0), inside.height, unread + len(lines))
    model.back[pane] = part.below
    if pane == "log":
        title, foot = pen.t("Log"), pen.t("F7 the board") if alone else pen.t("F7 all")
    else:
        title, foot = pen.t("Table talk"), pen.t("/ to speak")
    keys = pen.t("↑ ↓ scroll") if alone else leafing(pen, part) * (model.session.replay is None)
    box(grid, pen, at, title, foot, alone, part, keys)
    put_lines(grid, pen, inside, lines, part._replace(first=part.first - unread))


def _lines(pen: Pen, model: TableModel, pane: _Pane, inside: Rect) -> tuple[list[Line], int]:
    """Return the lines of log or talk, and how many entries before them are too old to be seen.

    Each of those counts as one line: to break a long log anew for each frame takes too long.
    """
    width = inside.width - INDENT
    if pane == "talk":
        nothing = [Line(None, part) for part in wrap(pen.t("Nobody has spoken yet."), width)]
        return talk_lines(pen.t, model.session.talk, width) or nothing, 0
    told = [item for item in model.session.log if item.sentence]
    unread = max(0, len(told) - inside.height - model.back.get(pane, 0))
    return log_lines(told[unread:], model.names, width), unread
