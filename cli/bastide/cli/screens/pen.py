"""How a terminal is drawn to: styles by role, glyphs and texts, and the badges of the seats.

A `Pen` knows how this terminal is drawn to; whoever paints asks it for styles by role and never
sees an escape code. Text is always readable: a colour that is too near to what is behind it moves
towards black or white (`colours.legible`).
"""

from __future__ import annotations

from bastide.cli.depth import Display
from bastide.cli.screens.scrolling import Part
from bastide.cli.wording import fit_name
from bastide.core.colours import indexed, ink_on, legible, nearest
from bastide.core.look.words import LETTERS
from bastide.core.messages import Text
from bastide.core.screen import (
    Colour,
    Depth,
    Glyphs,
    Grid,
    Style,
    Theme,
    fit,
)

_BARS_16 = (11, 7, 1, 10, 14, 5, 4, 15)
"""Entries of the palette for the parts of a bar, by turns; white, which may be the ground, last."""


class Pen:
    """Styles by role, glyphs and texts for one terminal and language."""

    def __init__(self, display: Display, text: Text) -> None:
        self.display, self.t = display, text
        self.theme: Theme = display.colours()
        self.depth: Depth = display.depth
        self.glyphs: Glyphs = display.glyphs
        self.plain = display.depth == "none"
        self.ellipsis = "..." if self.glyphs == "ascii" else "…"

    def style(self, fg: str = "text", bg: str = "panel", bold: bool = False) -> Style:
        """Return the style of a text by the roles of its colours (names of `Theme`).

        Where no colour sets the chosen row (`current`) apart, it is shown reversed.
        """
        if bg == "current" and self.theme.current == self.theme.panel:
            return Style(self.theme.text, self.theme.panel, bold=bold, reverse=True)
        return self.on(getattr(self.theme, fg), getattr(self.theme, bg), bold)

    def on(self, fg: Colour, bg: Colour, bold: bool = False) -> Style:
        """Return a readable style of two colours."""
        return Style(legible(fg, bg), bg, bold=bold)

    def marked(self, bold: bool = True) -> Style:
        """Return the style of a key's cap: reversed."""
        if self.depth in ("none", "16"):
            return Style(self.theme.text, self.theme.panel, bold=bold, reverse=True)
        return Style(legible(self.theme.panel, self.theme.dim), self.theme.dim, bold=bold)

    def title(self, fg: str = "ink", bold: bool = True) -> Style:
        """Return the style of the title bar; with few colours it is reversed."""
        if self.depth in ("none", "16"):
            ink = "accent" if fg == "accent" else "text"
            return Style(getattr(self.theme, ink), self.theme.panel, bold=bold, reverse=True)
        return self.style(fg, "title", bold)

    def badge(self, seat: int) -> Style:
        """Return the style of a seat's letter."""
        if self.plain or seat < 0:
            return Style(bold=True, reverse=True)
        colour = self.theme.seats[seat % len(self.theme.seats)]
        return Style(ink_on(colour), colour, bold=True)

    def seat(self, seat: int, bg: str = "panel") -> Style:
        """Return a style in a seat's colour, as far as it can be read there."""
        style = self.style(bg=bg)
        if self.plain or style.reverse:
            return style
        return self.on(self.theme.seats[seat % len(self.theme.seats)], getattr(self.theme, bg))

    def bar(self, colour: Colour, n: int) -> Style:
        """Return the style of the n-th part of a bar, in a 24-bit colour if the depth has it."""
        if self.plain:
            return Style(reverse=n % 2 == 0, underline=n % 2 == 1)
        if self.depth == "16":
            colour = indexed(_BARS_16[n % len(_BARS_16)])
        elif self.depth == "256" and colour >= 0:
            colour = nearest(colour)
        return Style(ink_on(colour), colour, bold=True)

    def bar_mark(self, n: int) -> str:
        """Return the letter that tells the n-th part of a bar where colours do not."""
        return "abcdefghijklmnop"[n % 16] if self.plain or self.depth == "16" else ""

    def fit(self, text: str, width: int) -> str:
        """Cut a text to a width in cells."""
        return fit(text, width, self.ellipsis)

    def signs(self, part: Part) -> tuple[str, str]:
        """Return what says how many lines are cut off above and below; "" for none."""
        above = f"↑ {part.above}" if part.above else ""
        return above, f"↓ {part.below}" if part.below else ""

    def name(self, name: str, width: int) -> str:
        """Cut somebody's name to a width in cells so that it still tells them from others."""
        return fit_name(name, width, self.ellipsis[:1])


def letter(seat: int | None) -> str:
    """Return the letter of a seat; a dot for none."""
    return "·" if seat is None or seat < 0 else LETTERS[seat % len(LETTERS)]


def badge(grid: Grid, pen: Pen, x: int, y: int, seat: int | None, wide: bool = True) -> None:
    """Draw a seat's letter on its colour: three cells, or one."""
    text = f" {letter(seat)} " if wide else letter(seat)
    if seat is None or seat < 0:
        grid.text(x, y, text, pen.style("dim"))
        return
    grid.text(x, y, text, pen.badge(seat))


def clear(grid: Grid, pen: Pen, bg: str = "background") -> None:
    """Fill a whole grid with a background."""
    grid.fill(0, 0, grid.width, grid.height, Style(bg=getattr(pen.theme, bg)))
