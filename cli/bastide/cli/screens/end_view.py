"""The end of a game: ranking, bars by category, growth of the scores, final count, verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bastide.cli.screens.bars import Label, key_bar, title_bar
from bastide.cli.screens.boxes import box
from bastide.cli.screens.chart import chart
from bastide.cli.screens.entries import INDENT, log_lines, put_lines
from bastide.cli.screens.fade import fade_grid
from bastide.cli.screens.layout import tier_of
from bastide.cli.screens.model import TableModel
from bastide.cli.screens.pen import Pen, badge, clear
from bastide.cli.screens.prompt import paint_prompt
from bastide.cli.screens.rects import Frame, Rect
from bastide.cli.screens.results import Share
from bastide.cli.screens.scrolling import part_around, part_back
from bastide.cli.screens.table_view import paint_board, paint_tiny, right_title
from bastide.cli.sessions.ports import LogItem
from bastide.cli.wording import cut, wrap
from bastide.core.events import Score
from bastide.core.screen import Grid, text_width

_CHART_WIDTH = 24
"""Least width, in cells, that a chart is drawn in."""


_MESSAGE_LINES = 3
"""Lines that an answer may take: a path is not cut."""

_LONGEST_WORD = 18
"""Columns for the word that a game has on each seat."""


def paint_end(
    model: TableModel, pen: Pen, size: tuple[int, int], typed: str, labels: Sequence[Label]
) -> Frame:
    """Paint the final screen; see `table_view.paint_table` for the arguments."""
    width, height = size
    if tier_of(width, height) < 0:
        return paint_tiny(pen, size, typed)
    grid = Grid(width, height)
    clear(grid, pen)
    title_bar(grid, pen, model.heading, right_title(model, pen), alert=True)
    said = cut(model.message, width - 2, _MESSAGE_LINES, pen.ellipsis) if model.message else []
    again = model.session.plays_again
    if again:
        said.insert(0, pen.fit(pen.t("{name} plays again: p joins.", name=again), width - 2))
    bottom = height - 2 - len(said)
    top = _ranking(grid, pen, Rect(0, 1, width, bottom - 1), model)
    _lower(grid, pen, Rect(0, top, width, bottom - top), model)
    for y, line in enumerate(said, bottom):
        tone = "accent" if again and y == bottom else model.tone
        grid.text(1, y, line, pen.style(tone, "background"))
    if model.overlay:
        fade_grid(grid, pen.theme.background, pen.depth)
    paint_prompt(grid, pen, height - 2, model, typed, is_cut=False)
    spots = key_bar(grid, pen, height - 1, labels)
    return Frame(grid, tuple(spots))


# ranking


class _Bars(NamedTuple):
    """What the bars are made of; `most` points fill the whole width. `words`: one a seat."""

    shares: list[Share]
    most: int
    words: tuple[str, ...]


def _ranking(grid: Grid, pen: Pen, room: Rect, model: TableModel) -> int:
    """Draw the ranking with its bars and legend; return the row after it."""
    seats, shares = len(model.names), model.results.shares()
    legend = _legend_rows(shares, room.width - 4)
    step = 2 if room.height >= 28 and seats <= 4 else 1
    gap = 1 if step == 2 else 0
    ending = model.session.screen.ending(model.session.state)
    fits = text_width(ending.why) <= room.width - 6
    why = [] if fits else wrap(ending.why, room.width - 4)
    height = min(room.height, seats * step + legend + len(why) + 2 + 2 * gap)
    place, foot = room._replace(height=height), ending.why if fits else ""
    inside = box(grid, pen, place, model.results.headline(pen.t), foot, active=True)
    bars = _Bars(shares, max(1, *model.session.state.scores), ending.seats)
    for n, standing in enumerate(model.results.ranking()):
        row = Rect(inside.x, inside.y + gap + n * step, inside.width, 1)
        _player(grid, pen, row, model, standing, bars)
    low = inside.y + inside.height - len(why)
    _legend(grid, pen, inside, low - legend, shares)
    for y, line in enumerate(why, low):
        grid.text(inside.x + 1, y, line, pen.style())
    return room.y + height


def _player(
    grid: Grid,
    pen: Pen,
    row: Rect,
    model: TableModel,
    standing: tuple[int, int],
    bars: _Bars,
) -> None:
    """Draw one player's place, name, points and bar; `standing` is (place, seat)."""
    place, seat = standing
    first = pen.style("accent" if place == 1 else "dim", bold=place == 1)
    grid.text(row.x + 1, row.y, f"{place}.", first)
    badge(grid, pen, row.x + 4, row.y, seat)
    name_width = min(14, max(text_width(name) for name in model.names))
    grid.text(row.x + 8, row.y, pen.name(model.names[seat], name_width), pen.style("ink"))
    points = str(model.session.state.scores[seat])
    start = row.x + 9 + name_width
    grid.text(start + 4 - len(points), row.y, points, pen.style("ink", bold=True))
    if bars.words:
        wide = min(_LONGEST_WORD, max(map(text_width, bars.words)))
        grid.text(start + 6, row.y, pen.fit(bars.words[seat], wide), pen.style())
        start += wide + 1
    room = row.x + row.width - start - 7
    parts = [max(0, share.points[seat]) for share in bars.shares]
    _bar(grid, pen, Rect(start + 6, row.y, room, 1), parts, bars)


