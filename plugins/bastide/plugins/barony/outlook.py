"""What a position promises: a little more than the points that it would bring if it ended now.

Without it, bots that look at points alone could not tell most positions apart.
"""

from __future__ import annotations

from bastide.core.state import State
from bastide.plugins.barony.growing import is_buildable, may_found
from bastide.plugins.barony.moving import may_enter, village_owner
from bastide.plugins.barony.pieces import AMOUNTS, CITY, GOLD, KNIGHT, STRONGHOLD, VILLAGE
from bastide.plugins.barony.presence import OTHERS, has_structure, knights_of
from bastide.plugins.barony.state import Realm, realm
from bastide.plugins.barony.titles import gold
from bastide.plugins.barony.turn import own_hexes

MOST = 0.45
"""Less than half a point, so that rounded points are those of the rules."""

GOLD_WORTH, SITE_WORTH, NEAR_WORTH, KNIGHT_WORTH, CITY_WORTH = 0.006, 0.003, 0.003, 0.002, 0.05
"""For each gold in hand, gold of land that a knight can build on, step that a knight is nearer to
something to do, knight on the board, and village that can become a city."""

BOX_COST = 0.006
"""For the square of the number of knights in the box: the more are gone, the dearer is the next."""

FAR = 6
"""Steps to something to do, from which on a knight does not look."""


def outlook(value: float, s: State, seat: int) -> float:
    """Add what tokens and pawns promise to the points of a seat, less than half a point."""
    if s.over:
        return value
    r = realm(s)
    own = own_hexes(r, seat)
    promise = GOLD_WORTH * gold(r.tokens[seat]) + CITY_WORTH * cities_to_come(r, seat, own)
    promise += knights_promise(r, seat, own) - BOX_COST * r.box[seat] ** 2
    return value + max(-MOST, min(MOST, promise))


def cities_to_come(r: Realm, seat: int, own: list[int]) -> int:
    """Return how many villages could become cities, each looked at alone."""
    left = r.reserve[CITY][seat]
    return min(left, sum(may_found(r, seat, n) for n in own)) if left else 0


def knights_promise(r: Realm, seat: int, own: list[int]) -> float:
    """Return what knights are worth where they stand."""
    builds = r.reserve[VILLAGE][seat] + r.reserve[STRONGHOLD][seat] > 0
    stands = [n for n in own if knights_of(r.pawns[n], seat)]
    sites = [n for n in stands if builds and is_buildable(r.pawns[n], seat)]
    near = sum(FAR - steps_to_work(r, seat, n, builds) for n in stands)
    out = AMOUNTS[KNIGHT] - r.reserve[KNIGHT][seat] - r.box[seat]
    land = sum(GOLD[r.land.terrain[n]] for n in sites)
    return SITE_WORTH * land + NEAR_WORTH * near + KNIGHT_WORTH * out


def steps_to_work(r: Realm, seat: int, start: int, builds: bool) -> int:
    """Return how many steps a knight is from something to do, FAR at most."""
    seen, here = {start}, [start]
    for steps in range(FAR):
        if any(is_work(r, seat, n, builds) for n in here):
            return steps
        ahead = [to for n in here for to, _ in r.land.moves[n] if to not in seen]
        here = [to for to in dict.fromkeys(ahead) if may_enter(r, seat, to)]
        seen.update(here)
    return FAR


def is_work(r: Realm, seat: int, n: int, builds: bool) -> bool:
    """Tell whether a knight on a hex could build there, or wait for a second one to raid it."""
    code = r.pawns[n]
    if code & OTHERS[seat]:
        return village_owner(code, seat) is not None
    return builds and not has_structure(code)
