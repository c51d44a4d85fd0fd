"""The table as an SVG picture: both principalities as cards, without hands and piles."""

from __future__ import annotations

from html import escape

from bastide.core.colours import ink_on
from bastide.core.look.svg import hexed, key, picture
from bastide.core.look.words import LETTERS
from bastide.core.messages import Text
from bastide.core.screen import DARK, fit
from bastide.core.state import State
from bastide.plugins.settlers.cards import CAPACITY, CARDS, RESOURCES
from bastide.plugins.settlers.look.naming import card_name, terrain
from bastide.plugins.settlers.look.palette import PAINTS
from bastide.plugins.settlers.look.signs import UNICODE, card_sign, figures
from bastide.plugins.settlers.places import centres
from bastide.plugins.settlers.state import UPPER, Principality, realm

WIDE, HIGH = 120, 96
"""Units of the picture to a card."""

_LETTERS = 15
"""Letters of a name that have room on a card."""

_GAP = 8
_EDGE = 24
_ROW = 48
_SEAT = 2 * HIGH + _ROW + 4 * _GAP


def draw_table(s: State, names: tuple[str, ...], text: Text) -> str:
    """Return the picture; seat 0 is above, `names` go into the key below."""
    lands = realm(s).lands
    low = min(each.low for each in lands) - 1
    high = max(each.high for each in lands) + 1
    parts: list[str] = []
    for seat, each in enumerate(lands):
        parts += _principality(each, seat, seat * (_SEAT + _EDGE), text, s.scores[seat])
    left = _x(low) - _EDGE
    width, height = _x(high + 1) + _EDGE - left, 2 * _SEAT + 4 * _EDGE
    parts.append(key(names, left + _EDGE, height - _EDGE))
    return picture(left, -_EDGE, width, height + _EDGE, parts)


def _x(column: int) -> int:
    return column * (WIDE + _GAP)


def _principality(lands: Principality, seat: int, top: int, text: Text, points: int) -> list[str]:
    middle = top + HIGH + _GAP
    parts = [_text(_x(lands.low - 1), middle + _ROW / 2, f"{LETTERS[seat]} {points}", 20, DARK.ink)]
    for x in range(lands.low, lands.high + 1):
        if x % 2 == 0:
            paint = hexed(PAINTS["road"].true)
            parts.append(_box(_x(x) - _GAP, middle + _ROW // 3, WIDE + 2 * _GAP, _ROW // 3, paint))
    for x in centres(lands):
        city = x in lands.cities
        word = text("City") if city else text("Settlement")
        parts += _card(_x(x), middle, _ROW, "city" if city else "settlement", word, "")
    for land, stored in zip(lands.lands, lands.stock, strict=True):
        y = top if land.side == UPPER else middle + _ROW + _GAP
        name = f"{terrain(land.resource, text)} {land.number}"
        shown = UNICODE.stored * stored + UNICODE.free * (CAPACITY - stored)
        resource = RESOURCES[land.resource]
        parts += _card(_x(land.x), y, HIGH, resource, name, f"{shown} {text(resource)}")
    for site, placed in lands.sites.items():
        tall = HIGH // 2 if site.x in lands.cities else HIGH
        y = top if site.side == UPPER else middle + _ROW + _GAP
        if tall < HIGH and (site.depth == 1) == (site.side == UPPER):
            y += tall
        name = f"{card_sign(placed.card, UNICODE)} {card_name(placed.card, text)}"
        paint = CARDS[placed.card].kind
        parts += _card(_x(site.x), y, tall, paint, name, figures(placed.card, UNICODE))
    return parts


def _card(x: int, y: int, high: int, paint: str, name: str, note: str) -> list[str]:
    ground = PAINTS[paint].true
    strip = min(high, 26)
    parts = [
        _box(x, y, WIDE, high, hexed(DARK.panel)),
        _box(x, y, WIDE, strip, hexed(ground)),
        _text(x + 6, y + 18, fit(name, _LETTERS), 13, ink_on(ground)),
    ]
    if note and high > strip:
        parts.append(_text(x + 6, y + strip + 16, note, 13, DARK.text))
    return parts


def _box(x: float, y: float, wide: float, high: float, fill: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="4" fill="{fill}"/>'


def _text(x: float, y: float, text: str, size: int, ink: int) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{hexed(ink)}">{escape(text)}</text>'
