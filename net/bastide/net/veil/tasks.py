"""What one place has to write when cards are dealt: operations on items, each with a proof.

Three operations change items: multiplying the own layer in (`Mask`), taking it out (`Strip`), and
multiplying and permuting (`Shuffle`, `Rehand`). A task says which items, in which order; whoever
reads an entry holds it against its own task, so that nobody can be made to work on anything else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from bastide.core.payloads import Payload, PayloadError
from bastide.net.veil import derived
from bastide.net.veil.group import GENERATOR, inverse, is_point, mul, mul_all
from bastide.net.veil.items import Item, Items, Keyring
from bastide.net.veil.proofs import Statement, proof_length

_POINT = 32


class Slot(NamedTuple):
    """Where an entry stands; it is inside every statement, so that no proof fits elsewhere."""

    game_id: bytes
    step: int
    place: int
    rounds: int


class Proven(NamedTuple):
    """A statement and the proof that an entry brings for it."""

    statement: Statement
    proof: bytes


class Wanted(NamedTuple):
    """A proof to be made: its statement, the factor, and the permutation if one is hidden."""

    statement: Statement
    factor: int
    order: tuple[int, ...] | None


class Draft(NamedTuple):
    """A payload whose proofs are still to be made: those go, as they come, into `pf`."""

    payload: Payload
    wanted: tuple[Wanted, ...]

    def finished(self, proofs: list[bytes]) -> Payload:
        """Return the whole payload."""
        many = isinstance(self.payload["pf"], list)
        return {**self.payload, "pf": proofs if many else proofs[0]}


class Task(Protocol):
    """What a place has to write at a step."""

    @property
    def kind(self) -> str:
        """The kind of the entry."""
        ...

    def proven(self, slot: Slot, payload: Payload) -> list[Proven]:
        """Return what an entry states.

        Raises:
            PayloadError: it is not of the form, or not about what this place must work on.
        """
        ...

    def draft(self, slot: Slot, keyring: Keyring) -> Draft:
        """Return what our own place writes, proofs to come."""
        ...

    def check(self, payload: Payload, items: Items) -> None:
        """Raise `PayloadError` if what an entry leads to cannot be, whatever it proves."""
        ...

    def apply(self, slot: Slot, payload: Payload, items: Items) -> tuple[int, ...]:
        """Carry out a checked entry; return the numbers of new items, in order."""
        ...


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Multiply all cards of a deck by the own layer, in an order that nobody else knows.

    deck: its id. number: of the deck in this game, 0 for the first. points: as they are before.
    """

    deck: bytes
    number: int
    points: tuple[bytes, ...]

    @property
    def kind(self) -> str:
        """The kind of the entry."""
        return "v.shuffle"

    def proven(self, slot: Slot, payload: Payload) -> list[Proven]:
        """Return what an entry states: F = [(G, h)], A = the points before, B = those after."""
        _fields(payload, {"d", "h", "x", "pf"})
        if type(payload["d"]) is not int or payload["d"] != self.number:
            raise PayloadError("a shuffle of another deck than the one that is due")
        statement = self._statement(slot, self.key(payload), self.read(payload))
        return [_proven(statement, payload["pf"])]

    def read(self, payload: Payload) -> tuple[bytes, ...]:
        """Return the points after the shuffle."""
        return _distinct(_points(payload, "x", len(self.points)))

    def key(self, payload: Payload) -> bytes:
        """Return the layer key of this place on the whole deck."""
        return _points(payload, "h", 1)[0]

    def draft(self, slot: Slot, keyring: Keyring) -> Draft:
        """Return what our own place writes, proofs to come."""
        factor = derived.layer_key(keyring.master, self.deck)
        order = derived.shuffle_perm(keyring.master, self.deck, len(self.points))
        key = mul(factor, GENERATOR)
        points = mul_all(factor, [self.points[n] for n in order])
        payload: Payload = {"d": self.number, "h": key, "x": b"".join(points), "pf": b""}
        return Draft(payload, (Wanted(self._statement(slot, key, points), factor, order),))

    def check(self, payload: Payload, items: Items) -> None:
        """Nothing more: the proof says it all."""

    def apply(self, slot: Slot, payload: Payload, items: Items) -> tuple[int, ...]:
        """Note our own factor; the items themselves come with the last shuffle."""
        keyring = items.keyrings.get(slot.place)
        if keyring:
            keyring.multiply(GENERATOR, derived.layer_key(keyring.master, self.deck))
        return ()

    def _statement(self, slot: Slot, key: bytes, points: tuple[bytes, ...]) -> Statement:
        return _statement(slot, "shuffle", ((GENERATOR, key),), self.points, points, hidden=True)


