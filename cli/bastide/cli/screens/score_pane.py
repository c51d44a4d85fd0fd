"""The scores: a pane beside the board, with what each player has left, and a strip without it."""

from __future__ import annotations

import re
from typing import NamedTuple

from bastide.cli.screens.boxes import box
from bastide.cli.screens.model import TableModel
from bastide.cli.screens.pen import Pen, badge
from bastide.cli.screens.rects import Rect
from bastide.cli.sessions.ports import GONE, Seat
from bastide.cli.wording import minutes, presence
from bastide.core.screen import Counter, Grid, column_width, text_width

DOTS = re.compile("(●+)(○*)|(○+)")


def compact(supply: str) -> str:
    """Return a supply in few cells: `●●●○○○○ large` as `●3`; anything else as it is."""
    found = DOTS.search(supply)
    return f"●{len(found[1] or '')}" if found else supply


def score_pane(grid: Grid, pen: Pen, at: Rect, model: TableModel, full: bool) -> None:
    """Draw the scores: one line a player, or two where there is room."""
    foot = pen.t("if it ended now") if any(model.gains) else ""
    inside = box(grid, pen, at, pen.t("Scores"), foot)
    counter = model.session.screen.counter(model.session.state)
    step = 2 if full and inside.height >= 2 * len(counter.seats) else 1
    length = _length(pen, model, counter, inside.width)
    if step == 1:
        _heading(grid, pen, at, counter.heading)
    for seat in range(len(counter.seats)):
        y = inside.y + seat * step
        if y + step > inside.y + inside.height:
            break
        row = Rect(inside.x, y, inside.width, step)
        _player(grid, pen, row, model, seat, supplies(counter, seat)[length:])


def _heading(grid: Grid, pen: Pen, at: Rect, heading: str) -> None:
    """Write what the short supplies count into the upper border, over their ends."""
    start = at.x + at.width - text_width(heading) - 3
    if heading and start > at.x + 6 + text_width(pen.t("Scores")):
        grid.text(start, at.y, f" {heading} ", pen.style("dim", "panel"))


def _length(pen: Pen, model: TableModel, counter: Counter, width: int) -> int:
    """Return which of the lengths of a supply has room beside every player's presence."""
    rooms = [_supply_room(pen, who, width) for who in model.session.seats]
    said = [supplies(counter, seat) for seat in range(len(counter.seats))]
    return next(
        (
            n
            for n in range(2)
            if all(text_width(each[n]) <= room for each, room in zip(said, rooms, strict=True))
        ),
        2,
    )


def _supply_room(pen: Pen, who: Seat, width: int) -> int:
    """Return the columns of a player's second line before what the player is doing."""
    return max(0, width - 6 - text_width(presence(pen.t, who)))


def supplies(counter: Counter, seat: int) -> tuple[str, ...]:
    """Return what a seat has left in as many lengths as there are, the longest first."""
    usual = counter.seats[seat]
    longest = counter.long[seat] if counter.long else usual
    return longest, usual, counter.short[seat] if counter.short else compact(usual)


def _player(
    grid: Grid, pen: Pen, row: Rect, model: TableModel, seat: int, supply: tuple[str, ...]
) -> None:
    """Draw one player's line or lines."""
    here = seat == model.session.acting and not model.session.finished
    bg = "current" if here else "panel"
    who = model.session.seats[seat]
    away = who.presence in GONE
    name = pen.style("dim" if away else "ink", bg, bold=here)
    grid.fill(row.x, row.y, row.width, row.height, pen.style("text", bg))
    if here:
        mark = ">" if pen.glyphs == "ascii" else "►"
        grid.put(row.x, row.y, mark, pen.style("accent", bg, bold=True))
    badge(grid, pen, row.x + 1, row.y, seat)
    aside = _aside(pen, model, seat, supply[-1], row.height == 1)
    columns = _columns(row.width, text_width(aside), model)
    if away and row.height == 1 and columns.name < text_width(who.name):
        columns = _columns(row.width, text_width(aside), model, gains=False)
    points, gain = str(model.session.state.scores[seat]), model.gains[seat]
    grid.text(row.x + 5, row.y, pen.name(who.name, columns.name), name)
    x = row.x + 5 + columns.name
    grid.text(x + columns.points - len(points), row.y, points, pen.style("ink", bg, bold=True))
    x += columns.points + 1
    if columns.gain:
        grid.text(x, row.y, f"{gain:+}"[: columns.gain], pen.style("good", bg))
    tone = pen.style("bad" if away else "accent" if here else "dim", bg)
    if row.height == 1 and DOTS.match(aside):
        tone = pen.seat(seat, bg)
    grid.text(row.x + row.width - text_width(aside), row.y, aside, tone)
    if row.height > 1:
        _second_line(grid, pen, row._replace(y=row.y + 1), who, seat, supply, here)


