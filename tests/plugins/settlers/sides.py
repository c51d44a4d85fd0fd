"""What lies in front of a player, written as text and put into a position; see `tables`."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.chance import ALL_SEATS
from bastide.core.state import State
from bastide.plugins.settlers.cards import DECK
from bastide.plugins.settlers.state import PILES, Placed, Principality, Realm, realm
from tests.plugins.settlers.words import card_id, cards_of, place, region, site


class Side(NamedTuple):
    """What a player has: see `side`."""

    stock: str
    cities: tuple[int, ...]
    sites: str
    hand: str
    row: tuple[int, int]
    lands: str


def side(
    stock: str = "1 1 1 1 1 1",
    *,
    cities: tuple[int, ...] = (),
    sites: str = "",
    hand: str = "",
    row: tuple[int, int] = (-1, 1),
    lands: str = "",
) -> Side:
    """Return what a player has.

    stock: what the start regions store, in the order above. row: its ends. lands: more regions
    with number and stock, `4U lumber 1 0, 4L lumber 6 2`.
    """
    return Side(stock, cities, sites, hand, row, lands)


NEW = side()


def lay(r: Realm, lands: Principality, said: Side) -> None:
    """Put regions, row and cities where they are said to be."""
    lands.stock[:] = [int(word) for word in said.stock.split()]
    for each in filter(None, said.lands.split(",")):
        where, resource, number, stored = each.split()
        land = region(f"{resource} {number}")
        r.regions.remove(land)
        lands.add_land(*place(where), land, int(stored))
    lands.low, lands.high = said.row
    lands.cities[:] = said.cities
    columns = range(said.row[0], said.row[1] + 1)
    r.settlements -= sum(x % 2 for x in columns) - 2
    r.roads -= sum(x % 2 == 0 for x in columns) - 1
    r.cities -= len(said.cities)
    assert min(r.settlements, r.roads, r.cities) >= 0
    lands.recompute()


def put_cards(s: State, sides: tuple[Side, Side], piles: dict[int, str]) -> None:
    """Put all 62 cards where they are said to be."""
    cards = s.cards()
    cards.faces = dict(enumerate(DECK))
    cards.seen = dict.fromkeys(cards.faces, 0)
    left = list(cards.faces)

    def take(card: str, seen: int) -> int:
        item = next(item for item in left if cards.faces[item] == card)
        left.remove(item)
        cards.seen[item] = seen
        return item

    for seat, said in enumerate(sides):
        for each in filter(None, said.sites.split(",")):
            card, where = each.split()
            placed = Placed(card_id(card), take(card_id(card), ALL_SEATS))
            realm(s).lands[seat].add_card(site(where), placed)
        cards.hands[seat] = [take(card, 1 << seat) for card in cards_of(said.hand)]
    for n, name in enumerate(PILES, 1):
        cards.piles[name] = [take(card, 0) for card in cards_of(piles.get(n, ""))]
    others = [cards.piles[name] for n, name in enumerate(PILES, 1) if n not in piles]
    for n, item in enumerate(left):
        others[n % len(others)].append(item)
