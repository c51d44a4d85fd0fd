"""All cards of the box, to leaf through: what each costs and does, how many, and where they are.

A card's place is told only as far as the seat that looks knows it. The flag of the cursor
`cards=12` shows the twelfth card; the keys that leaf are in `leaf`.
"""

from __future__ import annotations

from collections.abc import Iterator

from bastide.core.colours import legible
from bastide.core.look.lines import Box, first_shown, line_at, wrapped
from bastide.core.look.words import capital
from bastide.core.messages import Text
from bastide.core.screen import Cursor, Grid, Look, Style, fit
from bastide.core.secrets import Secrets
from bastide.core.state import State
from bastide.plugins.settlers.cards import (
    ACTION,
    BUILDING,
    CARDS,
    EVENT_CARDS,
    FLEET,
    GREEN,
    KNIGHT,
)
from bastide.plugins.settlers.look.brush import Brush
from bastide.plugins.settlers.look.cards_drawn import draw_strip, kind_paint
from bastide.plugins.settlers.look.naming import card_name, card_of
from bastide.plugins.settlers.look.signs import card_sign, figures
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.state import PILES, realm

CATALOGUE = "f2"
"""The key that shows the cards, and hides them."""

FLAG = "cards="

ENTRIES: tuple[str, ...] = (*CARDS, *EVENT_CARDS)
"""Cards in the order of the card file: actions, green cards, red ones, events."""

_LEAF = {"down": 1, "j": 1, "n": 1, "tab": 1, "up": -1, "k": -1, "p": -1, "s-tab": -1}
_PAGES = {"pagedown": 10, "pageup": -10}


def shown(cursor: Cursor) -> int | None:
    """Return which card is looked at; None while the table is shown."""
    at = cursor.flag(FLAG)
    return int(at) if at is not None else None


def open_at(cursor: Cursor, card: str | None) -> Cursor:
    """Return the cursor that shows a card, or the first one; where cards are shown, the table."""
    if shown(cursor) is not None:
        return closed(cursor)
    return cursor.flagged(f"{FLAG}{ENTRIES.index(card) if card else 0}")


def closed(cursor: Cursor) -> Cursor:
    """Return the cursor that shows the table."""
    return cursor.without(FLAG)


def leaf(cursor: Cursor, key: str) -> Cursor | None:
    """Return the cursor after a key while cards are shown; None for keys that do not leaf."""
    at = shown(cursor)
    if at is None:
        return None
    if key in _LEAF:
        return to_entry(cursor, (at + _LEAF[key]) % len(ENTRIES))
    if key in _PAGES:
        return to_entry(cursor, max(0, min(at + _PAGES[key], len(ENTRIES) - 1)))
    if key in ("left", "right", "h", "l"):
        return to_entry(cursor, _next_group(at, -1 if key in ("left", "h") else 1))
    return None


def to_entry(cursor: Cursor, n: int) -> Cursor:
    """Return the cursor that shows another card."""
    return cursor.without(FLAG).flagged(f"{FLAG}{n}")


def keys(text: Text) -> str:
    """Return which keys leaf through the cards."""
    return text("Esc: the table. Up, down: card. Left, right: kind.")


def _kind(n: int) -> str:
    return kind_paint(ENTRIES[n])


def _next_group(at: int, step: int) -> int:
    """Return the first card of the next or the previous kind."""
    starts = [n for n in range(len(ENTRIES)) if n == 0 or _kind(n) != _kind(n - 1)]
    here = max(n for n, start in enumerate(starts) if start <= at)
    return starts[(here + step) % len(starts)]


# drawing

_BROAD = 66
"""Columns from which the card stands beside the list."""

_LIST = 30
_CARD = 9
"""Columns of the list where the card is beside it, rows of the card where it is below."""


def boxes(size: tuple[int, int]) -> tuple[Box, Box]:
    """Return where the list is in a pane, and where the card."""
    width, height = size
    if width >= _BROAD:
        return Box(1, 1, _LIST, max(0, height - 1)), Box(
            _LIST + 3, 1, width - _LIST - 4, height - 2
        )
    rows = max(0, height - 1 - _CARD)
    return Box(1, 1, max(0, width - 2), rows), Box(1, rows + 2, max(0, width - 2), _CARD - 1)


def entry_at(cursor: Cursor, at: tuple[int, int], size: tuple[int, int]) -> int | None:
    """Return which card of the list is on a cell of the pane."""
    return line_at(boxes(size)[0], len(ENTRIES), shown(cursor) or 0, at)


def draw_catalogue(brush: Brush, s: State, eyes: int, at: int) -> None:
    """Draw the list and the card that is looked at."""
    grid, theme = brush.grid, brush.theme
    grid.fill(0, 0, grid.width, grid.height, Style(theme.text, theme.panel))
    at = max(0, min(at, len(ENTRIES) - 1))
    listed, card = boxes((grid.width, grid.height))
    head = Style(theme.dim, theme.title)
    grid.fill(0, 0, grid.width, 1, head)
    grid.text(1, 0, fit(keys(brush.text), max(0, grid.width - 2), brush.signs.ellipsis), head)
    _draw_list(brush, listed, at)
    _draw_entry(brush, card, s, eyes, ENTRIES[at])


