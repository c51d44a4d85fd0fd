"""Before the first turn: the board is laid, and the starting cities are placed in snake order."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from bastide.core.chance import Answer, Request, Seed
from bastide.core.events import Action
from bastide.core.phases import TURN_START
from bastide.core.state import State
from bastide.plugins.barony.board import Cell, assemble
from bastide.plugins.barony.land import is_joined
from bastide.plugins.barony.pieces import CITY, DRAFT, KNIGHT, LAKE
from bastide.plugins.barony.presence import has_city, knights, structure
from bastide.plugins.barony.state import ID, Realm, realm

MAP, OPENING = "map", "opening"
"""Stages before the main one; the second places the starting cities."""

LAY, SETTLE = "lay", "settle"
"""Their phases."""

LAID = "barony.laid"
"""Event: (hexes): the board lies."""

REDRAWN = "barony.redrawn"
"""Event: (): lakes cut land off, so another board is drawn (BRD-7)."""

SETTLED = "barony.settled"
"""Event: (seat, q, r): a starting city and its knight."""


# the board


def once(s: State, n: int) -> int | None:
    """Give the stage of the map one turn, whoever has it."""
    return 0 if n == 0 else None


def ask_seed(s: State) -> tuple[Request, ...]:
    """Ask for the board's seed: public chance, so nobody chooses the board. Rule: section 4."""
    return (Seed("board"),)


def lay_board(joined: bool) -> Callable[[State, tuple[Answer, ...]], None]:
    """Return what the answer does; `joined` refuses boards on which lakes cut land off."""

    def lay(s: State, answers: tuple[Answer, ...]) -> None:
        seed = cast(bytes, answers[0].value)  # the answer to a Seed
        r = realm(s)
        r.lay(assemble(seed.hex(), s.seats))
        if joined and not is_joined(r.land):
            r.lay("")
            s.emit(ID, REDRAWN)
        else:
            s.emit(ID, LAID, len(r.land.cells))

    return lay


def after_board(following: str, s: State) -> str:
    """Ask once more while there is no board."""
    return following if realm(s).board else TURN_START


# the draft


def drafting(s: State, n: int) -> int | None:
    """Return the seat of the n-th starting city. Rule: DRF-1."""
    order = DRAFT[s.seats]
    return order[n] if n < len(order) else None


def sites(r: Realm) -> list[int]:
    """Return the hexes where a starting city may be placed now. Rules: DRF-3 to DRF-8."""
    land = r.land
    free = [n for n, kind in enumerate(land.terrain) if kind != LAKE and not has_city(r.pawns[n])]
    fit = [n for n in free if not land.forest[n]]
    apart = [n for n in fit if not is_beside_city(r, n)]
    return apart or fit or free


def is_beside_city(r: Realm, n: int) -> bool:
    """Tell whether a city, anybody's, stands on a neighbouring hex. Rules: DRF-5, CTY-4."""
    pawns = r.pawns
    return any(has_city(pawns[each]) for each in r.land.near[n])


def legal_sites(s: State) -> list[Action]:
    """Return every place for a starting city."""
    r = realm(s)
    return [r.land.settle[n] for n in sites(r)]


def settle(s: State, a: Action) -> None:
    """Place a starting city with its knight. Rule: DRF-2."""
    q, row = cast(Cell, a.data)
    r, seat = realm(s), s.seat
    r.pawns[r.land.number[q, row]] += structure(seat, CITY) + knights(seat)
    r.reserve[CITY][seat] -= 1
    r.reserve[KNIGHT][seat] -= 1
    s.emit(ID, SETTLED, seat, q, row)
