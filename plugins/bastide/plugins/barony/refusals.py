"""Why an action is not legal, in words of the rules. Nothing here decides whether it is."""

from __future__ import annotations

from typing import cast

from bastide.core.events import Action
from bastide.core.messages import Message, message
from bastide.core.state import State
from bastide.plugins.barony.growing import is_buildable
from bastide.plugins.barony.pieces import (
    CITY,
    DUKE,
    EXPEDITION_KNIGHTS,
    KNIGHT,
    LAKE,
    MOST_LAKE_RECRUITS,
    PIECES,
    STRONGHOLD,
    TITLE_GOLD,
    VILLAGE,
)
from bastide.plugins.barony.presence import (
    OTHERS,
    has_city,
    has_structure,
    knights_of,
    structure_of,
)
from bastide.plugins.barony.setup import SETTLE, is_beside_city
from bastide.plugins.barony.state import BUILDING, MOVING, Realm, realm
from bastide.plugins.barony.titles import Tokens, gold
from bastide.plugins.barony.turn import MORE, PAYMENT_SHAPE, is_shaped

HEX = (int, int)


# whatever the action


def why_not_now(s: State, doing: str) -> Message | None:
    """Return why it is not the time for an action of the main stage. Rules: DRF-9, TRN-1."""
    if s.phase == SETTLE:
        return message("the starting cities are placed first")
    if s.phase != MORE or realm(s).doing == doing:
        return None
    if realm(s).doing == MOVING:
        return message("this turn is a movement: move a second knight, or stop here")
    return message("this turn is a construction: build more, or stop here")


def why_no_hex(r: Realm, a: Action) -> Message | None:
    """Return why the data of an action do not begin with a hex of the board."""
    q, row = cast("tuple[int, int]", a.data[:2])
    return None if (q, row) in r.land.number else no_hex(q, row)


def no_hex(q: int, row: int) -> Message:
    """Say that a hex is off the board."""
    return message("there is no hex {q},{r} on the board", q=q, r=row)


def number_of(r: Realm, a: Action) -> int:
    """Return the number of the hex that an action's data begin with."""
    q, row = cast("tuple[int, int]", a.data[:2])
    return r.land.number[q, row]


def no_knight(r: Realm, n: int) -> Message:
    """Say that a seat has no knight on a hex."""
    q, row = r.land.cells[n]
    return message("you have no knight at {q},{r}", q=q, r=row)


# the draft


def why_not_settle(s: State, a: Action) -> Message | None:
    """Return why a starting city may not be placed there. Rules: DRF-3 to DRF-5."""
    if s.phase != SETTLE:
        return message("the starting cities have been placed already")
    if not is_shaped(a, HEX):
        return message("a starting city is placed on a hex, such as 2,1")
    r = realm(s)
    if off := why_no_hex(r, a):
        return off
    n = number_of(r, a)
    if r.land.terrain[n] == LAKE:
        return message("no city is placed on a lake")
    if has_city(r.pawns[n]):
        return message("a city stands on this hex already")
    return _why_no_city(r, n)


def _why_no_city(r: Realm, n: int) -> Message | None:
    """Return what forbids a city on a hex, whatever stands there. Rules: DRF-4, 5, CTY-3, 4."""
    if r.land.forest[n]:
        return message("no city stands in a forest")
    if is_beside_city(r, n):
        return message("no two cities stand on neighbouring hexes")
    return None


# A, recruitment


def why_not_recruit(s: State, a: Action) -> Message | None:
    """Return why knights may not be recruited so. Rules: REC-1 to REC-4."""
    if now := why_not_now(s, ""):
        return now
    if not is_shaped(a, (int, int, int)):
        return message("a recruitment names a hex and a number of knights, such as 2,1 and 2")
    r, seat = realm(s), s.seat
    if off := why_no_hex(r, a):
        return off
    n, asked, left = number_of(r, a), cast(int, a.data[2]), r.reserve[KNIGHT][seat]
    if structure_of(r.pawns[n], seat) != CITY:
        return message("knights are recruited on the hex of one of your own cities")
    if not left:
        return message("your reserve holds no knight")
    if asked < 1:
        return message("at least one knight is recruited")
    if asked > MOST_LAKE_RECRUITS:
        return message("at most two knights are recruited at once, beside a lake three")
    if asked > len(r.land.recruit[n]):
        return message("three knights are recruited only beside a lake")
    if asked > left:
        return message(
            "your reserve holds only {n} knight",
            plural="your reserve holds only {n} knights",
            n=left,
        )
    return None


