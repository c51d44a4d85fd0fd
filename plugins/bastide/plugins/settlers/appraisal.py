"""What cards and buildings are worth to a seat, in points: what they bring, and how soon.

Figures are estimates: what is the better of two things matters, not how much better. They follow
from what is public.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from bastide.core.state import State
from bastide.plugins.settlers.cards import (
    ACTION,
    BRICK,
    CARDS,
    CITY,
    COSTS,
    DOUBLES,
    FIGURES,
    GOLD,
    GRAIN,
    GREEN,
    LUMBER,
    ORE,
    RATES,
    RESOURCES,
    WOOL,
    Cost,
)
from bastide.plugins.settlers.places import open_places
from bastide.plugins.settlers.state import Principality, other, realm
from bastide.plugins.settlers.stock import stores
from bastide.plugins.settlers.tokens import commerce, strength
from bastide.plugins.settlers.trading import SUPPLY_RATE, rates
from bastide.plugins.settlers.turn import doubled_regions

UNIT = {BRICK: 0.16, GRAIN: 0.17, LUMBER: 0.14, ORE: 0.18, WOOL: 0.14, GOLD: 0.08}
"""Points for each resource that will come."""

ROUNDS_A_POINT, MOST_ROUNDS = 1.4, 14.0
"""Rounds that the leader takes for a point, and how far anybody looks ahead."""

LEAD, FAR_AHEAD = 0.07, 5
"""For each point of strength or commerce ahead, up to so many: it makes a token safe, or near."""

UNSURE = 0.3
"""The share of a token's point that may be lost again, at the beginning of a game."""

TOURNAMENT = 0.03
"""For each red number, and again for being ahead."""

GREEN_SITE, RED_SITE, SITES, FIRST_CITY = 0.08, 0.14, 3, 0.5
"""For a free site, up to so many of each, and for having a city at all, which red cards and
windmills need."""

PATIENCE = 14.0
"""Rolls after which something is worth only a third of what it would be at once."""

TRADING = 0.6
"""Rolls that each trade on the way counts for."""

RAREST = 1 / 12
"""Resources a roll of a kind that no region brings: it has to be got in other ways."""

NEW_REGION = 0.14 / 6 * 2
"""Points a round of a region whose kind is not known yet."""

NO_SITE, NO_CITY = 0.4, 0.8
"""The share that counts of a green card without a site, and of a red one, after its city."""

NO_CITY_YET = 0.4
"""The share of commerce that counts as long as there is no city."""

LIMIT_WORTH, GUARD_WORTH, SEARCH_WORTH, SAFETY_WORTH, RATE_WORTH = 0.35, 0.2, 0.2, 0.08, 0.3
"""For a larger hand, for a garrison, for cheaper searches, against plague and war, and for a better
rate, for each resource a round that it is for."""


class Prospects(NamedTuple):
    """What a seat can count on.

    have: in store. income: resources a roll of the production die, by kind. rates: what the supply
    takes for one. rounds: that are left. lead: its strength less the other's. trade: the same of
    commerce.
    """

    have: list[int]
    income: list[float]
    rates: list[int]
    rounds: float
    lead: int
    trade: int


def prospects(s: State, seat: int) -> Prospects:
    """Return what a seat can count on."""
    table = realm(s)
    lands, theirs = table.lands[seat], table.lands[other(seat)]
    income = [0.0] * len(RESOURCES)
    doubled = list(doubled_regions(lands))
    for n, land in enumerate(lands.lands):
        income[land.resource] += (2 if n in doubled else 1) / 6
    left = table.agreed.victory_points_to_win - max(s.scores)
    return Prospects(
        stores(lands),
        income,
        rates(lands),
        min(MOST_ROUNDS, max(1.0, left * ROUNDS_A_POINT)),
        strength(lands) - strength(theirs),
        commerce(lands, table.agreed) - commerce(theirs, table.agreed),
    )


def side_worth(lands: Principality, card: str, p: Prospects) -> float:
    """Return what a placed card does besides points, doubled regions, strength and commerce."""
    share = p.rounds / MOST_ROUNDS
    value = TOURNAMENT * FIGURES[card].tournament * share
    if card in RATES:
        kind, rate = RATES[card]
        value += RATE_WORTH * share * p.income[kind] * 2 * (SUPPLY_RATE - rate)
    return value + share * _USES.get(card, 0.0)


_USES = {
    "abbey": LIMIT_WORTH,
    "library": LIMIT_WORTH,
    "garrison": GUARD_WORTH,
    "town_hall": SEARCH_WORTH,
    "church": SAFETY_WORTH,
    "aqueduct": SAFETY_WORTH,
    "bath_house": SAFETY_WORTH,
}


