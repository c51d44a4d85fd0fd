"""Barony's slice of the state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.barony.land import Land, read_land
from bastide.plugins.barony.pieces import AMOUNTS, TOKENS

ID = "barony"

NOWHERE = -1

RESTING, MOVING, BUILDING = "", "move", "build"
"""What a seat is in the middle of; a turn begins with RESTING."""


@dataclass(slots=True)
class Realm:
    """Everything on the table, all of it open (SET-6).

    board: as text, see `board.board_text`; "" before it is laid. pawns: by hex number, see
    `presence`. reserve: pieces by kind, then seat. box: knights out of the game, by seat.
    tokens: by seat, then kind. bank: by kind; empty if it never runs out. ranks: by seat, 0 is
    baron.

    doing: what the seat is in the middle of. arrived: the hex that its first move led to.
    passes: forced passes of this round. progress: whether there was some in this round (END-7).
    idle: complete rounds in a row without it. ending: why the game is over, or "".
    """

    board: str
    pawns: list[int]
    reserve: list[list[int]]
    box: list[int]
    tokens: list[list[int]]
    bank: list[int]
    ranks: list[int]
    doing: str = RESTING
    arrived: int = NOWHERE
    passes: int = 0
    progress: bool = False
    idle: int = 0
    ending: str = ""
    land: Land = field(
        default=cast("Land", None),  # set by `lay`, before anybody can ask
        metadata={"cache": True},
        compare=False,
        repr=False,
    )

    def clone(self) -> Realm:
        """Return an independent copy."""
        return Realm(
            self.board,
            self.pawns[:],
            [row[:] for row in self.reserve],
            self.box[:],
            [row[:] for row in self.tokens],
            self.bank[:],
            self.ranks[:],
            self.doing,
            self.arrived,
            self.passes,
            self.progress,
            self.idle,
            self.ending,
            self.land,
        )

    def recompute(self, rules: Rules) -> None:
        """Work out what follows from the board's text."""
        self.land = read_land(self.board)

    def lay(self, board: str) -> None:
        """Put an empty board on the table."""
        self.board, self.land = board, read_land(board)
        self.pawns = [0] * len(self.land.cells)


def new_realm(seats: int, finite_bank: bool) -> Realm:
    """Return the table before the board is laid. Rules: SET-2, SET-4, BLD-7."""
    realm = Realm(
        board="",
        pawns=[],
        reserve=[[amount] * seats for amount in AMOUNTS],
        box=[0] * seats,
        tokens=[[0] * len(TOKENS) for _ in range(seats)],
        bank=list(TOKENS) if finite_bank else [],
        ranks=[0] * seats,
    )
    realm.lay("")
    return realm


def realm(s: State) -> Realm:
    """Return this plugin's slice."""
    part: Realm = s.parts[ID]
    return part
