"""The slice of the state: two principalities, the supply, the tokens, and what is still to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, cast

from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.settlers.agreed import Agreed
from bastide.plugins.settlers.cards import (
    CITIES,
    EVENT_DECK,
    FIGURES,
    REGION_PILE,
    RESOURCES,
    ROADS,
    SETTLEMENTS,
    Figures,
    Region,
)

ID = "settlers"

NOBODY = -1

CATEGORIES = 5
"""What points are for, see `tokens.CATEGORIES`."""

UPPER, LOWER = "U", "L"
SIDES = (UPPER, LOWER)

ANY = ""
"""Any resource, where the name of one may stand."""

PILES = ("draw1", "draw2", "draw3", "draw4", "draw5")
"""The five draw piles, as the kernel's hidden cards name them."""


class Land(NamedTuple):
    """A region in a principality: at an even column, above or below the row."""

    x: int
    side: str
    resource: int
    number: int


class Site(NamedTuple):
    """A building site at an odd column; depth 1 is next to the row, 2 further out (chapter 3)."""

    x: int
    side: str
    depth: int


NOWHERE = Site(0, "", 0)


class Placed(NamedTuple):
    """A green or red card on a site: its id, and its item among the kernel's cards."""

    card: str
    item: int


class Places(NamedTuple):
    """What may come where, see `places`, and the cards that take all room of their centre."""

    roads: tuple[int, ...]
    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    green: tuple[Site, ...]
    red: tuple[Site, ...]
    crowded: tuple[Site, ...]


@dataclass(slots=True)
class Principality:
    """What lies in front of a player (chapter 3).

    lands, stock: regions in the order in which they came, and what each stores, 0 to 3.
    low, high: the ends of the row, which alternates: odd columns are settlements or cities, even
    columns roads. cities: columns. sites: the cards on building sites.
    at: the number of the region at a place. of: those of a resource by its name, of ANY all.
    count: placed cards by id. sums: of their figures.
    found: what `places.open_places` has found, or None.
    """

    lands: list[Land] = field(default_factory=list)
    stock: list[int] = field(default_factory=list)
    low: int = -1
    high: int = 1
    cities: list[int] = field(default_factory=list)
    sites: dict[Site, Placed] = field(default_factory=dict)
    at: dict[tuple[int, str], int] = field(
        default_factory=dict, metadata={"cache": True}, compare=False, repr=False
    )
    of: dict[str, tuple[int, ...]] = field(
        default_factory=dict, metadata={"cache": True}, compare=False, repr=False
    )
    count: dict[str, int] = field(
        default_factory=dict, metadata={"cache": True}, compare=False, repr=False
    )
    sums: Figures = field(default=Figures(), metadata={"cache": True}, compare=False, repr=False)
    found: Places | None = field(default=None, metadata={"cache": True}, compare=False, repr=False)

    def clone(self) -> Principality:
        """Return an independent copy."""
        found = self.at.copy(), self.of.copy(), self.count.copy(), self.sums, self.found
        lands, stock, cities = self.lands[:], self.stock[:], self.cities[:]
        return Principality(lands, stock, self.low, self.high, cities, self.sites.copy(), *found)

    def recompute(self) -> None:
        """Work out what follows from lands and sites."""
        self.at, self.of = {}, {}
        for n, land in enumerate(self.lands):
            self._find(n, land)
        self.count, self.sums, self.found = {}, Figures(), None
        for placed in self.sites.values():
            self._add(placed.card, 1)

    def add_land(self, x: int, side: str, region: Region, stored: int) -> None:
        """Lay a region."""
        land = Land(x, side, *region)
        self._find(len(self.lands), land)
        self.lands.append(land)
        self.stock.append(stored)

    def _find(self, n: int, land: Land) -> None:
        """Note where a region lies, and what it is of."""
        self.at[land.x, land.side] = n
        for what in (ANY, RESOURCES[land.resource]):
            self.of[what] = (*self.of.get(what, ()), n)

    def extend(self, x: int) -> None:
        """Let the row reach a column next to one of its ends."""
        self.low, self.high, self.found = min(self.low, x), max(self.high, x), None

    def add_city(self, x: int) -> None:
        """Lay a city on a settlement."""
        self.cities.append(x)
        self.found = None

    def add_card(self, site: Site, placed: Placed) -> None:
        """Put a card on a site."""
        self.sites[site] = placed
        self._add(placed.card, 1)

    def remove_card(self, site: Site) -> Placed:
        """Take a card off its site."""
        placed = self.sites.pop(site)
        self._add(placed.card, -1)
        return placed

    def _add(self, card: str, n: int) -> None:
        """Count a card once more, or once less."""
        self.found = None
        self.count[card] = self.count.get(card, 0) + n
        pairs = zip(self.sums, FIGURES[card], strict=True)
        self.sums = Figures(*(total + n * figure for total, figure in pairs))

    def has(self, card: str) -> int:
        """Return how many cards of an id are placed."""
        return self.count.get(card, 0)