@dataclass(frozen=True, slots=True)
class Mask:
    """Multiply items by one new factor of this place.

    items: their numbers. before: as they are. copies: whether the items stay and the new ones are
    copies, as in a search; else they are retired.
    """

    items: tuple[int, ...]
    before: tuple[Item, ...]
    place: int
    copies: bool = False

    @property
    def kind(self) -> str:
        """The kind of the entry."""
        return "v.mask"

    @property
    def bases(self) -> tuple[bytes, ...]:
        """The layer key of this place on each item, or G where it has none."""
        return tuple(item.layers.get(self.place, GENERATOR) for item in self.before)

    def proven(self, slot: Slot, payload: Payload) -> list[Proven]:
        """Return what an entry states: F = (base, key) a distinct base, A before, B after."""
        _fields(payload, {"i", "h", "x", "pf"})
        _same_items(payload, self.items)
        points = _distinct(_points(payload, "x", len(self.items)))
        return [_proven(self._statement(slot, self._keys(payload), points), payload["pf"])]

    def _keys(self, payload: Payload) -> tuple[bytes, ...]:
        return _distinct(_points(payload, "h", len(set(self.bases))))

    def draft(self, slot: Slot, keyring: Keyring) -> Draft:
        """Return what our own place writes, proofs to come."""
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

    def check(self, payload: Payload, items: Items) -> None:
        """Nothing more: the proof says it all."""

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
        points = _points(payload, "x", len(self.items))
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
        before = tuple(item.point for item in self.before)
        return _statement(slot, "mask", fixed, before, points)


