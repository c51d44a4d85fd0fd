"""Movement: one knight, then perhaps a second one; combat and plunder follow each step at once.

Rules: barony.md, sections 7.3 and 7.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.barony.land import NO_TOKEN, move_action
from bastide.plugins.barony.pieces import KINDS, KNIGHT, PIECES, TERRAINS, VILLAGE
from bastide.plugins.barony.presence import (
    BITS,
    KNIGHTS,
    MINE,
    OTHERS,
    SHARED,
    field_of,
    knights,
    knights_of,
    pawns_of,
)
from bastide.plugins.barony.state import ID, MOVING, NOWHERE, RESTING, Realm, realm

MOVED = "barony.moved"
"""Event: (seat, q, r, q, r): a knight, from where and to where."""

DESTROYED = "barony.destroyed"
"""Event: (whose, piece, q, r). Counted in statistics."""

PLUNDERED = "barony.plundered"
"""Event: (seat, terrain, from whom): a token changes hands. Counted in statistics."""

NOTHING_THERE = "barony.nothing"
"""Event: (seat, from whom): the owner of a destroyed village has no token (CMB-4)."""

Step = tuple[int, int, int, int, str]
"""A move's data: q and r of start and end, and the token to plunder or NO_TOKEN."""


# what is possible


def may_enter(r: Realm, seat: int, n: int) -> bool:
    """Tell whether a knight may enter a hex that is no lake. Rules: MOV-4 to MOV-7."""
    rest = r.pawns[n] & OTHERS[seat]
    return not rest or (rest in SHARED and not r.land.mountain[n])


def steps_from(r: Realm, seat: int, n: int) -> Iterator[Action]:
    """Yield the moves of a knight that stands on a hex."""
    pawns, others, mine, mountain = r.pawns, OTHERS[seat], MINE[seat], r.land.mountain
    for to, action in r.land.moves[n]:
        code = pawns[to]
        rest = code & others
        if not rest:
            yield action
        elif rest in SHARED and not mountain[to]:
            if code & mine and len(choice := tokens_to_take(r, seat, to)) > 1:
                for kind in choice:
                    start = r.land.cells[n]
                    yield move_action(start, r.land.cells[to], TERRAINS[kind])
            else:
                yield action


def tokens_to_take(r: Realm, seat: int, n: int) -> list[int]:
    """Return the kinds of token that a knight entering a hex could plunder. Rule: CMB-4.

    None if it destroys no village there.
    """
    code = r.pawns[n]
    if not pawns_of(code, seat):
        return []
    owner = village_owner(code, seat)
    return [] if owner is None else [kind for kind in KINDS if r.tokens[owner][kind]]


def village_owner(code: int, seat: int) -> int | None:
    """Return the other seat that has a village on a hex; there is at most one (OCC-6)."""
    for other in range(len(MINE)):
        if other != seat and field_of(code, other) > KNIGHTS:
            return other
    return None


def fresh_knights(r: Realm, seat: int, n: int) -> int:
    """Return how many knights on a hex have not moved in this turn. Rule: MOV-9."""
    return knights_of(r.pawns[n], seat) - (n == r.arrived)


def moves(r: Realm, seat: int, own: list[int]) -> list[Action]:
    """Return every step of a knight that has not moved yet; `own`: the hexes with own pawns."""
    pawns, shift = r.pawns, BITS * seat
    found: list[Action] = []
    for n in own:
        if pawns[n] >> shift & KNIGHTS and (n != r.arrived or fresh_knights(r, seat, n)):
            found += steps_from(r, seat, n)
    return found


# what it does


def move(s: State, a: Action) -> None:
    """Move a knight one hex; what it destroys there is destroyed at once (MOV-8)."""
    q, row, to_q, to_row, token = cast(Step, a.data)
    r, seat = realm(s), s.seat
    start, end = r.land.number[q, row], r.land.number[to_q, to_row]
    r.pawns[start] -= knights(seat)
    s.emit(ID, MOVED, seat, q, row, to_q, to_row)
    rest = r.pawns[end] & OTHERS[seat]
    if rest and r.pawns[end] & MINE[seat]:
        fight(s, r, end, token)
    r.pawns[end] += knights(seat)
    if r.doing == MOVING:
        r.doing, r.arrived = RESTING, NOWHERE
    else:
        r.doing, r.arrived = MOVING, end


def fight(s: State, r: Realm, n: int, token: str) -> None:
    """Destroy all pawns of others on a hex. Rules: CMB-1 to CMB-5.

    They are lone knights and at most one lone village: nothing else can be met (MOV-4, MOV-5).
    """
    seat, code = s.seat, r.pawns[n]
    q, row = r.land.cells[n]
    r.pawns[n] = code & MINE[seat]
    for other in range(s.seats):
        field = field_of(code, other)
        if other == seat or not field:
            continue
        kind = VILLAGE if field > KNIGHTS else KNIGHT
        r.reserve[kind][other] += 1
        s.emit(ID, DESTROYED, other, PIECES[kind], q, row)
        if kind == VILLAGE:
            plunder(s, r, other, token)
    r.progress = True


def plunder(s: State, r: Realm, owner: int, token: str) -> None:
    """Take one token from the owner of a destroyed village, if there is any. Rule: CMB-4."""
    held = [kind for kind in KINDS if r.tokens[owner][kind]]
    if not held:
        s.emit(ID, NOTHING_THERE, s.seat, owner)
        return
    kind = TERRAINS.index(token) if token != NO_TOKEN else held[0]
    r.tokens[owner][kind] -= 1
    r.tokens[s.seat][kind] += 1
    s.emit(ID, PLUNDERED, s.seat, TERRAINS[kind], owner)


def accepts_step(s: State, data: Step) -> bool:
    """Tell whether a step that names the only token that there is to take may be made.

    The list of choices leaves such a name out. Rule: section 10, `take`.
    """
    q, row, to_q, to_row, token = data
    r, seat = realm(s), s.seat
    start, end = r.land.number[q, row], r.land.number[to_q, to_row]
    if token not in TERRAINS or tokens_to_take(r, seat, end) != [TERRAINS.index(token)]:
        return False
    plain = move_action((q, row), (to_q, to_row), NO_TOKEN)
    return fresh_knights(r, seat, start) > 0 and plain in steps_from(r, seat, start)
