"""Recruitment, construction, new city and expedition. Rules: barony.md, 7.2 and 7.5 to 7.7."""

from __future__ import annotations

from typing import cast

from bastide.core.events import Action, Term
from bastide.core.state import State
from bastide.plugins.barony.board import Cell
from bastide.plugins.barony.pieces import (
    CITY,
    CITY_POINTS,
    EXPEDITION_KNIGHTS,
    KNIGHT,
    PIECES,
    STRONGHOLD,
    TERRAINS,
    VILLAGE,
)
from bastide.plugins.barony.presence import (
    BITS,
    OTHERS,
    STRUCTURE,
    knights,
    structure,
    structure_of,
)
from bastide.plugins.barony.setup import is_beside_city
from bastide.plugins.barony.state import BUILDING, ID, Realm, realm

RECRUITED = "barony.recruited"
"""Event: (seat, knights, q, r)."""

BUILT = "barony.built"
"""Event: (seat, structure, q, r, terrain): with one token of the terrain."""

BUILT_BARE = "barony.built_bare"
"""Event: the same, but the bank has no such token left (BLD-7)."""

FOUNDED = "barony.founded"
"""Event: (seat, q, r): a village is a city now."""

EXPLORED = "barony.explored"
"""Event: (seat, q, r): a knight at the edge, another one in the box."""


# A, recruitment


def recruits(r: Realm, seat: int, own: list[int]) -> list[Action]:
    """Return every number of knights at every own city. Rules: REC-1 to REC-6."""
    left = r.reserve[KNIGHT][seat]
    if not left:
        return []
    cities = [n for n in own if structure_of(r.pawns[n], seat) == CITY]
    return [action for n in cities for action in r.land.recruit[n][:left]]


def recruit(s: State, a: Action) -> None:
    """Put knights from the reserve on a city's hex."""
    q, row, n = cast("tuple[int, int, int]", a.data)
    r, seat = realm(s), s.seat
    r.pawns[r.land.number[q, row]] += knights(seat, n)
    r.reserve[KNIGHT][seat] -= n
    s.emit(ID, RECRUITED, seat, n, q, row)


# C, construction


def is_buildable(code: int, seat: int) -> bool:
    """Tell whether a hex holds knights of a seat and nothing else. Rule: BLD-3."""
    return 0 < code < 1 << BITS * seat + STRUCTURE and not code & OTHERS[seat]


def builds(r: Realm, seat: int, own: list[int]) -> list[Action]:
    """Return a village and a stronghold for each buildable hex. Rules: BLD-1 to BLD-5."""
    village, stronghold = r.reserve[VILLAGE][seat], r.reserve[STRONGHOLD][seat]
    if not (village or stronghold):
        return []
    pawns, build = r.pawns, r.land.build
    found = [build[n] for n in own if is_buildable(pawns[n], seat)]
    if not stronghold:
        return [pair[0] for pair in found]
    if not village:
        return [pair[1] for pair in found]
    return [action for pair in found for action in pair]


def build(s: State, a: Action) -> None:
    """Replace a knight by a structure and take a token of the terrain. Rules: BLD-1, BLD-2."""
    q, row, piece = cast("tuple[int, int, str]", a.data)
    r, seat, kind = realm(s), s.seat, PIECES.index(piece)
    n = r.land.number[q, row]
    terrain = r.land.terrain[n]
    r.pawns[n] += structure(seat, kind) - knights(seat)
    r.reserve[KNIGHT][seat] += 1
    r.reserve[kind][seat] -= 1
    r.doing, r.progress = BUILDING, True
    event = BUILT if take_token(r, seat, terrain) else BUILT_BARE
    s.emit(ID, event, seat, piece, q, row, TERRAINS[terrain])


def take_token(r: Realm, seat: int, kind: int) -> bool:
    """Take a token from the bank; False if it has none. Rule: BLD-7."""
    if r.bank:
        if not r.bank[kind]:
            return False
        r.bank[kind] -= 1
    r.tokens[seat][kind] += 1
    return True


# D, new city


def cities(r: Realm, seat: int, own: list[int]) -> list[Action]:
    """Return every own village that may become a city. Rules: CTY-1 to CTY-6."""
    if not r.reserve[CITY][seat]:
        return []
    return [r.land.found[n] for n in own if may_found(r, seat, n)]


def may_found(r: Realm, seat: int, n: int) -> bool:
    """Tell whether there is a village of a seat that may become a city."""
    code = r.pawns[n]
    return (
        code >> BITS * seat + STRUCTURE == VILLAGE
        and not code & OTHERS[seat]
        and not r.land.forest[n]
        and not is_beside_city(r, n)
    )


def found_city(s: State, a: Action) -> None:
    """Replace a village by a city. Rules: CTY-1, CTY-7."""
    q, row = cast(Cell, a.data)
    r, seat = realm(s), s.seat
    r.pawns[r.land.number[q, row]] += structure(seat, CITY) - structure(seat, VILLAGE)
    r.reserve[CITY][seat] -= 1
    r.reserve[VILLAGE][seat] += 1
    r.progress = True
    s.emit(ID, FOUNDED, seat, q, row)
    s.score(seat, ID, "city", (Term(1, "new city", CITY_POINTS),), where=(q, row))


# E, expedition


def expeditions(r: Realm, seat: int) -> list[Action]:
    """Return every empty edge hex, if there are knights enough. Rules: EXP-1 to EXP-4."""
    if r.reserve[KNIGHT][seat] < EXPEDITION_KNIGHTS:
        return []
    pawns, explore = r.pawns, r.land.explore
    return [explore[n] for n in r.land.edge if not pawns[n]]


def send_expedition(s: State, a: Action) -> None:
    """Put one knight on the edge and another one into the box. Rule: EXP-1."""
    q, row = cast(Cell, a.data)
    r, seat = realm(s), s.seat
    r.pawns[r.land.number[q, row]] = knights(seat)
    r.reserve[KNIGHT][seat] -= EXPEDITION_KNIGHTS
    r.box[seat] += EXPEDITION_KNIGHTS - 1
    r.progress = True
    s.emit(ID, EXPLORED, seat, q, row)
