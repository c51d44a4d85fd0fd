"""What the player holds or is about to play: a pane beside the board, or a strip."""

from __future__ import annotations

from bastide.cli.screens.boxes import box
from bastide.cli.screens.model import TableModel
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.sessions.hands import hands_word
from bastide.core.screen import Grid, Look, text_width


def hand_pane(grid: Grid, pen: Pen, at: Rect, model: TableModel, look: Look) -> None:
    """Draw what the player holds or is about to play."""
    held, hands = model.held, model.session.hands
    title, known = held.title or pen.t("In hand"), hands_word(pen.t, hands)
    title = f"{title} · {known}" if known else title
    hand_strip(grid, pen, box(grid, pen, at, title, held.note, model.my_turn), model, look)


def hand_strip(grid: Grid, pen: Pen, at: Rect, model: TableModel, look: Look) -> None:
    """Draw the same without a box, for small screens."""
    session = model.session
    inner = Grid(at.width, at.height, pen.style())
    session.screen.paint_hand(inner, session.state, model.holder, model.cursor, look)
    grid.blit(at.x, at.y, inner)


def has_hand(pen: Pen, model: TableModel, look: Look) -> bool:
    """Tell whether the game has anything to show in the hand pane."""
    session = model.session
    probe = Grid(22, 4, pen.style())
    session.screen.paint_hand(probe, session.state, model.holder, model.cursor, look)
    blank = pen.style()
    return any(char != " " for row in probe.chars for char in row) or any(
        style != blank for row in probe.styles for style in row
    )


def hand_title(grid: Grid, pen: Pen, at: Rect, model: TableModel) -> None:
    """Say above the hand of a small screen whose it is."""
    session = model.session
    held, mine = model.held, session.eyes in session.mine
    usual = pen.t("Your hand") if mine else pen.t("In hand")
    title = held.title or usual
    if held.owner >= 0:
        title = model.names[held.owner]
    elif held.short and text_width(title) > at.width:
        title = held.short
    grid.fill(at.x, at.y, at.width, 1, pen.style())
    grid.text(at.x, at.y, pen.fit(title, at.width), pen.style("ink", bold=True))


def keeps_hand(pen: Pen, model: TableModel, look: Look) -> bool:
    """Tell whether the hand has a pane; one that it had stays until a complete turn is sent."""
    shown = has_hand(pen, model, look)
    if not model.session.needs_confirm:
        model.had_hand = shown
    return shown or model.had_hand
