"""The list of tables: rows, a pane about the chosen one, where is being looked; never empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bastide.cli.screens.bars import Label, key_bar, title_bar
from bastide.cli.screens.boxes import box
from bastide.cli.screens.facts import fact_line
from bastide.cli.screens.fade import fade_grid
from bastide.cli.screens.layout import prompt_row, tier_of
from bastide.cli.screens.model import Tone
from bastide.cli.screens.pen import Pen, badge, clear
from bastide.cli.screens.prompt import prompt_line
from bastide.cli.screens.rects import Frame, Rect
from bastide.cli.screens.table_view import paint_tiny
from bastide.cli.sessions.hands import hands_line
from bastide.cli.sessions.ports import Lobby, TableRow, Trust
from bastide.cli.wording import cut, wrap
from bastide.core.screen import Grid, text_width

PATIENCE = 5.0
"""Seconds without a table after which the screen says what else can be done."""
_PINGED = 70
"""Width of a list from which there is a column for the ping."""
_WIDE = 104
"""Width from which there is a pane about the chosen table."""
_DOTS = {"open": "●", "yours": "●", "playing": "◐", "over": "○", "damaged": "○", "silent": "○"}
_TONES = {
    "open": "good",
    "yours": "accent",
    "playing": "accent",
    "over": "dim",
    "damaged": "bad",
    "silent": "bad",
}


@dataclass(slots=True)
class LobbyModel:
    """What the list shows. `chosen`: id of a row. `waited`: seconds since the list was opened."""

    lobby: Lobby
    chosen: str = ""
    waited: float = 0.0
    message: str = ""
    tone: Tone = "bad"
    overlay: str = ""

    @property
    def row(self) -> TableRow | None:
        """The chosen table; the first one while the chosen one is not there."""
        rows = self.lobby.tables
        return next((row for row in rows if row.id == self.chosen), rows[0] if rows else None)

    def move(self, step: int) -> None:
        """Choose another row."""
        ids = [row.id for row in self.lobby.tables]
        if ids:
            at = ids.index(self.row.id) if self.row else 0
            self.chosen = ids[max(0, min(at + step, len(ids) - 1))]


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


def paint_lobby(
    model: LobbyModel, pen: Pen, size: tuple[int, int], typed: str, labels: Sequence[Label]
) -> Frame:
    """Paint the list of tables; see `table_view.paint_table` for the arguments."""
    width, height = size
    if tier_of(width, height) < 0:
        return paint_tiny(pen, size, typed)
    grid = Grid(width, height)
    clear(grid, pen)
    lobby = model.lobby
    me = pen.t("{name} · key {key}", name=lobby.name, key=lobby.key)
    title_bar(grid, pen, "bastide · " + pen.t("tables on this network"), me, alert=True)
    about = 42 if width >= _WIDE else 0
    below = _below(model, pen, width - 2)
    rows = max(_LEAST_BELOW, len(below))
    room = Rect(0, 1, width - about, height - 3 - rows)
    spots = _tables(grid, pen, room, model)
    if about:
        _about(grid, pen, Rect(width - about, 1, about, room.height), model.row)
    _paint_below(grid, pen, height - 2 - rows, below)
    if model.overlay:
        fade_grid(grid, pen.theme.background, pen.depth)
    note = pen.t("Tab completes · : commands")
    prompt_line(grid, pen, prompt_row(width, height), typed, note)
    spots += key_bar(grid, pen, height - 1, labels)
    return Frame(grid, tuple(spots))


# the list


def _tables(grid: Grid, pen: Pen, at: Rect, model: LobbyModel) -> list[tuple[Rect, str]]:
    """Draw the rows; return where each one is (`<row ID>`)."""
    rows = model.lobby.tables
    title = pen.t.count("{n} table", "{n} tables", len(rows)) if rows else pen.t("Tables")
    inside = box(grid, pen, at, title, active=True)
    if not rows:
        _nobody(grid, pen, inside, model)
        return []
    columns = _columns(inside.width, rows)
    _header(grid, pen, inside, columns)
    room = Rect(inside.x, inside.y + 2, inside.width, inside.height - 2)
    heights = [2 if room.height >= 2 * len(rows) or row.note or row.hands else 1 for row in rows]
    first = _first(rows, heights, model, room.height)
    chosen = model.row.id if model.row else ""
    spots, y = [], room.y
    for row, height in list(zip(rows, heights, strict=True))[first:]:
        if y + height > room.y + room.height:
            break
        place = Rect(room.x, y, room.width, height)
        _row(grid, pen, place, row, columns, row.id == chosen)
        spots.append((place, f"<row {row.id}>"))
        y += height
    return spots


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
    host = min(10, max(5, *(text_width(row.host) for row in rows)) + 1)
    flexible = max(20, width - 3 - 7 - host - ping - 14)
    name, longest = 3, max(5, *(text_width(row.name) for row in rows)) + 1
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
        (row.name, pen.style("accent" if here else "ink", bg, bold=here)),
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
    for text, tone in _special(pen, row):
        x = grid.text(x, at.y + 1, pen.fit(f"{lead} {text}", end - x), pen.style(tone)) + 1
        lead = "·"


def _special(pen: Pen, row: TableRow) -> list[tuple[str, str]]:
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
        "yours": pen.t("yours"),
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


# the pane about the chosen table


def _about(grid: Grid, pen: Pen, at: Rect, row: TableRow | None) -> None:
    inside = box(grid, pen, at, row.name if row else pen.t("No table"))
    if row is not None:
        paint_about(grid, pen, inside, row)


def paint_about(grid: Grid, pen: Pen, at: Rect, row: TableRow) -> None:
    """Draw options, seats, the host's key and the plugins of a table."""
    y = at.y + 1
    facts = [(pen.t("Game"), row.game, None), *row.facts]
    if row.extensions:
        facts.insert(1, (pen.t("With"), ", ".join(row.extensions), None))
    host_key, address = pen.t("Host key"), pen.t("Address")
    all_titles = (*(title for title, _, _ in facts), host_key, address)
    titles = min(16, max(map(text_width, all_titles))) + 2
    for title, value, good in facts:
        y = fact_line(grid, pen, at, y, (title, value, good), titles)
    y += 1
    grid.text(at.x + 1, y, pen.t("Seats"), pen.style("dim"))
    y += 1
    for seat in range(row.seats[1]):
        if y >= at.y + at.height - 3:
            break
        if seat < len(row.players):
            badge(grid, pen, at.x + 1, y, seat)
            grid.text(at.x + 5, y, pen.name(row.players[seat], at.width - 6), pen.style("ink"))
        elif row.state == "open":
            badge(grid, pen, at.x + 1, y, None)
            free = pen.t("free seat — press Enter") if row.fits else pen.t("free seat")
            grid.text(at.x + 5, y, pen.fit(free, at.width - 6), pen.style("accent"))
        y += 1
    y += 1
    key = f"{row.key} ({trust_word(pen, row.trust)})"
    good = {"self": None, "unknown": None, "seen": True, "verified": True}[row.trust]
    y = fact_line(grid, pen, at, y, (host_key, key, good), titles)
    if row.invite:
        y = fact_line(grid, pen, at, y, (address, row.invite, None), titles)
    for said, tone in _special(pen, row._replace(note="") if _goes_on(row) else row):
        for line in wrap(said, at.width - 2)[: max(0, at.y + at.height - y - 1)]:
            y += 1
            grid.text(at.x + 1, y, line, pen.style(tone))


