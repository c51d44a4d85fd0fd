"""What a seat could build: everything in supply or hand that it has a place for, paid or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bastide.core.state import State
from bastide.plugins.settlers.cards import (
    ACTION,
    CARDS,
    CITY,
    COSTS,
    GREEN,
    ROAD,
    SETTLEMENT,
    Cost,
)
from bastide.plugins.settlers.places import open_places
from bastide.plugins.settlers.state import Site, held, realm

_DUES = {
    what: tuple((n, due) for n, due in enumerate(cost) if due)
    for what, cost in (*COSTS.items(), *((card.id, card.cost) for card in CARDS.values()))
}
"""What each thing costs, without the resources that it does not need."""


class Work(NamedTuple):
    """ROAD, SETTLEMENT, CITY or a card, its cost, and where it may come: columns, sites of cards.

    lacking: resources of which less is stored than it costs, and how much less. item: of a card.
    """

    what: str
    cost: Cost
    lacking: list[tuple[int, int]]
    columns: Sequence[int] = ()
    sites: Sequence[Site] = ()
    item: int = 0


def works(s: State, seat: int, have: list[int]) -> list[Work]:
    """Return what a seat that stores this has a place for, as far as these eyes know its hand."""
    table, found = realm(s), []
    places = open_places(table.lands[seat])
    if table.roads and places.roads:
        found.append(_centre(ROAD, have, places.roads))
    if table.settlements and places.settlements:
        found.append(_centre(SETTLEMENT, have, places.settlements))
    if table.cities and places.cities:
        found.append(_centre(CITY, have, places.cities))
    for card, item in held(s, seat).items():
        kind, cost = CARDS[card].kind, CARDS[card].cost
        sites = places.green if kind == GREEN else places.red
        if sites and kind != ACTION:
            found.append(Work(card, cost, _lacking(card, have), (), sites, item))
    return found


def _centre(what: str, have: list[int], columns: Sequence[int]) -> Work:
    return Work(what, COSTS[what], _lacking(what, have), columns)


def _lacking(what: str, have: list[int]) -> list[tuple[int, int]]:
    return [(n, due - have[n]) for n, due in _DUES[what] if due > have[n]]
