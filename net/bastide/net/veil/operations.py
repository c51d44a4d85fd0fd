"""The operations by which places deal hidden cards, each with what it states and proves.

Three operations change items: multiplying the own layer in (`Mask`), taking it out (`Strip`), and
multiplying and permuting (`Shuffle`, `Rehand`). Each is a `Task`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from bastide.core.payloads import Payload, PayloadError
from bastide.net.veil import derived
from bastide.net.veil.fields import check_fields, check_items, distinct, read_points
from bastide.net.veil.group import GENERATOR, inverse, mul, mul_all
from bastide.net.veil.items import Item, Items, Keyring
from bastide.net.veil.proofs import Statement
from bastide.net.veil.tasks import Draft, Proven, Slot, Wanted


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Multiply all cards of a deck by the own layer, in an order that nobody else knows.

    deck: its id. number: of the deck in this game, 0 for the first. points: as they are before.
    """

    kind: ClassVar[str] = "v.shuffle"

    deck: bytes
    number: int
    points: tuple[bytes, ...]

    def proven(self, slot: Slot, payload: Payload) -> list[Proven]:
        """Return what an entry states: F = [(G, h)], A = the points before, B = those after."""
        check_fields(payload, {"d", "h", "x", "pf"})
        if type(payload["d"]) is not int or payload["d"] != self.number:
            raise PayloadError("a shuffle of another deck than the one that is due")
        statement = self._statement(slot, self.key(payload), self.read(payload))
        return [Proven.read(statement, payload["pf"])]

    def read(self, payload: Payload) -> tuple[bytes, ...]:
        """Return the points after the shuffle."""
        return distinct(read_points(payload, "x", len(self.points)))

    def key(self, payload: Payload) -> bytes:
        """Return the layer key of this place on the whole deck."""
        return read_points(payload, "h", 1)[0]

    def draft(self, slot: Slot, keyring: Keyring) -> Draft:
        factor = derived.layer_key(keyring.master, self.deck)
        order = derived.shuffle_perm(keyring.master, self.deck, len(self.points))
        key = mul(factor, GENERATOR)
        points = mul_all(factor, [self.points[n] for n in order])
        payload: Payload = {"d": self.number, "h": key, "x": b"".join(points), "pf": b""}
        return Draft(payload, (Wanted(self._statement(slot, key, points), factor, order),))

    def apply(self, slot: Slot, payload: Payload, items: Items) -> tuple[int, ...]:
        """Note our own factor; the items themselves come with the last shuffle."""
        keyring = items.keyrings.get(slot.place)
        if keyring:
            keyring.multiply(GENERATOR, derived.layer_key(keyring.master, self.deck))
        return ()

    def _statement(self, slot: Slot, key: bytes, points: tuple[bytes, ...]) -> Statement:
        return slot.statement("shuffle", ((GENERATOR, key),), self.points, points, hidden=True)


