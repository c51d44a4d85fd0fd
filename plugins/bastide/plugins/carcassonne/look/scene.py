"""What is to be seen of a position, worked out once for whichever painter draws it."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.colours import reduced
from bastide.core.look.position import Cell, acted_on
from bastide.core.messages import Text
from bastide.core.rules import Rules
from bastide.core.screen import Grid, Look, Style, Theme, text_width
from bastide.plugins.carcassonne.board import gaps
from bastide.plugins.carcassonne.look.counted import counted_feature
from bastide.plugins.carcassonne.look.farms import Farm, farms
from bastide.plugins.carcassonne.look.palette import names_ink
from bastide.plugins.carcassonne.look.position import Position
from bastide.plugins.carcassonne.look.steering import FIELDS
from bastide.plugins.carcassonne.look.view import (
    MARGIN_LEFT,
    MARGIN_TOP,
    View,
    column_name,
    row_name,
)
from bastide.plugins.carcassonne.pieces import SIDES, STEPS, Meeple, Placed
from bastide.plugins.carcassonne.slots import PIECE_ART, PIECES, Sign
from bastide.plugins.carcassonne.tables import MEEPLE_ACTION
from bastide.plugins.carcassonne.turn import PLACE, PLACED

LARGE, PLAIN = Sign("²", "2"), Sign("", "")
"""The signs of pieces for which nobody puts one."""


class Ghost(NamedTuple):
    """The tile at the cursor, not laid yet. `tile` is "" where another one lies."""

    x: int
    y: int
    tile: str
    rotation: int
    legal: bool


class Spot(NamedTuple):
    """A meeple choice on the tile just laid."""

    segment: str
    number: int
    chosen: bool


class Scene(NamedTuple):
    """All that a painter draws: tiles, then marks, then meeples.

    taken: cells with a tile, in view or not. fresh: cells of tiles laid since the seat that looks
    last acted. numbers: legal places. empty: dim dots; gaps: places that nothing can fill. on: the
    tile that `spots` are on. outlined: segments of the feature that is chosen or counted, by cell.
    weights and signs: of pieces by id. farms: the fields of the field view that are held or worth
    something. fields: their parts, by cell and field of the tile, and who holds them.
    """

    view: View
    look: Look
    theme: Theme
    tiles: tuple[Placed, ...]
    taken: frozenset[Cell]
    fresh: frozenset[Cell]
    numbers: tuple[tuple[Cell, int], ...]
    empty: tuple[Cell, ...]
    gaps: frozenset[Cell]
    ghost: Ghost | None
    on: Placed
    spots: tuple[Spot, ...]
    outlined: dict[Cell, set[str]]
    meeples: tuple[Meeple, ...]
    weights: dict[str, int]
    signs: dict[str, Sign]
    farms: tuple[Farm, ...]
    fields: dict[Cell, dict[str, tuple[int, ...]]]

    def bare_sides(self, cell: Cell) -> tuple[str, ...]:
        """Return the sides of a cell on which no tile lies."""
        around = zip(SIDES, STEPS, strict=True)
        return tuple(
            side for side, (dx, dy) in around if (cell[0] + dx, cell[1] + dy) not in self.taken
        )

    def under(self, meeple: Meeple) -> Placed:
        """Return the tile that a meeple of the scene stands on."""
        cell = (meeple.x, meeple.y)
        return next(placed for placed in self.tiles if (placed.x, placed.y) == cell)


def scene_of(position: Position, view: View, look: Look) -> Scene:
    """Return what is to be seen of a position through a view."""
    b, laying = position.board, position.mine and position.phase == PLACE
    ghost = _ghost(position) if laying else None
    numbers = enumerate(position.fitting, start=1) if laying else ()
    shown = [(cell, n) for n, cell in numbers if view.holds(*cell)]
    fields = farms(position) if FIELDS in position.cursor.flags else []
    fields = [farm for farm in fields if farm.holders or farm.points]
    return Scene(
        view=view,
        look=look,
        theme=reduced(look.theme, look.depth),
        tiles=tuple(placed for placed in b.placed if view.holds(placed.x, placed.y)),
        taken=frozenset((placed.x, placed.y) for placed in b.placed),
        fresh=frozenset(acted_on(look.fresh, {PLACED: 2}, position.seat)),
        numbers=tuple(n for n in shown if ghost is None or n[0] != (ghost.x, ghost.y)),
        empty=_empty(position, view),
        gaps=frozenset(gaps(position.s)),
        ghost=ghost,
        on=position.last,
        spots=_spots(position) if position.mine else (),
        outlined=counted_feature(position, look) or position.outlined(),
        meeples=tuple(meeple for meeple in b.meeples if view.holds(meeple.x, meeple.y)),
        weights={id: piece.weight for id, piece in b.tables.pieces.items()},
        signs=signs_of(position.rules),
        farms=tuple(fields),
        fields=_fields(fields),
    )


def signs_of(rules: Rules) -> dict[str, Sign]:
    """Return the sign of every kind of piece; a small two for what counts more than a meeple."""
    drawn = rules.table(PIECE_ART)
    usual = {id: LARGE if p.weight > 1 else PLAIN for id, p in rules.table(PIECES).items()}
    return {id: drawn.get(id, sign) for id, sign in usual.items()}


def _fields(fields: list[Farm]) -> dict[Cell, dict[str, tuple[int, ...]]]:
    """Return who holds each field of each tile, by cell."""
    found: dict[Cell, dict[str, tuple[int, ...]]] = {}
    for farm in fields:
        for x, y, id in farm.segments:
            found.setdefault((x, y), {})[id] = farm.holders
    return found


def _ghost(position: Position) -> Ghost | None:
    cursor = position.cursor
    if not position.tile:
        return None
    action = position.action_on((cursor.x, cursor.y))
    if position.shape_at(cursor.x, cursor.y):
        return Ghost(cursor.x, cursor.y, "", 0, False)
    rotation = position.alike(cursor.turn) if action is None else int(str(action.data[3]))
    return Ghost(cursor.x, cursor.y, position.tile, rotation, action is not None)


def _empty(position: Position, view: View) -> tuple[Cell, ...]:
    left, top, right, bottom = view.shown()
    taken = {(placed.x, placed.y) for placed in position.board.placed}
    return tuple(
        (x, y)
        for y in range(top, bottom + 1)
        for x in range(left, right + 1)
        if (x, y) not in taken
    )


def _spots(position: Position) -> tuple[Spot, ...]:
    """Return a spot for each segment on which the kind of piece at hand may stand."""
    return tuple(
        Spot(str(action.data[0]), number, action is position.choice)
        for number, action in enumerate(position.choices, start=1)
        if action.kind == MEEPLE_ACTION and action.data[1] == position.kind
    )


def margins(grid: Grid, scene: Scene, text: Text) -> None:
    """Write the names of columns and rows into the margins, over whatever reached there."""
    view, style = scene.view, Style(names_ink(scene.theme), scene.theme.table)
    grid.fill(0, 0, grid.width, MARGIN_TOP, style)
    grid.fill(0, 0, MARGIN_LEFT, grid.height, style)
    left, top, right, bottom = view.shown()
    for x in range(left, right + 1):
        name = column_name(text, x)
        middle = view.place(x, 0)[0] + view.tile[0] // 2
        start = middle - text_width(name) // 2
        if start >= MARGIN_LEFT and start + text_width(name) <= grid.width:
            grid.text(start, 0, name, style)
    for y in range(top, bottom + 1):
        name = row_name(text, y)
        row = view.place(0, y)[1] + view.tile[1] // 2
        if row >= MARGIN_TOP:
            grid.text(MARGIN_LEFT - 1 - text_width(name), row, name, style)
