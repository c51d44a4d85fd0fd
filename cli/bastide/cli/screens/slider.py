"""The slider of a replay: where in the game it is, and the keys to its ends; clicks move it."""

from __future__ import annotations

from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.sessions.ports import Replay
from bastide.core.screen import Grid, text_width

RAIL = "<slider>"
"""The name of the spot between the ends."""


def paint_slider(grid: Grid, pen: Pen, y: int, replay: Replay) -> list[tuple[Rect, str]]:
    """Draw a row: `Home │──●──│ End  step 40 of 92`; return what clicks on it do."""
    grid.fill(0, y, grid.width, 1, pen.style("ink", "panel"))
    home, end = f" {pen.t('Home')} ", f" {pen.t('End')} "
    where = pen.t("step {n} of {all}", n=replay.at, all=replay.length)
    x = grid.text(0, y, home, pen.marked()) + 1
    room = max(3, grid.width - x - text_width(end) - text_width(where) - 4)
    rail = Rect(x, y, room, 1)
    _rail(grid, pen, rail, replay)
    last = grid.text(x + room + 1, y, end, pen.marked())
    grid.text(last + 1, y, where, pen.style("ink", "panel", bold=True))
    ends = (
        (Rect(0, y, text_width(home), 1), "home"),
        (Rect(x + room + 1, y, text_width(end), 1), "end"),
    )
    return [*ends, (rail, RAIL)]


def _rail(grid: Grid, pen: Pen, at: Rect, replay: Replay) -> None:
    """Draw the line and the mark on it; what lies behind the mark has been played."""
    left, flat, right, dot = "|-|*" if pen.glyphs == "ascii" else "│─│●"
    grid.text(at.x, at.y, left + flat * (at.width - 2) + right, pen.style("dim", "panel"))
    done = round((at.width - 1) * replay.at / replay.length) if replay.length else at.width - 1
    played = (left + flat * done)[:done]
    grid.text(at.x, at.y, played, pen.style("accent", "panel"))
    grid.text(at.x + done, at.y, dot, pen.style("accent", "panel", bold=True))


def step_at(x: int, width: int, length: int) -> int:
    """Return the step of a game of `length` steps that a column of the rail stands for."""
    return round(length * x / max(1, width - 1))
