"""Hidden cards: items in piles and hands, and which of their faces these eyes know.

An *item* is a number that stands for a card. Where items lie is public; their faces are known to
those who were shown them. A table of a seat holds only that seat's faces, so rules must work with
a face that is None. A local table knows them all.
"""

from __future__ import annotations

from typing import Any

from bastide.core.chance import (
    ALL_SEATS,
    Answer,
    Conceal,
    Deal,
    Look,
    Mix,
    Open,
    Put,
    SecretRequest,
    Shuffle,
    Take,
)
from bastide.core.events import Plain


class Secrets:
    """All items of a table.

    `piles`: items by pile name, the top first. `hands`: items a seat, hidden and shown ones.
    `faces`: what these eyes know. `seen`: for each item the mask of the seats that know its face
    (public: everybody saw who was shown it). `decks`: the faces each deck was made of.
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

    def plain(self) -> list[Any]:
        """Return what is public: places of all items, faces all know, who was shown what."""
        return [
            sorted([name, pile] for name, pile in self.piles.items()),
            self.hands,
            sorted([i, f] for i, f in self.faces.items() if self.seen[i] == ALL_SEATS),
            sorted([i, mask] for i, mask in self.seen.items()),
            sorted([name, list(faces)] for name, faces in self.decks.items()),
            self.serial,
        ]

    def hidden(self, seat: int) -> list[int]:
        """Return the items of a hand whose faces are not public."""
        return [item for item in self.hands[seat] if self.seen[item] != ALL_SEATS]

    def cut(self, deck: str, name: str, n: int) -> None:
        """Make a new pile of the top `n` items of a pile."""
        self.piles[name], self.piles[deck] = self.piles[deck][:n], self.piles[deck][n:]

    def remove(self, item: int) -> None:
        """Take an item out of the game, wherever it lies; its face stays known if it was."""
        for place in (*self.piles.values(), *self.hands):
            if item in place:
                place.remove(item)

    def retire(self, item: int) -> None:
        """Forget an item for good: a new one stands for its card."""
        self.remove(item)
        self.faces.pop(item, None)
        self.seen.pop(item, None)
        self.origin.pop(item, None)

    def blind(self, seat: int) -> Secrets:
        """Return a copy with only the faces that a seat knows; -1 is a spectator."""
        new = self.clone()
        bit = ALL_SEATS if seat < 0 else 1 << seat
        new.faces = {i: f for i, f in self.faces.items() if self.seen[i] & bit == bit}
        return new

    def unknown(self) -> dict[str, tuple[list[int], list[Plain]]]:
        """Return, for each deck, the items whose faces these eyes do not know and the faces left."""
        out: dict[str, tuple[list[int], list[Plain]]] = {}
        for deck, faces in self.decks.items():
            items = sorted(i for i, d in self.origin.items() if d == deck)
            left = list(faces)
            for item in items:
                if item in self.faces:
                    left.remove(self.faces[item])
            out[deck] = ([i for i in items if i not in self.faces], left)
        return out

    def apply(self, request: SecretRequest, answer: Answer) -> None:
        """Carry out an answered request."""
        _APPLY[type(request)](self, request, answer.value)
        for shown in answer.shown:
            self.faces[shown.item] = shown.face
        self._mark(request, answer.value)

    def _mark(self, request: SecretRequest, value: Any) -> None:
        """Note who was shown what: a public fact that follows from request and answer alone."""
        match request:
            case Open(items):
                for item in items:
                    self.seen[item] = ALL_SEATS
            case Look(items, to):
                for item in items:
                    self.seen[item] |= 1 << to

    def _shuffle(self, request: Shuffle, value: Any) -> None:
        self.decks[request.deck] = request.faces
        self.piles[request.deck] = list(value)
        for item in value:
            self.seen[item] = 0
            self.origin[item] = request.deck
        self.serial = max(self.serial, max(value, default=-1) + 1)

    def _deal(self, request: Deal, value: Any) -> None:
        pile = self.piles[request.deck]
        for (seat, n), hand in zip(request.to, value, strict=True):
            drawn = pile[:n]
            decks = [self.origin[item] for item in (*self.hidden(seat), *drawn)]
            self._rehand(seat, hand, decks, drawn)

    def _look(self, request: Look, value: Any) -> None:
        """Places do not change."""

    def _take(self, request: Take, value: Any) -> None:
        decks = [self.origin[i] for i in (*self.hidden(request.to), *request.items)]
        self._rehand(request.to, value, decks, request.items)

    def _open(self, request: Open, value: Any) -> None:
        """Places do not change."""

    def _conceal(self, request: Conceal, value: Any) -> None:
        decks = [self.origin[i] for i in (*self.hidden(request.to), *request.items)]
        self._rehand(request.to, value, decks, request.items)

    def _put(self, request: Put, value: Any) -> None:
        for item in request.items:
            self.remove(item)
            self.piles[request.deck].append(item)

    def _mix(self, request: Mix, value: Any) -> None:
        decks = [self.origin[i] for i in self.hidden(request.seat)]
        self._rehand(request.seat, value, decks, ())

    def _rehand(self, seat: int, hand: Any, decks: list[str], joined: Any) -> None:
        """Replace the hidden items of a hand, and those that join it, by new ones.

        Which new item is which card is not public, but of which deck it is must be: a hand holds
        cards of one deck, or of several in the order of their names.
        """
        shown = [i for i in self.hands[seat] if self.seen[i] == ALL_SEATS and i not in joined]
        for item in (*self.hidden(seat), *joined):
            self.retire(item)
        self.hands[seat] = [*shown, *hand]
        for item, deck in zip(hand, sorted(decks), strict=True):
            self.seen[item] = 1 << seat
            self.origin[item] = deck
        self.serial = max(self.serial, max(hand, default=-1) + 1)


_APPLY: dict[type, Any] = {
    Shuffle: Secrets._shuffle,
    Deal: Secrets._deal,
    Look: Secrets._look,
    Take: Secrets._take,
    Open: Secrets._open,
    Conceal: Secrets._conceal,
    Put: Secrets._put,
    Mix: Secrets._mix,
}