class _Columns(NamedTuple):
    """Widths in cells of a player's line."""

    name: int
    points: int
    gain: int


def _columns(width: int, aside: int, model: TableModel, gains: bool = True) -> _Columns:
    """Return the widths for what the columns hold, so that names have all the rest.

    gains: what the game would bring if it ended now is shown, if anything.
    """
    gain = max(len(f"{gain:+}") for gain in model.gains) if gains and any(model.gains) else 0
    left = width - 5 - (gain + 1 if gain else 1) - (aside + 1 if aside else 0)
    longest = max(len(str(points)) for points in model.session.state.scores)
    points = max(4 if left >= 11 else 2, longest + 1)
    return _Columns(max(1, min(left - points, 16)), points, gain)


def _aside(pen: Pen, model: TableModel, seat: int, short: str, alone: bool) -> str:
    """Return what stands at the right end of a player's first line."""
    if alone:
        absent = {"left": pen.t("gone"), "lost": pen.t("no link"), "away": pen.t("away")}
        if word := absent.get(model.session.seats[seat].presence):
            return word
        return short if text_width(short) <= 6 else ""
    here = seat == model.session.acting and model.session.replay is None
    return minutes(model.session.turn_seconds) if here and not model.session.finished else ""


def _second_line(
    grid: Grid, pen: Pen, row: Rect, who: Seat, seat: int, supply: tuple[str, ...], here: bool
) -> None:
    """Draw what a player has left and what it is doing."""
    bg = "current" if here else "panel"
    word = presence(pen.t, who)
    room = _supply_room(pen, who, row.width)
    x = row.x + 5
    for char in pen.fit(supply[0], room):
        own = char == "●"
        grid.text(x, row.y, char, pen.seat(seat, bg) if own else pen.style("dim", bg))
        x += column_width(char)
    tone = "bad" if who.presence in GONE else "accent" if who.presence == "thinking" else "dim"
    grid.text(row.x + row.width - text_width(word), row.y, word, pen.style(tone, bg))


def score_strip(grid: Grid, pen: Pen, at: Rect, model: TableModel) -> None:
    """Draw all scores in one line: letter, points, and the name of who is to act.

    What the game would bring if it ended now is left out where there is no room for all of it.
    """
    grid.fill(at.x, at.y, at.width, 1, pen.style())
    x, s = at.x + 1, model.session.state
    gains = [f"{gain:+}" if any(model.gains) else "" for gain in model.gains]
    shown = [f"{points} {gain}" for points, gain in zip(s.scores, gains, strict=True)]
    if sum(len(each) + 6 for each in shown) > at.width:
        gains = [""] * s.seats
    wide = sum(len(str(points)) + 6 for points in s.scores) <= at.width
    for seat, points in enumerate(s.scores):
        here = seat == model.session.acting
        gain = gains[seat]
        badge(grid, pen, x, at.y, seat, wide)
        x = grid.text(x + (4 if wide else 2), at.y, f"{points} ", pen.style("ink", bold=here))
        x = grid.text(x, at.y, gain + " " * bool(gain), pen.style("good"))
        x += 1
    names = model.names
    if model.session.acting is not None and x < at.width - 4:
        name = pen.name(names[model.session.acting], at.width - x - 2)
        grid.text(at.x + at.width - 1 - text_width(name), at.y, name, pen.style("accent"))
