"""Masked cards on a table: items, their layers, and which of them these places can read.

An *item* is a number, a point, and *layers*: by place, the public key of a factor that this place
has multiplied in. An item without layers is face up; the place whose layer is the only one left
can read it. All of this is public but the factors, which `Keyring` holds for a place of our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bastide.core.encoding import pack, tagged_hash
from bastide.net.rules_guard import GameError
from bastide.net.veil.group import GENERATOR, ORDER, card_points, inverse, mul


class Item(NamedTuple):
    """A card under layers.

    point: x of the masked card, 32 bytes. layers: by place, its layer key. deck: of its card.
    """

    point: bytes
    layers: Mapping[int, bytes]
    deck: str


class Keyring:
    """The factors of one place of our own, by layer key; all follow from its master secret."""

    __slots__ = ("_factors", "master", "place")

    def __init__(self, place: int, master: bytes) -> None:
        """Begin with none; `master` has 32 bytes."""
        self.place, self.master = place, master
        self._factors: dict[bytes, int] = {GENERATOR: 1}

    def factor(self, key: bytes) -> int:
        """Return the factor that a layer key of this place stands for.

        Raises:
            GameError: the layer is not of this master secret.
        """
        if key not in self._factors:
            raise GameError(
                "The secrets of seat {seat} are not those of this game; put a copy of the data "
                "folder back.",
                seat=self.place + 1,
            )
        return self._factors[key]

    def multiply(self, key: bytes, factor: int) -> bytes:
        """Return the layer key that comes of another one by a factor, and keep what it stands for.

        `GENERATOR` is the key of no layer.
        """
        new = mul(factor, key)
        self._factors[new] = self.factor(key) * factor % ORDER
        return new


class Items:
    """All masked cards of one game.

    Attributes:
        serial: the number of the next new item.
        decks: by name, the points of the cards, by number.
    """

    def __init__(self, keyrings: Iterable[Keyring] = ()) -> None:
        """Begin with none; the keyrings are those of our own places."""
        self.serial = 0
        self.decks: dict[str, tuple[bytes, ...]] = {}
        self.keyrings = {keyring.place: keyring for keyring in keyrings}
        self._items: dict[int, Item] = {}
        self._numbers: dict[str, dict[bytes, int]] = {}

    def __getitem__(self, item: int) -> Item:
        """Return an item by its number."""
        return self._items[item]

    def add_deck(self, name: str, deck: bytes, cards: int) -> None:
        """Note the cards of a new deck; `deck` is its id."""
        points = card_points(deck, cards)
        self.decks[name] = points
        self._numbers[name] = {point: n for n, point in enumerate(points)}

    def add(self, item: Item) -> int:
        """Add an item and return its number."""
        number = self.serial
        self._items[number] = item
        self.serial += 1
        return number

    def change(self, item: int, new: Item) -> None:
        """Put something else under a number."""
        self._items[item] = new

    def retire(self, item: int) -> None:
        """Forget an item for good."""
        del self._items[item]

    def holders(self, items: Iterable[int]) -> set[int]:
        """Return the places that have a layer on any of some items."""
        return {place for item in items for place in self._items[item].layers}

    def card(self, item: Item) -> int | None:
        """Return the number of a card in its deck, or None if these places cannot read it.

        None, too, for what is no card of its deck at all.
        """
        if len(item.layers) > 1:
            return None
        point = item.point
        for place, key in item.layers.items():
            keyring = self.keyrings.get(place)
            if keyring is None:
                return None
            point = mul(inverse(keyring.factor(key)), point)
        return self._numbers[item.deck].get(point)

    def digest(self) -> bytes:
        """Return a hash of all items, 32 bytes."""
        rows = [
            [number, item.point, sorted(item.layers.items()), item.deck]
            for number, item in sorted(self._items.items())
        ]
        return tagged_hash("items", pack([self.serial, rows]))
