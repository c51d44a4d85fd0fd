"""Hidden cards: items in piles and hands, and which of their faces these eyes know.

An *item* is a number that stands for a card. Where items lie is public; their faces are known to
those who were shown them. A table of a seat holds only that seat's faces, so rules must work with
a face that is None. A local table knows them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, cast

from bastide.core.chance import (
    ALL_SEATS,
    Answer,
    Conceal,
    Deal,
    Look,
    Mix,
    Open,
    Put,
    Rng,
    SecretRequest,
    Shuffle,
    Take,
)
from bastide.core.events import Plain
from bastide.core.secret_requests import check_request


class Unknown(NamedTuple):
    """What some eyes do not know of a deck: items, and the faces that are left for them."""

    items: list[int]
    faces: list[Plain]


class Secrets:
    """All items of a table.

    `piles`: items by pile name, the top first. `hands`: items a seat, hidden and shown ones.
    `faces`: what these eyes know. `seen`: for each item the mask of the seats that know its face
    (public: everybody saw who was shown it). `decks`: the faces each deck was made of. `origin`:
    the deck that an item's card is of. `serial`: the number of the next new item.
    """

    __slots__ = ("decks", "faces", "hands", "origin", "piles", "seen", "serial")

    def __init__(self, seats: int) -> None:
        self.piles: dict[str, list[int]] = {}
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.faces: dict[int, Plain] = {}
        self.seen: dict[int, int] = {}
        self.decks: dict[str, tuple[Plain, ...]] = {}
        self.origin: dict[int, str] = {}
        self.serial = 0

    def clone(self) -> Secrets:
        """Return an independent copy."""
        new = Secrets.__new__(Secrets)
        new.piles = {name: pile[:] for name, pile in self.piles.items()}
        new.hands = [hand[:] for hand in self.hands]
        new.faces, new.seen = self.faces.copy(), self.seen.copy()
        new.decks, new.origin, new.serial = self.decks.copy(), self.origin.copy(), self.serial
        return new

    def plain(self) -> list[object]:
        """Return what is public: places of all items, faces all know, who was shown what."""
        return [
            sorted([name, pile] for name, pile in self.piles.items()),
            self.hands,
            sorted([i, f] for i, f in self.faces.items() if self.seen[i] == ALL_SEATS),
            sorted(self.seen.items()),
            sorted([name, list(faces)] for name, faces in self.decks.items()),
            self.serial,
        ]

    def hidden(self, seat: int) -> list[int]:
        """Return the items of a hand whose faces are not public; a spectator (-1) holds none."""
        if seat < 0:
            return []
        seen = self.seen
        return [item for item in self.hands[seat] if seen[item] != ALL_SEATS]

    def cut(self, deck: str, name: str, n: int) -> None:
        """Make a new pile of the top `n` items of a pile."""
        self.piles[name], self.piles[deck] = self.piles[deck][:n], self.piles[deck][n:]

    def remove(self, item: int) -> None:
        """Take an item out of the game, wherever it lies; its face stays known if it was."""
        for hand in self.hands:
            if item in hand:
                hand.remove(item)
                return
        for pile in self.piles.values():
            if item in pile:
                pile.remove(item)
                return

    def retire(self, item: int) -> None:
        """Forget an item for good: a new one stands for its card."""
        self.remove(item)
        self.faces.pop(item, None)
        self.seen.pop(item, None)
        self.origin.pop(item, None)

    # what some eyes know

    def face(self, item: int) -> Plain:
        """Return the face of an item, or None if these eyes do not know it."""
        return self.faces.get(item)

    def known(self, seat: int) -> list[tuple[int, Plain]]:
        """Return the items of a hand whose faces these eyes know, and these; none of seat -1."""
        if seat < 0:
            return []
        faces = self.faces
        return [(item, faces[item]) for item in self.hands[seat] if item in faces]

    def blind(self, seat: int) -> Secrets:
        """Return these cards with only the faces that a seat knows; -1 is a spectator.

        Not to be changed, and good until these are; a clone is independent.
        """
        return _Blinded(self, ALL_SEATS if seat < 0 else 1 << seat)

    def unknown(self) -> dict[str, Unknown]:
        """Return, for each deck, the items whose faces these eyes do not know and the faces left.

        There are as many faces as items, unless a claim that was believed is false.
        """
        out = {deck: Unknown([], list(faces)) for deck, faces in self.decks.items()}
        for item, deck in sorted(self.origin.items()):
            left = out[deck]
            if item not in self.faces:
                left.items.append(item)
            elif self.faces[item] in left.faces:
                left.faces.remove(self.faces[item])
        return out

    def fill(self, rng: Rng) -> None:
        """Give the unknown items of each deck its faces that are left, at random."""
        for items, faces in self.unknown().values():
            order = rng.shuffle(len(faces))
            self.faces.update({item: faces[n] for item, n in zip(items, order, strict=False)})

    # what an answer does

    def apply(self, request: SecretRequest, answer: Answer) -> None:
        """Carry out an answered request.

        Raises:
            RulesError: it was asked for what cannot be.
        """
        check_request(self, request)
        _APPLY[type(request)](self, request, answer.value)
        faces = self.faces
        for item, face, _ in answer.shown:
            faces[item] = face

    def _shuffle(self, request: Shuffle, value: tuple[int, ...]) -> None:
        self.decks[request.deck] = request.faces
        self.piles[request.deck] = list(value)
        for item in value:
            self.seen[item] = 0
            self.origin[item] = request.deck
        self.serial = max(self.serial, max(value, default=-1) + 1)

    def _deal(self, request: Deal, value: tuple[tuple[int, ...], ...]) -> None:
        pile = self.piles[request.deck]
        for (seat, n), hand in zip(request.to, value, strict=True):
            top = pile[:n]
            del pile[:n]
            self._rehand(seat, hand, top)

    def _look(self, request: Look, value: Plain) -> None:
        """Note who was shown what: a public fact, unlike the faces."""
        for item in request.items:
            self.seen[item] |= 1 << request.to

    def _open(self, request: Open, value: Plain) -> None:
        for item in request.items:
            self.seen[item] = ALL_SEATS

    def _join(self, request: Take | Conceal, value: tuple[int, ...]) -> None:
        for item in request.items:
            self.remove(item)
        self._rehand(request.to, value, request.items)

    def _put(self, request: Put, value: Plain) -> None:
        for item in request.items:
            self.remove(item)
            self.piles[request.deck].append(item)

    def _mix(self, request: Mix, value: tuple[int, ...]) -> None:
        self._rehand(request.seat, value, ())

    def _rehand(self, seat: int, hand: tuple[int, ...], joining: Iterable[int]) -> None:
        """Replace the hidden items of a hand, and those that join it, by new ones.

        Which new item is which card is not public, but of which deck it is must be: a hand holds
        cards of one deck, or of several in the order of their names. What joins lies nowhere else
        any longer.
        """
        faces, seen, origin = self.faces, self.seen, self.origin
        decks: list[str] = []
        for item in (*self.hidden(seat), *joining):
            decks.append(origin.pop(item))
            faces.pop(item, None)
            del seen[item]
        if len(self.decks) > 1:
            decks.sort()
        self.hands[seat] = [*[item for item in self.hands[seat] if item in seen], *hand]
        for item, deck in zip(hand, decks, strict=True):
            seen[item], origin[item] = 1 << seat, deck
        if hand:
            self.serial = max(self.serial, max(hand) + 1)


class _Blinded(Secrets):
    """The cards of `all_of_it` with the faces that those of a mask know, sorted out when needed."""

    __slots__ = ("_all", "_mask")

    def __init__(self, all_of_it: Secrets, mask: int) -> None:
        self._all, self._mask = all_of_it, mask
        self.piles, self.hands, self.seen = all_of_it.piles, all_of_it.hands, all_of_it.seen
        self.decks, self.origin = all_of_it.decks, all_of_it.origin
        self.serial = all_of_it.serial

    def __getattr__(self, name: str) -> dict[int, Plain]:
        """Make `faces`, the one field that is not there from the start."""
        if name != "faces":
            raise AttributeError(name)
        mask, seen = self._mask, self.seen
        self.faces = {i: f for i, f in self._all.faces.items() if seen[i] & mask == mask}
        return self.faces

    def face(self, item: int) -> Plain:
        """Return the face of an item, or None if these eyes do not know it."""
        if self.seen.get(item, 0) & self._mask == self._mask:
            return self._all.faces.get(item)
        return None

    def known(self, seat: int) -> list[tuple[int, Plain]]:
        """Return the items of a hand whose faces these eyes know, and these; none of seat -1."""
        if seat < 0:
            return []
        known, mask, seen = self._all.known(seat), self._mask, self.seen
        if mask == 1 << seat:
            return known  # a seat knows its own hand
        return [each for each in known if seen[each[0]] & mask == mask]


_Apply = Callable[[Secrets, SecretRequest, Plain], None]
_APPLY = cast(  # each takes the request and the value of its own kind
    "dict[type[SecretRequest], _Apply]",
    {
        Shuffle: Secrets._shuffle,
        Deal: Secrets._deal,
        Look: Secrets._look,
        Take: Secrets._join,
        Open: Secrets._open,
        Conceal: Secrets._join,
        Put: Secrets._put,
        Mix: Secrets._mix,
    },
)
