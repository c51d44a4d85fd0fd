"""How a game's screen is to look, and which colours may stand on it."""

from __future__ import annotations

from bastide.core.colours import index_of, reduced
from bastide.core.screen import DARK, OWN, Colour, Depth, Glyphs, Look, Theme

NAMES = ("Ada", "Blaise", "Chloé", "Dmitri")


def look_of(
    depth: Depth = "true", glyphs: Glyphs = "blocks", zoom: int = 0, theme: Theme = DARK
) -> Look:
    """Return a look whose theme is in the colours of its depth."""
    return Look(zoom, depth, glyphs, reduced(theme, depth), NAMES)


def fits(colour: Colour, depth: Depth) -> bool:
    """Tell whether a colour may stand in a frame of a depth."""
    n = index_of(colour)
    if depth == "true":
        return n is None
    if depth == "none":
        return colour == OWN
    return colour == OWN or (n is not None and (n < 16) == (depth == "16"))
