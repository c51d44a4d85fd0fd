"""Resources that come and go: gains, payments, taking from the opponent (R11, R12, R14).

    gain  the seat's regions gain `n` of the resource `what`, any if it is "", one after the other
    pay   the seat's regions lose `n` of the resource `what`, any if it is ""
    rob   the seat takes `n` from the opponent

Where only one way exists nobody is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.settlers.agenda import Step, count_down, done, top
from bastide.plugins.settlers.cards import CAPACITY, RESOURCES, Cost
from bastide.plugins.settlers.state import ANY, ID, Land, Principality, Task, other, realm

GAIN, PAY, ROB = "gain", "pay", "rob"

GAIN_ACTION = "settlers.gain"
"""To name the own region that gains 1: (column, side)."""

PAY_ACTION = "settlers.pay"
"""To name the own region that loses 1: (column, side)."""

ROB_ACTION = "settlers.rob"
"""To take 1: (column, side of the opposing region, column, side of the own one)."""

GAINED = "settlers.gained"
"""Event: (seat, resource, amount, column, side, what for)."""

LOST = "settlers.lost"
"""Event: (seat, resource, amount, column, side, what for)."""

ROBBED = "settlers.robbed"
"""Event: (who takes, resource, what for)."""


# what is stored


def stores(lands: Principality) -> list[int]:
    """Return how much of each resource a principality stores."""
    totals = [0] * len(RESOURCES)
    for (_, _, resource, _), stored in zip(lands.lands, lands.stock, strict=True):
        totals[resource] += stored
    return totals


def totals(lands: Principality) -> tuple[list[int], list[int]]:
    """Return how much of each resource a principality stores, and how much more fits."""
    have, room = [0] * len(RESOURCES), [0] * len(RESOURCES)
    for (_, _, resource, _), stored in zip(lands.lands, lands.stock, strict=True):
        have[resource] += stored
        room[resource] += CAPACITY - stored
    return have, room


def stored(lands: Principality, resource: int) -> int:
    """Return how much of a resource a principality stores."""
    return sum([lands.stock[n] for n in lands.of.get(RESOURCES[resource], ())])


def room(lands: Principality, resource: int) -> int:
    """Return how much more of a resource fits."""
    return sum([CAPACITY - lands.stock[n] for n in lands.of.get(RESOURCES[resource], ())])


def put_in(s: State, seat: int, n: int, amount: int, why: str) -> None:
    """Let the n-th region of a seat gain; what does not fit is lost (chapter 5)."""
    lands = realm(s).lands[seat]
    stored = min(amount, CAPACITY - lands.stock[n])
    if stored:
        lands.stock[n] += stored
        _tell(s, GAINED, seat, lands.lands[n], stored, why)


def take_out(s: State, seat: int, n: int, amount: int, why: str) -> None:
    """Let the n-th region of a seat lose; what is not there is not lost."""
    lands = realm(s).lands[seat]
    taken = min(amount, lands.stock[n])
    if taken:
        lands.stock[n] -= taken
        _tell(s, LOST, seat, lands.lands[n], taken, why)


def _tell(s: State, kind: str, seat: int, land: Land, amount: int, why: str) -> None:
    s.emit(ID, kind, seat, RESOURCES[land.resource], amount, land.x, land.side, why)


@lru_cache(maxsize=1024)
def payments(seat: int, cost: Cost, why: str) -> tuple[Task, ...]:
    """Return the tasks of paying a cost."""
    return tuple(Task(PAY, seat, n, RESOURCES[r], why=why) for r, n in enumerate(cost) if n)


@lru_cache(maxsize=1024)
def gains(seat: int, amounts: Cost, why: str) -> tuple[Task, ...]:
    """Return the tasks of getting amounts of each resource."""
    return tuple(Task(GAIN, seat, n, RESOURCES[r], why=why) for r, n in enumerate(amounts) if n)


# gaining and paying


def _with_room(lands: Principality, what: str) -> list[int]:
    stock = lands.stock
    return [n for n in lands.of.get(what, ()) if stock[n] < CAPACITY]


def _with_stock(lands: Principality, what: str) -> list[int]:
    stock = lands.stock
    return [n for n in lands.of.get(what, ()) if stock[n]]


def _run_gain(s: State, task: Task) -> bool:
    lands = realm(s).lands[task.seat]
    able = _with_room(lands, task.what)
    if len(able) > 1 and sum([CAPACITY - lands.stock[n] for n in able]) > task.n:
        return True
    done(s)
    for n in able:
        put_in(s, task.seat, n, task.n, task.why)
    return False


def _run_pay(s: State, task: Task) -> bool:
    lands = realm(s).lands[task.seat]
    able = _with_stock(lands, task.what)
    if len(able) > 1 and sum([lands.stock[n] for n in able]) > task.n:
        return True
    done(s)
    for n in able:
        take_out(s, task.seat, n, task.n, task.why)
    return False


@cache
def _at(kind: str, x: int, side: str) -> Action:
    return Action(kind, (x, side))


def _places(lands: Principality, able: list[int], kind: str) -> list[Action]:
    return [_at(kind, lands.lands[n].x, lands.lands[n].side) for n in able]


def legal_gains(s: State) -> list[Action]:
    """Return the own regions that may gain (R11)."""
    task = top(s)
    lands = realm(s).lands[task.seat]
    return _places(lands, _with_room(lands, task.what), GAIN_ACTION)


def legal_payments(s: State) -> list[Action]:
    """Return the own regions that may pay (R14)."""
    task = top(s)
    lands = realm(s).lands[task.seat]
    return _places(lands, _with_stock(lands, task.what), PAY_ACTION)


def gain(s: State, a: Action) -> None:
    """Let the named region gain 1."""
    task = count_down(s)
    put_in(s, task.seat, realm(s).lands[task.seat].at[a.data], 1, task.why)  # type: ignore[index]


def pay(s: State, a: Action) -> None:
    """Let the named region pay 1."""
    task = count_down(s)
    take_out(s, task.seat, realm(s).lands[task.seat].at[a.data], 1, task.why)  # type: ignore[index]


# taking from the opponent


def robberies(s: State, taker: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of an opposing region with stock and an own one with room (R12)."""
    mine, theirs = realm(s).lands[taker], realm(s).lands[other(taker)]
    for there in _with_stock(theirs, ANY):
        for here in _with_room(mine, RESOURCES[theirs.lands[there].resource]):
            yield there, here