def trust_word(pen: Pen, trust: Trust) -> str:
    """Return what is known of a key, in a word or two."""
    words = {
        "self": pen.t("yours"),
        "unknown": pen.t("not met yet"),
        "seen": pen.t("known"),
        "verified": pen.t("verified"),
    }
    return words[trust]


_LEAST_BELOW, _MOST_BELOW = 3, 6
"""Rows below the list: at least, and for a sentence that is longer."""


def _below(model: LobbyModel, pen: Pen, width: int) -> list[tuple[str, str]]:
    """Return what stands below the list, line by line with its tone.

    That is where is being looked, and an answer or the other ways in. What has no room ends with
    an ellipsis.
    """
    looking = _looking(model.lobby, pen)
    said = model.lobby.notice or _ways(model, pen)
    text, tone = (model.message, model.tone) if model.message else (said, "dim")
    first = [(pen.fit(looking, width), "dim")] if looking else []
    lines = cut(text, width, _MOST_BELOW - len(first), pen.ellipsis)
    return [*first, *((line, tone) for line in lines)]


def _goes_on(row: TableRow) -> bool:
    """Tell whether a table is mine and can be resumed: then its note only tells it from others."""
    return row.state == "yours" and row.fits


def _ways(model: LobbyModel, pen: Pen) -> str:
    """Return what can be done with the chosen table if it is mine, else the other ways in."""
    if model.row is not None and _goes_on(model.row):
        return pen.t("Enter goes on with it, d deletes it.")
    return pen.t("You can also join with an address (192.168.1.7:47000) or a ticket.")


def _looking(lobby: Lobby, pen: Pen) -> str:
    """Return where is being looked; nothing where a notice says why nowhere is."""
    places, others = ", ".join(lobby.interfaces), ", ".join(lobby.left_out)
    if not places:
        return "" if lobby.notice else pen.t("No network is up: playing here still works.")
    if others:
        return pen.t("Looking on {places}, not on {others}.", places=places, others=others)
    return pen.t("Looking on {places}.", places=places)


def _paint_below(grid: Grid, pen: Pen, y: int, lines: Sequence[tuple[str, str]]) -> None:
    for row, (line, tone) in enumerate(lines, start=y):
        bold = pen.plain and tone != "dim"
        grid.text(1, row, line, pen.style(tone, "background", bold))
