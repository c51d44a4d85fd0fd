"""What the board is painted with, at each colour depth."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from bastide.core.colours import indexed, mix, nearest
from bastide.core.screen import OWN, Colour, Depth


class Paint(NamedTuple):
    """One paint: 24-bit colour, entry of the 256, entry of the 16."""

    true: int
    of_256: int
    of_16: int


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
    "lit": Paint(0x62FFA8, 85, 15),
    "fresh": Paint(0xFFD650, 221, 14),
    "start": Paint(0xFF9E3C, 215, 13),
    "number": Paint(0x6ED296, 78, 10),
    "number faint": Paint(0x4A7A60, 65, 2),
    "black": Paint(0x000000, 16, 0),
}
"""Terrains with two shades each, then the marks that are put on them."""

SHADE = 0.28
"""How much darker the lower slope and the right edge of a hex are: thick cardboard."""


@cache
def colour(paint: str, depth: Depth, shade: float = 0.0) -> Colour:
    """Return the colour of a paint at a depth; the terminal's 16 have no shades."""
    true, of_256, of_16 = PAINTS[paint]
    if depth == "none":
        return OWN
    if depth == "16":
        return indexed(of_16)
    dark = mix(true, 0x000000, shade) if shade else true
    if depth == "256":
        return nearest(dark) if shade else indexed(of_256)
    return dark
