"""What can be read from the board: cells, what lies around them, and whole features.

Nothing here changes a position. Cells are (x, y), x to the east and y to the south; the start tile
lies at (0, 0). A segment is named by the cell of its tile and its id on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from typing import NamedTuple

from bastide.core.state import State
from bastide.plugins.carcassonne.features import number_of, root_of
from bastide.plugins.carcassonne.pieces import MONASTERY, STEPS, Kind, Meeple, Placed, kind_of
from bastide.plugins.carcassonne.state import Board, board
from bastide.plugins.carcassonne.tables import (
    AROUND,
    CLAIMED,
    NUMBER,
    NUMBER_BITS,
    OPEN,
    PENNANT,
    Shape,
    cell_of,
    place_of,
)

PENNANTS = CLAIMED // PENNANT - 1
"""Mask of a feature's pennants, once its totals are divided by `PENNANT`."""

Place = tuple[int, int, str]
"""A segment: x, y and id of the segment on that tile."""


class Extent(NamedTuple):
    """All of a feature, as it lies on the board.

    segments, tiles: in the order in which the tiles were laid, each once. open: sides still open
    (0 for fields), for a monastery the cells around it that are empty. cities: roots of finished
    cities that a field touches; only their number and identity mean something.
    """

    kind: Kind
    segments: tuple[Place, ...]
    tiles: tuple[tuple[int, int], ...]
    meeples: tuple[Meeple, ...]
    pennants: int
    marks: tuple[str, ...]
    open: int
    cities: tuple[int, ...]

    @property
    def done(self) -> bool:
        """Tell whether it is finished; a field never is."""
        return self.kind != "field" and not self.open


# cells


def tile_at(s: State, x: int, y: int) -> Placed | None:
    """Return the tile on a cell."""
    b = board(s)
    there = b.at.get(cell_of(x, y))
    if there is None:
        return None
    shape = b.tables.shapes[there & NUMBER]
    return Placed(shape.tile.id, x, y, shape.rotation)


def empty_cells(s: State) -> list[tuple[int, int]]:
    """Return the empty cells that share a side with a tile, by row and column."""
    return sorted(map(place_of, board(s).frontier), key=lambda place: place[::-1])


def edges_around(b: Board, x: int, y: int) -> tuple[str, ...]:
    """Return what the neighbours of a cell show to it on N E S W: C, R, F, or "" for none."""
    out = []
    for n, (dx, dy) in enumerate(STEPS):
        there = b.at.get(cell_of(x + dx, y + dy))
        out.append("" if there is None else edges_of(b.tables.shapes[there & NUMBER])[(n + 2) % 4])
    return tuple(out)


def edges_of(shape: Shape) -> str:
    """Return what a shape shows on N E S W."""
    return shape.tile.turned_edges(shape.rotation)


def rotations_that_fit(s: State, tile: str, x: int, y: int) -> tuple[int, ...]:
    """Return the rotations in which a tile fits on a cell, those that look alike once."""
    b = board(s)
    code = b.frontier.get(cell_of(x, y))
    if code is None:
        return ()
    return tuple(moves.rotation for moves in b.tables.fit[tile][code])


def tiles_left(s: State) -> dict[str, int]:
    """Return how many tiles of each type nobody has seen on the table yet; types with none, too.

    These are the pile, and whatever a variant keeps out of sight.
    """
    seen = tiles_seen(s)
    return {id: max(0, tile.copies - seen[id]) for id, tile in board(s).tables.tiles.items()}


def all_tiles(s: State) -> int:
    """Return how many tiles there are, the start tile included.

    An expansion may lay more of a type than the box holds: those count once they are seen.
    """
    return tiles_seen(s).total() + sum(tiles_left(s).values())


def tiles_seen(s: State) -> Counter[str]:
    """Return how many tiles of each type were laid, drawn or set aside for all to see."""
    b = board(s)
    return Counter([*(placed.tile for placed in b.placed), *b.aside, *filter(None, [b.current])])


def gaps(s: State) -> list[tuple[int, int]]:
    """Return the empty cells beside tiles that no tile still to come fits, by row and column.

    None once the game is over: no tile is to come, and no cell is worse than another.
    """
    if s.over:
        return []
    b = board(s)
    left = {id for id, n in tiles_left(s).items() if n} | {b.current} - {""}
    return [
        (x, y)
        for x, y in empty_cells(s)
        if not any(rotations_that_fit(s, tile, x, y) for tile in left)
    ]


def tiles_around(b: Board, cell: int) -> int:
    """Return how many of the eight cells around a cell hold a tile."""
    return sum(cell + step in b.at for step in AROUND)


# features


def extent(s: State, x: int, y: int, segment: str) -> Extent:
    """Return the feature of a segment of a laid tile.

    Raises:
        KeyError: there is no tile.
        ValueError: the tile has no such segment.
    """
    b = board(s)
    root = root_of(b, number_of(b, x, y, segment))
    kind = kind_of(segment)
    segments = tuple(_segments(b, root))
    standing = {(m.x, m.y, m.segment): m for m in b.meeples}
    return Extent(
        kind=kind,
        segments=segments,
        tiles=tuple(dict.fromkeys((x, y) for x, y, _ in segments)),
        meeples=tuple(standing[place] for place in segments if place in standing),
        pennants=pennants(b, root),
        marks=b.marks.get(root, ()),
        open=open_ends(b, root, kind, cell_of(x, y)),
        cities=tuple(touched_cities(b, (root,)).get(root, ())) if kind == "field" else (),
    )


def _segments(b: Board, root: int) -> list[Place]:
    return [
        (placed.x, placed.y, id)
        for n, (placed, there) in enumerate(zip(b.placed, b.at.values(), strict=True))
        if b.tiles[root] >> n & 1
        for k, id in enumerate(b.tables.shapes[there & NUMBER].ids)
        if root_of(b, (there >> NUMBER_BITS) + k) == root
    ]


def open_ends(b: Board, root: int, kind: Kind, cell: int) -> int:
    """Return how many sides of a feature are open; for a monastery, cells around its `cell`."""
    if kind == "monastery":
        return len(AROUND) - tiles_around(b, cell)
    return b.totals[root] & OPEN


def pennants(b: Board, root: int) -> int:
    """Return the number of pennants in a feature."""
    return b.totals[root] // PENNANT & PENNANTS


def touched_cities(b: Board, fields: Container[int]) -> dict[int, dict[int, None]]:
    """Return, by the root of a field, the roots of the finished cities that it touches, each once.

    Only for some fields, and only those that touch any. Rule: carcassonne.md, section 5.2.
    """
    found: dict[int, dict[int, None]] = {}
    for there in b.at.values():
        first = there >> NUMBER_BITS
        for mine, city in b.tables.shapes[there & NUMBER].touches:
            field = root_of(b, first + mine)
            if field in fields:
                root = root_of(b, first + city)
                if not b.totals[root] & OPEN:
                    found.setdefault(field, {})[root] = None
    return found


def monastery_at(b: Board, cell: int) -> int:
    """Return the number of the monastery's segment on a cell."""
    there = b.at[cell]
    return (there >> NUMBER_BITS) + b.tables.shapes[there & NUMBER].ids.index(MONASTERY)
