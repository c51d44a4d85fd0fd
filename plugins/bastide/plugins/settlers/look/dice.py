"""In the strip between the principalities: the dice, what they brought, an offer that waits."""

from __future__ import annotations

from bastide.core.look.lines import Box, wrapped
from bastide.core.look.words import LETTERS
from bastide.core.messages import Text
from bastide.core.screen import Style, text_width
from bastide.core.state import State
from bastide.plugins.settlers.cards import EVENT_CARDS
from bastide.plugins.settlers.events import TOURNAMENT
from bastide.plugins.settlers.look.brush import Brush
from bastide.plugins.settlers.look.naming import BRIEFLY, card_name
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.state import NOBODY, Realm, other, realm
from bastide.plugins.settlers.tokens import leader, tournament
from bastide.plugins.settlers.trading import KINDS


def draw_dice(brush: Brush, line: Box, s: State) -> None:
    """Write the dice of the turn and the event that they brought, then the offer that waits.

    Without an offer there may be room for what an event card does, in the longest form that fits.
    """
    table, theme = realm(s), brush.theme
    words = Words(brush.text)
    words.names = brush.look.names
    offer = offer_line(words, s) if table.offer else ""
    x = _rolled(brush, line, table, text_width(offer) + 2 if offer else 0)
    after = line._replace(left=x + 2, width=max(0, line.left + line.width - x - 2))
    if offer:
        style = Style(theme.ink, theme.title, bold=True)
        brush.right(after, 0, brush.cut(offer, after.width), style)
    elif table.number and after.width >= _TEXT:
        for row, text in enumerate(_event_lines(brush, s, after)):
            brush.write(after, row, text, Style(theme.dim, theme.title))


def _event_lines(brush: Brush, s: State, box: Box) -> list[str]:
    """Return what the event card does: all of it if there is room, else in short.

    Of what the die shows only a tournament needs a word.
    """
    event, t = realm(s).event, brush.text
    if event not in EVENT_CARDS:
        return [_won(brush, realm(s))] if event == TOURNAMENT else []
    brief, idle = t(BRIEFLY[event]), _in_vain(s, event, t)
    whole = brush.text(EVENT_CARDS[event].text)
    forms = [f"{whole} {idle}".strip(), f"{brief} {idle}".strip(), idle or brief]
    fitting = ([*wrapped(form, box.width)] for form in forms)
    return next((lines for lines in fitting if len(lines) <= box.height), [forms[-1]])


def _won(brush: Brush, table: Realm) -> str:
    """Return who won the tournament of this turn; "" once a card may have changed the totals."""
    if table.used:
        return ""
    t, names = brush.text, brush.look.names
    one, two = (tournament(lands) for lands in table.lands)
    winner = leader((one, two))
    if winner == NOBODY:
        return t("nobody wins, {one} to {two}", one=one, two=two)
    name = names[winner] if winner < len(names) else LETTERS[winner]
    return t("{name} wins, {one} to {two}", name=name, one=max(one, two), two=min(one, two))


def _in_vain(s: State, event: str, text: Text) -> str:
    """Return why an event card has nobody to do something for or to; "" if it has."""
    lands = realm(s).lands

    def nobody(*cards: str) -> bool:
        return not any(each.has(card) for each in lands for card in cards)

    if event == "conflict" and realm(s).knight == NOBODY:
        return text("Nobody has the knight.")
    if event == "progress" and nobody("abbey", "library"):
        return text("Nobody has an abbey or a library.")
    if event == "productive_year" and nobody("garrison"):
        return text("Nobody has a garrison.")
    if event == "plague" and not any(each.cities for each in lands):
        return text("Nobody has a city.")
    return ""


def offer_line(words: Words, s: State) -> str:
    """Return who gives what for what, while an offer waits."""
    offer = realm(s).offer
    return words.text(
        "{name} gives {give} for {get}",
        name=words.name(other(s.seat)),
        give=words.amounts(offer[:KINDS]),
        get=words.amounts(offer[KINDS:]),
    )


_TEXT = 20
"""Columns from which there is room for the text of an event card."""


def _rolled(brush: Brush, line: Box, table: Realm, kept: int) -> int:
    """Write the dice, or that they are still to be rolled; return the column after them.

    kept: columns for an offer, before which the event gives way.
    """
    quiet = Style(brush.theme.dim, brush.theme.title)
    if not table.number:
        return brush.grid.text(
            line.left, line.top, brush.cut(brush.text("not rolled yet"), line.width), quiet
        )
    x = brush.grid.text(line.left, line.top, f" {table.number} ", brush.on("die"))
    if table.event:
        event = f" {_event(brush, table.event)} "
        if kept and x + 2 + text_width(event) + kept > line.left + line.width:
            return x
        x = brush.grid.text(x + 2, line.top, event, brush.on("event"))
    return x


def _event(brush: Brush, event: str) -> str:
    """Return what the event die shows, or the event card that it brought."""
    if event in EVENT_CARDS:
        return f"{brush.signs.event} {card_name(event, brush.text)}"
    return brush.text(event)