# C, construction


def why_not_build(s: State, a: Action) -> Message | None:
    """Return why a knight may not become a structure there. Rules: BLD-1, BLD-3, BLD-5."""
    if now := why_not_now(s, BUILDING):
        return now
    if not is_shaped(a, (int, int, str)):
        return message("a construction names a hex and a structure, such as 2,1 and village")
    r, seat = realm(s), s.seat
    if off := why_no_hex(r, a):
        return off
    n, piece = number_of(r, a), cast(str, a.data[2])
    if piece not in (PIECES[VILLAGE], PIECES[STRONGHOLD]):
        return message("a knight becomes a village or a stronghold")
    if has_structure(r.pawns[n]):
        return message("a structure stands on this hex already")
    if not knights_of(r.pawns[n], seat):
        return no_knight(r, n)
    if not is_buildable(r.pawns[n], seat):
        return message("you build only where no opponent stands")
    return _why_none_left(r, seat, PIECES.index(piece))


def _why_none_left(r: Realm, seat: int, kind: int) -> Message | None:
    if r.reserve[kind][seat]:
        return None
    if kind == VILLAGE:
        return message("your reserve holds no village")
    return message("your reserve holds no stronghold")


# D, new city


def why_not_found(s: State, a: Action) -> Message | None:
    """Return why a village may not become a city. Rules: CTY-1 to CTY-5, CTY-8."""
    if now := why_not_now(s, ""):
        return now
    if not is_shaped(a, HEX):
        return message("a new city is founded on a hex, such as 2,1")
    r, seat = realm(s), s.seat
    if off := why_no_hex(r, a):
        return off
    n = number_of(r, a)
    kind = structure_of(r.pawns[n], seat)
    if kind == STRONGHOLD:
        return message("a stronghold cannot become a city")
    if kind != VILLAGE:
        q, row = r.land.cells[n]
        return message("you have no village at {q},{r}", q=q, r=row)
    if not r.reserve[CITY][seat]:
        return message("your reserve holds no city")
    if r.pawns[n] & OTHERS[seat]:
        return message("a village becomes a city only where no opponent stands")
    return _why_no_city(r, n)


# E, expedition


def why_not_explore(s: State, a: Action) -> Message | None:
    """Return why no expedition can go there. Rules: EXP-1, EXP-2."""
    if now := why_not_now(s, ""):
        return now
    if not is_shaped(a, HEX):
        return message("an expedition goes to a hex, such as 2,1")
    r = realm(s)
    left = r.reserve[KNIGHT][s.seat]
    if left < EXPEDITION_KNIGHTS:
        return message("an expedition takes two knights of your reserve, which holds {n}", n=left)
    if off := why_no_hex(r, a):
        return off
    n = number_of(r, a)
    if r.land.terrain[n] == LAKE:
        return message("an expedition does not land on a lake")
    if n not in r.land.edge:
        return message("an expedition goes to the edge of the board")
    return message("an expedition goes to an empty hex") if r.pawns[n] else None


# F, noble title


def why_not_title(s: State, a: Action) -> Message | None:
    """Return why tokens do not buy a rank. Rules: TTL-2, TTL-7."""
    if now := why_not_now(s, ""):
        return now
    if not is_shaped(a, PAYMENT_SHAPE) or min(cast("Tokens", a.data)) < 0:
        return message("a title is paid with numbers of mountain, forest, plain and field tokens")
    r, seat = realm(s), s.seat
    if r.ranks[seat] == DUKE:
        return message("a duke cannot rise further")
    paid = cast("Tokens", a.data)
    if any(n > held for n, held in zip(paid, r.tokens[seat], strict=True)):
        return message("you do not hold all the tokens that you want to pay")
    if gold(paid) < TITLE_GOLD:
        asked, given = TITLE_GOLD, gold(paid)
        return message("a title costs {asked} gold, this is {given}", asked=asked, given=given)
    return None


# to stop, to pass


def why_not_stop(s: State, a: Action) -> Message | None:
    """Return why there is nothing to stop. Rules: MOV-10, BLD-6."""
    if s.phase != MORE:
        return message("a movement or a construction has at least one step")
    return message("to stop takes no data")


def why_not_pass(s: State, a: Action) -> Message | None:
    """Return why the turn may not be passed. Rule: TRN-2."""
    return message("a turn is passed only when no action is possible")
