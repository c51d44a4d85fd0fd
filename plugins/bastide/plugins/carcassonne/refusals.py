"""Why an action is not legal, in words of the rules. Nothing here decides whether it is."""

from __future__ import annotations

from typing import cast

from bastide.core.events import Action
from bastide.core.messages import Message, message
from bastide.core.state import State
from bastide.plugins.carcassonne.board import edges_around, edges_of
from bastide.plugins.carcassonne.features import number_of, root_of
from bastide.plugins.carcassonne.pieces import (
    MEEPLE,
    SIDES,
    TERRAIN,
    Placed,
    kind_of,
)
from bastide.plugins.carcassonne.state import Board, board
from bastide.plugins.carcassonne.tables import NUMBER, STRIDE, Shape, cell_of, weights
from bastide.plugins.carcassonne.turn import last_cell, tiles_to_lay

EDGES = {
    ("N", "city"): message("north edge must be a city"),
    ("N", "road"): message("north edge must be a road"),
    ("N", "field"): message("north edge must be a field"),
    ("E", "city"): message("east edge must be a city"),
    ("E", "road"): message("east edge must be a road"),
    ("E", "field"): message("east edge must be a field"),
    ("S", "city"): message("south edge must be a city"),
    ("S", "road"): message("south edge must be a road"),
    ("S", "field"): message("south edge must be a field"),
    ("W", "city"): message("west edge must be a city"),
    ("W", "road"): message("west edge must be a road"),
    ("W", "field"): message("west edge must be a field"),
}
"""What the neighbour on a side asks for. Rule: carcassonne.md, section 3.1."""

OWN = {
    "city": message("you have a meeple in this city already"),
    "road": message("you have a meeple on this road already"),
    "monastery": message("you have a meeple in this monastery already"),
    "field": message("you have a meeple in this field already"),
}
TAKEN = {
    "city": message("this city is taken by the meeple of another player"),
    "road": message("this road is taken by the meeple of another player"),
    "monastery": message("this monastery is taken by the meeple of another player"),
    "field": message("this field is taken by the meeple of another player"),
}
"""Each is given the field `seat`, whose meeple it is. Rule: carcassonne.md, section 3.3."""


# tiles


def why_not_place(s: State, a: Action) -> Message | None:
    """Return why a tile may not be laid there, or None if nothing speaks against it here."""
    b = board(s)
    if not _fits_shape(a.data, (str, int, int, int)):
        return message("a tile is laid with its name, column, row and rotation")
    placed = Placed(*cast("Placed", a.data))
    if b.laid == s.turn:
        return message("the tile of this turn has been laid already")
    if placed.tile not in tiles_to_lay(s):
        return message("{tile} is not the tile to be laid", tile=placed.tile)
    if not 0 <= placed.rotation <= 3:
        return message("a rotation is 0, 1, 2 or 3 quarter turns clockwise")
    return _why_not_there(b, placed) or _why_not_so(b, placed, s)


def _why_not_there(b: Board, placed: Placed) -> Message | None:
    """Return what is wrong with the cell, whatever the tile shows."""
    if max(abs(placed.x), abs(placed.y)) >= STRIDE // 2:
        return message("a tile must touch another one with a whole side")
    cell = cell_of(placed.x, placed.y)
    if cell in b.at:
        return message("a tile lies there already")
    if cell not in b.frontier:
        return message("a tile must touch another one with a whole side")
    return None


def _why_not_so(b: Board, placed: Placed, s: State) -> Message | None:
    """Return what is wrong with the tile on this cell."""
    shape = b.tables.turned[placed.tile][placed.rotation]
    wanted = edges_around(b, placed.x, placed.y)
    for side, asked, shown in zip(SIDES, wanted, edges_of(shape), strict=True):
        if asked not in ("", shown):
            return EDGES[side, TERRAIN[asked]]
    if shape.rotation != placed.rotation:
        return message("this tile looks the same in rotation {rotation}", rotation=shape.rotation)
    if b.tables.veto and not b.tables.veto(True, s, placed):
        return message("another rule of this table forbids this place")
    return None


# meeples


def why_not_meeple(s: State, a: Action) -> Message | None:
    """Return why a meeple may not stand there, or None if nothing speaks against it here."""
    b = board(s)
    if not _fits_shape(a.data, (str, str)):
        return message("a meeple is placed with a segment and a kind of piece")
    segment, piece = cast("tuple[str, str]", a.data)
    if b.laid != s.turn:
        return message("a tile is laid before a meeple is placed")
    shape = b.tables.shapes[b.at[last_cell(b)] & NUMBER]
    if segment not in shape.ids:
        return message("the tile just laid has no segment {segment}", segment=segment)
    if piece not in b.supply:
        return message("there is no piece {piece} at this table", piece=piece)
    if not b.supply[piece][s.seat]:
        return _none_left(piece)
    return _why_taken(s, segment) or _why_barred(shape, segment, piece)


def _none_left(piece: str) -> Message:
    if piece == MEEPLE:
        return message("you have no meeple left")
    return message("you have no piece of this kind left")


def _why_taken(s: State, segment: str) -> Message | None:
    b = board(s)
    _, x, y, _ = b.placed[-1]
    total = b.totals[root_of(b, number_of(b, x, y, segment))]
    owners = [seat for seat, weight in enumerate(weights(total, s.seats)) if weight]
    if s.seat in owners:
        return OWN[kind_of(segment)]._replace(fields=(("seat", s.seat),))
    return TAKEN[kind_of(segment)]._replace(fields=(("seat", owners[0]),)) if owners else None


def _why_barred(shape: Shape, segment: str, piece: str) -> Message | None:
    if shape.meeples[piece][shape.ids.index(segment)] is None:
        return message("such a piece may not stand there")
    return None


def why_not_none(s: State, a: Action) -> Message | None:
    """Return why a turn cannot go on without a meeple now."""
    if board(s).laid != s.turn:
        return message("a tile is laid before a meeple is placed")
    return None


def _fits_shape(data: tuple[object, ...], kinds: tuple[type, ...]) -> bool:
    return len(data) == len(kinds) and all(map(_is, data, kinds))


def _is(value: object, kind: type) -> bool:
    return type(value) is kind
