"""The prompt's line: what is typed, and beside it a note: news first, then what the keys do."""

from __future__ import annotations

from bastide.cli.screens.model import Notice, TableModel
from bastide.cli.screens.panes import Pen, Rect, note_room, prompt_line, prompt_room
from bastide.cli.screens.slider import paint_slider
from bastide.core.screen import Grid


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
        note = scroll_note(pen) if is_cut else prompt_note(pen, grid.width)
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


def prompt_note(pen: Pen, width: int) -> str:
    """Return the reminder at the right end of the prompt."""
    if width < 100:
        return pen.t("Tab · / talk · : command")
    return pen.t("Tab completes · / talks · : commands")
