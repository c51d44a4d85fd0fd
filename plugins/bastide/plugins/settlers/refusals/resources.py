"""Why a region cannot gain or pay, and why something cannot be taken (R11, R12, R14)."""

from __future__ import annotations

from typing import cast

from bastide.core.events import Action
from bastide.core.messages import Message, message
from bastide.core.state import State
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.cards import CAPACITY, RESOURCES, Cost
from bastide.plugins.settlers.playing import MORE
from bastide.plugins.settlers.refusals.times import is_shaped, not_now
from bastide.plugins.settlers.state import Principality, other, realm
from bastide.plugins.settlers.stock import (
    GAIN,
    GAIN_ACTION,
    PAY,
    PAY_ACTION,
    ROB,
    ROB_ACTION,
    stores,
)

LACKING = (
    "what you want costs {n} brick more than you store: trade for it, or wait",
    "what you want costs {n} grain more than you store: trade for it, or wait",
    "what you want costs {n} lumber more than you store: trade for it, or wait",
    "what you want costs {n} ore more than you store: trade for it, or wait",
    "what you want costs {n} wool more than you store: trade for it, or wait",
    "what you want costs {n} gold more than you store: trade for it, or wait",
)
"""By the number of the resource."""

FULL = message("that region is full, and none holds more than {n}: choose another", n=CAPACITY)
NOT_YOURS = message("none of your regions lies there: choose one of yours by column and side")
NOT_THEIRS = message("no region of your opponent lies there: choose one by column and side")
EMPTY = message("nothing lies on that region: choose one that stores something")
OTHER_KIND = message("that region holds another resource than the one that is due")


def why_not_paid(lands: Principality, cost: Cost) -> Message | None:
    """Return what is lacking most for a cost."""
    lacking = [due - have for due, have in zip(cost, stores(lands), strict=True)]
    if max(lacking) <= 0:
        return None
    return message(LACKING[lacking.index(max(lacking))], n=max(lacking))


def number_at(lands: Principality, place: tuple[object, ...]) -> int | None:
    """Return the number of the region at a place, if there is one."""
    return lands.at.get(cast("tuple[int, str]", place))


def why_not_gain(s: State, a: Action) -> Message | None:
    """Return why a region cannot gain (R11)."""
    return not_now(s, GAIN) or _why_not_region(s, a, CAPACITY, FULL)


def why_not_pay(s: State, a: Action) -> Message | None:
    """Return why a region cannot pay (R14)."""
    return not_now(s, PAY) or _why_not_region(s, a, 0, EMPTY)


def _why_not_region(s: State, a: Action, unfit: int, why: Message) -> Message | None:
    lands, what = realm(s).lands[s.seat], top(s).what
    n = number_at(lands, a.data) if is_shaped(a, int, str) else None
    if n is None:
        return NOT_YOURS
    if what and RESOURCES[lands.lands[n].resource] != what:
        return OTHER_KIND
    return why if lands.stock[n] == unfit else None


def why_not_rob(s: State, a: Action) -> Message | None:
    """Return why a resource cannot be taken (R12)."""
    return not_now(s, ROB, MORE) or why_not_moved(s, a)


def why_not_moved(s: State, a: Action) -> Message | None:
    """Return why nothing can go from a region of the opponent to an own one (R12)."""
    mine, theirs = realm(s).lands[s.seat], realm(s).lands[other(s.seat)]
    if not is_shaped(a, int, str, int, str):
        return message("to take something, name the opposing region, then your own, by places")
    there, here = number_at(theirs, a.data[:2]), number_at(mine, a.data[2:])
    if there is None:
        return NOT_THEIRS
    if here is None:
        return NOT_YOURS
    if mine.lands[here].resource != theirs.lands[there].resource:
        return message("what you take goes to a region of its kind: choose two of one kind")
    if not theirs.stock[there]:
        return EMPTY
    return FULL if mine.stock[here] == CAPACITY else None


WHYS = {GAIN_ACTION: why_not_gain, PAY_ACTION: why_not_pay, ROB_ACTION: why_not_rob}
