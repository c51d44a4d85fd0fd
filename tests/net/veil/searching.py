"""What a party could find out about hidden cards from all that is written, and all that it has.

A *party* is a set of places that share what they know; the empty one is a spectator. `Record`
collects every point that was ever written and, with the secrets of all, which of them stand for
one card, and whose secrets show it (a *link*). `Search` multiplies every point by every factor
that its party ever had, and by their inverses. Where two points meet, the party has found out
that they stand for one card. That is a leak where no link that it may know says so: between a
hidden card and its face, or a card of a hand and where it came from.

Multiples are told by their logarithms, which the secrets of all give; `Record` proves each one on
the curve. `cards_opened` does the like on the curve itself, as a curious program would.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bastide.core.events import Plain
from bastide.core.payloads import Payload
from bastide.core.table import Table
from bastide.net.dealing.fair import FairDealer
from bastide.net.veil import derived, operations, tasks
from bastide.net.veil.group import GENERATOR, ORDER, POINT_BYTES, Factor, decode, inverse, mul
from tests.net.veil.holdings import Hidden
from tests.net.veil.test_flows import claimed, may_know

Places = frozenset[int]
PUBLIC: Places = frozenset()
BETWEEN = "between"
"""Of a point that one shuffle hands to the next: no item of the game stands on it."""


class Spot(NamedTuple):
    """One point as it was written: `x` times a card, or a layer key: `x` times G.

    kind: `card`, `item`, `key` or BETWEEN.
    """

    point: bytes
    base: bytes
    x: int
    kind: str


class Link(NamedTuple):
    """Two spots, by number, that stand for one thing; the secrets of some places show it."""

    one: int
    other: int
    needs: Places


@dataclass
class Record:
    """All points that were written in one game, and the truth about them.

    Attributes:
        masters: the master secret of each place.
        spots: every point as often as it was written, the cards and G first.
        links: what belongs together.
        factors: by place, every factor that it ever had.
        told_apart: the re-hands after which the keys say which cards came together.
        at: the last spot of each point.
        cards: the spot of each card.
        deck: the spots of all cards when they had been shuffled.
        worked_on: the cards of all items that were masked, stripped or mixed, by number.
    """

    masters: Mapping[int, bytes]
    spots: list[Spot] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    factors: dict[int, dict[int, None]] = field(default_factory=dict)
    told_apart: list[str] = field(default_factory=list)
    at: dict[bytes, int] = field(default_factory=dict)
    cards: dict[bytes, int] = field(default_factory=dict)
    deck: list[int] = field(default_factory=list)
    worked_on: dict[int, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with nothing but G."""
        self._add(GENERATOR, GENERATOR, 1, "key")
        self.factors = {place: {} for place in self.masters}

    def note(self, dealer: FairDealer, step: int, place: int, payload: Payload) -> None:
        """Take an entry before it is added; the dealer knows what is due."""
        task = dealer.due.tasks.get(place) if dealer.due else None
        slot = tasks.Slot(dealer.game_id, step, place, dealer.rounds)
        if isinstance(task, operations.Mask | operations.Strip | operations.Rehand):
            cards = (self.card_of(item.point) for item in task.before)
            self.worked_on |= zip(task.items, cards, strict=True)
        match task:
            case operations.Shuffle():
                self._shuffle(slot, task, payload)
            case operations.Mask():
                self._mask(slot, task, payload)
            case operations.Strip():
                self._strip(slot, task, payload)
            case operations.Rehand():
                self._rehand(slot, task, payload)
            case _:
                """A roll: no card is in it."""

    def secrets(self, place: int) -> set[int]:
        """Return all that only one place may hold: its master secret and its factors."""
        return {int.from_bytes(self.masters[place], "big"), *self.factors[place]}

    def card_of(self, point: bytes) -> bytes:
        """Return the card that a point really stands for."""
        return self.spots[self.at[point]].base

    def readable(self, party: Collection[int]) -> set[bytes]:
        """Return the cards that have lain under no layers but those of a party."""
        cards = set(self.cards.values())
        mine = (link for link in self.links if link.other in cards and link.needs <= {*party})
        return {self.spots[link.one].base for link in mine if self.spots[link.one].kind == "item"}

    # what was written

    def _shuffle(self, slot: tasks.Slot, task: operations.Shuffle, payload: Payload) -> None:
        master, is_last = self.masters[slot.place], slot.place == len(self.masters) - 1
        if slot.place == 0:
            self.cards |= {point: self._add(point, point, 1, "card") for point in task.points}
        factor = self._has(slot.place, derived.layer_key(master, task.deck))
        order = derived.shuffle_perm(master, task.deck, len(task.points))
        before = [self.at[task.points[n]] for n in order]
        mine = frozenset({slot.place})
        for n, point in zip(before, task.read(payload), strict=True):
            self._follow(n, point, factor, mine, "item" if is_last else BETWEEN)
            if is_last:
                self.deck.append(self.at[point])
        self._follow(0, task.key(payload), factor, PUBLIC, "key")

    def _mask(self, slot: tasks.Slot, task: operations.Mask, payload: Payload) -> None:
        master = self.masters[slot.place]
        factor = self._has(slot.place, derived.kappa(master, slot.game_id, slot.step))
        for base, key in zip(dict.fromkeys(task.bases), _points(payload["h"]), strict=True):
            self._follow(self.at[base], key, factor, PUBLIC, "key")
            self._has(slot.place, self._factor_of(key))
        for item, point in zip(task.before, _points(payload["x"]), strict=True):
            self._follow(self.at[item.point], point, factor, PUBLIC, "item")
            self._readable(point, {*item.layers, slot.place})

    def _strip(self, slot: tasks.Slot, task: operations.Strip, payload: Payload) -> None:
        for item, point in zip(task.before, task.read(payload), strict=True):
            factor = inverse(self._factor_of(item.layers[slot.place]))
            self._follow(self.at[item.point], point, factor, PUBLIC, "item")
            self._readable(point, item.layers.keys() - {slot.place})

    def _rehand(self, slot: tasks.Slot, task: operations.Rehand, payload: Payload) -> None:
        master, mine = self.masters[slot.place], frozenset({slot.place})
        factor = self._has(slot.place, derived.rehand_factor(master, slot.game_id, slot.step))
        order = derived.rehand_perm(master, slot.game_id, slot.step, len(task.items))
        keys, points = task.read(payload)
        before = [(self.at[each.layers[slot.place]], self.at[each.point]) for each in task.before]
        if 1 < len(set(keys)) < len(keys):
            self.told_apart.append(f"step {slot.step}: {len(set(keys))} keys, {len(keys)} cards")
        for n, key, point in zip(order, keys, points, strict=True):
            self._follow(before[n][0], key, factor, mine, "key")
            self._has(slot.place, self._factor_of(key))
            self._follow(before[n][1], point, factor, mine, "item")
            self._readable(point, mine)

    def _follow(self, old: int, new: bytes, factor: int, needs: Places, kind: str) -> None:
        """Add what comes of an older spot by a factor, and who may know what it comes from."""
        _, base, x, _ = self.spots[old]
        self.links.append(Link(old, self._add(new, base, x * factor % ORDER, kind), needs))

    def _readable(self, point: bytes, layers: Collection[int]) -> None:
        """Link a point with its card, for those who have all layers that are on it."""
        at = self.at[point]
        self.links.append(Link(at, self.cards[self.spots[at].base], frozenset(layers)))

    def _add(self, point: bytes, base: bytes, x: int, kind: str) -> int:
        assert mul(x, base) == point, "what the record takes for true is not"
        self.spots.append(Spot(point, base, x, kind))
        self.at[point] = len(self.spots) - 1
        return self.at[point]

    def _has(self, place: int, factor: int) -> int:
        self.factors[place][factor] = None
        return factor

    def _factor_of(self, key: bytes) -> int:
        return self.spots[self.at[key]].x


