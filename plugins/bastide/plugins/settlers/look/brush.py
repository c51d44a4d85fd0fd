"""The brush that everything on the table is painted with, and the marks that things may bear."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.colours import ink_on, legible, luminance, reduced
from bastide.core.look.lines import Box
from bastide.core.look.paints import badge
from bastide.core.messages import Text
from bastide.core.screen import OWN, Colour, Depth, Grid, Look, Style, Theme, fit, text_width
from bastide.plugins.settlers.look.palette import colour
from bastide.plugins.settlers.look.signs import Signs, has_pixels, signs_of

ROOMY = 10
"""Columns of a card from which there is room for blanks and cut-off signs."""


_BRIGHT = 127
"""Luminance from which a ground is a bright one."""

_LEAST_WORD = 3
"""Letters above which the first word of a name stands for all of it."""


class Mark(NamedTuple):
    """What is to be seen of a thing besides itself.

    lit: it can be chosen. number: that of the choice, 0 for none. lifted: it is about to change
    places. change: what it has gained or lost lately. doubled: it yields two. rolled: its number
    was rolled.
    """

    lit: bool = False
    number: int = 0
    lifted: bool = False
    change: int = 0
    doubled: bool = False
    rolled: bool = False


class Brush:
    """A grid, and all that says how things look on it."""

    def __init__(self, grid: Grid, look: Look, text: Text) -> None:
        self.grid, self.look, self.text = grid, look, text
        self.theme: Theme = reduced(look.theme, look.depth)
        self.depth: Depth = look.depth
        self.signs: Signs = signs_of(look)
        self.pixels = has_pixels(look)

    def cut(self, text: str, width: int) -> str:
        """Return a text cut to a number of columns."""
        return fit(text, max(0, width), self.signs.ellipsis)

    def write(self, box: Box, row: int, text: str, style: Style) -> None:
        """Write a line of a box, cut to its width; lines beyond it are left out."""
        if 0 <= row < box.height:
            self.grid.text(box.left, box.top + row, self.cut(text, box.width), style)

    def right(self, box: Box, row: int, text: str, style: Style) -> None:
        """Write at the right end of a line of a box, if there is room."""
        width = text_width(text)
        if 0 <= row < box.height and width <= box.width:
            self.grid.text(box.left + box.width - width, box.top + row, text, style)

    def name(self, box: Box, text: str, style: Style) -> None:
        """Write a name into the first line of a box: all of it, its first word, or what fits."""
        if text_width(text) > box.width and text_width(text.split()[0]) > _LEAST_WORD:
            text = text.split()[0]
        end = self.signs.ellipsis if box.width >= ROOMY else ""
        if box.height > 0:
            self.grid.text(box.left, box.top, fit(text, max(0, box.width), end), style)

    def paint(self, name: str) -> Colour:
        """Return the colour of a paint."""
        return colour(name, self.depth)

    def stored(self, resource: str) -> Colour:
        """Return the colour of what a region stores, on a card."""
        panel = self.theme.panel
        if panel == OWN:
            return self.theme.ink
        shade = "dark" if luminance(panel) > _BRIGHT else "light"
        return legible(self.paint(f"{resource} {shade}"), panel)

    def on(self, paint: str, bold: bool = True) -> Style:
        """Return the style of letters on a paint."""
        ground = self.paint(paint)
        return badge(ground)._replace(bold=bold or ground == OWN)

    def quiet(self) -> Style:
        """Return the style of small print on a card."""
        return Style(self.theme.dim, self.theme.panel)

    def plain(self, bold: bool = False) -> Style:
        """Return the style of print on a card."""
        return Style(self.theme.text, self.theme.panel, bold)


def key_of(number: int) -> str:
    """Return what is to be typed for a thing: in brackets, so that it is not taken for a die's."""
    return f"({number})"


def draw_mark(brush: Brush, box: Box, mark: Mark) -> None:
    """Draw what shows that a card can be chosen, or changes places."""
    if mark.number:
        number = badge(brush.paint("number"), reverse=False)
        brush.right(box, box.height - 1, key_of(mark.number), number)
    if mark.lit or mark.lifted:
        ink = brush.theme.accent if mark.lifted else brush.theme.good
        _sides(brush, box, brush.signs.lifted if mark.lifted else brush.signs.lit, ink)


def draw_pointer(brush: Brush, box: Box) -> None:
    """Draw what says where the cursor is: bars at both sides of a card."""
    ground = brush.paint("cursor")
    for row in range(box.height):
        for x, char in ((box.left - 1, "["), (box.left + box.width, "]")):
            style = Style(bold=True) if ground == OWN else Style(ink_on(ground), ground, bold=True)
            brush.grid.put(x, box.top + row, char if ground == OWN else " ", style)


def _sides(brush: Brush, box: Box, char: str, ink: Colour) -> None:
    style = Style(ink, brush.theme.table, bold=True)
    for row in range(box.height):
        brush.grid.put(box.left - 1, box.top + row, char, style)
        brush.grid.put(box.left + box.width, box.top + row, char, style)
