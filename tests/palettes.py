"""What the first 16 colours look like in usual terminals, and the least contrast of texts there."""

from __future__ import annotations

from bastide.core.colours import contrast, index_of
from bastide.core.screen import Colour

_WRITTEN = {
    "VGA, Linux": (
        "000000 AA0000 00AA00 AA5500 0000AA AA00AA 00AAAA AAAAAA "
        "555555 FF5555 55FF55 FFFF55 5555FF FF55FF 55FFFF FFFFFF"
    ),
    "xterm": (
        "000000 CD0000 00CD00 CDCD00 0000EE CD00CD 00CDCD E5E5E5 "
        "7F7F7F FF0000 00FF00 FFFF00 5C5CFF FF00FF 00FFFF FFFFFF"
    ),
    "Windows": (
        "0C0C0C C50F1F 13A10E C19C00 0037DA 881798 3A96DD CCCCCC "
        "767676 E74856 16C60C F9F1A5 3B78FF B4009E 61D6D6 F2F2F2"
    ),
    "Tango": (
        "2E3436 CC0000 4E9A06 C4A000 3465A4 75507B 06989A D3D7CF "
        "555753 EF2929 8AE234 FCE94F 729FCF AD7FA8 34E2E2 EEEEEC"
    ),
    "GNOME": (
        "171421 C01C28 26A269 A2734C 12488B A347BA 2AA1B3 D0CFCC "
        "5E5C64 F66151 33D17A E9AD0C 2A7BDE C061CB 33C7DE FFFFFF"
    ),
    "macOS": (
        "000000 990000 00A600 999900 0000B2 B200B2 00A6B2 BFBFBF "
        "666666 E50000 00D900 E5E500 0000FF E500E5 00E5E5 E5E5E5"
    ),
}
PALETTES = {name: tuple(int(word, 16) for word in text.split()) for name, text in _WRITTEN.items()}


def least_contrast(one: Colour, two: Colour) -> float:
    """Return the contrast of two colours where it is least; OWN has none but with itself."""
    if one == two == -1:
        return 21.0
    if -1 in (one, two):
        return 1.0
    return min(contrast(_seen(one, palette), _seen(two, palette)) for palette in PALETTES.values())


def _seen(colour: Colour, palette: tuple[Colour, ...]) -> Colour:
    n = index_of(colour)
    return palette[n] if n is not None and n < 16 else colour
