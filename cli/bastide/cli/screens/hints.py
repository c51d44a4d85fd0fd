"""The two lines below the board: what can be done now, and what the current choice would do.

Nothing but the player's own doing changes what stands there in the player's own step: an answer to
the last wish takes the second line until the next key. What others say meanwhile is a note in the
prompt's line (`prompt`); what fails stands above both.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from bastide.cli.completing import SENDING
from bastide.cli.screens.model import TableModel, Tone
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.sessions.ports import Awaited
from bastide.cli.waiting_words import is_gone, waits_for
from bastide.cli.wording import clauses, cut, minutes
from bastide.core.screen import Grid, Remark

_NUMBER = re.compile(r"(\d+\s*:|\d+(?=\s{2}))\s+(.*)", re.DOTALL)

_MOST_LINES = 4
"""Lines that a sentence may take."""


class _Row(NamedTuple):
    """A line of the hints: what it says, in which tone, and what a click on it does."""

    text: str
    tone: str
    click: str
    bold: bool = False


def paint_hints(grid: Grid, pen: Pen, at: Rect, model: TableModel) -> list[tuple[Rect, str]]:
    """Draw what can be done, and below it what a choice would do; return what clicks on them do.

    Neither is pushed out by the other, for the upper one tells how a turn is sent: what takes more
    than two lines covers the board's last rows, where a click then does what it does on these.
    Panes of text end above them (`hint_height`).
    """
    upper, lower, mark = _rows(model, pen, at.width - 2)
    at = _paint_rows(grid, pen, at, [*upper, *lower])
    if mark:
        style = pen.style("accent", "background", bold=True)
        grid.text(at.x + 1, at.y + len(upper), mark, style)
    spots = [
        (at._replace(y=y, height=1), row.click)
        for y, row in enumerate((*upper, *lower), at.y)
        if row.click
    ]
    above = _paint_rows(grid, pen, at._replace(height=0), _told_whole(model, pen, at.width - 2))
    at = above._replace(height=above.height + at.height)
    return [*spots, (at, "<said>")]


def hint_height(pen: Pen, model: TableModel, width: int) -> int:
    """Return how many rows the hints take at a width, in cells."""
    upper, lower, _ = _rows(model, pen, width - 2)
    return len(upper) + len(lower) + len(_told_whole(model, pen, width - 2))


def _told_whole(model: TableModel, pen: Pen, width: int) -> list[_Row]:
    """Return the lines of a notice that stands above the hints, if there is one."""
    if not (model.notice and model.notice.whole):
        return []
    lines = cut(model.notice.text, width, _MOST_LINES, pen.ellipsis)
    return [_Row(line, "bad", "") for line in lines]


def _rows(model: TableModel, pen: Pen, width: int) -> tuple[list[_Row], list[_Row], str]:
    """Return the lines of both hints, and the number that stands out where the lower begins."""
    first, second, tone = hints(model, pen)
    # Only what the game says of a choice begins with its number; an answer may name a cell.
    found = None if model.message else _NUMBER.match(second)
    mark = found[1] if found else ""
    if found:
        second = f"{mark} {found[2]}"
    go_on, take = _clicks(model)
    if model.session.waiting:  # why a table stands still is read whole
        upper = cut(first, width, _MOST_LINES, pen.ellipsis)
    else:
        upper = [clauses(first, width, pen.ellipsis)]
    lower = cut(second, width, _MOST_LINES, pen.ellipsis)
    return (
        [_Row(line, "text", go_on) for line in upper],
        [_Row(line, tone, take, pen.plain and bool(second)) for line in lower],
        mark,
    )


def _clicks(model: TableModel) -> tuple[str, str]:
    """Return what clicks on the two hints do: go on to the next choice, and choose it.

    The one that says that Enter sends the turn is the upper: a second click chooses nothing. Nor
    does one on an answer, which hides what would be chosen.
    """
    if not model.my_turn:
        return "", ""
    if model.session.needs_confirm:
        return "enter", ""
    return "<next>", "" if model.message else "<choice>"


def _paint_rows(grid: Grid, pen: Pen, at: Rect, rows: list[_Row]) -> Rect:
    """Draw lines upwards from a place's end; return where they are."""
    at = at._replace(y=at.y + at.height - len(rows), height=len(rows))
    grid.fill(*at, pen.style("text", "background"))
    for y, row in enumerate(rows, at.y):
        style = pen.style(row.tone, "background", row.bold)
        grid.text(at.x + 1, y, pen.fit(row.text, at.width - 2), style)
    return at


