"""What a seat still lacks for what it could build, and can spare: which trades make sense.

Any trade that the rules allow is accepted; those that make sense are listed, for bots and for
people who choose from a list.
"""

from __future__ import annotations

from collections.abc import Iterator

from bastide.core.state import State
from bastide.plugins.settlers.cards import (
    ACTION,
    CARDS,
    CITY,
    COSTS,
    RESOURCES,
    ROAD,
    SETTLEMENT,
    Cost,
)
from bastide.plugins.settlers.places import (
    city_places,
    road_places,
    settlement_places,
    sites_for,
)
from bastide.plugins.settlers.state import held, realm
from bastide.plugins.settlers.stock import stores

Needs = list[tuple[int, int, int, int]]
"""(what to give, how much can be spared at most, what to get, how much is lacking at most)."""


def aims(s: State, seat: int) -> Iterator[Cost]:
    """Yield what each thing costs that the seat has a place for, and finds in supply or hand."""
    table = realm(s)
    lands = table.lands[seat]
    if table.roads and road_places(lands):
        yield COSTS[ROAD]
    if table.settlements and settlement_places(lands):
        yield COSTS[SETTLEMENT]
    if table.cities and city_places(lands):
        yield COSTS[CITY]
    for card in held(s, seat):
        if CARDS[card].kind != ACTION and any(True for _ in sites_for(lands, card)):
            yield CARDS[card].cost


def needs(s: State, seat: int) -> Needs:
    """Return which resources a seat could well give for which, in order of their numbers."""
    have, kinds = stores(realm(s).lands[seat]), range(len(RESOURCES))
    lack = [0] * len(RESOURCES)
    spare = [[0] * len(RESOURCES) for _ in kinds]
    for cost in set(aims(s, seat)):
        over = [stored - due for stored, due in zip(have, cost, strict=True)]
        left = [(give, n) for give, n in enumerate(over) if n > 0]
        for get, n in enumerate(over):
            if n < 0:
                lack[get] = max(lack[get], -n)
                for give, most in left:
                    if most > spare[give][get]:
                        spare[give][get] = most
    return [
        (give, spare[give][get], get, lack[get])
        for give in kinds
        if have[give]
        for get in kinds
        if spare[give][get]
    ]
