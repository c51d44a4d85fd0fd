"""Colours at the depths that a terminal may have: what a `Style` may hold, and how to get there.

A `Colour` is 0xRRGGBB, `OWN` (-1) for the terminal's own, or `indexed(n)` for entry n of the
terminal's palette. Which of them may stand in a `Style` follows from `Look.depth`:

    true   0xRRGGBB and OWN
    256    indexed(16) to indexed(255) and OWN: the entries that no user's palette changes
    16     indexed(0) to indexed(15) and OWN: 0-7 are SGR 30-37, 8-15 are SGR 90-97
    none   OWN only; bold, underline and reverse tell things apart

Whoever paints chooses the colours of its depth; whoever shows the grid passes them on as they
are and reduces nothing. `reduced` does this for a theme, once and for good.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

from bastide.core.screen import OWN, Colour, Depth, Theme

_STEPS = (0, 95, 135, 175, 215, 255)
"""The levels of red, green and blue in the entries 16 to 231."""

_FIRST_GREY = 232
_MIDDLE = 127
_INK_LIMIT = 105
"""Entries below 16 that look brighter than this (0-255) carry black letters, others white ones."""

READABLE = 4.5
"""Least contrast of text and what is behind it (WCAG 2, level AA)."""


class Rgb(NamedTuple):
    """A colour in three parts, 0 to 255 each."""

    red: int
    green: int
    blue: int


def indexed(n: int) -> Colour:
    """Return the colour that is entry `n` (0 to 255) of the terminal's palette."""
    return -2 - n


def index_of(colour: Colour) -> int | None:
    """Return which entry of the palette a colour is; None for 24-bit ones and `OWN`."""
    return -2 - colour if colour <= -2 else None


