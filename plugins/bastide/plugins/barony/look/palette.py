"""What the board is painted with, at each colour depth."""

from __future__ import annotations

from bastide.core.look.paints import Paint, Tint, palette

PAINTS: dict[str, Paint] = {
    "plain": Paint(0xA8BC60, 143, 10),
    "plain dark": Paint(0x96AC52, 107, 10),
    "plain light": Paint(0xB6C870, 149, 10),
    "field": Paint(0xDEB648, 179, 11),
    "field dark": Paint(0xC89E34, 178, 3),
    "field light": Paint(0xEAC868, 221, 11),
    "forest": Paint(0x2E6838, 22, 2),
    "forest dark": Paint(0x22522C, 234, 2),
    "forest light": Paint(0x4A8E4A, 65, 10),
    "mountain": Paint(0x828084, 244, 8),
    "mountain dark": Paint(0x6A686E, 241, 8),
    "mountain light": Paint(0xF2F2F0, 255, 15),
    "lake": Paint(0x3A76BE, 67, 4),
    "lake dark": Paint(0x2E62A6, 61, 4),
    "lake light": Paint(0x7AB0E4, 110, 12),
    "cursor": Paint(0xFFFFFF, 231, 15),
    "refused": Paint(0xE03C3C, 167, 9),
    "lit": Paint(0x62FFA8, 85, 14),
    "fresh": Paint(0xFF5FC8, 206, 7),
    "start": Paint(0xFF9E3C, 215, 13),
    "number": Paint(0x6ED296, 78, 10),
    "number faint": Paint(0xD0D8D0, 188, 7),
    "black": Paint(0x000000, 16, 0),
}
"""Terrains with two shades each, then the marks that are put on them."""

SHADE = Tint(0x000000, 0.28)
"""How much darker the lower slope and the right edge of a hex are: thick cardboard."""

colour = palette(PAINTS)
"""The colour of a paint at a depth, in a shade."""
