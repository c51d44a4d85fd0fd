"""Fading of what lies under an overlay, at each colour depth."""

from __future__ import annotations

from functools import cache

from bastide.core.colours import index_of, indexed, mix, nearest
from bastide.core.screen import OWN, Colour, Depth, Grid, Style

SHARE = 0.68
"""How much of the background a faded colour takes."""

_BRIGHT_BLACK = indexed(8)


def fade_grid(grid: Grid, background: Colour, depth: Depth) -> None:
    """Fade everything on a grid into the background, in place."""
    for row in grid.styles:
        row[:] = [fade(style, background, depth) for style in row]


@cache
def fade(style: Style, background: Colour, depth: Depth) -> Style:
    """Return a style faded into the background.

    With 16 colours only the text fades (bright black); without colour nothing does: the overlay's
    box tells what is in front.
    """
    if depth == "none":
        return style._replace(bold=False)
    if depth == "16":
        return Style(_BRIGHT_BLACK, background)
    return Style(
        _faded(style.fg, background), _faded(style.bg, background), underline=style.underline
    )


def _faded(colour: Colour, background: Colour) -> Colour:
    if colour == OWN:
        return OWN
    mixed = mix(colour, background, SHARE)
    return nearest(mixed) if index_of(colour) is not None else mixed