def rgb_of(colour: Colour) -> Rgb:
    """Return the parts of a 24-bit colour or of an entry from 16 to 255.

    Raises:
        ValueError: the terminal alone knows what this colour looks like.
    """
    n = index_of(colour)
    if n is None and colour >= 0:
        return Rgb(colour >> 16, colour >> 8 & 255, colour & 255)
    if n is None or n < 16:
        raise ValueError(f"colour {colour} depends on the terminal's palette")
    if n >= _FIRST_GREY:
        level = 8 + 10 * (n - _FIRST_GREY)
        return Rgb(level, level, level)
    return Rgb(_STEPS[(n - 16) // 36], _STEPS[(n - 16) // 6 % 6], _STEPS[(n - 16) % 6])


def colour_of(rgb: Rgb) -> Colour:
    """Return the 24-bit colour of three parts."""
    return rgb.red << 16 | rgb.green << 8 | rgb.blue


def mix(colour: Colour, other: Colour, share: float) -> Colour:
    """Return a 24-bit colour: `share` (0 to 1) of the other one, the rest of the first."""
    one, two = rgb_of(colour), rgb_of(other)
    parts = (round(a + (b - a) * share) for a, b in zip(one, two, strict=True))
    return colour_of(Rgb(*parts))


@cache
def nearest(colour: Colour) -> Colour:
    """Return the entry from 16 to 255 that is nearest to a 24-bit colour."""
    rgb = rgb_of(colour)
    red, green, blue = (min(range(6), key=lambda i: abs(_STEPS[i] - part)) for part in rgb)
    grey = _FIRST_GREY + max(0, min(23, round((sum(rgb) / 3 - 8) / 10)))
    found = (indexed(16 + 36 * red + 6 * green + blue), indexed(grey))
    return min(found, key=lambda c: sum((a - b) ** 2 for a, b in zip(rgb_of(c), rgb, strict=True)))


def luminance(colour: Colour) -> float:
    """Return how bright a colour looks, 0 to 255; entries below 16 by their usual look."""
    n = index_of(colour)
    if n is not None and n < 16:
        return (0, 60, 110, 120, 30, 70, 130, 190, 90, 100, 180, 225, 90, 140, 200, 255)[n]
    rgb = rgb_of(colour)
    return 0.299 * rgb.red + 0.587 * rgb.green + 0.114 * rgb.blue


def ink_on(colour: Colour) -> Colour:
    """Return black or white, of the same depth, for letters on a badge of this colour.

    Whichever can be read better there: one of them always has the contrast `READABLE`.
    """
    n = index_of(colour)
    if n is not None and n < 16:
        return indexed(0 if luminance(colour) > _INK_LIMIT else 15)
    black, white = (0x000000, 0xFFFFFF) if n is None else (indexed(16), indexed(231))
    return black if contrast(black, colour) >= contrast(white, colour) else white


@cache
def contrast(one: Colour, two: Colour) -> float:
    """Return the contrast of two colours of 24 bit or 256, 1 to 21 (WCAG 2)."""
    light, dark = sorted((_light(rgb_of(one)), _light(rgb_of(two))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _light(rgb: Rgb) -> float:
    parts = [value / 255 for value in rgb]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_READABLE_16 = {
    0: (7, 10, 11, 14, 15),
    1: (15,),
    4: (15,),
    5: (15,),
    7: (0,),
    10: (0,),
    11: (0,),
    14: (0,),
    15: (0, 1, 4, 5),
}
"""Of the first 16 entries, by the ground: which inks can be read there in every usual palette.

Terminals do not agree on these colours. `tests/core/test_colours.py` has the palettes.
"""


@cache
def legible(fg: Colour, bg: Colour) -> Colour:
    """Return `fg`, moved towards black or white as far as it takes to be read on `bg`.

    Of the first 16 entries one that cannot be read becomes black or white. The terminal's own
    colour, which nobody knows, comes back as it is, as does what stands on it.
    """
    ink, ground = index_of(fg), index_of(bg)
    if ink is not None and ground is not None and ink < 16 and ground < 16:
        return fg if ink in _READABLE_16.get(ground, ()) else ink_on(bg)
    if _unknown(fg) or _unknown(bg):
        return fg
    goal = max((0x000000, 0xFFFFFF), key=lambda colour: contrast(colour, bg))
    for step in range(21):
        moved = fg if step == 0 else mix(fg, goal, step / 20)
        if fg < 0 and moved >= 0:
            moved = nearest(moved)
        if contrast(moved, bg) >= READABLE:
            return moved
    return goal


def _unknown(colour: Colour) -> bool:
    return colour == OWN or -18 < colour < 0


_DARK_16 = {"background": 0, "panel": 0, "table": 0, "current": 0, "title": 0, "line": 8}
_DARK_16 |= {"dim": 7, "text": 7, "ink": 15, "accent": 11, "good": 10, "bad": 11}
_LIGHT_16 = {"background": 15, "panel": 15, "table": 15, "current": 15, "title": 15, "line": 7}
_LIGHT_16 |= {"dim": 0, "text": 0, "ink": 0, "accent": 5, "good": 4, "bad": 1}
_INKS = ("dim", "text", "ink", "accent", "good", "bad")
_GROUNDS = ("background", "panel", "current", "table", "title")
_SEATS_16 = (5, 4, 11, 14, 15, 1)
_SEATS_256 = (125, 26, 220, 141, 231, 212)


@cache
def reduced(theme: Theme, depth: Depth) -> Theme:
    """Return a theme in the colours of a depth; one that is reduced already stays as it is."""
    if depth == "true" or theme.background < 0:
        return theme
    colours = {name: OWN for name in Theme._fields if name != "seats"}
    if depth == "none":
        return Theme(**colours, seats=(OWN,) * len(theme.seats))
    if depth == "256":
        colours = {name: nearest(getattr(theme, name)) for name in colours}
        for ink, ground in product(_INKS, _GROUNDS):
            colours[ink] = legible(colours[ink], colours[ground])
        return Theme(**colours, seats=_seats(theme, _SEATS_256))
    table = _DARK_16 if luminance(theme.background) < _MIDDLE else _LIGHT_16
    colours = {name: indexed(n) for name, n in table.items()}
    return Theme(**colours, seats=_seats(theme, _SEATS_16))


def _seats(theme: Theme, entries: tuple[int, ...]) -> tuple[Colour, ...]:
    return tuple(indexed(entries[n % len(entries)]) for n in range(len(theme.seats)))
