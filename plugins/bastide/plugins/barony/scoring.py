"""The end of a round and of the game, the final count and the ranking.

Rules: barony.md, sections 8 and 9.
"""

from __future__ import annotations

from collections.abc import Callable

from bastide.core.events import Term
from bastide.core.phases import SCORE
from bastide.core.state import PUBLIC, State
from bastide.plugins.barony.pieces import (
    DUKE,
    KINDS,
    SILVER,
    TERRAINS,
)
from bastide.plugins.barony.setup import MAP, OPENING
from bastide.plugins.barony.state import ID, NOWHERE, RESTING, Realm, realm

ENDS = "barony.ends"
"""Event: (-1: it is about no seat, why, idle rounds)."""

BY_DUKE = "a duke was made"
BY_PASSES = "everybody had to pass"
BY_IDLING = "nothing has happened for many rounds"
"""Why a game ends, as message ids. Rules: END-1, END-6, END-7."""


BEFORE = (f"{MAP}.{SCORE}", f"{OPENING}.{SCORE}")
"""The last phases of turns before the first round."""


def end_turn(stalemate: int) -> Callable[[State], None]:
    """Return what happens after each turn; `stalemate`: idle rounds that end the game, 0 for none.

    All ends fall on the end of a round, so that all seats have had equally many turns.
    """

    def close(s: State) -> None:
        if s.phase in BEFORE:
            return
        r = realm(s)
        r.doing, r.arrived = RESTING, NOWHERE
        if s.turn_seat == s.seats - 1:
            close_round(s, r, stalemate)

    return close


def close_round(s: State, r: Realm, stalemate: int) -> None:
    """Note whether the game is over, and begin the next round."""
    r.idle = 0 if r.progress else r.idle + 1
    r.ending = why_over(r, s.seats, stalemate)
    r.passes, r.progress = 0, False
    if r.ending:
        s.emit(ID, ENDS, PUBLIC, r.ending, r.idle)


def why_over(r: Realm, seats: int, stalemate: int) -> str:
    """Return why the game ends with this round, or "". Rules: END-1, END-2, END-6, END-7."""
    if DUKE in r.ranks:
        return BY_DUKE
    if r.passes == seats:
        return BY_PASSES
    return BY_IDLING if stalemate and r.idle >= stalemate else ""


def is_finished(s: State) -> bool:
    """Tell whether the round just ended was the last one."""
    return realm(s).ending != ""


def score_end(s: State) -> None:
    """Give each seat the silver of its unspent tokens. Rule: END-3."""
    r = realm(s)
    for seat in range(s.seats):
        tokens = r.tokens[seat]
        terms = tuple(Term(tokens[k], TERRAINS[k], SILVER[k]) for k in KINDS if tokens[k])
        s.score(seat, ID, "silver", terms, final=True)


def tie_break(s: State, seat: int) -> int:
    """Return the seat: of equal totals the one farthest from the first player wins (END-5)."""
    return seat