def _bar(grid: Grid, pen: Pen, at: Rect, parts: list[int], bars: _Bars) -> None:
    """Draw a stacked bar; each part that has room holds its number."""
    most, sum_before = max(bars.most, sum(parts)), 0
    for n, part in enumerate(parts):
        start = at.x + round(at.width * sum_before / most)
        sum_before += part
        width = at.x + round(at.width * sum_before / most) - start
        style = pen.bar(bars.shares[n].colour, n)
        grid.fill(start, at.y, width, 1, style)
        mark = pen.bar_mark(n)
        figure = f"{mark}{part}"
        if width >= len(figure) + (not mark):  # two bare figures side by side would read as one
            grid.text(start + (width - len(figure)) // 2, at.y, figure, style)


def _legend_items(shares: list[Share]) -> list[int]:
    return [text_width(share.title) + 6 for share in shares]


def _legend_rows(shares: list[Share], width: int) -> int:
    rows, used = (1 if shares else 0), 0
    for item in _legend_items(shares):
        if used and used + item > width:
            rows, used = rows + 1, 0
        used += item
    return rows


def _legend(grid: Grid, pen: Pen, at: Rect, y: int, shares: list[Share]) -> None:
    x = at.x + 1
    for n, (share, item) in enumerate(zip(shares, _legend_items(shares), strict=True)):
        if x > at.x + 1 and x + item - at.x > at.width - 1:
            x, y = at.x + 1, y + 1
        grid.text(x, y, f"{pen.bar_mark(n) or ' '} ", pen.bar(share.colour, n))
        grid.text(x + 3, y, pen.fit(share.title, at.width - 6), pen.style())
        x += item


# below


def _lower(grid: Grid, pen: Pen, at: Rect, model: TableModel) -> None:
    """Draw chart (or board) and final count side by side; the count alone where it is narrow."""
    if at.height < 3:
        return
    wide = at.width >= 2 * (_CHART_WIDTH + 16) and at.height >= 6
    left = at.width * 57 // 100 if at.width >= 110 else at.width // 2
    count = at
    if wide and model.counted and model.has_board:
        _counted(grid, pen, at._replace(width=left), model)
    elif wide:
        growth = box(grid, pen, at._replace(width=left), pen.t("How the score grew"))
        chart(grid, pen, growth, model.results.growth())
    if wide:
        count = at._replace(x=at.x + left, width=at.width - left)
    _count(grid, pen, count, model)


def _counted(grid: Grid, pen: Pen, at: Rect, model: TableModel) -> None:
    """Draw the board in place of the chart, where the sum comes from that is counted now."""
    item, score = model.finals[model.counted - 1]
    title = bare(item.sentence, model.names[score.seat], f"{score.points:+}")
    inside = box(grid, pen, at, title, pen.t("b the whole board"), active=True)
    look = model.look(pen.display, tier_of(grid.width, grid.height))
    paint_board(grid, pen, inside, model, look)


def _count(grid: Grid, pen: Pen, at: Rect, model: TableModel) -> None:
    """Draw the sums of the final count, the chosen one in view, and the verdict below.

    Where a game counts nothing at its end the last steps of the log say how it came.
    """
    inside = at.inner()
    verdict = model.session.verdict
    said = verdict.value if verdict else pen.t("The signatures are being checked.")
    if unseen := ", ".join(model.session.unseen_by):
        said += " " + pen.t("The last moves are still to reach {names}: stay here.", names=unseen)
    lines = cut(said, inside.width - 2, max(1, inside.height), pen.ellipsis)
    room = inside._replace(height=max(0, inside.height - len(lines)))
    if model.finals:
        _sums(grid, pen, at, room, model)
    else:
        _last_steps(grid, pen, at, room, model)
    tone = "dim" if verdict is None or unseen else "good" if verdict.good else "bad"
    for y, line in enumerate(lines, room.y + room.height):
        grid.text(inside.x + 1, y, line, pen.style(tone))


def _last_steps(grid: Grid, pen: Pen, at: Rect, room: Rect, model: TableModel) -> None:
    """Draw the newest lines of the log, a blank one below them."""
    room = Rect(room.x + 1, room.y, room.width - 2, max(0, room.height - 1))
    told = [item for item in model.session.log if item.sentence]
    older = max(0, len(told) - room.height)
    lines = log_lines(told[older:], model.names, room.width - INDENT)
    part = part_back(0, room.height, older + len(lines))
    box(grid, pen, at, pen.t("The last steps"), pen.t("F7 all"), part=part)
    put_lines(grid, pen, room, lines, part._replace(first=part.first - older))


class _Row(NamedTuple):
    """A line of the final count: which sum it is of, from 1, and whether it begins it."""

    n: int
    text: str
    first: bool


def _sums(grid: Grid, pen: Pen, at: Rect, room: Rect, model: TableModel) -> None:
    """Draw the sums: whose, what for, how many points; the chosen one is in the middle."""
    wide = max(len(f"{score.points:+}") for _, score in model.finals)
    rows = [
        _Row(n, text, not k)
        for n, (item, score) in enumerate(model.finals, 1)
        for k, text in enumerate(_sum_lines(pen, model, item, score, room.width - 5 - wide, n))
    ]
    here = [y for y, row in enumerate(rows) if row.n == model.counted]
    first = here[0] - (room.height - 1) // 2 if here else 0
    part = part_around(here[0] if here else None, first, room.height, len(rows))
    title = pen.t("Final count, step by step")
    box(grid, pen, at, title, pen.t("n next · a all"), part=part)
    for y, row in enumerate(rows[part.first : part.first + part.room], room.y):
        score = model.finals[row.n - 1][1]
        _sum(grid, pen, room._replace(y=y, height=1), row, score, row.n == model.counted)


def _sum_lines(
    pen: Pen, model: TableModel, item: LogItem, score: Score, width: int, n: int
) -> list[str]:
    """Return what a sum is for in lines; the chosen one has a mark."""
    text = bare(item.sentence, model.names[score.seat], f"{score.points:+}")
    mark = ("► " if pen.glyphs != "ascii" else "> ") if n == model.counted else ""
    return wrap(mark + text, max(1, width))


def _sum(grid: Grid, pen: Pen, at: Rect, row: _Row, score: Score, here: bool) -> None:
    """Draw one line of a sum: whose it is and its points stand in the first one."""
    bg = "current" if here else "panel"
    grid.fill(at.x, at.y, at.width, 1, pen.style("text", bg))
    grid.text(at.x + 3, at.y, row.text, pen.style("text", bg, bold=here))
    if row.first:
        badge(grid, pen, at.x + 1, at.y, score.seat, wide=False)
        points = f"{score.points:+}"
        tone = "good" if score.points > 0 else "bad" if score.points < 0 else "dim"
        style = pen.style(tone, bg, bold=True)
        grid.text(at.x + at.width - 1 - len(points), at.y, points, style)


def bare(sentence: str, name: str, points: str) -> str:
    """Return a score's sentence without the name and the points that stand beside it."""
    rest = sentence.removeprefix(name).lstrip(" :")
    return rest.removeprefix(points).lstrip(" :") or sentence
