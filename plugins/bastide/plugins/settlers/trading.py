"""Trade with the supply and with the opponent (chapter 8); tokens and points stay as they are.

answer  the seat accepts, refuses or counters the open offer; `n` offers were made before it
"""

from __future__ import annotations

from functools import cache
from itertools import compress
from operator import ge
from typing import cast

from bastide.core.events import Action, Plain
from bastide.core.state import State
from bastide.plugins.settlers import stock
from bastide.plugins.settlers.agenda import Step, done, then, top
from bastide.plugins.settlers.cards import RATES, RESOURCES
from bastide.plugins.settlers.needs import Need
from bastide.plugins.settlers.state import ID, Offer, Principality, Task, other, realm

ANSWER = "answer"

TRADE = "trade"
"""What resources are paid and gained for."""

TRADE_ACTION = "settlers.trade"
"""To trade with the supply at the best rate: (resource given, resource got)."""

OFFER_ACTION = "settlers.offer"
"""To propose a trade: what the proposer gives, a number for each resource, then what it gets."""

ACCEPT, REFUSE = Action("settlers.accept"), Action("settlers.refuse")

TRADED = "settlers.traded"
"""Event: (seat, resource given, amount, resource got): a trade with the supply."""

OFFERED = "settlers.offered"
"""Event: (seat, the twelve numbers of the offer)."""

ACCEPTED, REFUSED = "settlers.accepted", "settlers.refused"
"""Events: (seat that answers, the twelve numbers of the offer, as its proposer sees it)."""

SUPPLY_RATE = 3
"""What everybody pays the supply for one resource."""

MOST = 3
"""The greatest amount in the offers that are listed; any others are accepted."""

KINDS = len(RESOURCES)


# with the supply


def rates(lands: Principality) -> list[int]:
    """Return how many of each resource buy one from the supply: the best rate holds."""
    best = [SUPPLY_RATE] * KINDS
    for card, n in lands.count.items():
        if n and card in RATES:
            resource, rate = RATES[card]
            best[resource] = min(best[resource], rate)
    return best


_TRADES = [[Action(TRADE_ACTION, (give, get)) for give in RESOURCES] for get in RESOURCES]
"""All trades with the supply, by what is got and by what is given."""


def legal_trades(wanted: list[Need], rate: list[int], room: list[int]) -> list[Action]:
    """Return what makes sense to buy from the supply at some rates (see `needs`)."""
    return [
        trade
        for get, _, spare in wanted
        if room[get]
        for trade in compress(_TRADES[get], map(ge, spare, rate))
    ]


def may_trade(s: State, a: Action) -> bool:
    """Judge a trade with the supply: for another kind, and there must be room (R27)."""
    if len(a.data) != 2 or not set(a.data) <= set(RESOURCES):
        return False
    lands = realm(s).lands[s.seat]
    give, get = (RESOURCES.index(str(word)) for word in a.data)
    have, room = stock.totals(lands)
    return have[give] >= rates(lands)[give] and get != give and room[get] > 0


def trade(s: State, a: Action) -> None:
    """Pay the supply, and get one resource."""
    give, get = cast("tuple[str, str]", a.data)
    seat, rate = s.seat, rates(realm(s).lands[s.seat])[RESOURCES.index(give)]
    s.emit(ID, TRADED, seat, give, rate, get)
    then(s, *_swap(seat, rate, give, get))


@cache
def _swap(seat: int, rate: int, give: str, get: str) -> tuple[Task, Task]:
    """Return the tasks of a trade with the supply."""
    paid = Task(stock.PAY, seat, rate, give, why=TRADE)
    return paid, Task(stock.GAIN, seat, 1, get, why=TRADE)


# with the opponent


@cache
def simple_offer(give: int, n: int, get: int, m: int) -> Action:
    """Return the offer of one kind for another."""
    terms = [0] * (2 * KINDS)
    terms[give], terms[KINDS + get] = n, m
    return Action(OFFER_ACTION, tuple(terms))


def reversed_terms(offer: Offer) -> Offer:
    """Return an offer as the other side sees it."""
    return offer[KINDS:] + offer[:KINDS]


@cache
def simple_offers(give: int, get: int, most: int, lack: int, rate: int) -> list[Action]:
    """Return the offers of one kind for another, of `most` at most for `lack` at most.

    Nobody is offered less than is asked for, nor as much as the supply takes at its rate.
    """
    return [
        simple_offer(give, n, get, m)
        for m in range(1, min(most, lack) + 1)
        for n in range(m, min(most, m * rate - 1) + 1)
    ]


