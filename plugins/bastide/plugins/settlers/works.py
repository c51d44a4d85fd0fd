"""What a seat could build: everything in supply or hand that it has a place for, paid or not."""

from __future__ import annotations

from collections.abc import Iterable

from bastide.core.state import State
from bastide.plugins.settlers.cards import CARDS, CITY, GREEN, RED, ROAD, SETTLEMENT
from bastide.plugins.settlers.places import open_places
from bastide.plugins.settlers.state import realm

_GREEN = frozenset(card.id for card in CARDS.values() if card.kind == GREEN)
_RED = frozenset(card.id for card in CARDS.values() if card.kind == RED)


def works(s: State, seat: int, hand: Iterable[str]) -> list[str]:
    """Return what a seat has a place for: ROAD, SETTLEMENT, CITY, and cards of its hand."""
    table, found = realm(s), list[str]()
    places = open_places(table.lands[seat])
    if table.roads and places.roads:
        found.append(ROAD)
    if table.settlements and places.settlements:
        found.append(SETTLEMENT)
    if table.cities and places.cities:
        found.append(CITY)
    if places.green:
        found += [card for card in hand if card in _GREEN or (card in _RED and places.red)]
    return found
