"""The table screen: board, panes, hint lines, prompt and key bar, for every size of terminal."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.screens.aside_pane import aside_pane
from bastide.cli.screens.bars import Label, key_bar, title_bar
from bastide.cli.screens.boxes import edge_marks
from bastide.cli.screens.fade import fade_grid
from bastide.cli.screens.hand_pane import hand_pane, hand_strip, hand_title, keeps_hand
from bastide.cli.screens.hints import hint_height, paint_hints
from bastide.cli.screens.layout import (
    LEAST,
    NOWHERE,
    Arrangement,
    Wanted,
    arrange,
    prompt_row,
    tier_of,
)
from bastide.cli.screens.log_pane import log_pane, talk_pane
from bastide.cli.screens.model import TableModel
from bastide.cli.screens.pen import Pen, clear
from bastide.cli.screens.prompt import paint_prompt, prompt_line
from bastide.cli.screens.rects import Frame, Rect
from bastide.cli.screens.score_pane import score_pane, score_strip
from bastide.cli.wording import minutes, wrap
from bastide.core.screen import Grid, Look, text_width


def paint_table(
    model: TableModel, pen: Pen, size: tuple[int, int], typed: str, labels: Sequence[Label]
) -> Frame:
    """Paint the whole screen.

    Args:
        model: what is shown.
        pen: how it is drawn.
        size: width and height of the terminal, in cells.
        typed: what stands in the prompt.
        labels: the key bar.
    """
    width, height = size
    if tier_of(width, height) < 0:
        return paint_tiny(pen, size, typed, going_on=True)
    grid = Grid(width, height)
    clear(grid, pen)
    at, look = arranged(model, pen, size)
    right = right_title(model, pen)
    title_bar(grid, pen, left_title(model, width - text_width(right)), right, model.my_turn)
    spots = [*_panes(grid, pen, at, model, look)]
    is_cut = _marked(grid, pen, at, model, look)
    spots = [*paint_hints(grid, pen, at.hints, model), *spots]  # they may cover the board
    if model.overlay and model.overlay != "news":  # that speaks of what lies on the board
        fade_grid(grid, pen.theme.background, pen.depth)
    spots += paint_prompt(grid, pen, at.prompt_y, model, typed, is_cut)
    spots += key_bar(grid, pen, at.keys_y, labels)
    return Frame(grid, tuple(spots))


def arranged(model: TableModel, pen: Pen, size: tuple[int, int]) -> tuple[Arrangement, Look]:
    """Return where the panes are, and how the game is drawn."""
    tier = tier_of(*size)
    look = model.look(pen.display, tier)
    session = model.session
    held = model.held
    wanted = Wanted(
        seats=session.state.seats,
        hand=keeps_hand(pen, model, look),
        talk_over=model.talk_over,
        company=model.company,
        cards=held.cards,
        aside=len(model.aside.entries) if model.aside else 0,
        rows=held.rows,
        title=text_width(held.title),
    )
    at = arrange(*size, wanted)
    return at, model.fit(tier, look, (at.board.width, at.board.height))


def paint_tiny(pen: Pen, size: tuple[int, int], typed: str, going_on: bool = False) -> Frame:
    """Ask for a larger window; the prompt, in the last row, still works."""
    width, height = size
    grid = Grid(width, height)
    clear(grid, pen)
    fields = {"w": LEAST[0], "h": LEAST[1], "now": f"{width}x{height}"}
    text = pen.t("Make the window at least {w}x{h} (now {now}).", **fields)
    if going_on:
        text = pen.t("Make the window at least {w}x{h} (now {now}). The game goes on.", **fields)
    row = prompt_row(width, height)
    for y, line in enumerate(wrap(text, max(1, width))[:row]):
        grid.text(0, y, line, pen.style("text", "background"))
    prompt_line(grid, pen, row, typed, "")
    return Frame(grid)


def left_title(model: TableModel, room: int) -> str:
    """Return how the table is called: in a narrow title bar the program gives way to the players.

    room: columns beside what stands at the right, its margins included.
    """
    title = model.session.title
    return model.heading if text_width(model.heading) <= room - _TITLE_GAPS else title


_TITLE_GAPS = 4
"""Columns of the title bar at its ends and between its parts."""


def right_title(model: TableModel, pen: Pen) -> str:
    """Return what is left, whose turn it is, and for how long."""
    session = model.session
    parts = [session.screen.counter(session.state).title] if session.state.phase else []
    if session.finished:
        parts.append(pen.t("final scores"))
    elif model.my_turn and session.waiting:
        pass  # nothing can be done: the hints say what is waited for
    elif session.acting is not None:
        name = model.names[session.acting]
        mine = pen.t("{name}, your turn", name=name)
        parts.append(mine if model.my_turn else pen.t("waiting for {name}", name=name))
        if session.replay is None:
            parts.append(minutes(session.turn_seconds))
    elif session.progress:
        parts.append(minutes(session.turn_seconds))
    return "   ".join(part for part in parts if part)


def _panes(
    grid: Grid, pen: Pen, at: Arrangement, model: TableModel, look: Look
) -> list[tuple[Rect, str]]:
    """Paint all panes that have a place; return where they are."""
    if at.strip.width:
        beside = at.hand if model.pane == "board" else NOWHERE
        score_strip(grid, pen, at.strip._replace(width=at.strip.width - beside.width), model)
        if model.pane == "board":
            return _small_board(grid, pen, at, model, look)
        end = at.hints.y + at.hints.height - hint_height(pen, model, at.hints.width)
        pane = at.pane._replace(height=min(at.pane.height, end - at.pane.y))
        _one_pane(grid, pen, pane, model)
        return [(pane, f"<{model.pane}>")]
    paint_board(grid, pen, at.board, model, look)
    score_pane(grid, pen, at.scores, model, full=at.scores.height > model.session.state.seats + 2)
    if at.hand.height:
        hand_pane(grid, pen, at.hand, model, look)
    if at.log.height:
        log_pane(grid, pen, at.log, model)
    if at.talk.height:
        talk_pane(grid, pen, at.talk, model)
    if at.aside.height:
        aside_pane(grid, pen, at.aside, model)
    places = (at.board, at.scores, at.hand, at.log, at.talk, at.aside)
    names = ("<board>", "<scores>", "<hand>", "<log>", "<talk>", "<aside>")
    return list(zip(places, names, strict=True))


def _small_board(
    grid: Grid, pen: Pen, at: Arrangement, model: TableModel, look: Look
) -> list[tuple[Rect, str]]:
    """Paint the board of a small screen, with what must stand beside it."""
    paint_board(grid, pen, at.board, model, look)
    if at.hand.height:
        hand_title(grid, pen, at.hand._replace(y=at.strip.y), model)
        hand_strip(grid, pen, at.hand, model, look)
    if at.aside.height:
        aside_pane(grid, pen, at.aside, model)
    places = (at.board, "<board>"), (at.hand, "<hand>"), (at.aside, "<aside>")
    return [(place, name) for place, name in places if place.height]


def _one_pane(grid: Grid, pen: Pen, at: Rect, model: TableModel) -> None:
    """Paint the one pane that a small screen shows, if it is not the board."""
    if model.pane == "scores":
        score_pane(grid, pen, at, model, full=True)
    elif model.pane == "log":
        log_pane(grid, pen, at, model, active=True)
    else:
        talk_pane(grid, pen, at, model, active=True)


def paint_board(grid: Grid, pen: Pen, at: Rect, model: TableModel, look: Look) -> None:
    """Let the game paint its board; before the turn order is drawn there is none."""
    session = model.session
    board = Grid(at.width, at.height, pen.style("text", "table"))
    if model.has_board:
        session.screen.paint(board, session.state, model.chooser, model.cursor, look)
    grid.blit(at.x, at.y, board)


def _marked(grid: Grid, pen: Pen, at: Arrangement, model: TableModel, look: Look) -> bool:
    """Mark where the board goes on beyond its pane; tell whether it does."""
    session, board = model.session, at.board
    if not model.has_board or (at.strip.width and model.pane != "board"):
        return False
    size = board.width, board.height
    edges = session.screen.beyond(session.state, model.chooser, model.cursor, size, look)
    edge_marks(grid, pen, board, edges)
    return any(edges)
