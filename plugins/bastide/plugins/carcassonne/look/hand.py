"""The pane of what is about to be laid: one tile large, or those to choose from side by side.

Once a tile lies, it shows the kinds of piece that may be put on it, if there are several.
"""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.look.lines import first_shown, pointer, wrapped
from bastide.core.look.paints import line_style
from bastide.core.look.position import Cell
from bastide.core.look.words import LETTERS
from bastide.core.screen import Style, text_width
from bastide.plugins.carcassonne.look.cards import Brush, Card, Shade
from bastide.plugins.carcassonne.look.position import LIST, Position
from bastide.plugins.carcassonne.look.steering import names, turn_of
from bastide.plugins.carcassonne.look.words import Words
from bastide.plugins.carcassonne.turn import MEEPLE


class Slot(NamedTuple):
    """Where a tile lies in the pane, and the columns that are its own, from `start`."""

    left: int
    top: int
    wide: int
    high: int
    start: int
    room: int


def paint_hand(brush: Brush, position: Position, words: Words) -> None:
    """Draw one tile with what there is to say of it, or several side by side."""
    if shows_laid(position):
        card = Card(position.last.tile, position.last.rotation)
        _one(brush, card, [[_name(position, words, card)]])
        _kinds(brush, position, words)
    elif len(position.hand) == 1 and not position.shows:
        _one(brush, cards(position)[0], _said(position, words))
    elif position.hand:
        _several(brush, position, words)


def shows_laid(position: Position) -> bool:
    """Tell whether the pane shows the tile just laid: to its seat, and to those without a hand."""
    return position.phase == MEEPLE and (position.mine or not position.hand)


def cards(position: Position) -> list[Card]:
    """Return the tiles of the hand as they are to be drawn."""
    chosen = chosen_card(position)
    found = []
    for n, held in enumerate(position.hand):
        here = n == chosen
        turn = turn_of(position, n) if position.mine else 0
        shade: Shade = "bright"
        if not position.shows and position.phase != LIST and not position.fits(held):
            shade = "faint"
        elif chosen is not None and not here:
            shade = "dim"
        found.append(Card(held.tile, turn, shade, chosen=here))
    return found


def chosen_card(position: Position) -> int | None:
    """Return which tile of the hand is chosen, if one is to be."""
    if position.phase == LIST:
        action, hand = position.chosen, enumerate(position.hand)
        return next((n for n, held in hand if action and names(action, held.tile)), None)
    return position.cursor.hand % len(position.hand) if position.held and position.mine else None


def _name(position: Position, words: Words, card: Card) -> str:
    return words.tile_name(position.board.tables.tiles[card.tile], card.turn)


def _said(position: Position, words: Words) -> list[list[str]]:
    """Return what there is to say of the tile, each in as many lengths as there are."""
    (card,) = cards(position)
    lines, count = [[_name(position, words, card)]], words.text.count
    if position.mine and position.fitting:
        n = len(position.fitting)
        short = count("{n} place", "{n} places", n)
        lines.append([count("fits at {n} place", "fits at {n} places", n), short])
    elif card.shade == "faint":
        lines.append([words.text("fits nowhere")])
    return lines


