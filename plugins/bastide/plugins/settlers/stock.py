"""Resources that come and go: gains, payments, taking from the opponent (R11, R12, R14).

    gain  the seat's regions gain `n` of the resource `what`, any if it is "", one after the other
    pay   the seat's regions lose `n` of the resource `what`, any if it is ""
    rob   the seat takes `n` from the opponent

Where only one way exists nobody is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import cast

from bastide.core.events import Action, Event
from bastide.core.state import State
from bastide.plugins.settlers.agenda import Step, count_down, done, top
from bastide.plugins.settlers.cards import CAPACITY, RESOURCES, Cost
from bastide.plugins.settlers.state import ANY, ID, Principality, Task, other, realm

GAIN, PAY, ROB = "gain", "pay", "rob"

GAIN_ACTION = "settlers.gain"
"""To name the own region that gains 1: (column, side)."""

PAY_ACTION = "settlers.pay"
"""To name the own region that loses 1: (column, side)."""

ROB_ACTION = "settlers.rob"
"""To take 1: (column, side of the opposing region, column, side of the own one)."""

GAINED = "settlers.gained"
"""Event: (seat, what for, how much of each resource, then for each region: column, side, amount).

With nothing at all it says so of what should have brought something.
"""

LOST = "settlers.lost"
"""Event: the same of what is lost."""

ROBBED = "settlers.robbed"
"""Event: (who takes, resource, what for)."""

NOTHING_LEFT = "settlers.nothing_left"
"""Event: (who takes, what for): the opponent has nothing, or nothing more, that can be taken."""

Moved = tuple[int, int]
"""A region, by its number among those of its seat, and how much it has gained or lost."""


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


def put_in(s: State, seat: int, most: Iterable[Moved], why: str) -> None:
    """Let regions of a seat gain; what does not fit is lost (chapter 5)."""
    stock = realm(s).lands[seat].stock
    moved = [(n, min(amount, CAPACITY - stock[n])) for n, amount in most]
    for n, amount in moved:
        stock[n] += amount
    _tell(s, GAINED, seat, moved, why)


def take_out(s: State, seat: int, most: Iterable[Moved], why: str) -> None:
    """Let regions of a seat lose; what is not there is not lost."""
    stock = realm(s).lands[seat].stock
    moved = [(n, min(amount, stock[n])) for n, amount in most]
    for n, amount in moved:
        stock[n] -= amount
    _tell(s, LOST, seat, moved, why)


def _tell(s: State, kind: str, seat: int, moved: list[Moved], why: str) -> None:
    """Report what regions, each named once, have gained or lost: of each resource, and where."""
    lands, sums, places = realm(s).lands[seat].lands, [0] * len(RESOURCES), list[int | str]()
    for n, amount in moved:
        if amount:
            sums[lands[n].resource] += amount
            places += (lands[n].x, lands[n].side, amount)
    s.emit(ID, kind, seat, why, *sums, *places)


def amounts_of(event: Event) -> tuple[int, ...]:
    """Return how much of each resource was gained or lost."""
    return cast("tuple[int, ...]", event.data[_AMOUNTS:_PLACES])


def places_of(event: Event) -> Iterator[tuple[int, str, int]]:
    """Yield column, side and amount of each region that gained or lost."""
    places = iter(event.data[_PLACES:])
    yield from cast("Iterator[tuple[int, str, int]]", zip(places, places, places, strict=True))


_AMOUNTS, _PLACES = 2, 2 + len(RESOURCES)
"""Where in the data of GAINED and LOST the resources begin, and the regions."""


def has_room(lands: Principality, regions: Iterable[int]) -> bool:
    """Tell whether more fits into any of some regions."""
    return any(lands.stock[n] < CAPACITY for n in regions)


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
    put_in(s, task.seat, [(n, task.n) for n in able], task.why)
    return False


def _run_pay(s: State, task: Task) -> bool:
    lands = realm(s).lands[task.seat]
    able = _with_stock(lands, task.what)
    if len(able) > 1 and sum([lands.stock[n] for n in able]) > task.n:
        return True
    done(s)
    take_out(s, task.seat, [(n, task.n) for n in able], task.why)
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
    n = realm(s).lands[task.seat].at[a.data]  # type: ignore[index]  # a place
    put_in(s, task.seat, [(n, 1)], task.why)


def pay(s: State, a: Action) -> None:
    """Let the named region pay 1."""
    task = count_down(s)
    n = realm(s).lands[task.seat].at[a.data]  # type: ignore[index]  # a place
    take_out(s, task.seat, [(n, 1)], task.why)


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
        s.emit(ID, NOTHING_LEFT, task.seat, task.why)
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
