"""The pane of the own hand: a line or a card for each, or the list that takes its place."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.core.look.lines import Box, first_shown
from bastide.core.look.paints import badge, line_style
from bastide.core.screen import Style, text_width
from bastide.plugins.settlers.cards import CARDS
from bastide.plugins.settlers.look.cards_drawn import Brush, Mark, kind_paint
from bastide.plugins.settlers.look.naming import card_name, costs, effect
from bastide.plugins.settlers.look.signs import card_sign, figures

Held = tuple[int, str | None]
"""An item of a hand, and the card if it is known."""


def card_line(brush: Brush, card: str | None) -> str:
    """Return a card in one line: sign, name, and in what is left of it cost and use."""
    if card is None:
        return brush.text("unknown card")
    return f"{card_sign(card, brush.signs)} {card_name(card, brush.text)}"


def card_note(brush: Brush, card: str, width: int) -> str:
    """Return what a card costs and does, the longest form that fits."""
    known = CARDS[card]
    parts = [figures(card, brush.signs), effect(card, brush.text, brush.signs.times)]
    use = " ".join(part for part in parts if part)
    cost = costs(known.cost, brush.text)
    for form in (f"{cost}: {use}" if cost else use, cost or use):
        if text_width(form) <= width:
            return form
    return brush.cut(cost or use, width)


def draw_card_line(brush: Brush, box: Box, card: str | None, mark: Mark) -> None:
    """Draw a card of the hand: its number, its name on its colour, then what it costs and does."""
    theme = brush.theme
    x = box.left
    if mark.number:
        ground = brush.paint("number")
        shown = f"{mark.number} " if brush.pixels else f"{mark.number})"
        x = brush.grid.text(x, box.top, shown, badge(ground, reverse=False))
    elif mark.pointed:
        x = brush.grid.text(x, box.top, f"{brush.signs.pointer} ", line_style(theme, True))
    else:
        x += 2
    width = box.left + box.width - x
    name = brush.cut(card_line(brush, card), width)
    strip = brush.on(kind_paint(card)) if card else Style(theme.dim, theme.panel)
    if mark.pointed:
        strip = brush.on("cursor")._replace(underline=True)
    x = brush.grid.text(x, box.top, name, strip)
    left = box.left + box.width - x - 1
    if card and left > 5:
        brush.grid.text(x + 1, box.top, card_note(brush, card, left), Style(theme.dim, theme.panel))


def draw_lines(brush: Brush, box: Box, lines: Sequence[str], chosen: int) -> None:
    """Draw a list, scrolled to the chosen line."""
    first = first_shown(len(lines), box.height, chosen)
    for row, n in enumerate(range(first, min(len(lines), first + box.height))):
        mark = brush.signs.pointer if n == chosen else " "
        style = line_style(brush.theme, n == chosen)
        brush.write(box, row, f"{mark}{lines[n]}", style)
