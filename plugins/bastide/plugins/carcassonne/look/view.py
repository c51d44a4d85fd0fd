"""Where the cells of the board lie in a pane, and which names they have.

Columns are called `3W ... 1W 0 1E ...`, rows `2N 1N 0 1S ...`, the column first. The start tile
is at `0 0`. In a cell x counts to the east, y to
the south. Names never change while the board grows, and the view moves only when it must.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bastide.core.look.position import Cell
from bastide.core.messages import Text
from bastide.core.screen import Edges

MARGIN_LEFT, MARGIN_TOP = 4, 1
"""Cells of the pane that hold the names of rows and columns."""

ZOOMS = ((6, 3), (8, 4), (10, 5), (14, 7))
"""Columns and rows of a tile; its pixels are columns x columns."""

GLYPH_CELL = (7, 3)
"""The same where tiles are drawn with characters."""

_ROOMY = 3
"""With more whole tiles than this across, what is looked at keeps one from the edge."""

FARTHEST = 250
"""Cells from the start tile to the farthest one that the cursor goes to; no game gets there."""


class Bounds(NamedTuple):
    """The least rectangle of cells that holds something; the ends are included."""

    left: int
    top: int
    right: int
    bottom: int


def around(cells: Iterable[Cell]) -> Bounds:
    """Return the rectangle that holds some cells, at least one."""
    xs, ys = zip(*cells, strict=True)
    return Bounds(min(xs), min(ys), max(xs), max(ys))


class View(NamedTuple):
    """A pane of `width` x `height`, on which cell (0, 0) begins at (`left`, `top`)."""

    width: int
    height: int
    tile: tuple[int, int]
    left: int
    top: int

    def place(self, x: int, y: int) -> tuple[int, int]:
        """Return the column and row of the pane where a cell of the board begins."""
        return self.left + x * self.tile[0], self.top + y * self.tile[1]

    def cell(self, column: int, row: int) -> Cell:
        """Return the cell of the board at a column and row of the pane."""
        return (column - self.left) // self.tile[0], (row - self.top) // self.tile[1]

    def inside(self, column: int, row: int) -> tuple[float, float]:
        """Return where on its cell the middle of a character lies, in parts of the unit square."""
        (wide, high), (x, y) = self.tile, self.cell(column, row)
        left, top = self.place(x, y)
        return (column - left + 0.5) / wide, (row - top + 0.5) / high

    def shown(self) -> Bounds:
        """Return the cells of which anything is to be seen."""
        left, top = self.cell(MARGIN_LEFT, MARGIN_TOP)
        right, bottom = self.cell(self.width - 1, self.height - 1)
        return Bounds(left, top, right, bottom)

    def holds(self, x: int, y: int) -> bool:
        """Tell whether anything of a cell is to be seen."""
        left, top, right, bottom = self.shown()
        return left <= x <= right and top <= y <= bottom


def look_at(size: tuple[int, int], tile: tuple[int, int], middle: Cell) -> View:
    """Return the view of a pane that has a cell in its middle, and the whole tiles around it."""
    across = _axis(size[0] - MARGIN_LEFT, tile[0], middle[0])
    down = _axis(size[1] - MARGIN_TOP, tile[1], middle[1])
    return View(*size, tile, MARGIN_LEFT + across, MARGIN_TOP + down)


def _axis(room: int, step: int, middle: int) -> int:
    """Return where cell 0 begins, in characters from the margin."""
    whole = max(1, room // step)
    return (room - whole * step) // 2 - (middle - whole // 2) * step


def edges_of(view: View, board: Bounds) -> Edges:
    """Return where a view cuts off a board."""
    left, top = view.place(board.left, board.top)
    right, bottom = view.place(board.right + 1, board.bottom + 1)
    return Edges(left < MARGIN_LEFT, top < MARGIN_TOP, right > view.width, bottom > view.height)


def settle(
    size: tuple[int, int],
    tile: tuple[int, int],
    middle: Cell,
    board: Bounds,
    focus: Cell | None,
    wanted: Sequence[Bounds] = (),
) -> Cell:
    """Return the middle nearest to a given one that shows the board, or at least the focus.

    Args:
        size: columns and rows of the pane.
        tile: columns and rows of a tile.
        middle: the cell in the middle so far.
        board: all that there is to show.
        focus: what must be seen whole, if anything.
        wanted: what of a board larger than the pane is to be seen if it can be, the last first.
    """
    rooms = (size[0] - MARGIN_LEFT, size[1] - MARGIN_TOP)
    x, y = (
        _settle(
            max(1, rooms[i] // tile[i]),
            middle[i],
            (board[i], board[i + 2]),
            focus and focus[i],
            [(each[i], each[i + 2]) for each in wanted],
        )
        for i in (0, 1)
    )
    return x, y


def _settle(
    whole: int,
    middle: int,
    ends: tuple[int, int],
    focus: int | None,
    wanted: Sequence[tuple[int, int]],
) -> int:
    before, after = whole // 2, whole - 1 - whole // 2

    def within(low: int, high: int) -> int:
        return max(high - after, min(low + before, middle))

    if ends[1] - ends[0] < whole:
        middle = within(*ends)
    elif wanted:  # no row beyond the board while others are cut off
        middle = max(ends[0] + before, min(ends[1] - after, middle))
    air = int(whole > _ROOMY)
    if focus is not None:
        middle = within(focus - air, focus + air)
    for low, high in wanted:
        if high - low < whole:
            middle = within(low, high)
    return middle if focus is None else within(focus, focus)


# names


def column_name(text: Text, x: int) -> str:
    """Return the name of a column."""
    if x == 0:
        return "0"
    return text("{n}W", n=-x) if x < 0 else text("{n}E", n=x)


def row_name(text: Text, y: int) -> str:
    """Return the name of a row."""
    if y == 0:
        return "0"
    return text("{n}N", n=-y) if y < 0 else text("{n}S", n=y)


def place_name(text: Text, x: int, y: int) -> str:
    """Return the name of a cell: `3W 2N`."""
    return text("{column} {row}", column=column_name(text, x), row=row_name(text, y))


_NUMBERS = re.compile(r"\s*(-?[0-9]{1,9})\s*[, ]\s*(-?[0-9]{1,9})\s*")
_NAMES = re.compile(r"\s*([0-9]{1,9})\s*([^\W\d]?)\s*[, ]?\s*([0-9]{1,9})\s*([^\W\d]?)\s*")


_ACROSS, _DOWN = {"W": -1, "O": -1, "E": 1}, {"N": -1, "S": 1}
"""Letters that are read. O is west in French, where W is written: 7O beside 70 would mislead."""


def parse_place(text: Text, typed: str) -> Cell | None:
    """Return the cell that `3w2n`, `3W 2N` or `-3,-2` means; None for anything else."""
    numbers, names = _NUMBERS.fullmatch(typed), _NAMES.fullmatch(typed)
    if numbers:
        return _on_board(int(numbers[1]), int(numbers[2]))
    if not names:
        return None
    x = _signed(names[1], names[2], _ACROSS | {text("{n}W", n="").upper(): -1})
    y = _signed(names[3], names[4], _DOWN)
    return _on_board(x, y)


def _on_board(x: int | None, y: int | None) -> Cell | None:
    """Return a cell if it is one that a tile could ever lie on."""
    if x is None or y is None or max(abs(x), abs(y)) > FARTHEST:
        return None
    return x, y


def _signed(number: str, letter: str, signs: dict[str, int]) -> int | None:
    """Return a number with the sign that its letter means; 0 needs none."""
    if not letter:
        return 0 if int(number) == 0 else None
    sign = signs.get(letter.upper())
    return None if sign is None else sign * int(number)
