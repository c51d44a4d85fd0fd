"""What each thing on the board is painted with, at each colour depth; a paint is a name."""

from __future__ import annotations

from bastide.core.colours import colour_of, indexed, luminance, mix, nearest, rgb_of
from bastide.core.look.paints import Paint, Tint, palette
from bastide.core.screen import OWN, Colour, Theme

PAINTS: dict[str, Paint] = {
    "field": Paint(0x70A848, 71, 2),
    "field dark": Paint(0x68A042, 71, 2),
    "field light": Paint(0x78B050, 107, 2),
    "verge": Paint(0x609440, 65, 2),
    "city": Paint(0xCEA468, 179, 3),
    "city dark": Paint(0xC69C62, 179, 3),
    "roof": Paint(0xA84A34, 131, 1),
    "roof dark": Paint(0x96402E, 94, 3),
    "roof light": Paint(0xBA6040, 131, 3),
    "wall": Paint(0x5C4A3A, 239, 8),
    "wall light": Paint(0x8C7A66, 243, 8),
    "wall thin": Paint(0x82684A, 95, 8),
    "road": Paint(0xF0E6C8, 224, 7),
    "village": Paint(0x7E3428, 94, 1),
    "village roof": Paint(0xBA6040, 131, 1),
    "monastery roof": Paint(0xBA3A2C, 130, 9),
    "monastery wall": Paint(0xECE4D6, 254, 15),
    "monastery door": Paint(0x7A7066, 243, 8),
    "pennant": Paint(0x2654B0, 25, 4),
    "pennant white": Paint(0xFAFAFA, 231, 15),
    "frame": Paint(0xFFFFFF, 231, 15),
    "refused": Paint(0xE03C3C, 167, 9),
    "fresh": Paint(0xFFD650, 221, 11),
    "place": Paint(0x62CC92, 78, 10),
    "place dark": Paint(0x2C423C, 237, 0),
    "place pale": Paint(0xCEDAC6, 252, 15),
    "black": Paint(0x000000, 16, 0),
}
"""Fields, cities, roads and decorations, then the marks that are put on the board."""

SEAM = Tint(0x000000, 0.09)
GHOST = Tint(0xFFFFFF, 0.18)
REFUSED = Tint(0xD03030, 0.45)


colour = palette(PAINTS)
"""The colour of a paint, or of `#RRGGBB`, at a depth and with a tint."""


def names_ink(theme: Theme) -> Colour:
    """Return the colour of the names of columns and rows: quiet, yet easily read on the table.

    Such small letters take more than dim. Of the first 16 entries only the terminal knows the
    colours: there it is that of text.
    """
    if not all(c >= 0 or c <= indexed(16) for c in (theme.dim, theme.text)):
        return theme.text
    mixed = mix(colour_of(rgb_of(theme.dim)), colour_of(rgb_of(theme.text)), 0.35)
    return mixed if theme.dim >= 0 else nearest(mixed)


def place_ground(table: Colour) -> str:
    """Return the paint of a legal place: dark on a dark table, pale on a light one."""
    return "place dark" if table == OWN or luminance(table) < 127 else "place pale"


def frame_on(table: Colour) -> str:
    """Return the paint of a frame that is seen on the table: black where that is white itself."""
    return "black" if table == indexed(15) else "frame"
