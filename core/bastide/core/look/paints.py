"""Paints: what a thing is coloured with at each colour depth, and how tints change that.

The terminal's 16 colours have no shades: there a tint leaves a paint as it is, and frames and
letters carry what it would have said.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, Protocol

from bastide.core.colours import colour_of, index_of, indexed, ink_on, mix, nearest, rgb_of
from bastide.core.screen import OWN, Colour, Depth, Style, Theme


class Paint(NamedTuple):
    """One paint: 24-bit colour, entry of the 256, entry of the 16."""

    true: int
    of_256: int
    of_16: int


class Tint(NamedTuple):
    """A share (0 to 1) of another 24-bit colour that is mixed into every paint."""

    other: Colour
    share: float


class Palette(Protocol):
    """The colour of a paint, or of `#RRGGBB`, at a depth."""

    def __call__(self, paint: str, depth: Depth, tint: Tint | None = None, /) -> Colour: ...


_USUAL_16 = (
    *(0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA),
    *(0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF),
)
"""What the 16 usually look like; for paints that come as 24-bit colours only."""


def palette(paints: Mapping[str, Paint]) -> Palette:
    """Return what mixes some paints, each once for a depth and a tint."""

    @cache
    def colour(paint: str, depth: Depth, tint: Tint | None = None, /) -> Colour:
        if depth == "none":
            return OWN
        if paint.startswith("#"):
            return _free(int(paint[1:], 16), depth, tint)
        true, of_256, of_16 = paints[paint]
        if depth == "16":
            return of_16 if of_16 == OWN else indexed(of_16)
        if depth == "256" and tint is None:
            return indexed(of_256)
        return _tinted(true, depth, tint)

    return colour


def _free(true: int, depth: Depth, tint: Tint | None) -> Colour:
    if depth == "16":
        return indexed(min(range(16), key=lambda n: _apart(_USUAL_16[n], true)))
    return _tinted(true, depth, tint)


def _tinted(true: int, depth: Depth, tint: Tint | None) -> Colour:
    mixed = mix(true, tint.other, tint.share) if tint else true
    return nearest(mixed) if depth == "256" else mixed


def _apart(one: int, two: int) -> int:
    return sum((a - b) ** 2 for a, b in zip(rgb_of(one), rgb_of(two), strict=True))


def faded(panel: Colour, share: float = 0.55) -> Tint:
    """Return the tint of what is not chosen: most of it the colour of the panel."""
    known = panel >= 0 or panel <= indexed(16)
    return Tint(colour_of(rgb_of(panel)) if known else 0x444444, share)


_TWINS_16 = {2: 10, 3: 11, 6: 14, 8: 7, 9: 1, 12: 4, 13: 5}
"""For entries on which no letters can be read in every usual palette: what comes near them."""


def badge(colour: Colour, reverse: bool = True) -> Style:
    """Return the style of letters on a colour; without colour in reverse, or else underlined.

    Of the first 16 entries one on which nothing can be read gives way to one that is like it.
    """
    if colour == OWN:
        return Style(bold=True, reverse=reverse, underline=not reverse)
    n = index_of(colour)
    if n is not None and n < 16:
        colour = indexed(_TWINS_16.get(n, n))
    return Style(ink_on(colour), colour, bold=True)


def line_style(theme: Theme, chosen: bool) -> Style:
    """Return the style of a line of a list on the panel."""
    return Style(theme.accent if chosen else theme.text, theme.panel, bold=chosen)
