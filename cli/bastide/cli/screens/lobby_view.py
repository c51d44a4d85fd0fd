"""The list of tables: rows, a pane about the chosen one, where is being looked; never empty."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.screens.bars import Label, key_bar, title_bar
from bastide.cli.screens.fade import fade_grid
from bastide.cli.screens.layout import prompt_row, tier_of
from bastide.cli.screens.lobby_about import paint_chosen
from bastide.cli.screens.lobby_list import goes_on, paint_list
from bastide.cli.screens.lobby_model import LobbyModel
from bastide.cli.screens.pen import Pen, clear
from bastide.cli.screens.prompt import prompt_line
from bastide.cli.screens.rects import Frame, Rect
from bastide.cli.screens.table_view import paint_tiny
from bastide.cli.sessions.ports import Lobby
from bastide.cli.wording import cut
from bastide.core.screen import Grid

_WIDE = 104
"""Width from which there is a pane about the chosen table."""
_LEAST_BELOW, _MOST_BELOW = 3, 6
"""Rows below the list: at least, and for a sentence that is longer."""


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
    spots = paint_list(grid, pen, room, model)
    if about:
        paint_chosen(grid, pen, Rect(width - about, 1, about, room.height), model.row)
    _paint_below(grid, pen, height - 2 - rows, below)
    if model.overlay:
        fade_grid(grid, pen.theme.background, pen.depth)
    note = pen.t("Tab completes · : commands")
    prompt_line(grid, pen, prompt_row(width, height), typed, note)
    spots += key_bar(grid, pen, height - 1, labels)
    return Frame(grid, tuple(spots))


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


def _ways(model: LobbyModel, pen: Pen) -> str:
    """Return what can be done with the chosen table, or why not; else the other ways in."""
    row = model.row
    if row is not None and goes_on(row):
        return pen.t("Enter goes on with it, d deletes it.")
    if row is not None and row.note:
        return row.note
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
