"""What things cost, and which of them can be paid.

A set of costs is a number here, in which each cost has a bit of its own: which of them a seat lacks
something for is asked at each of its decisions, and is looked up in tables of such sets.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from bastide.plugins.settlers.cards import (
    CAPACITY,
    CARDS,
    COSTS,
    REGION_PILE,
    RESOURCES,
    START_REGIONS,
    Cost,
)

COST: dict[str, Cost] = {**COSTS, **{card.id: card.cost for card in CARDS.values()}}
"""What a road, a settlement, a city and each card cost."""

_COSTS = tuple(dict.fromkeys(COST.values()))
_BITS = {what: 1 << _COSTS.index(cost) for what, cost in COST.items()}

_STORED = range(1 + CAPACITY * (len(REGION_PILE) + sum(map(len, START_REGIONS.values()))))
"""How much of a resource may be stored: at the most three in each of all regions."""


def _set_of(costs: Iterable[Cost]) -> int:
    return sum(1 << _COSTS.index(cost) for cost in costs)


_DEARER = [
    [_set_of(cost for cost in _COSTS if cost[n] > stored) for stored in _STORED]
    for n in range(len(RESOURCES))
]
"""For each resource, by how much of it is stored: the costs for which it lacks."""


def costs_of(things: Iterable[str]) -> int:
    """Return the costs of things."""
    found = 0
    for what in things:
        found |= _BITS[what]
    return found


def dearer(have: Iterable[int]) -> list[int]:
    """Return, for each resource, the costs that need more of it than is stored."""
    return [by_stored[stored] for by_stored, stored in zip(_DEARER, have, strict=True)]


def payable(things: Iterable[str], short: Iterable[int]) -> list[str]:
    """Return the things that can be paid; `short`: what is `dearer` than what is stored."""
    unpaid = 0
    for costs in short:
        unpaid |= costs
    return [what for what in things if not _BITS[what] & unpaid]


class Demand(NamedTuple):
    """Of several costs, the most of one resource, and the least of each."""

    most: int
    least: Cost


@lru_cache(maxsize=4096)
def demand(resource: int, costs: int) -> Demand:
    """Return what some costs demand."""
    found = [cost for n, cost in enumerate(_COSTS) if costs >> n & 1]
    least = tuple(min(amounts) for amounts in zip(*found, strict=True))
    return Demand(max(cost[resource] for cost in found), least)