class Search:
    """What one party can find out.

    Attributes:
        leaks: what it found out and may not know, a sentence each.
    """

    def __init__(self, record: Record, party: Iterable[int]) -> None:
        """Begin before the first entry."""
        self.record, self.party = record, frozenset(party)
        self.leaks: list[str] = []
        self._over: list[int] = []  # union-find: spots that are known to belong together
        self._named: dict[int, int] = {}  # by root, a spot of it that is not BETWEEN
        self._met: dict[int, int] = {}  # by the short form of a multiple, the spot it is of
        self._tried = [1]
        self._links = 0

    def go_on(self) -> None:
        """Try everything on everything, as far as it is new since the last time."""
        record, old = self.record, len(self._over)
        self._over += range(old, len(record.spots))
        self._named |= {
            n: n for n in range(old, len(record.spots)) if record.spots[n].kind != BETWEEN
        }
        for link in record.links[self._links :]:
            if link.needs <= self.party:
                self._join(link.one, link.other)
        self._links = len(record.links)
        self._try(range(old, len(record.spots)), self._tried)
        new = self._new_factors()
        self._try(range(len(record.spots)), new)
        self._tried += new

    def knows(self, points: Iterable[bytes]) -> set[bytes]:
        """Return the points of which the party knows, or found out, for which card they stand."""
        return self._among(points, self.record.cards.values())

    def follows(self, points: Iterable[bytes]) -> set[bytes]:
        """Return the points of which the party knows where in a shuffled deck they come from."""
        return self._among(points, self.record.deck)

    def _among(self, points: Iterable[bytes], spots: Iterable[int]) -> set[bytes]:
        roots = set(map(self._root, spots))
        return {point for point in points if self._root(self.record.at[point]) in roots}

    def _new_factors(self) -> list[int]:
        tried = set(self._tried)
        held = (x for place in sorted(self.party) for x in self.record.factors[place])
        return [x for x in dict.fromkeys(held) if x not in tried for x in (x, inverse(x))]

    def _try(self, spots: Iterable[int], factors: Sequence[int]) -> None:
        for n in spots:
            _, base, x, _ = self.record.spots[n]
            mark = int.from_bytes(base[:8], "big")
            for factor in factors:
                product = factor * x % ORDER
                short = (min(product, ORDER - product) ^ mark) % (1 << 61)
                met = self._met.setdefault(short, n)
                if met != n and self._root(met) != self._root(n):
                    self._found(n, met)

    def _found(self, one: int, other: int) -> None:
        spots = self.record.spots
        named = [self._named.get(self._root(n)) for n in (one, other)]
        if None not in named:
            kinds = " and ".join(f"{spots[n].kind} {n}" for n in (one, other))
            self.leaks.append(f"{sorted(self.party)} found that {kinds} belong together")
        self._join(one, other)

    def _join(self, one: int, other: int) -> None:
        a, b = self._root(one), self._root(other)
        self._over[a] = b
        if a in self._named:
            self._named.setdefault(b, self._named[a])

    def _root(self, n: int) -> int:
        while self._over[n] != n:
            self._over[n] = n = self._over[self._over[n]]
        return n


