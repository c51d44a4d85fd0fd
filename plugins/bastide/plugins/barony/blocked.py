"""Why a knight may not move, in words of the rules. Nothing here decides whether it may."""

from __future__ import annotations

from typing import cast

from bastide.core.events import Action
from bastide.core.messages import Message, message
from bastide.core.state import State
from bastide.plugins.barony import moving
from bastide.plugins.barony.land import NO_TOKEN, STEPS
from bastide.plugins.barony.pieces import LAKE, STRONGHOLD, TERRAINS
from bastide.plugins.barony.presence import OTHERS, has_city, knights_of, structure_of
from bastide.plugins.barony.refusals import no_hex, no_knight, number_of, why_no_hex, why_not_now
from bastide.plugins.barony.state import MOVING, Realm, realm
from bastide.plugins.barony.turn import STEP_SHAPE, is_shaped


def why_not_move(s: State, a: Action) -> Message | None:
    """Return why a knight may not move so. Rules: MOV-1 to MOV-9."""
    if now := why_not_now(s, MOVING):
        return now
    if not is_shaped(a, STEP_SHAPE):
        return message("a move names two hexes, such as 2,1 > 3,1")
    r, seat = realm(s), s.seat
    q, row, to_q, to_row, token = cast("moving.Step", a.data)
    if off := why_no_hex(r, a):
        return off
    if absent := _why_no_knight(r, seat, number_of(r, a)):
        return absent
    if (to_q - q, to_row - row) not in STEPS:
        return message("a knight moves to a neighbouring hex")
    if (to_q, to_row) not in r.land.number:
        return no_hex(to_q, to_row)
    end = r.land.number[to_q, to_row]
    return _why_closed(r, seat, end) or _why_not_take(r, seat, end, token)


def _why_no_knight(r: Realm, seat: int, n: int) -> Message | None:
    """Return why no knight can leave a hex. Rules: MOV-2, MOV-9."""
    if not knights_of(r.pawns[n], seat):
        return no_knight(r, n)
    if moving.fresh_knights(r, seat, n) < 1:
        return message("no knight moves twice in a turn")
    return None


def _why_closed(r: Realm, seat: int, n: int) -> Message | None:
    """Return why a hex cannot be entered. Rules: MOV-3 to MOV-6."""
    rest = r.pawns[n] & OTHERS[seat]
    if r.land.terrain[n] == LAKE:
        return message("a lake cannot be entered")
    if moving.may_enter(r, seat, n):
        return None
    if has_city(rest):
        return message("a hex with an opposing city cannot be entered")
    if any(structure_of(rest, other) == STRONGHOLD for other in range(len(r.ranks))):
        return message("a hex with an opposing stronghold cannot be entered")
    if r.land.mountain[n]:
        return message("a mountain with an opposing pawn cannot be entered")
    return message("a hex with two pawns of one opponent cannot be entered")


def _why_not_take(r: Realm, seat: int, n: int, token: str) -> Message | None:
    """Return what is wrong with the token that a move names. Rule: CMB-4."""
    choice = [TERRAINS[kind] for kind in moving.tokens_to_take(r, seat, n)]
    if token == NO_TOKEN:
        if len(choice) < 2:
            return None
        return message("say which token you take: the owner of the village has several kinds")
    if choice:
        return None if token in choice else message("the owner of the village has no such token")
    return message("this move brings no token")
