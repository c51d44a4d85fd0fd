"""A ticket as a QR code, to be read off the screen by a camera (ISO/IEC 18004).

Two modules stand in a cell, one above the other. Dark and light are black and white whatever the
theme; without colours they are the terminal's own ground and text, whichever of them the theme says
is lighter. Where there are no half blocks there is no code, and the text has to do.
"""

from __future__ import annotations

from functools import lru_cache

from bastide.cli.screens.boxes import box
from bastide.cli.screens.help_view import Size, paint_question
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.core.colours import indexed
from bastide.core.look.pixels import blit, blocks
from bastide.core.screen import Colour, Depth, Grid, Style

Code = tuple[tuple[bool, ...], ...]
"""Modules, a row after the other: whether each is dark. The quiet zone is part of it."""

QUIET = 4
"""Modules of the light border that readers need (ISO/IEC 18004, 6.3.8)."""

_INKS: dict[Depth, tuple[Colour, Colour]] = {
    "true": (0x000000, 0xFFFFFF),
    "256": (indexed(16), indexed(231)),
    "16": (indexed(0), indexed(15)),
}
"""Dark and light at each depth that has colours."""


@lru_cache(maxsize=8)
def code_of(ticket: str) -> Code:
    """Return the code of a ticket: the least one, and the safest of that size.

    The identity is written in capitals, which take two thirds of the room and mean the same.
    """
    import segno  # slow to import, and only this screen needs it

    scheme, slashes, rest = ticket.partition("://")
    identity, at, address = rest.partition("@")
    parts = [scheme + slashes, identity.upper(), at + address]
    made = segno.make(parts, error="l", micro=False)  # type: ignore[arg-type]  # as documented
    return tuple(tuple(map(bool, row)) for row in made.matrix_iter(border=QUIET))


def cells_of(code: Code) -> Size:
    """Return how many columns and rows a code takes."""
    return len(code[0]), (len(code) + 1) // 2


def can_show(pen: Pen) -> bool:
    """Tell whether this terminal has what a code is drawn with."""
    return pen.glyphs == "blocks"


def paint_code(grid: Grid, pen: Pen, x: int, y: int, code: Code) -> None:
    """Draw a code."""
    rows = [*code, *([(False,) * len(code[0])] if len(code) % 2 else [])]
    if pen.depth in _INKS:
        dark, light = _INKS[pen.depth]
        pixels = [[dark if module else light for module in row] for row in rows]
        blit(grid, x, y, *blocks(pixels))
        return
    is_ink = pen.display.theme == "light"  # whether dark is what the terminal writes with
    for n, (upper, lower) in enumerate(zip(rows[::2], rows[1::2], strict=True)):
        for m, (high, low) in enumerate(zip(upper, lower, strict=True)):
            grid.put(x + m, y + n, " " if high == low else "▀", Style(reverse=low == is_ink))


def paint_ticket(pen: Pen, ticket: str, size: Size) -> tuple[Rect, Grid]:
    """Paint a ticket over the screen: as a code, boxed if there is room; else as text."""
    code = code_of(ticket)
    width, height = cells_of(code)
    if not can_show(pen):
        return _as_text(pen, ticket, pen.t("A QR code needs block characters."), size)
    if width > size[0] or height > size[1]:
        least = pen.t("A QR code needs {width}x{height} characters.", width=width, height=height)
        return _as_text(pen, ticket, least, size)
    edge = 1 if size[1] >= height + 6 and size[0] >= width + 2 else 0  # bars and hints stay in view
    grid = Grid(width + 2 * edge, height + 2 * edge)
    if edge:
        whole = Rect(0, 0, grid.width, grid.height)
        box(grid, pen, whole, pen.t("Ticket"), pen.t("Esc closes"), active=True)
    paint_code(grid, pen, edge, edge, code)
    left, top = (size[0] - grid.width) // 2, (size[1] - 2 - grid.height) // 2
    return Rect(left, max(0, top), grid.width, grid.height), grid


def _as_text(pen: Pen, ticket: str, why: str, size: Size) -> tuple[Rect, Grid]:
    foot = pen.t("Esc closes")
    shown = paint_question(pen, pen.t("Ticket"), f"{ticket}\n\n{why}", foot, size)
    return shown.at, shown.grid
