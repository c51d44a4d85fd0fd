"""The rows of the list of tables, and what stands there while no table is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bastide.cli.screens.boxes import box
from bastide.cli.screens.lobby_model import PATIENCE, LobbyModel
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.scrolling import Part
from bastide.cli.sessions.hands import hands_line
from bastide.cli.sessions.ports import TableRow
from bastide.cli.wording import wrap
from bastide.core.screen import Grid, text_width

_PINGED = 70
"""Width of a list from which there is a column for the ping."""
_DOTS = {"open": "●", "yours": "●", "playing": "◐", "over": "○", "damaged": "○", "silent": "○"}
_TONES = {
    "open": "good",
    "yours": "accent",
    "playing": "accent",
    "over": "dim",
    "damaged": "bad",
    "silent": "bad",
}


class _Columns(NamedTuple):
    """Where the columns of the list begin, from the left inside; widths follow.

    On narrow screens, and where no host has been timed, there is no ping: it begins where the
    state does.
    """

    name: int
    game: int
    seats: int
    host: int
    ping: int
    state: int


def paint_list(grid: Grid, pen: Pen, at: Rect, model: LobbyModel) -> list[tuple[Rect, str]]:
    """Draw the rows; return where each one is (`<row ID>`)."""
    rows = model.lobby.tables
    title = pen.t.count("{n} table", "{n} tables", len(rows)) if rows else pen.t("Tables")
    if not rows:
        _nobody(grid, pen, box(grid, pen, at, title, active=True), model)
        return []
    room = at.inner()
    room = Rect(room.x, room.y + 2, room.width, room.height - 2)
    places = _places(rows, model, room)
    inside = box(grid, pen, at, title, active=True, part=_part(places))
    rows = _hosts_apart(rows)
    columns = _columns(inside.width, rows)
    _header(grid, pen, inside, columns)
    chosen = model.row.id if model.row else ""
    shown = [(place, row) for place, row in zip(places, rows, strict=True) if place]
    for place, row in shown:
        _row(grid, pen, place, row, columns, row.id == chosen)
    return [(place, f"<row {row.id}>") for place, row in shown]


def _hosts_apart(rows: Sequence[TableRow]) -> list[TableRow]:
    """Return the rows, with the end of its key behind the name of a host that others have, too."""
    keys = {(row.host, row.key) for row in rows}
    names = [name for name, _ in keys]
    return [
        row._replace(host=f"{row.host} {row.key}") if names.count(row.host) > 1 else row
        for row in rows
    ]


def _places(rows: Sequence[TableRow], model: LobbyModel, room: Rect) -> list[Rect | None]:
    """Return where each row is drawn so that the chosen one is in view; None: it is cut off."""
    heights = [2 if room.height >= 2 * len(rows) or row.note or row.hands else 1 for row in rows]
    first = _first(rows, heights, model, room.height)
    places: list[Rect | None] = [None] * len(rows)
    y = room.y
    for n in range(first, len(rows)):
        if y + heights[n] > room.y + room.height:
            break
        places[n] = room._replace(y=y, height=heights[n])
        y += heights[n]
    return places


def _part(places: Sequence[Rect | None]) -> Part:
    """Return which of the rows are drawn."""
    drawn = [n for n, place in enumerate(places) if place]
    return Part(drawn[0] if drawn else 0, len(drawn), len(places))


def _first(rows: Sequence[TableRow], heights: list[int], model: LobbyModel, room: int) -> int:
    """Return the first row to draw so that the chosen one is in view."""
    chosen = model.row.id if model.row else ""
    at = next((n for n, row in enumerate(rows) if row.id == chosen), 0)
    first, used = at, heights[at]
    while first > 0 and used + heights[first - 1] <= room:
        first -= 1
        used += heights[first]
    return first


def _columns(width: int, rows: Sequence[TableRow]) -> _Columns:
    """Return the columns for what the rows hold: names and games share what the others leave."""
    ping = 7 if width >= _PINGED and any(row.ping is not None for row in rows) else 0
    host = min(13, max(5, *(text_width(row.host) for row in rows)) + 1)
    flexible = max(20, width - 3 - 7 - host - ping - 14)
    name, longest = 3, max(5, *(text_width(row.short or row.name) for row in rows)) + 1
    game = name + max(flexible * 45 // 100, min(longest, flexible * 55 // 100))
    seats = name + flexible
    return _Columns(name, game, seats, seats + 7, seats + 7 + host, seats + 7 + host + ping)


def _header(grid: Grid, pen: Pen, at: Rect, columns: _Columns) -> None:
    titles = (
        *(pen.t("Table"), pen.t("Game"), pen.t("Seats")),
        *(pen.t("Host"), pen.t("Ping"), pen.t("State")),
    )
    ends = (*columns[1:], at.width)
    for title, start, end in zip(titles, columns, ends, strict=True):
        if start < end:
            grid.text(at.x + start, at.y, pen.fit(title, end - start - 1), pen.style("dim"))


def _row(grid: Grid, pen: Pen, at: Rect, row: TableRow, columns: _Columns, here: bool) -> None:
    bg = "current" if here else "panel"
    tone = _TONES[row.state] if row.fits else "bad"
    grid.fill(at.x, at.y, at.width, 1, pen.style("text", bg))
    dot = _DOTS[row.state] if row.fits else "○"
    if here:
        sign = ">" if pen.glyphs == "ascii" else "►"
        grid.text(at.x, at.y, sign, pen.style("accent", bg, bold=True))
    grid.text(at.x + 1, at.y, dot, pen.style(tone, bg))
    ping = "—" if row.ping is None else pen.t("{n} ms", n=row.ping)
    cells = (
        (row.short or row.name, pen.style("accent" if here else "ink", bg, bold=here)),
        (" + ".join((row.game, *row.extensions)), pen.style("text", bg)),
        (f"{len(row.players)}/{row.seats[1]}", pen.style("text", bg)),
        (row.host, pen.style("text", bg)),
        (ping, pen.style("dim", bg)),
        (state_word(pen, row), pen.style(tone, bg)),
    )
    ends = (*columns[1:], at.width)
    for (text, style), start, end in zip(cells, columns, ends, strict=True):
        if start < end:
            grid.text(at.x + start, at.y, pen.fit(text, end - start - 1), style)
    if at.height > 1:
        _second_line(grid, pen, at, row)


def _second_line(grid: Grid, pen: Pen, at: Rect, row: TableRow) -> None:
    """Draw why a row is special, then who can know hidden cards."""
    x, end = at.x + 4, at.x + at.width - 2
    lead = "-" if pen.glyphs == "ascii" else "↳"
    for text, tone in special(pen, row):
        x = grid.text(x, at.y + 1, pen.fit(f"{lead} {text}", end - x), pen.style(tone)) + 1
        lead = "·"


def special(pen: Pen, row: TableRow) -> list[tuple[str, str]]:
    """Return why a table is special, and who can know hidden cards, each with its tone."""
    hands = hands_line(pen.t, row.hands)
    parts = [(row.note, "dim" if row.fits else "bad")] if row.note else []
    return parts + ([(hands, "bad" if row.hands == "readable" else "good")] if hands else [])


def state_word(pen: Pen, row: TableRow) -> str:
    """Return the state of a table in a word or two."""
    words = {
        "open": pen.t("open"),
        "playing": pen.t("playing"),
        "over": pen.t("over"),
        "yours": pen.t("others there") if row.there else pen.t("yours"),
        "damaged": pen.t("damaged"),
        "silent": pen.t("not answering"),
    }
    return words[row.state]


def _nobody(grid: Grid, pen: Pen, at: Rect, model: LobbyModel) -> None:
    """Say what can be done while no table is seen; without blank lines where they have no room."""
    broken = [wrap(paragraph, at.width - 6) for paragraph in _paragraphs(pen, model)]
    gap = int(sum(map(len, broken)) + len(broken) < at.height)
    lines = [line for paragraph in broken for line in (*paragraph, *[""] * gap)]
    first, top = len(broken[0]), at.y + max(1, (at.height - len(lines)) // 3)
    for n, line in enumerate(lines[: at.y + at.height - top]):
        grid.text(at.x + 3, top + n, line, pen.style("ink" if n < first else "text"))


def _paragraphs(pen: Pen, model: LobbyModel) -> list[str]:
    """Return what is said in place of tables; where nobody is looked for, not that they are."""
    alone = pen.t("To play here at once: b, then Enter, against a bot.")
    if not model.lobby.interfaces:
        return [pen.t("Tables of others are not looked for now."), alone]
    if model.waited < PATIENCE:
        return [pen.t("Looking for tables…"), alone]
    return [
        pen.t("No table seen yet. Press h to host, j to type an address."),
        pen.t("Somebody gave you a ticket (bastide://…)? j takes it, too."),
        pen.t("A table is open and does not show? `bastide doctor` says what to look at."),
        alone,
    ]


def goes_on(row: TableRow) -> bool:
    """Tell whether a table is mine and can be resumed: then its note only tells it from others."""
    return row.state == "yours" and row.fits
