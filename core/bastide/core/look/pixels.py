"""Half-block pixels: two to a cell, one above the other; and grounds that do not shimmer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bastide.core.screen import OWN, Colour, Grid, Style, Theme

Colours = list[list[Colour]]
"""Colours of pixels, a row after the other."""


def blocks(pixels: Sequence[Sequence[Colour]]) -> tuple[list[list[str]], list[list[Style]]]:
    """Return characters and styles that show pixels; the number of rows must be even."""
    chars: list[list[str]] = []
    styles: list[list[Style]] = []
    for upper, lower in zip(pixels[::2], pixels[1::2], strict=True):
        chars.append([" " if a == b else "▀" for a, b in zip(upper, lower, strict=True)])
        styles.append(list(map(half, upper, lower)))
    return chars, styles


@cache
def half(upper: Colour, lower: Colour) -> Style:
    """Return the style of a half block (or of a blank, where both are the same).

    The terminal's own background can only be behind a character: above a colour it takes reverse.
    """
    if upper == lower:
        return Style(bg=upper)
    return Style(lower, OWN, reverse=True) if upper == OWN else Style(upper, lower)


def upper_of(char: str, style: Style) -> Colour:
    """Return the colour of the upper pixel of a cell that `half` made; of others the ground."""
    if char != "▀":
        return style.bg
    return style.bg if style.reverse else style.fg


def lower_of(char: str, style: Style) -> Colour:
    """Return the same of the lower pixel."""
    return style.fg if char == "▀" and style.reverse else style.bg


def blit(
    grid: Grid, left: int, top: int, chars: list[list[str]], styles: list[list[Style]]
) -> None:
    """Copy rows of cells into a grid, clipped at its edges."""
    skip = max(0, -left)
    for dy, (line, look) in enumerate(zip(chars, styles, strict=True)):
        y = top + dy
        if 0 <= y < grid.height:
            end = min(len(line), grid.width - left)
            if end > skip:
                grid.chars[y][left + skip : left + end] = line[skip:end]
                grid.styles[y][left + skip : left + end] = look[skip:end]


def ground(grid: Grid, theme: Theme) -> None:
    """Fill a pane with the table."""
    style = Style(theme.text, theme.table)
    for y in range(grid.height):
        grid.chars[y] = [" "] * grid.width
        grid.styles[y] = [style] * grid.width


def scatter(x: int, y: int, variant: int) -> int:
    """Return a number that looks random and is always the same, so that no redraw shimmers."""
    n = (x * 374761393 + y * 668265263 + variant * 2147483647) & 0xFFFFFFFF
    n = ((n ^ n >> 13) * 1274126177) & 0xFFFFFFFF
    return n ^ n >> 16


def variant_of(x: int, y: int, variants: int) -> int:
    """Return which of some drawings a cell of the board has."""
    return (5 * x + 3 * y + x * y) % variants
