"""What the screen says of a feature: its kind, who stands there, how large it is."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.state import State
from bastide.plugins.carcassonne.board import open_ends
from bastide.plugins.carcassonne.features import number_of, root_of
from bastide.plugins.carcassonne.pieces import Kind, kind_of
from bastide.plugins.carcassonne.scoring import tiles_of
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.tables import CLAIMED, cell_of, weights


class Joined(NamedTuple):
    """A feature that a tile is part of, or would be.

    seats: who stands there. tiles: each once; for a monastery those around it, too. finished: no
    side is open.
    """

    kind: Kind
    seats: tuple[int, ...]
    tiles: int
    finished: bool


class Worth(NamedTuple):
    """A meeple choice and what it would bring.

    points: if the game ended now; of a finished feature, at once. cities: finished ones that a
    field touches.
    """

    feature: Joined
    points: int
    cities: int


def feature_at(s: State, x: int, y: int, segment: str) -> Joined:
    """Return the feature of a segment of a laid tile."""
    b, kind, cell = board(s), kind_of(segment), cell_of(x, y)
    root = root_of(b, number_of(b, x, y, segment))
    finished = kind != "field" and not open_ends(b, root, kind, cell)
    return Joined(kind, _owners(b.totals[root], s.seats), tiles_of(b, root, kind, cell), finished)


def _owners(packed: int, seats: int) -> tuple[int, ...]:
    if packed < CLAIMED:
        return ()
    return tuple(seat for seat, weight in enumerate(weights(packed, seats)) if weight)
