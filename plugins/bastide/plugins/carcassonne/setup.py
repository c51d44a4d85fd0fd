"""The table before the first turn. Rule: carcassonne.md, section 2."""

from __future__ import annotations

from bastide.core.state import State
from bastide.plugins.carcassonne.pieces import Placed
from bastide.plugins.carcassonne.state import Board, board
from bastide.plugins.carcassonne.tables import Tables


def new_board(tables: Tables, seats: int) -> Board:
    """Return a board with the start tile alone at (0, 0), all others in the bag."""
    b = Board(
        placed=[Placed(tables.start.id, 0, 0, 0)],
        meeples=[],
        bag=tables.pile,
        current="",
        aside=(),
        laid=-1,
        supply={id: [piece.amount] * seats for id, piece in tables.pieces.items()},
    )
    b.rebuild(tables)
    return b


def take_bag(s: State) -> tuple[str, ...]:
    """Empty the bag and return its tiles, for a variant that deals them itself."""
    b = board(s)
    bag, b.bag = b.bag, ()
    return bag