def hints(model: TableModel, pen: Pen) -> tuple[str, str, str]:
    """Return the two hint lines and the tone of the second one."""
    session = model.session
    if session.replay is not None:
        steering = pen.t("Replay: left and right step, Space plays, q leaves.")
        first, second, tone = steering, _latest(model), "dim"
    elif session.finished:
        first, second, tone = _over(model, pen)
    elif model.my_turn:
        first, second, tone = _my_hints(model, pen)
        first = _reason(model, pen) or first
    else:
        first, tone = waiting(model, pen), "dim"
        second = (session.progress if session.progress != first else "") or _latest(model)
    if session.waiting or not model.my_turn:
        lost = lost_link(model, pen)
        second, tone = (lost, "bad") if lost else (second, tone)
    if model.message and model.message != first:
        said = model.message.removeprefix(session.waiting).strip()
        second, tone = said or model.message, model.tone
    return first, second, tone


def _over(model: TableModel, pen: Pen) -> tuple[str, str, str]:
    """Return the hints at the board after the end: the sum whose feature it shows, if any."""
    finals = model.finals
    if not model.counted:
        steps = pen.t("The game is over: n goes through the final count.")
        return steps if finals else pen.t("The game is over."), _latest(model), "dim"
    said = pen.t("Final count, {n} of {all}", n=model.counted, all=len(finals))
    return said, finals[model.counted - 1][0].named(model.names), "text"


def lost_link(model: TableModel, pen: Pen) -> str:
    """Return that we are cut off, or who is gone since when, unless `waiting` says so; or ""."""
    session = model.session
    if session.finished or session.replay is not None:
        return ""
    if session.cut_off is not None:
        time = minutes(session.cut_off)
        return "" if _names_somebody(model) else pen.t("No network is up here, {time}.", time=time)
    named = _named(model)
    gone = (is_gone(pen.t, seat) for n, seat in enumerate(session.seats) if n not in named)
    return next(filter(None, gone), "")


def _named(model: TableModel) -> tuple[int, ...]:
    """Return the seats that the sentence on who is waited for names."""
    session = model.session
    if session.waiting:
        return session.awaited.seats if session.awaited else ()
    return () if session.acting is None else (session.acting,)


def _names_somebody(model: TableModel) -> bool:
    """Tell whether the first line names others whom the table waits for."""
    session = model.session
    return bool(session.awaited) or not (session.waiting or model.my_turn)


def _my_hints(model: TableModel, pen: Pen) -> tuple[str, str, str]:
    session = model.session
    if session.needs_confirm:
        said = pen.t.say(SENDING[session.draft_end].pressed)
        return said, _last_step(model), "good"
    first, second = session.screen.hint(session.state, session.eyes, model.cursor)
    chosen = session.screen.chosen(session.state, session.eyes, model.cursor)
    return first, second, tone_of(chosen) if isinstance(chosen, str) else "good"


def tone_of(answer: str) -> Tone:
    """Return how it is painted what a screen says in place of an action."""
    return "text" if isinstance(answer, Remark) else "bad"


def _last_step(model: TableModel) -> str:
    """Return what the last step of a complete draft does, as the log will tell it.

    Where that tells nothing yet: what was said of it when it was chosen.
    """
    session, names = model.session, model.names
    said = (session.screen.say(session.state, event, names) for event in session.state.events)
    return " ".join(each for each in said if each) or model.decided


def waiting(model: TableModel, pen: Pen) -> str:
    """Return what the table waits for, in one sentence."""
    session = model.session
    if session.waiting:
        return _reason(model, pen)
    if session.handover:
        return pen.t("Pass the keyboard to {name}, who presses Enter.", name=session.handover)
    if session.acting is None:
        return session.progress or pen.t("One moment: the table deals.")
    acting = Awaited((session.acting,))
    return waits_for(pen.t, session.seats, session.cut_off, acting)


def _reason(model: TableModel, pen: Pen) -> str:
    """Return what the table waits for where that is more than a decision, with clocks; or ""."""
    session = model.session
    if session.awaited:
        return waits_for(pen.t, session.seats, session.cut_off, session.awaited)
    return session.waiting


def _latest(model: TableModel) -> str:
    items = [item for item in model.session.log if item.sentence]
    return items[-1].named(model.names) if items else ""


def answered(pen: Pen, first: str, said: str, width: int) -> tuple[str, str]:
    """Return both hint lines with an answer in the second; one too long for it takes both."""
    parts = cut(said, width, 2, pen.ellipsis)
    return (parts[0], parts[1]) if len(parts) > 1 else (first, said)


def hint_lines(
    grid: Grid, pen: Pen, at: Rect, first: str, second: str, tone: str = "good", mark: str = ""
) -> None:
    """Draw the two hint lines; `mark` (a number) leads the second one."""
    grid.fill(at.x, at.y, at.width, at.height, pen.style("text", "background"))
    line = clauses(first, at.width - 2, pen.ellipsis)
    grid.text(at.x + 1, at.y, line, pen.style("text", "background"))
    x = at.x + 1
    if mark:
        x = grid.text(x, at.y + 1, f"{mark} ", pen.style("accent", "background", bold=True))
    room = at.x + at.width - 1 - x
    bold = pen.plain and bool(second)
    grid.text(x, at.y + 1, pen.fit(second, room), pen.style(tone, "background", bold))