def hidden_from(record: Record, table: Table, place: int | None) -> Hidden:
    """Return what a place must not have when the game stands as on a table of all eyes."""
    may = may_know(table.state, place) | claimed(table)
    faces = {item: str(face) for item, face in true_faces(record, table).items()}
    piles = table.state.cards().piles.values() if table.state.secrets else ()
    return Hidden(
        {item: face for item, face in faces.items() if item not in may},
        [tuple(faces[item] for item in pile) for pile in piles],
        {x for other in record.masters if other != place for x in record.secrets(other)},
    )


def true_faces(record: Record, table: Table) -> dict[int, Plain]:
    """Return the faces of all items, also of those that nobody has seen.

    The table may be of any eyes, but its dealer is a fair one.
    """
    if table.state.secrets is None:
        return {}
    numbers = {point: n for n, point in enumerate(record.cards)}
    cards = table.state.secrets
    found = {item: record.card_of(point) for item, point in points_of(table).items()}
    found = {**record.worked_on, **found}
    return {i: cards.decks[deck][numbers[found[i]]] for i, deck in cards.origin.items()}


def points_of(table: Table) -> dict[int, bytes]:
    """Return the points of all items that lie on a table, and have not been replaced since."""
    assert isinstance(table.dealer, FairDealer)
    items = table.dealer._veil.items._items
    return {item: items[item].point for item in table.state.cards().origin if item in items}


def cards_opened(record: Record, factors: Iterable[int]) -> set[bytes]:
    """Return the points of items that come to a card by dividing by one of some factors."""
    points = {spot.point: decode(spot.point) for spot in record.spots if spot.kind == "item"}
    opened = set[bytes]()
    for factor in map(Factor, map(inverse, factors)):
        opened |= {x for x, point in points.items() if factor.times(point) in record.cards}
    return opened


def _points(data: object) -> list[bytes]:
    assert isinstance(data, bytes)
    return [data[at : at + POINT_BYTES] for at in range(0, len(data), POINT_BYTES)]