class Task(NamedTuple):
    """A step that is still to be done (see `agenda`).

    step: its name. seat: whose it is. n: how many, of `what` (a resource, a pile, a card; it is up
    to the step). items: those of the kernel's cards. why: what it is done for, a message id.
    site: where, if the step is about a place.
    """

    step: str
    seat: int
    n: int = 1
    what: str = ""
    items: tuple[int, ...] = ()
    why: str = ""
    site: Site = NOWHERE


Offer = tuple[int, ...]
"""What the proposer gives, a number for each resource, then what the proposer gets; () is none."""


@dataclass(slots=True)
class Realm:
    """Everything on the table but the draw piles and the hands, which the kernel keeps.

    lands: the principalities by seat. shields: by seat, see `cards.SHIELDS`.
    roads, settlements, cities: the supply. regions, events: the face-down piles, whose order
    nobody may know, as sorted multisets (chapter 16). drawn: regions not laid yet.
    seen_events: event cards put back since the last shuffle, in order (R43).
    knight, windmill: who holds the token, or NOBODY. gone: cards that left the game.
    agenda: what is to do, the next step last. number: what production rolls or is set to, 0 before.
    event: what the event die shows, or the event card that it brought; "" before.
    counted: by seat, the points scored so far by what they are for, see `tokens.points`.
    used: whether the active player used a hand card in this turn (R31).
    offers: how many were made in this turn. offer: the one that waits for an answer.
    winner: who won, or NOBODY. given_up: who gave up, or NOBODY (R46).
    """

    agreed: Agreed
    lands: list[Principality]
    shields: list[int]
    roads: int = ROADS
    settlements: int = SETTLEMENTS
    cities: int = CITIES
    regions: list[Region] = field(default_factory=lambda: sorted(REGION_PILE))
    drawn: list[Region] = field(default_factory=list)
    events: list[str] = field(default_factory=lambda: sorted(EVENT_DECK))
    seen_events: list[str] = field(default_factory=list)
    knight: int = NOBODY
    windmill: int = NOBODY
    gone: list[str] = field(default_factory=list)
    agenda: list[Task] = field(default_factory=list)
    number: int = 0
    counted: list[list[int]] = field(default_factory=list)
    used: bool = False
    offers: int = 0
    offer: Offer = ()
    winner: int = NOBODY
    event: str = ""
    given_up: int = NOBODY

    def clone(self) -> Realm:
        """Return an independent copy."""
        return Realm(
            self.agreed,
            [lands.clone() for lands in self.lands],
            self.shields[:],
            self.roads,
            self.settlements,
            self.cities,
            self.regions[:],
            self.drawn[:],
            self.events[:],
            self.seen_events[:],
            self.knight,
            self.windmill,
            self.gone[:],
            self.agenda[:],
            self.number,
            [row[:] for row in self.counted],
            self.used,
            self.offers,
            self.offer,
            self.winner,
            self.event,
            self.given_up,
        )

    def recompute(self, rules: Rules) -> None:
        """Work out what follows from lands and sites."""
        for lands in self.lands:
            lands.recompute()


def new_realm(seats: int, agreed: Agreed) -> Realm:
    """Return the table before the shields are dealt."""
    return Realm(
        agreed,
        [Principality() for _ in range(seats)],
        [0] * seats,
        counted=[[0] * CATEGORIES for _ in range(seats)],
    )


def realm(s: State) -> Realm:
    """Return this plugin's slice."""
    part: Realm = s.parts[ID]
    return part


def held(s: State, seat: int) -> dict[str, int]:
    """Return the cards of a hand that these eyes know, each once, with an item that shows it."""
    found: dict[str, int] = {}
    for item, card in cast("list[tuple[int, str]]", s.cards().known(seat)):  # faces of DECK
        if card not in found:
            found[card] = item
    return found


def number_of(pile: str) -> int:
    """Return the number of a pile, from 1."""
    return PILES.index(pile) + 1


def other(seat: int) -> int:
    """Return the opponent's seat."""
    return 1 - seat


def both(s: State) -> tuple[int, int]:
    """Return both seats in the order in which they choose: the active one first (R13)."""
    return s.turn_seat, other(s.turn_seat)
