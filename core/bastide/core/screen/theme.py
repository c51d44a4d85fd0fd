"""How a screen is to be drawn: the depth of colours, the glyphs, the colours around the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeVar

from bastide.core.events import Event
from bastide.core.screen.grid import Colour

T = TypeVar("T")
Depth = Literal["none", "16", "256", "true"]
"""How many colours there are: none at all, 16, 256, or 24 bits."""

Glyphs = Literal["blocks", "unicode", "ascii"]
"""What a cell can show: half blocks and all of Unicode, no half blocks, or ASCII alone."""


class Theme(NamedTuple):
    """The colours of everything but the games' own drawings.

    Those of texts (dim to bad) can be read on all grounds (background, panel, table, title, current
    row): their contrast is at least `colours.READABLE`.
    """

    background: Colour
    panel: Colour
    table: Colour
    line: Colour
    dim: Colour
    text: Colour
    ink: Colour
    accent: Colour
    good: Colour
    bad: Colour
    title: Colour
    current: Colour
    seats: tuple[Colour, ...]
    """Badge colours in seat order."""


DARK = Theme(
    background=0x16181C,
    panel=0x1D2026,
    table=0x22262C,
    line=0x4A505C,
    dim=0x959CA8,
    text=0xD6D2C8,
    ink=0xECE8DE,
    accent=0xFFD650,
    good=0x6ED296,
    bad=0xF47A70,
    title=0x2C313C,
    current=0x2E3028,
    seats=(0xBA143C, 0x1854D0, 0xFFDE28, 0xA97BFF, 0xF6F6FA, 0xFF96E8),
)
LIGHT = Theme(
    background=0xF6F4EE,
    panel=0xFCFBF7,
    table=0xE4DED0,
    line=0xAAA69C,
    dim=0x5E5C56,
    text=0x302E2A,
    ink=0x302E2A,
    accent=0x8A5300,
    good=0x10703C,
    bad=0xB02018,
    title=0xE4DED0,
    current=0xEFEAD8,
    seats=DARK.seats,
)


class Look(NamedTuple):
    """How a screen is to be drawn.

    Attributes:
        zoom: index into the game's `zooms`, 0 the smallest.
        depth: the colours that may be used.
        glyphs: the characters that may be used.
        theme: the colours around the board, in those of `depth` already (`colours.reduced`).
        names: the seats' display names, in turn order.
        fresh: the events since the looking seat last acted, oldest first.
        columns: most columns that a line of `board_text` may take; 0: as many as it needs.
        idle: nothing can be chosen whatever the rules allow, as in a replay: a hand is shown, but
            no menu.
    """

    zoom: int = 0
    depth: Depth = "true"
    glyphs: Glyphs = "blocks"
    theme: Theme = DARK
    names: tuple[str, ...] = ()
    fresh: tuple[Event, ...] = ()
    columns: int = 0
    idle: bool = False

    def zoomed(self, zooms: Sequence[T]) -> T:
        """Return the zoom of a game that is asked for, or the nearest that there is."""
        return zooms[max(0, min(self.zoom, len(zooms) - 1))]

    def characters(self, unicode: T, ascii: T) -> T | None:
        """Return what to draw with; None where half blocks and colours are to be had."""
        if self.glyphs == "ascii":
            return ascii
        return unicode if self.glyphs == "unicode" or self.depth == "none" else None