@dataclass(frozen=True, slots=True)
class Mask:
    """Multiply items by one new factor of this place.

    items: their numbers. before: as they are. copies: whether the items stay and the new ones are
    copies, as in a search; else they are retired.
    """

    kind: ClassVar[str] = "v.mask"

    items: tuple[int, ...]
    before: tuple[Item, ...]
    place: int
    copies: bool = False

    @property
    def bases(self) -> tuple[bytes, ...]:
        """The layer key of this place on each item, or G where it has none."""
        return tuple(item.layers.get(self.place, GENERATOR) for item in self.before)

    def proven(self, slot: Slot, payload: Payload) -> list[Proven]:
        """Return what an entry states: F = (base, key) a distinct base, A before, B after."""
        check_fields(payload, {"i", "h", "x", "pf"})
        check_items(payload, self.items)
        points = distinct(read_points(payload, "x", len(self.items)))
        return [Proven.read(self._statement(slot, self._keys(payload), points), payload["pf"])]

    def _keys(self, payload: Payload) -> tuple[bytes, ...]:
        return distinct(read_points(payload, "h", len(set(self.bases))))

    def draft(self, slot: Slot, keyring: Keyring) -> Draft:
        factor = derived.kappa(keyring.master, slot.game_id, slot.step)
        keys = mul_all(factor, dict.fromkeys(self.bases))
        points = mul_all(factor, _points_of(self.before))
        payload: Payload = {
            "i": list(self.items),
            "h": b"".join(keys),
            "x": b"".join(points),
            "pf": b"",
        }
        return Draft(payload, (Wanted(self._statement(slot, keys, points), factor, None),))

    def apply(self, slot: Slot, payload: Payload, items: Items) -> tuple[int, ...]:
        """Add the new items, and retire the old ones unless copies were made."""
        bases = list(dict.fromkeys(self.bases))
        keys = dict(zip(bases, self._keys(payload), strict=True))
        keyring = items.keyrings.get(slot.place)
        if keyring:
            factor = derived.kappa(keyring.master, slot.game_id, slot.step)
            for base in bases:
                keyring.multiply(base, factor)
        new = []
        points = read_points(payload, "x", len(self.items))
        for item, old, base, point in zip(self.items, self.before, self.bases, points, strict=True):
            layers = {**old.layers, self.place: keys[base]}
            new.append(items.add(Item(point, layers, old.deck)))
            if not self.copies:
                items.retire(item)
        return tuple(new)

    def _statement(
        self, slot: Slot, keys: tuple[bytes, ...], points: tuple[bytes, ...]
    ) -> Statement:
        fixed = tuple(zip(dict.fromkeys(self.bases), keys, strict=True))
        return slot.statement("mask", fixed, _points_of(self.before), points)


@dataclass(frozen=True, slots=True)
class Strip:
    """Take the layer of this place off items.

    items: their numbers. before: as they are. decks: by name, the points of the cards.
    """

    kind: ClassVar[str] = "v.strip"

    items: tuple[int, ...]
    before: tuple[Item, ...]
    place: int
    decks: Mapping[str, Collection[bytes]]

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The layer key of this place on each item."""
        return tuple(item.layers[self.place] for item in self.before)

    def proven(self, slot: Slot, payload: Payload) -> list[Proven]:
        """Return what an entry states, for each distinct key: F = [(G, key)], A after, B before."""
        check_fields(payload, {"i", "x", "pf"})
        check_items(payload, self.items)
        points = self.read(payload)
        self._check_opened(points)
        statements = self._statements(slot, points)
        proofs = payload["pf"]
        if not isinstance(proofs, list) or len(proofs) != len(statements):
            raise PayloadError("a strip that has not one proof for each layer key")
        return [Proven.read(st, proof) for st, proof in zip(statements, proofs, strict=True)]

    def read(self, payload: Payload) -> tuple[bytes, ...]:
        """Return the points without this place's layer."""
        return distinct(read_points(payload, "x", len(self.items)))

    def draft(self, slot: Slot, keyring: Keyring) -> Draft:
        factors = [keyring.factor(key) for key in self.keys]
        points = tuple(
            mul(inverse(factor), item.point)
            for factor, item in zip(factors, self.before, strict=True)
        )
        payload: Payload = {"i": list(self.items), "x": b"".join(points), "pf": []}
        by_key = list(dict.fromkeys(factors))
        wanted = zip(self._statements(slot, points), by_key, strict=True)
        return Draft(payload, tuple(Wanted(st, factor, None) for st, factor in wanted))

    def _check_opened(self, points: tuple[bytes, ...]) -> None:
        """Refuse an item that comes out face up and is none of its deck, whatever is proven."""
        for item, point in zip(self.before, points, strict=True):
            if set(item.layers) == {self.place} and point not in self.decks[item.deck]:
                raise PayloadError("an opened card that is none of its deck")

    def apply(self, slot: Slot, payload: Payload, items: Items) -> tuple[int, ...]:
        """Put the new points under the old numbers."""
        for number, item, point in zip(self.items, self.before, self.read(payload), strict=True):
            items.change(number, self.after(item, point))
        return ()

    def after(self, item: Item, point: bytes) -> Item:
        """Return an item without this place's layer."""
        layers = {place: key for place, key in item.layers.items() if place != self.place}
        return Item(point, layers, item.deck)

    def _statements(self, slot: Slot, points: tuple[bytes, ...]) -> list[Statement]:
        rows: dict[bytes, list[tuple[bytes, bytes]]] = {}
        for key, item, point in zip(self.keys, self.before, points, strict=True):
            rows.setdefault(key, []).append((point, item.point))
        return [
            slot.statement(
                "strip",
                ((GENERATOR, key),),
                tuple(new for new, _ in pairs),
                tuple(old for _, old in pairs),
            )
            for key, pairs in rows.items()
        ]