def unsure(p: Prospects) -> float:
    """Return the share of a token that is not counted: much may change until the end."""
    return UNSURE * p.rounds / MOST_ROUNDS


def near(lead: int) -> int:
    """Return a lead, or how far behind a seat is, as far as more of it matters."""
    return max(-FAR_AHEAD, min(FAR_AHEAD, lead))


def settlement_worth(p: Prospects) -> float:
    """Return what a settlement brings: a point, two regions, two sites, a place for a city."""
    return 1.1 + 2 * (NEW_REGION * p.rounds + GREEN_SITE)


def city_worth(lands: Principality, p: Prospects) -> float:
    """Return what a city brings: a point, sites for red cards; the first makes commerce count."""
    token = 0.8 * (p.trade > 0) if not lands.cities else 0
    return 1 + (RED_SITE if lands.cities else FIRST_CITY + token)


def soon(p: Prospects, cost: Cost) -> float:
    """Return the share that something is worth now that has to be paid first."""
    return exp(-rolls(p, cost) / PATIENCE)


def rolls(p: Prospects, cost: Cost) -> float:
    """Return about how many rolls it takes until something can be paid, trades included."""
    lack = {n: due - p.have[n] for n, due in enumerate(cost) if due > p.have[n]}
    if not lack:
        return 0.0
    trades = sum(max(0, p.have[n] - due) // p.rates[n] for n, due in enumerate(cost))
    used = 0
    for kind in sorted(lack, key=lambda n: p.income[n]):
        bought = min(trades - used, lack[kind])
        used, lack[kind] = used + bought, lack[kind] - bought
    times = [n / max(p.income[kind], RAREST) for kind, n in lack.items()]
    return TRADING * used + 0.6 * max(times) + 0.4 * sum(times)


# cards of a hand


def card_worth(s: State, seat: int, card: str, p: Prospects) -> float:
    """Return what a card of a hand is worth now."""
    if CARDS[card].kind == ACTION:
        return action_worth(s, seat, card, p)
    lands = realm(s).lands[seat]
    sites = open_places(lands)
    value, cost = built_worth(s, seat, card, p), CARDS[card].cost
    if CARDS[card].kind == GREEN:
        return value * soon(p, cost) * (1 if sites.green else NO_SITE)
    if sites.red:
        return value * soon(p, cost)
    total = tuple(a + b for a, b in zip(cost, COSTS[CITY], strict=True))
    return value * soon(p, total) * NO_CITY


def built_worth(s: State, seat: int, card: str, p: Prospects) -> float:
    """Return what a card would bring on a site."""
    table, figures = realm(s), FIGURES[card]
    lands = table.lands[seat]
    value = figures.points + side_worth(lands, card, p)
    kind = DOUBLES.get(card)
    if kind is not None:
        value += UNIT[kind] / 6 * 2 * p.rounds
    might = figures.strength + (figures.knights if lands.has("smithy") else 0)
    might += lands.sums.knights if card == "smithy" else 0
    sure = 1 - unsure(p)
    value += _swing(p.lead, might, sure)
    mills = figures.commerce + (figures.fleets if lands.has("harbor") else 0)
    mills += lands.sums.fleets if card == "harbor" else 0
    return value + _swing(p.trade, mills, sure) * (1 if lands.cities else NO_CITY_YET)


def _swing(lead: int, gained: int, sure: float) -> float:
    """Return what more strength or commerce brings: a token won, one taken away, a safer lead."""
    if not gained:
        return 0.0
    after = lead + gained
    tokens = (lead <= 0 < after) + (lead < 0 <= after)
    return sure * tokens + LEAD * (near(after) - near(lead))


def action_worth(s: State, seat: int, card: str, p: Prospects) -> float:
    """Return what an action card is worth in a hand."""
    table = realm(s)
    value = _ACTIONS[card] * (0.4 + 0.6 * p.rounds / MOST_ROUNDS)
    theirs = table.lands[other(seat)]
    if card == "scout" and not table.settlements:
        return 0.0
    if card == "black_knight":
        value += 0.4 * (table.knight == other(seat)) + 0.15 * (theirs.sums.knights > 0)
    if card == "arsonist":
        value += 0.5 * (theirs.sums.points > 0) + 0.15 * (theirs.sums.commerce > 1)
    if card == "witch":
        value += 0.15 * (table.knight == seat)
    return value


_ACTIONS = {  # points at the beginning of a game; what cannot be used now is worth little
    "alchemist": 0.25,
    "arsonist": 0.1,
    "bishop": 0.1,
    "black_knight": 0.1,
    "brigands": 0.3,
    "caravan": 0.2,
    "merchant": 0.35,
    "scout": 0.1,
    "spy": 0.2,
    "witch": 0.05,
}