def _draw_list(brush: Brush, box: Box, at: int) -> None:
    first = first_shown(len(ENTRIES), box.height, at)
    for row, n in enumerate(range(first, min(len(ENTRIES), first + box.height))):
        card = ENTRIES[n]
        mark = brush.signs.pointer if n == at else " "
        name = f"{card_sign(card, brush.signs)} {card_name(card, brush.text)}"
        style = brush.on(kind_paint(card)) if n == at else brush.plain()
        line = box._replace(top=box.top + row, height=1)
        brush.write(line, 0, mark, Style(brush.theme.accent, brush.theme.panel, bold=True))
        shade = legible(brush.paint(kind_paint(card)), brush.theme.panel)
        sign = Style(shade, brush.theme.panel, bold=True)
        inside = line._replace(left=line.left + 2, width=line.width - 6)
        brush.write(inside, 0, name, style)
        if n != at:
            brush.write(inside, 0, name[:1], sign)
        brush.right(line, 0, f"{brush.signs.times}{card_of(card).copies}", brush.quiet())


def _draw_entry(brush: Brush, box: Box, s: State, eyes: int, card: str) -> None:
    name = f"{card_sign(card, brush.signs)} {card_name(card, brush.text)}"
    draw_strip(brush, box, name, kind_paint(card))
    row = 1
    for text, style in entry_lines(brush, s, eyes, card):
        for line in wrapped(text, box.width):
            brush.write(box, row, line, style)
            row += 1


def entry_lines(brush: Brush, s: State, eyes: int, card: str) -> Iterator[tuple[str, Style]]:
    """Yield what is known of a card: kind, cost, figures, what it does, where it is."""
    yield kind_of(brush, card), brush.quiet()
    known = CARDS.get(card)
    if known and any(known.cost):
        yield brush.text("Cost: {cost}", cost=Words(brush.text).amounts(known.cost)), brush.plain()
    yield brush.text(card_of(card).text), brush.plain(bold=True)
    if known and figures(card, brush.signs):
        yield figure_words(brush, card), brush.plain()
    yield ", ".join(whereabouts(brush, s, eyes, card)), brush.quiet()


def listed(s: State, eyes: int, look: Look, text: Text) -> list[str]:
    """Return all cards in words, under their kinds: for the line mode."""
    brush, lines, kind = Brush(Grid(0, 0), look, text), list[str](), ""
    for card in ENTRIES:
        head, *rest = (said for said, _ in entry_lines(brush, s, eyes, card) if said)
        if head != kind:
            lines.append(capital(head))
        kind = head
        lines += [f"  {card_name(card, text)}", *(f"    {each}" for each in rest)]
    return lines


def kind_of(brush: Brush, card: str) -> str:
    """Return what kind of card it is, in words."""
    t = brush.text
    if card in EVENT_CARDS:
        return t("event card")
    known = CARDS[card]
    if known.kind == ACTION:
        return t("action card: free, leaves the game")
    if known.kind != GREEN:
        return t("red card: building, for a city")
    return {
        BUILDING: t("green card: building, for a settlement or city"),
        KNIGHT: t("green card: knight, for a settlement or city"),
        FLEET: t("green card: fleet, for a settlement or city"),
    }[known.type]


def figure_words(brush: Brush, card: str) -> str:
    """Return the figures of a card in words."""
    t, known = brush.text, CARDS[card]
    parts = []
    if known.points:
        parts.append(t.count("{n} point", "{n} points", known.points))
    if known.commerce:
        parts.append(t.count("{n} windmill", "{n} windmills", known.commerce))
    if known.strength:
        parts += [t("strength {n}", n=known.strength), t("tournament {n}", n=known.tournament)]
    return ", ".join(parts)


def whereabouts(brush: Brush, s: State, eyes: int, card: str) -> Iterator[str]:
    """Yield where copies of a card are, as far as the seat that looks knows."""
    t, table, names = brush.text, realm(s), brush.look.names
    yield t.count("{n} in the box", "{n} in the box", card_of(card).copies)
    if card in EVENT_CARDS:
        seen = table.seen_events.count(card)
        if seen:
            yield t.count("{n} seen since the shuffle", "{n} seen since the shuffle", seen)
        return
    for seat, lands in enumerate(table.lands):
        if lands.has(card):
            name = names[seat] if seat < len(names) else ""
            yield t("{n} placed by {name}", n=lands.has(card), name=name)
    if table.gone.count(card):
        yield t.count("{n} out of the game", "{n} out of the game", table.gone.count(card))
    yield from _hidden(brush, s, eyes, card)


def _hidden(brush: Brush, s: State, eyes: int, card: str) -> Iterator[str]:
    """Yield in which hands and piles the seat has seen it."""
    if s.secrets is None:
        return
    t, known, names = brush.text, s.secrets.blind(eyes), brush.look.names
    for seat in range(s.seats):
        n = sum(face == card for _, face in known.known(seat))
        if n and seat == eyes:
            yield t.count("{n} in your hand", "{n} in your hand", n)
        elif n:
            yield t("{n} in the hand of {name}", n=n, name=names[seat] if names else "")
    for number, pile in enumerate(PILES, 1):
        n = _count(known, pile, card)
        if n:
            yield t("{n} seen in pile {pile}", n=n, pile=number)


def _count(known: Secrets, pile: str, card: str) -> int:
    return sum(known.face(item) == card for item in known.piles.get(pile, ()))
