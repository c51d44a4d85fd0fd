"""A turn: one of six actions. Rules: barony.md, section 7.

    act ── move, build ──> more ── until nothing is left to do, or done ──> score
     └──── all others, pass ───────────────────────────────────────────────┘

A movement of two knights and a construction of several structures are entered one by one; they are
drafted, and sent together when the seat confirms, so that all of it is done or nothing (TRN-4).
"""

from __future__ import annotations

from typing import cast

from bastide.core.events import Action, is_same
from bastide.core.phases import SCORE
from bastide.core.state import State
from bastide.plugins.barony import growing, moving
from bastide.plugins.barony.land import MOVE
from bastide.plugins.barony.moving import Step
from bastide.plugins.barony.pieces import GOLD
from bastide.plugins.barony.presence import MINE
from bastide.plugins.barony.state import BUILDING, ID, MOVING, NOWHERE, RESTING, Realm, realm
from bastide.plugins.barony.titles import TITLE, Tokens, accepts_payment, titles

ACT, MORE = "act", "more"
"""Phases of the main stage."""

DONE = Action("barony.done")
"""To move one knight only, or to build no more."""

PASS = Action("barony.pass")
"""The only choice of a seat that can do nothing."""

PASSED = "barony.passed"
"""Event: (seat). Counted in statistics."""

STEP_SHAPE = (int, int, int, int, str)
PAYMENT_SHAPE = (int,) * len(GOLD)


def legal_actions(s: State) -> list[Action]:
    """Return what the seat may do with its turn; to pass if there is nothing. Rules: TRN-1 to 3."""
    r, seat = realm(s), s.seat
    own = own_hexes(r, seat)
    found = [
        *growing.recruits(r, seat, own),
        *moving.moves(r, seat, own),
        *growing.builds(r, seat, own),
        *growing.cities(r, seat, own),
        *growing.expeditions(r, seat),
        *titles(r, seat),
    ]
    return found or [PASS]


def own_hexes(r: Realm, seat: int) -> list[int]:
    """Return the hexes where pawns of a seat stand, in order."""
    mine = MINE[seat]
    return [n for n, code in enumerate(r.pawns) if code & mine]


def legal_more(s: State) -> list[Action]:
    """Return how a movement or a construction can go on: first to stop here."""
    r, seat = realm(s), s.seat
    going_on = moving.moves if r.doing == MOVING else growing.builds
    return [DONE, *going_on(r, seat, own_hexes(r, seat))]


def accepts(s: State, a: Action) -> bool:
    """Tell whether an action that is not listed is fine all the same.

    That is a payment with tokens to spare, or a step that names the only token to be plundered.
    """
    r = realm(s)
    if a.kind == TITLE:
        fits = r.doing == RESTING and is_shaped(a, PAYMENT_SHAPE)
        return fits and accepts_payment(s, cast("Tokens", a.data))
    listed = legal_actions(s) if s.phase == ACT else legal_more(s)
    if any(is_same(a, each) for each in listed):
        return True
    names_token = a.kind == MOVE and r.doing != BUILDING and is_shaped(a, STEP_SHAPE)
    return names_token and moving.accepts_step(s, cast("Step", a.data))


def is_shaped(a: Action, kinds: tuple[type, ...]) -> bool:
    """Tell whether an action's data have these types."""
    return tuple(map(type, a.data)) == kinds


def after_act(following: str, s: State) -> str:
    """Go on only with a movement or a construction that can go on."""
    r, seat = realm(s), s.seat
    if r.doing == RESTING:
        return SCORE
    own = own_hexes(r, seat)
    if r.doing == BUILDING:
        return following if growing.builds(r, seat, own) else SCORE
    return following if any(can_step(r, seat, n) for n in own) else SCORE


def can_step(r: Realm, seat: int, n: int) -> bool:
    """Tell whether a knight that has not moved yet can leave a hex."""
    if moving.fresh_knights(r, seat, n) < 1:
        return False
    return any(moving.may_enter(r, seat, to) for to, _ in r.land.moves[n])


def after_more(following: str, s: State) -> str:
    """Stay while there is more to build."""
    return MORE if after_act(MORE, s) == MORE else following


def stop(s: State, a: Action) -> None:
    """Leave it at what was moved or built."""
    r = realm(s)
    r.doing, r.arrived = RESTING, NOWHERE


def pass_turn(s: State, a: Action) -> None:
    """Do nothing, since nothing is possible. Rule: TRN-3."""
    realm(s).passes += 1
    s.emit(ID, PASSED, s.seat)
