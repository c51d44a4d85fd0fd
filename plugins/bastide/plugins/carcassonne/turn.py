"""A turn: draw a tile, lay it, put a meeple on it. Rule: carcassonne.md, section 3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import cast

from bastide.core.chance import Answer, Pick, Request
from bastide.core.events import Action, Event
from bastide.core.phases import GAME_END
from bastide.core.state import State
from bastide.plugins.carcassonne.features import lay, stand
from bastide.plugins.carcassonne.pieces import Meeple, Placed
from bastide.plugins.carcassonne.slots import Claims
from bastide.plugins.carcassonne.state import ID, Board, board
from bastide.plugins.carcassonne.tables import (
    CLAIMED,
    NO_MEEPLE,
    NUMBER,
    NUMBER_BITS,
    STRIDE,
)

DRAW, PLACE, MEEPLE = "draw", "place", "meeple"
"""Phases."""

PLACED = "carcassonne.place"
"""Event: (seat, tile, x, y, rotation)."""

SET_ASIDE = "carcassonne.set_aside"
"""Event: (seat, tile). Counted in statistics."""

STANDS = "carcassonne.meeple"
"""Event: (seat, piece, x, y, segment)."""


# drawing


def ask_tile(s: State) -> tuple[Request, ...]:
    """Ask for a tile of the bag; nobody knows which comes, no order exists before."""
    tiles = first_left(s) or board(s).bag
    return (Pick(tiles),) if tiles else ()


def first_left(s: State) -> tuple[str, ...]:
    """Return the tiles of which the next one is drawn before the rest of the bag, if there are any.

    They are those of the uppermost layer of `DRAWN_FIRST` that the bag still holds.
    """
    b = board(s)
    if not b.tables.first:
        return ()
    drawn = Counter(b.tables.pile) - Counter(b.bag)
    for layer in b.tables.first:
        left = Counter(layer) - drawn
        if left:
            return tuple(sorted(left.elements()))
        drawn -= Counter(layer)
    return ()


def take_tile(s: State, answers: tuple[Answer, ...]) -> None:
    """Take the tile that was drawn, or set it aside if it fits nowhere (section 3.2)."""
    (tile,) = cast("tuple[str]", answers[0].value)
    b = board(s)
    i = b.bag.index(tile)
    b.bag = b.bag[:i] + b.bag[i + 1 :]
    if can_lay(s, tile):
        b.current = tile
    else:
        set_aside(s, tile)


def put_back(s: State) -> None:
    """Put the tile that was drawn back into the bag; for variants, whose route leads to a draw."""
    b = board(s)
    b.bag = tuple(sorted((*b.bag, b.current)))
    b.current = ""


def set_aside(s: State, tile: str) -> None:
    """Put a tile out of the game, face up, for everybody to see."""
    b = board(s)
    b.aside += (tile,)
    s.emit(ID, SET_ASIDE, s.turn_seat, tile)


def after_draw(phase: str, s: State) -> str:
    """Go on with a tile that fits; draw again without; end the game if there is none (R7)."""
    b = board(s)
    if b.current:
        return phase
    return DRAW if b.bag else GAME_END


# laying


def can_lay(s: State, tile: str) -> bool:
    """Tell whether a tile fits anywhere."""
    b = board(s)
    if b.tables.veto:
        return next(places_of(s, tile), None) is not None
    return any(map(b.tables.fit[tile].__getitem__, b.frontier.values()))


def places_of(s: State, tile: str) -> Iterator[Action]:
    """Yield the actions that lay a tile: oldest empty cells first, then by rotation (3.1)."""
    b = board(s)
    fit, veto, claims = b.tables.fit[tile], b.tables.veto, claims_of(s, tile)
    for cell, code in b.frontier.items():
        for moves in fit[code]:
            action = moves[cell]
            if veto is None or veto(True, s, Placed(*cast("Placed", action.data))):
                yield claiming(action, claims)


def claiming(action: Action, claims: Claims) -> Action:
    """Return an action that uses hidden cards."""
    return Action(action.kind, action.data, claims) if claims else action


def claims_of(s: State, tile: str) -> Claims:
    """Return the hidden cards that laying a tile uses."""
    find = board(s).tables.claims
    return find((), s, tile) if find else ()


def tiles_to_lay(s: State) -> tuple[str, ...]:
    """Return the tiles that the seat to act may lay."""
    b = board(s)
    tiles = (b.current,) if b.current else ()
    return b.tables.choices(tiles, s) if b.tables.choices else tiles


def legal_places(s: State) -> Iterator[Action]:
    """Yield every place for every tile that the seat may lay."""
    for tile in tiles_to_lay(s):
        yield from places_of(s, tile)


def place_tile(s: State, a: Action) -> None:
    """Lay a tile."""
    data = a.data
    placed = data if type(data) is Placed else Placed(*cast("Placed", data))
    tile, x, y, rotation = placed
    b = board(s)
    lay(b, b.tables.turned[tile][rotation], y * STRIDE + x)
    b.placed.append(placed)
    b.current = ""
    b.laid = s.turn
    s.events.append(Event(ID, PLACED, (s.seat, tile, x, y, rotation)))


# meeples


def legal_meeples(s: State) -> list[Action]:
    """Return no meeple, then each free segment of the tile just laid with each piece in supply.

    Nothing if none can be placed. Rule: section 3.3.
    """
    b = board(s)
    if b.laid != s.turn:
        return []
    pieces = [piece for piece in b.tables.pieces if b.supply[piece][s.seat]]
    if not pieces:
        return []
    there = b.at[last_cell(b)]
    shape, free = b.tables.shapes[there & NUMBER], free_segments(b, there)
    if not free:
        return []
    meeples = [action for k in free for piece in pieces if (action := shape.meeples[piece][k])]
    return [NO_MEEPLE, *meeples] if meeples else []


def last_cell(b: Board) -> int:
    """Return the cell of the tile laid last."""
    placed = b.placed[-1]
    return placed.y * STRIDE + placed.x


def free_segments(b: Board, there: int) -> list[int]:
    """Return the places on a tile (its `at`) of segments whose features hold no meeple (R8)."""
    parent, totals = b.parent, b.totals
    first = there >> NUMBER_BITS
    free = []
    for k in range(len(b.tables.shapes[there & NUMBER].totals)):
        root = first + k
        while parent[root] != root:
            root = parent[root]
        if totals[root] < CLAIMED:
            free.append(k)
    return free


def put_meeple(s: State, a: Action) -> None:
    """Put a piece on a segment of the tile just laid."""
    segment, piece = cast("tuple[str, str]", a.data)
    b = board(s)
    _, x, y, _ = b.placed[-1]
    meeple = Meeple(x, y, segment, s.seat, piece)
    b.supply[piece][s.seat] -= 1
    b.meeples.append(meeple)
    stand(b, meeple)
    s.emit(ID, STANDS, s.seat, piece, x, y, segment)


def put_none(s: State, a: Action) -> None:
    """Leave the tile without a meeple."""
