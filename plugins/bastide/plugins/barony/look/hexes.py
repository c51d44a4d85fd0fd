"""Where the hexes of the board lie in a pane, and back from a pane's cell to its hex.

A hex of zoom (wide, high) is `wide` columns broad, and the next row of hexes begins `high` rows
below, half a hex to the side. In half-block pixels it begins with sloped rows; the lower slope of
one hex and the upper slopes of the two below fill the same rows, so that nothing overlaps.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bastide.core.screen import Edges
from bastide.plugins.barony.board import Cell

ZOOMS = ((4, 1), (4, 2), (6, 2), (8, 3), (10, 4), (14, 6))
"""Columns of a hex, and rows from one row of hexes to the next; one row is a wall of bricks."""

BROADER = {(4, 1): ((6, 1), (5, 1)), (4, 2): ((6, 2),)}
"""What zooms become where a pane has the columns for it, the broadest first."""

_SLOPES: dict[int, tuple[int, ...]] = {
    4: (2,),
    6: (2, 4),
    8: (2, 6),
    10: (2, 4, 6, 8),
    14: (2, 6, 8, 12),
}
"""Pixels of the sloped rows, from the top, by the width of the hex.

The first and the last, the second and the last but one, ... make up a width.
"""


def slopes_of(zoom: tuple[int, int]) -> tuple[int, ...]:
    """Return the pixels of the sloped rows of a hex; bricks have none."""
    return _SLOPES[zoom[0]] if zoom[1] > 1 else ()


MARGIN_LEFT = 4
"""Columns of the pane that hold the numbers of the rows."""


class View(NamedTuple):
    """A pane of `width` x `height`, in which hex (0, 0) begins at (`left`, `top`)."""

    width: int
    height: int
    zoom: tuple[int, int]
    left: int
    top: int

    def place(self, q: int, r: int) -> Cell:
        """Return the column and row where a hex's rectangle begins."""
        wide, high = self.zoom
        return self.left + q * wide + r * wide // 2, self.top + r * high

    def holds(self, q: int, r: int) -> bool:
        """Tell whether anything of a hex is to be seen."""
        x, y = self.place(q, r)
        wide, high = self.zoom
        across = MARGIN_LEFT - wide < x < self.width
        return across and -high <= y < self.height

    def hex_at(self, column: int, row: int) -> Cell:
        """Return the hex that the upper pixel of a cell of the pane belongs to."""
        wide, high = self.zoom
        r, k = divmod(2 * (row - self.top), 2 * high)
        q, x = divmod(column - self.left - r * wide // 2, wide)
        slopes = slopes_of(self.zoom)
        if k < len(slopes):
            start = (wide - slopes[k]) // 2
            if x < start:
                return q, r - 1
            if x >= wide - start:
                return q + 1, r - 1
        return q, r


class Extent(NamedTuple):
    """The cells that a board covers, hex (0, 0) at (0, 0); the ends are not included."""

    left: int
    top: int
    right: int
    bottom: int


def extent(cells: Iterable[Cell], zoom: tuple[int, int], border: int = 0) -> Extent:
    """Return what a board covers at a zoom, its lowest slope and last border included.

    border: columns that a border takes where hexes are drawn with characters.
    """
    at = [View(0, 0, zoom, 0, 0).place(q, r) for q, r in cells] or [(0, 0)]
    xs, ys = [x for x, _ in at], [y for _, y in at]
    slope = -(-len(slopes_of(zoom)) // 2)
    return Extent(min(xs), min(ys), max(xs) + zoom[0] + border, max(ys) + zoom[1] + slope)


def edges_of(view: View, board: Extent) -> Edges:
    """Return where a view cuts off a board."""
    return Edges(
        view.left + board.left < MARGIN_LEFT,
        view.top + board.top < 0,
        view.left + board.right > view.width,
        view.top + board.bottom > view.height,
    )


def fits_across(size: tuple[int, int], board: Extent) -> bool:
    """Tell whether a pane is broad enough for a whole board."""
    return board.right - board.left <= size[0] - MARGIN_LEFT


Spot = tuple[int, int]
"""A place independent of the zoom: half hexes from hex (0, 0) to the right, rows down."""


def spot_of(q: int, r: int) -> Spot:
    """Return where a hex lies."""
    return 2 * q + r, r


def look_at(
    size: tuple[int, int],
    zoom: tuple[int, int],
    board: Extent,
    middle: Spot,
    focus: Cell | None,
    wanted: Iterable[Cell] = (),
) -> View:
    """Return the view with a spot in its middle, as far as that shows the board and the focus.

    A board that fits is shown whole, in the middle. `focus` is a hex that must be seen, `wanted`
    are others that are seen with it if there is room for all of them.
    """
    wide, high = zoom
    at = middle[0] * wide // 2 + wide // 2, middle[1] * high + high // 2
    flat = View(0, 0, zoom, 0, 0)
    seen = [flat.place(*cell) for cell in ((focus, *wanted) if focus else ())]
    across, down = [x for x, _ in seen], [y for _, y in seen]
    left = _axis(size[0] - MARGIN_LEFT, (board.left, board.right), at[0], across, wide)
    top = _axis(size[1], (board.top, board.bottom), at[1], down, high)
    return View(*size, zoom, MARGIN_LEFT + left, top)


def _axis(room: int, ends: tuple[int, int], middle: int, seen: list[int], step: int) -> int:
    """Return where hex 0 begins on one axis, in cells from the margin.

    seen: where the focus begins, then what is wanted; nothing if nothing has to be seen.
    """
    low, high = ends
    if high - low <= room:
        return (room - (high - low)) // 2 - low
    first = middle - room // 2
    if seen:
        if max(seen) - min(seen) + step > room:
            seen = seen[:1]
        near, far = min(seen), max(seen) + step
        edge = step if far - near + 2 * step <= room else 0
        first = max(min(first, near - edge), far + edge - room)
    return -min(max(first, low), high - room)


def middle_of(view: View) -> Spot:
    """Return the spot that a view has in its middle."""
    wide, high = view.zoom
    x = (view.width - MARGIN_LEFT) // 2 - (view.left - MARGIN_LEFT) - wide // 2
    y = view.height // 2 - view.top - high // 2
    return round(2 * x / wide), round(y / high)


def beside(cell: Cell, step: Cell) -> tuple[Cell, Cell]:
    """Return the hex one step away, and the one to try if that is off the board.

    Up and down keep to a column of the picture, turning left and right by turns.
    """
    q, r = cell
    dx, dy = step
    if not dy:
        return (q + dx, r), (q + dx, r)
    column = q + r // 2
    first = column - (r + dy) // 2
    return (first, r + dy), (2 * q - dy - first, r + dy)
