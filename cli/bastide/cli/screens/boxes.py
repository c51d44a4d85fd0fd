"""Boxes with a title, a foot and signs of what they cut off; arrows where a board goes on."""

from __future__ import annotations

from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.scrolling import WHOLE, Part
from bastide.core.colours import ink_on, legible
from bastide.core.screen import (
    OWN,
    Colour,
    Edges,
    Grid,
    Style,
    text_width,
)

ROUNDED, SQUARE, PLAIN = tuple("╭╮╰╯─│"), tuple("┌┐└┘─│"), tuple("++++-|")


def box(
    grid: Grid,
    pen: Pen,
    at: Rect,
    title: str = "",
    foot: str = "",
    active: bool = False,
    part: Part = WHOLE,
    keys: str = "",
) -> Rect:
    """Draw a box with a title above and a foot below; return its inside.

    part: what it shows of a list: the border says how much is cut off above and below, and the
    foot begins with the `keys` that scroll there; what else stands there gives way to them.
    """
    if at.width < 2 or at.height < 2:
        return at.inner()
    line = pen.style("accent") if active else Style(pen.theme.line, pen.theme.panel)
    words = pen.style("accent" if active else "ink", bold=True)
    grid.fill(at.x, at.y, at.width, at.height, pen.style())
    _border(grid, pen, at, line)
    above, below = pen.signs(part)
    if title:
        title = pen.fit(title, at.width - 6 - _signed(above))
        grid.text(at.x + 2, at.y, f" {title} ", words)
    low = at.y + at.height - 1
    foot = _foot(pen, foot, keys if part.is_cut else "", at.width - 6 - _signed(below))
    if foot:
        start = at.x + at.width - text_width(foot) - 4
        grid.text(start, low, f" {foot} ", words._replace(bold=False))
    if above:
        grid.text(at.x + at.width - 2 - _signed(above), at.y, f" {above} ", words)
    if below:
        grid.text(at.x + 2, low, f" {below} ", words)
    return at.inner()


def _signed(sign: str) -> int:
    """Return the columns of a border that a sign takes with a blank at each end."""
    return text_width(sign) + 2 if sign else 0


def _foot(pen: Pen, foot: str, keys: str, room: int) -> str:
    """Return the foot of a box with the keys that scroll it, which matter more."""
    both = f"{keys} · {foot}" if keys and foot else keys or foot
    return both if text_width(both) <= room else pen.fit(keys or foot, room)


def leafing(pen: Pen, part: Part) -> str:
    """Return the keys that leaf through what a pane beside the board has cut off."""
    up, down = pen.t("PgUp") if part.above else "", pen.t("PgDn") if part.below else ""
    return f"{up} {down}".strip()


def _border(grid: Grid, pen: Pen, at: Rect, line: Style) -> None:
    by_glyphs = {"blocks": ROUNDED, "unicode": SQUARE, "ascii": PLAIN}
    top_left, top_right, low_left, low_right, flat, upright = by_glyphs[pen.glyphs]
    right, low = at.x + at.width - 1, at.y + at.height - 1
    for x in range(at.x + 1, right):
        grid.put(x, at.y, flat, line)
        grid.put(x, low, flat, line)
    for y in range(at.y + 1, low):
        grid.put(at.x, y, upright, line)
        grid.put(right, y, upright, line)
    corners = ((at.x, at.y), (right, at.y), (at.x, low), (right, low))
    for (x, y), char in zip(corners, (top_left, top_right, low_left, low_right), strict=True):
        grid.put(x, y, char, line)


def edge_marks(grid: Grid, pen: Pen, at: Rect, edges: Edges) -> None:
    """Put an arrow near the middle of each edge of a pane beyond which there is more.

    It covers no letters, if it can: the game may have written names of columns and rows there.
    """
    signs = "<^>v" if pen.glyphs == "ascii" else "←↑→↓"
    style = Style(reverse=True) if pen.plain else _reversed_out(pen.theme.panel, pen.theme.accent)
    middle, row = at.x + at.width // 2 - 1, at.y + at.height // 2
    spots = (
        Rect(at.x, row, 1, 1),
        Rect(middle, at.y, 3, 1),
        Rect(at.x + at.width - 1, row, 1, 1),
        Rect(middle, at.y + at.height - 1, 3, 1),
    )
    for spot, sign, more in zip(spots, signs, edges, strict=True):
        if more:
            spot = _clear_of_words(grid, at, spot)
            grid.text(spot.x, spot.y, sign.center(spot.width), style._replace(bold=True))


def _clear_of_words(grid: Grid, at: Rect, spot: Rect) -> Rect:
    """Return the place nearest to a given one along its edge that has no words on or beside it."""
    right, low = at.x + at.width, at.y + at.height
    if spot.width == 1:
        places = [spot._replace(y=y) for y in range(at.y, low)]
    else:
        places = [spot._replace(x=x) for x in range(at.x, right - spot.width + 1)]
    for place in sorted(places, key=lambda each: abs(each.x - spot.x) + abs(each.y - spot.y)):
        beside = grid.chars[place.y][max(at.x, place.x - 1) : min(right, place.x + place.width + 1)]
        if not any(char.isalnum() for char in beside):
            return place
    return spot


def _reversed_out(panel: Colour, mark: Colour) -> Style:
    """Return the style of a sign cut out of a mark; the terminal's own ground is no ink."""
    ink = ink_on(mark) if panel == OWN else panel
    return Style(legible(ink, mark), mark)
