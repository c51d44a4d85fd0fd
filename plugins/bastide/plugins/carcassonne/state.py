"""Carcassonne's slice of the state.

What was laid and put down, in order, is the whole position. All else in `Board` follows from it
and is kept, so that a tile is laid in a few steps however large the board is: `at` and `frontier`
for finding places, and the union-find forest `parent` of segments with packed totals.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.carcassonne.features import lay, stand
from bastide.plugins.carcassonne.pieces import Meeple, Placed
from bastide.plugins.carcassonne.tables import Tables, cell_of, tables_of

ID = "carcassonne"


CACHE = {"cache": True}
"""Marks a field that follows from the others."""


@dataclass(slots=True)
class Board:
    """Tiles and meeples on the table, in order, and what is not on it.

    bag: tiles to be drawn, in alphabetical order: nobody knows another. current: the tile that was
    drawn and is to be laid, or "". aside: tiles that fitted nowhere (rule: section 3.2). laid: the
    turn in which the last tile was laid, -1 before the first. supply: pieces left, by kind and
    seat.

    at: by cell, the number of the tile's first segment and its shape (`tables.NUMBER_BITS`).
    frontier: empty cells beside tiles, with their codes. parent: for each segment, one that it has
    joined, itself at a root. totals: packed, at roots. tiles: bit n is set for the n-th tile, at
    roots. marks: at roots that have any. monks: cells of claimed monasteries.
    """

    placed: list[Placed]
    meeples: list[Meeple]
    bag: tuple[str, ...]
    current: str
    aside: tuple[str, ...]
    laid: int
    supply: dict[str, list[int]]
    at: dict[int, int] = field(default_factory=dict, metadata=CACHE)
    frontier: dict[int, int] = field(default_factory=dict, metadata=CACHE)
    parent: list[int] = field(default_factory=list, metadata=CACHE)
    totals: list[int] = field(default_factory=list, metadata=CACHE)
    tiles: list[int] = field(default_factory=list, metadata=CACHE)
    marks: dict[int, tuple[str, ...]] = field(default_factory=dict, metadata=CACHE)
    monks: list[int] = field(default_factory=list, metadata=CACHE)
    tables: Tables = field(
        default=cast("Tables", None),  # set by `recompute`, before anybody can ask
        metadata=CACHE,
        compare=False,
        repr=False,
    )

    def clone(self) -> Board:
        """Return an independent copy."""
        return Board(
            self.placed[:],
            self.meeples[:],
            self.bag,
            self.current,
            self.aside,
            self.laid,
            {piece: left[:] for piece, left in self.supply.items()},
            self.at.copy(),
            self.frontier.copy(),
            self.parent[:],
            self.totals[:],
            self.tiles[:],
            self.marks.copy(),
            self.monks[:],
            self.tables,
        )

    def recompute(self, rules: Rules) -> None:
        """Work out everything that follows from the tiles and meeples."""
        self.rebuild(tables_of(rules))

    def rebuild(self, tables: Tables) -> None:
        """Do so with the tables of the rules."""
        self.tables = tables
        self.at, self.frontier, self.marks = {}, {}, {}
        self.parent, self.totals, self.tiles, self.monks = [], [], [], []
        for tile, x, y, rotation in self.placed:
            lay(self, tables.turned[tile][rotation], cell_of(x, y))
        for meeple in self.meeples:
            stand(self, meeple)


def board(s: State) -> Board:
    """Return this plugin's slice."""
    slice: Board = s.parts[ID]
    return slice
