"""What is to be seen of a position, worked out once for whichever painter draws it."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.colours import reduced
from bastide.core.look.position import acted_on
from bastide.core.screen import Look, Theme
from bastide.plugins.barony.board import Cell
from bastide.plugins.barony.look.hexes import View
from bastide.plugins.barony.look.position import Position, start_of
from bastide.plugins.barony.look.steering import COORDINATES, WHERE

_MOST_LIT = 24
"""With more hexes to choose from than this, numbers alone say which: borders would be a net."""


class Number(NamedTuple):
    """The number of a hex that can be chosen; `near`: the knight looked at can get there."""

    number: int
    near: bool


class Tile(NamedTuple):
    """A hex as it is drawn. `outline`: the paint of its border, or "". `code`: its pawns."""

    cell: Cell
    terrain: int
    code: int
    outline: str
    number: Number | None


class Rows(NamedTuple):
    """The rows of a hex that hold its pawns, its number, and its coordinates if there is room."""

    pawns: int
    number: int
    name: int


ROWS = {1: Rows(0, 0, -1), 2: Rows(1, 0, -1), 3: Rows(1, 2, -1), 4: Rows(2, 1, 3), 6: Rows(3, 2, 4)}
"""By the height of a hex. A number on a hex without pawns stands where these would."""


class Scene(NamedTuple):
    """All that a painter draws. `coordinates`: they stand in place of the pawns."""

    view: View
    look: Look
    theme: Theme
    seats: int
    tiles: tuple[Tile, ...]
    coordinates: bool
    rows: Rows


def scene_of(position: Position, view: View, look: Look) -> Scene:
    """Return what is to be seen of a position through a view."""
    r = position.realm
    fresh = set(acted_on(look.fresh, WHERE, position.seat))
    numbers = _numbers(position)
    tiles = tuple(
        Tile(
            cell,
            r.land.terrain[n],
            r.pawns[n],
            _outline(position, cell, numbers, fresh),
            numbers.get(cell),
        )
        for n, cell in enumerate(r.land.cells)
        if view.holds(*cell)
    )
    return Scene(
        view=view,
        look=look,
        theme=reduced(look.theme, look.depth),
        seats=position.s.seats,
        tiles=tiles,
        coordinates=COORDINATES in position.cursor.flags,
        rows=ROWS[view.zoom[1]],
    )


def _numbers(position: Position) -> dict[Cell, Number]:
    last = position.looked_at
    found = {}
    for n, (cell, ways) in enumerate(position.targets.items(), start=1):
        near = last is None or any(start_of(way) == last for way in ways)
        found[cell] = Number(n, near or position.verb != "move")
    return found


def _outline(position: Position, cell: Cell, numbers: dict[Cell, Number], fresh: set[Cell]) -> str:
    """Return the paint of a hex's border: what matters most of all that is true."""
    if position.mine and cell == position.cell and not position.listed:
        if cell in numbers or position.paused:
            return "cursor"
        return "start" if cell == position.looked_at else "refused"
    if cell == position.start:
        return "start"
    if cell in numbers and numbers[cell].near and len(numbers) <= _MOST_LIT:
        return "lit"
    return "fresh" if cell in fresh else ""
