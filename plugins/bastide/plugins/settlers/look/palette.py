"""What the table is painted with, at each colour depth."""

from __future__ import annotations

from bastide.core.look.paints import Paint, palette

PAINTS: dict[str, Paint] = {
    "brick": Paint(0xC65A3C, 167, 1),
    "brick dark": Paint(0xA04430, 131, 1),
    "brick light": Paint(0xE08C66, 173, 9),
    "grain": Paint(0xDEB648, 179, 11),
    "grain dark": Paint(0xC0942E, 136, 3),
    "grain light": Paint(0xF0D078, 221, 11),
    "lumber": Paint(0x3C8244, 65, 2),
    "lumber dark": Paint(0x245A30, 22, 2),
    "lumber light": Paint(0x62A862, 71, 10),
    "ore": Paint(0x8E8C92, 245, 7),
    "ore dark": Paint(0x66646C, 241, 8),
    "ore light": Paint(0xF0F0EE, 255, 15),
    "wool": Paint(0xA4C468, 149, 10),
    "wool dark": Paint(0x86A850, 107, 2),
    "wool light": Paint(0xF2F2E6, 255, 15),
    "gold": Paint(0x4A86C8, 68, 4),
    "gold dark": Paint(0x346CA8, 61, 4),
    "gold light": Paint(0xFFD65A, 221, 11),
    "green": Paint(0x64AA5C, 71, 2),
    "red": Paint(0xD0584E, 167, 1),
    "action": Paint(0xB48CD2, 140, 5),
    "event": Paint(0xE0C48C, 180, 3),
    "settlement": Paint(0x7C5638, 95, 3),
    "settlement dark": Paint(0x5C3E28, 58, 3),
    "city": Paint(0xA89068, 137, 7),
    "city dark": Paint(0x7E6A4A, 95, 8),
    "road": Paint(0xBCAA84, 144, 7),
    "back": Paint(0x3E4C66, 60, 4),
    "die": Paint(0xF4F0E4, 255, 15),
    "rolled": Paint(0xFFD650, 221, 11),
    "cursor": Paint(0xFFFFFF, 231, 15),
    "number": Paint(0x6ED296, 78, 10),
    "black": Paint(0x000000, 16, 0),
}
"""Lands by their resource with two shades each, kinds of cards, the row, then marks on them."""

colour = palette(PAINTS)
"""The colour of a paint at a depth."""