@dataclass(frozen=True, slots=True)
class Strip:
    """Take the layer of this place off items."""

    items: tuple[int, ...]
    before: tuple[Item, ...]
    place: int

    @property
    def kind(self) -> str:
        """The kind of the entry."""
        return "v.strip"

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The layer key of this place on each item."""
        return tuple(item.layers[self.place] for item in self.before)

    def proven(self, slot: Slot, payload: Payload) -> list[Proven]:
        """Return what an entry states, for each distinct key: F = [(G, key)], A after, B before."""
        _fields(payload, {"i", "x", "pf"})
        _same_items(payload, self.items)
        statements = self._statements(slot, self.read(payload))
        proofs = payload["pf"]
        if not isinstance(proofs, list) or len(proofs) != len(statements):
            raise PayloadError("a strip that has not one proof for each layer key")
        return [_proven(st, proof) for st, proof in zip(statements, proofs, strict=True)]

    def read(self, payload: Payload) -> tuple[bytes, ...]:
        """Return the points without this place's layer."""
        return _distinct(_points(payload, "x", len(self.items)))

    def draft(self, slot: Slot, keyring: Keyring) -> Draft:
        """Return what our own place writes, proofs to come."""
        factors = [keyring.factor(key) for key in self.keys]
        points = tuple(
            mul(inverse(factor), item.point)
            for factor, item in zip(factors, self.before, strict=True)
        )
        payload: Payload = {"i": list(self.items), "x": b"".join(points), "pf": []}
        by_key = list(dict.fromkeys(factors))
        wanted = zip(self._statements(slot, points), by_key, strict=True)
        return Draft(payload, tuple(Wanted(st, factor, None) for st, factor in wanted))

    def check(self, payload: Payload, items: Items) -> None:
        """Raise `PayloadError` if an item comes out that is face up and none of its deck."""
        for item, point in zip(self.before, self.read(payload), strict=True):
            new = self.after(item, point)
            if not new.layers and items.card(new) is None:
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
            _statement(
                slot,
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

    items: tuple[int, ...]
    before: tuple[Item, ...]
    place: int

    @property
    def kind(self) -> str:
        """The kind of the entry."""
        return "v.rehand"

    @property
    def rows(self) -> tuple[bytes, ...]:
        """Layer key and point of each item, one after the other."""
        return _rows([item.layers[self.place] for item in self.before], _points_of(self.before))

    def proven(self, slot: Slot, payload: Payload) -> list[Proven]:
        """Return what an entry states: F = [], rows (layer key, point) before and after."""
        _fields(payload, {"i", "h", "x", "pf"})
        _same_items(payload, self.items)
        keys, points = self.read(payload)
        return [_proven(self._statement(slot, keys, points), payload["pf"])]

    def read(self, payload: Payload) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
        """Return layer keys and points of the new items."""
        n = len(self.items)
        return _points(payload, "h", n), _distinct(_points(payload, "x", n))

    def draft(self, slot: Slot, keyring: Keyring) -> Draft:
        """Return what our own place writes, proofs to come."""
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

    def check(self, payload: Payload, items: Items) -> None:
        """Nothing more: the proof says it all."""

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
        return _statement(slot, "rehand", (), self.rows, rows, hidden=True, cols=2)


# what they share


def _statement(
    slot: Slot,
    op: str,
    fixed: tuple[tuple[bytes, bytes], ...],
    inputs: tuple[bytes, ...],
    outputs: tuple[bytes, ...],
    *,
    hidden: bool = False,
    cols: int = 1,
) -> Statement:
    return Statement(
        game_id=slot.game_id,
        step=slot.step,
        place=slot.place,
        op=op,
        rounds=slot.rounds,
        hidden=hidden,
        cols=cols,
        fixed=fixed,
        inputs=inputs,
        outputs=outputs,
    )


def _points_of(items: tuple[Item, ...]) -> list[bytes]:
    return [item.point for item in items]


def _rows(
    keys: list[bytes] | tuple[bytes, ...], points: list[bytes] | tuple[bytes, ...]
) -> tuple[bytes, ...]:
    return tuple(each for row in zip(keys, points, strict=True) for each in row)


def _fields(payload: Payload, names: set[str]) -> None:
    if set(payload) != names:
        raise PayloadError("wrong fields in a payload")


def _same_items(payload: Payload, items: tuple[int, ...]) -> None:
    """Require the items that the task names, in its order, as whole numbers."""
    value = payload["i"]
    if not isinstance(value, list) or any(type(n) is not int for n in value):
        raise PayloadError("items that are no list of numbers")
    if tuple(value) != items:
        raise PayloadError("other items than those that are to be worked on")


def _points(payload: Payload, field: str, n: int) -> tuple[bytes, ...]:
    """Return the points of a field, all of them on the curve."""
    value = payload[field]
    if not isinstance(value, bytes) or len(value) != _POINT * n:
        raise PayloadError("a field that has not the right number of points")
    points = tuple(value[at : at + _POINT] for at in range(0, len(value), _POINT))
    if not all(map(is_point, points)):
        raise PayloadError("a point that is not on the curve")
    return points


def _distinct(points: tuple[bytes, ...]) -> tuple[bytes, ...]:
    if len(set(points)) < len(points):
        raise PayloadError("a point that comes twice")
    return points


def _proven(statement: Statement, proof: object) -> Proven:
    if not isinstance(proof, bytes) or len(proof) != proof_length(statement):
        raise PayloadError("a proof that has not the length for its statement")
    return Proven(statement, proof)