def can_rob(s: State, taker: int) -> bool:
    """Tell whether a seat could take anything from its opponent."""
    return any(True for _ in robberies(s, taker))


def _run_rob(s: State, task: Task) -> bool:
    pairs = list(robberies(s, task.seat))
    if len(pairs) > 1:
        return True
    if not pairs:
        done(s)
        return False
    _rob_one(s, *pairs[0])
    return _run_rob(s, top(s)) if task.n > 1 else False


def _rob_one(s: State, there: int, here: int) -> None:
    task = count_down(s)
    resource = RESOURCES[realm(s).lands[task.seat].lands[here].resource]
    realm(s).lands[other(task.seat)].stock[there] -= 1
    realm(s).lands[task.seat].stock[here] += 1
    s.emit(ID, ROBBED, task.seat, resource, task.why)


def legal_robberies(s: State) -> list[Action]:
    """Return what may be taken, and where to."""
    seat = top(s).seat
    mine, theirs = realm(s).lands[seat], realm(s).lands[other(seat)]
    return [
        Action(
            ROB_ACTION,
            (theirs.lands[a].x, theirs.lands[a].side, mine.lands[b].x, mine.lands[b].side),
        )
        for a, b in robberies(s, seat)
    ]


def rob(s: State, a: Action) -> None:
    """Move the named resource."""
    seat = top(s).seat
    there, here = a.data[:2], a.data[2:]
    _rob_one(s, realm(s).lands[other(seat)].at[there], realm(s).lands[seat].at[here])  # type: ignore[index]


STEPS = {
    GAIN: Step(_run_gain, legal=legal_gains),
    PAY: Step(_run_pay, legal=legal_payments),
    ROB: Step(_run_rob, legal=legal_robberies),
}