def legal_offers(s: State, wanted: list[Need], rate: list[int], room: list[int]) -> list[Action]:
    """Return a part of what may be offered, until an offer was made in this turn (R26)."""
    actions: list[Action] = []
    if realm(s).offers:
        return actions
    stored, space = stock.totals(realm(s).lands[other(s.seat)])
    for get, lack, spare in wanted:
        asked = min(MOST, lack, stored[get], room[get])
        if asked:
            for give, most in enumerate(map(min, spare, space)):
                if most > 0:
                    actions += simple_offers(give, get, min(MOST, most), asked, rate[give])
    return actions


def is_numbers(data: tuple[Plain, ...]) -> bool:
    """Tell whether data is a number for each resource, twice."""
    return len(data) == 2 * KINDS and all(type(n) is int and n >= 0 for n in data)


def is_offer(data: tuple[Plain, ...]) -> bool:
    """Tell whether data is an offer: at least one resource goes each way (R26)."""
    return is_numbers(data) and any(data[:KINDS]) and any(data[KINDS:])


def is_possible(s: State, seat: int, offer: Offer) -> bool:
    """Tell whether both can give what an offer of a seat says, and have room after giving."""
    lands = realm(s).lands
    mine, theirs = lands[seat], lands[other(seat)]
    gives, gets = offer[:KINDS], offer[KINDS:]
    return _can_swap(mine, gives, gets) and _can_swap(theirs, gets, gives)


def _can_swap(lands: Principality, gives: Offer, gets: Offer) -> bool:
    have, room = stock.totals(lands)
    return all(
        given <= stored and got <= space + given
        for given, got, stored, space in zip(gives, gets, have, room, strict=True)
    )


def may_offer(s: State, a: Action) -> bool:
    """Judge an offer, whatever its terms."""
    return is_offer(a.data) and is_possible(s, s.seat, cast(Offer, a.data))


def offer(s: State, a: Action) -> None:
    """Propose a trade, in the main phase or against another offer; the other seat answers."""
    table, before = realm(s), 0
    if table.offer:
        before = done(s).n + 1
    table.offer = cast(Offer, a.data)
    table.offers += 1
    s.emit(ID, OFFERED, s.seat, *a.data)
    then(s, Task(ANSWER, other(s.seat), before))


def legal_answers(s: State) -> list[Action]:
    """Return the answers; to the first offer also to ask one more, or to give one less."""
    terms, lands = realm(s).offer, realm(s).lands
    kinds = [] if top(s).n else [kind for kind, n in enumerate(terms) if n]
    if len(kinds) != 2:
        return [ACCEPT, REFUSE]
    get, give = kinds[0], kinds[1] - KINDS
    offered, asked = terms[get], terms[KINDS + give]
    most = min(stock.stored(lands[other(s.seat)], get), stock.room(lands[s.seat], get))
    counters = [
        simple_offer(give, n, get, m)
        for n, m in ((asked, offered + 1), (asked - 1, offered))
        if n and m <= most
    ]
    return [ACCEPT, REFUSE, *counters]


def accepts_answer(s: State, a: Action) -> bool:
    """Judge an answer: a counter-offer may have any terms."""
    return a in (ACCEPT, REFUSE) or (a.kind == OFFER_ACTION and not a.claims and may_offer(s, a))


def accept(s: State, a: Action) -> None:
    """Have both give, then both get, the active seat first (R13)."""
    terms, table = realm(s).offer, realm(s)
    done(s)
    table.offer = ()
    s.emit(ID, ACCEPTED, s.seat, *terms)
    if s.seat == s.turn_seat:
        terms = reversed_terms(terms)
    active, passive = s.turn_seat, other(s.turn_seat)
    gives, gets = terms[:KINDS], terms[KINDS:]
    paid = [*stock.payments(active, gives, TRADE), *stock.payments(passive, gets, TRADE)]
    got = [*stock.gains(active, gets, TRADE), *stock.gains(passive, gives, TRADE)]
    then(s, *paid, *got)


def refuse(s: State, a: Action) -> None:
    """Put an end to an offer."""
    table = realm(s)
    done(s)
    s.emit(ID, REFUSED, s.seat, *table.offer)
    table.offer = ()


STEPS = {ANSWER: Step(legal=legal_answers, accepts=accepts_answer)}