def _one(brush: Brush, card: Card, lines: list[list[str]]) -> None:
    """Draw a tile and lines about it, each in the first of its lengths that has room."""
    grid, theme = brush.grid, brush.theme
    wide, high = brush.largest(grid.width // 2 + 1, grid.height)
    if grid.width < 2 * wide:  # a strip: what there is to say stands below
        brush.draw(card, (0, 0), (wide, high))
        left, row = 0, high
    else:
        brush.draw(card, (1, 0), (wide, high))
        left, row = wide + 3, 0
    for n, lengths in enumerate(lines):
        style = Style(theme.dim if n else theme.text, theme.panel, bold=not n)
        room, rows = grid.width - left, grid.height - row
        line = next((each for each in lengths if len(wrapped(each, room)) <= rows), lengths[-1])
        row = brush.lines(line, (left, row), style)


# pieces


def _kinds(brush: Brush, position: Position, words: Words) -> None:
    """List the kinds of piece at hand in the lowest rows, the chosen one marked."""
    grid, theme, text = brush.grid, brush.theme, words.text
    left = _kinds_left(brush)
    for n, kind in enumerate(offered_kinds(position)):
        row = grid.height - len(offered_kinds(position)) + n
        here = kind == position.kind
        mark = pointer(brush.look) if here else " "
        amount = position.board.supply[kind][position.s.seat]
        line = f"{mark} {text('{n} {piece}', n=amount, piece=text(kind))}"
        grid.fill(left, row, grid.width - left, 1, line_style(theme, chosen=False))
        grid.text(left, row, line, line_style(theme, here))


def _kinds_left(brush: Brush) -> int:
    wide = brush.largest(brush.grid.width // 2 + 1, brush.grid.height)[0]
    return 0 if brush.grid.width < 2 * wide else wide + 2


def offered_kinds(position: Position) -> list[str]:
    """Return the kinds of piece to choose from, if there is more than one."""
    return position.kinds if position.mine and len(position.kinds) > 1 else []


# several tiles


def slots(brush: Brush, n: int) -> list[Slot]:
    """Return where so many tiles lie: side by side, or one above the other where that is narrow."""
    grid, (least, low) = brush.grid, brush.smallest
    if grid.width < n * least:
        shown = max(1, min(n, grid.height // (low + 1)))
        return [Slot(1, k * (low + 1), least, low, 0, grid.width) for k in range(shown)]
    share = grid.width / n
    wide, high = brush.largest(max(least, int(share) - 1), grid.height - 1)
    lefts = [round(k * share + (share - wide) / 2) for k in range(n)]
    starts = [round(k * share) for k in range(n)]
    return [
        Slot(left, 0, wide, high, start, int(share))
        for left, start in zip(lefts, starts, strict=True)
    ]


def _several(brush: Brush, position: Position, words: Words) -> None:
    shown = cards(position)
    places = slots(brush, len(shown))
    first = first_shown(len(shown), len(places), chosen_card(position) or 0)
    for n, (card, slot) in enumerate(zip(shown[first:], places, strict=False), start=first):
        brush.draw(card, (slot.left, slot.top), (slot.wide, slot.high))
        _label(brush, slot, card, _texts(brush, position, words, n, card))


def _texts(brush: Brush, position: Position, words: Words, n: int, card: Card) -> list[str]:
    """Return what may stand below a tile, the longest first."""
    number = LETTERS[position.s.seat] if position.shows else f"[{n + 1}]"
    if card.shade != "faint":
        return [number]
    return [
        words.text("{number} fits nowhere", number=number),
        words.text("{number} no place", number=number),
        number + (brush.set.gap if brush.set else "×"),
        number,
    ]


def _label(brush: Brush, slot: Slot, card: Card, texts: list[str]) -> None:
    theme = brush.theme
    text = next((each for each in texts if text_width(each) < slot.room), texts[-1])
    ink = theme.accent if card.chosen else theme.bad if card.shade == "faint" else theme.dim
    style = Style(ink, theme.panel, bold=card.chosen, reverse=card.chosen)
    left = slot.left + (slot.wide - text_width(text)) // 2
    brush.grid.text(max(slot.start, left), slot.top + slot.high, text, style)


def card_at(brush: Brush, position: Position, at: Cell) -> int | None:
    """Return which tile of the hand, or which kind of piece, lies on a cell of the pane."""
    if shows_laid(position):
        kinds = offered_kinds(position)
        row = at[1] - brush.grid.height + len(kinds)
        return row if 0 <= row < len(kinds) and at[0] >= _kinds_left(brush) else None
    places = slots(brush, len(position.hand)) if position.hand else []
    first = first_shown(len(position.hand), len(places), chosen_card(position) or 0)
    for n, slot in enumerate(places, start=first):
        across = slot.start <= at[0] < slot.start + slot.room
        if across and slot.top <= at[1] <= slot.top + slot.high:
            return n
    return None