@dataclass(frozen=True, slots=True)
class Rehand:
    """Multiply the hidden cards of a hand by a new factor, in an order that nobody else knows.

    Afterwards nobody can tell which of them came from where. Each item has one layer, the owner's.
    """

    kind: ClassVar[str] = "v.rehand"

    items: tuple[int, ...]
    before: tuple[Item, ...]
    place: int

    @property
    def rows(self) -> tuple[bytes, ...]:
        """Layer key and point of each item, one after the other."""
        return _rows([item.layers[self.place] for item in self.before], _points_of(self.before))

    def proven(self, slot: Slot, payload: Payload) -> list[Proven]:
        """Return what an entry states: F = [], rows (layer key, point) before and after."""
        check_fields(payload, {"i", "h", "x", "pf"})
        check_items(payload, self.items)
        keys, points = self.read(payload)
        return [Proven.read(self._statement(slot, keys, points), payload["pf"])]

    def read(self, payload: Payload) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
        """Return layer keys and points of the new items."""
        n = len(self.items)
        return read_points(payload, "h", n), distinct(read_points(payload, "x", n))

    def draft(self, slot: Slot, keyring: Keyring) -> Draft:
        factor, order = self._secrets(slot, keyring)
        keys = mul_all(factor, [self.before[n].layers[self.place] for n in order])
        points = mul_all(factor, [self.before[n].point for n in order])
        payload: Payload = {
            "i": list(self.items),
            "h": b"".join(keys),
            "x": b"".join(points),
            "pf": b"",
        }
        return Draft(payload, (Wanted(self._statement(slot, keys, points), factor, order),))

    def _secrets(self, slot: Slot, keyring: Keyring) -> tuple[int, tuple[int, ...]]:
        master, game_id, step = keyring.master, slot.game_id, slot.step
        factor = derived.rehand_factor(master, game_id, step)
        return factor, derived.rehand_perm(master, game_id, step, len(self.items))

    def apply(self, slot: Slot, payload: Payload, items: Items) -> tuple[int, ...]:
        """Add the new items and retire the old ones."""
        keyring = items.keyrings.get(slot.place)
        if keyring:
            factor, _ = self._secrets(slot, keyring)
            for key in dict.fromkeys(item.layers[self.place] for item in self.before):
                keyring.multiply(key, factor)
        for number in self.items:
            items.retire(number)
        deck = self.before[0].deck
        keys, points = self.read(payload)
        return tuple(
            items.add(Item(point, {self.place: key}, deck))
            for key, point in zip(keys, points, strict=True)
        )

    def _statement(
        self, slot: Slot, keys: tuple[bytes, ...], points: tuple[bytes, ...]
    ) -> Statement:
        rows = _rows(keys, points)
        return slot.statement("rehand", (), self.rows, rows, hidden=True, cols=2)


def _points_of(items: tuple[Item, ...]) -> tuple[bytes, ...]:
    return tuple(item.point for item in items)


def _rows(keys: Iterable[bytes], points: Iterable[bytes]) -> tuple[bytes, ...]:
    return tuple(each for row in zip(keys, points, strict=True) for each in row)
