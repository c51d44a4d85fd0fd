"""The prompt's line: what is typed, and beside it a note: news first, then what the keys do."""

from __future__ import annotations

from bastide.cli.screens.model import Notice, TableModel
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.slider import paint_slider
from bastide.cli.wording import tail
from bastide.core.screen import Grid, text_width


def paint_prompt(
    grid: Grid, pen: Pen, y: int, model: TableModel, typed: str, is_cut: bool
) -> list[tuple[Rect, str]]:
    """Draw the prompt, or the slider of a replay; return what clicks on it do."""
    replay = model.session.replay
    if replay is not None and not typed:
        return paint_slider(grid, pen, y, replay)
    if model.notice and not (typed or model.notice.whole):
        prompt_line(grid, pen, y, typed, notice_note(pen, model.notice, grid.width), "accent")
    elif model.has_news:
        prompt_line(grid, pen, y, typed, news_note(pen, grid.width), "accent")
    else:
        note = scroll_note(pen) if is_cut else prompt_note(pen, grid.width, model.company)
        prompt_line(grid, pen, y, typed, note)
    return []


def typing_room(pen: Pen, width: int) -> int:
    """Return how many cells typed text has beside whichever note."""
    notes = prompt_note(pen, width), scroll_note(pen), news_note(pen, width)
    return min(prompt_room(width, note) for note in notes)


def notice_note(pen: Pen, notice: Notice, width: int) -> str:
    """Return what has just been said or has failed, as far as there is room, with its key."""
    return pen.fit(f"{notice.key.upper()}: {notice.text}", note_room(width))


def news_note(pen: Pen, width: int) -> str:
    """Return how to see what others have done since my last turn."""
    if width < 100:
        return pen.t("F6: since your last turn")
    return pen.t("F6: what happened since your last turn")


def scroll_note(pen: Pen) -> str:
    """Return how to see what a pane cuts off a board."""
    return pen.t("Shift+arrows: more of the board")


def prompt_note(pen: Pen, width: int, company: bool = True) -> str:
    """Return the reminder at the right end of the prompt; company: somebody can be talked to."""
    if width < 100:
        return pen.t("Tab · / talk · : command") if company else pen.t("Tab · : command")
    if company:
        return pen.t("Tab completes · / talks · : commands")
    return pen.t("Tab completes · : commands")


def prompt_sign(pen: Pen) -> str:
    """Return what stands before typed text."""
    return "> " if pen.glyphs == "ascii" else "› "


PROMPT_X = 3
"""The column at which typed text begins."""


def prompt_line(grid: Grid, pen: Pen, y: int, typed: str, note: str, tone: str = "dim") -> None:
    """Draw the prompt with what is typed (its end, if it is too long) and a note at the right."""
    grid.fill(0, y, grid.width, 1, pen.style("ink", "panel"))
    grid.text(1, y, prompt_sign(pen), pen.style("accent", "panel", bold=True))
    room = prompt_room(grid.width, note)
    if note and room < grid.width - PROMPT_X - 1:
        start = grid.width - 1 - text_width(note)
        grid.text(start, y, note, pen.style(tone, "panel"))
    grid.text(PROMPT_X, y, tail(typed, room), pen.style("ink", "panel"))


_LEAST_TYPED = 23
"""Cells for typed text that no note takes."""


def prompt_room(width: int, note: str) -> int:
    """Return how many cells typed text has: the note gives way on narrow screens."""
    left = width - PROMPT_X - 1
    return left - text_width(note) - 2 if text_width(note) <= note_room(width) else max(1, left)


def note_room(width: int) -> int:
    """Return how many cells a note may have beside typed text, 0 or less for none."""
    return width - PROMPT_X - 1 - 2 - _LEAST_TYPED
