"""What a seat could build: everything in supply or hand that it has a place for, paid or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bastide.core.state import State
from bastide.plugins.settlers.cards import (
    CARDS,
    CITY,
    COSTS,
    GREEN,
    RED,
    ROAD,
    SETTLEMENT,
    Cost,
)
from bastide.plugins.settlers.places import (
    city_places,
    free_sites,
    road_places,
    settlement_places,
)
from bastide.plugins.settlers.state import Site, held, realm


class Work(NamedTuple):
    """ROAD, SETTLEMENT, CITY or a card, its cost, and where it may come: columns, sites of cards.

    item: of a card of the hand.
    """

    what: str
    cost: Cost
    columns: Sequence[int] = ()
    sites: Sequence[Site] = ()
    item: int = 0


def works(s: State, seat: int) -> list[Work]:
    """Return what a seat has a place for, as far as these eyes know its hand."""
    table = realm(s)
    lands = table.lands[seat]
    found = []
    if table.roads and (columns := road_places(lands)):
        found.append(Work(ROAD, COSTS[ROAD], columns))
    if table.settlements and (columns := settlement_places(lands)):
        found.append(Work(SETTLEMENT, COSTS[SETTLEMENT], columns))
    if table.cities and (settlements := city_places(lands)):
        found.append(Work(CITY, COSTS[CITY], settlements))
    free = free_sites(lands)
    for card, item in held(s, seat).items():
        sites = {GREEN: free.green, RED: free.red}.get(CARDS[card].kind)
        if sites:
            found.append(Work(card, CARDS[card].cost, sites=sites, item=item))
    return found
