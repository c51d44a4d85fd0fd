"""How requests for secrets are answered by what the places write, step by step.

Each flow is a generator: it yields what is due (`Stage`), is sent what the places wrote, and
returns the answer. Order and items follow from public facts alone, so every table runs the same
flows. Faces in an answer are those that the places of our own can read.
"""

from __future__ import annotations

from collections.abc import Iterable

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
    Shown,
    Shuffle,
    Take,
)
from bastide.core.secrets import Secrets
from bastide.core.state import State
from bastide.net.veil import operations
from bastide.net.veil.group import deck_id
from bastide.net.veil.handing import Flow, Handing, cycle
from bastide.net.veil.items import Item, Keyring


class Veil(Handing):
    """Deals the cards of one game under layers that each place puts on and takes off."""

    def __init__(self, game_id: bytes, rounds: int, keyrings: Iterable[Keyring] = ()) -> None:
        """Begin without decks; the keyrings are those of our own places."""
        super().__init__(game_id, rounds, keyrings)
        self._copies: dict[int, dict[int, int]] = {}

    @staticmethod
    def needs_roll(request: SecretRequest) -> bool:
        """Tell whether a request is answered from a roll."""
        return False

    def deal(self, request: SecretRequest, cards: Secrets, s: State, roll: bytes) -> Flow:
        """Answer one request; `cards` is where piles and hands are now."""
        match request:
            case Shuffle():
                return self._shuffle(request, s)
            case Deal():
                return self._deal(request, cards, s)
            case Look():
                return self._look(request, cards, s)
            case Take():
                return self._take(request, cards, s)
            case Open():
                return self._open(request, cards, s)
            case Conceal():
                return self._conceal(request, cards, s)
            case Put():
                return self._put(request)
            case Mix():
                return self._mix(request, cards, s)

    # the flows

    def _shuffle(self, request: Shuffle, s: State) -> Flow:
        if not request.faces:
            return Answer(())
        number = len(self.items.decks)
        deck = deck_id(self.game_id, request.deck, number)
        self.items.add_deck(request.deck, deck, len(request.faces))
        points = self.items.decks[request.deck]
        layers: dict[int, bytes] = {}
        for place in range(s.seats):
            task = operations.Shuffle(deck, number, points)
            payload = yield from self._write(place, task)
            points, layers[place] = task.read(payload), task.key(payload)
        items = tuple(self.items.add(Item(point, layers, request.deck)) for point in points)
        return Answer(items)

    def _deal(self, request: Deal, cards: Secrets, s: State) -> Flow:
        pile, at = cards.piles[request.deck], 0
        joining: dict[int, tuple[int, ...]] = {}
        for seat, n in request.to:
            joining[seat] = tuple(pile[at : at + n])
            at += n
        drawn = yield from self._draw({s.seating[n]: each for n, each in joining.items()})
        hands = {n: [*cards.hidden(n), *drawn[s.seating[n]]] for n in joining}
        return (yield from self._rehanded(hands, cards, s))

    def _look(self, request: Look, cards: Secrets, s: State) -> Flow:
        place = s.seating[request.to]
        self._forget(place)
        masked = tuple(i for i in request.items if set(self.items[i].layers) - {place})
        copies = yield from self._mask({place: masked}, copies=True)
        self._copies[place] = dict(zip(masked, copies[place], strict=True))
        yield from self._strip(copies[place], self._after(place, s.seats)[:-1])
        readable = {item: self._copies[place].get(item, item) for item in request.items}
        mask = 1 << request.to
        shown = [
            Shown(item, face, cards.seen[item] | mask)
            for item, copy in readable.items()
            if (face := self._face(copy, cards)) is not None
        ]
        return Answer((), tuple(shown))

    def _take(self, request: Take, cards: Secrets, s: State) -> Flow:
        place = s.seating[request.to]
        copies = self._copies.get(place, {})
        taken = {item: copies.pop(item) for item in request.items if item in copies}
        for item in taken:
            self.items.retire(item)
        self._forget(place)
        rest = tuple(item for item in request.items if item not in taken)
        drawn = yield from self._draw({place: rest})
        taken.update(zip(rest, drawn[place], strict=True))
        hand = [*cards.hidden(request.to), *(taken[item] for item in request.items)]
        return (yield from self._rehanded({request.to: hand}, cards, s, single=True))

    def _open(self, request: Open, cards: Secrets, s: State) -> Flow:
        last = self._opener(request.items, cards, s)
        yield from self._strip(request.items, self._after(last, s.seats))
        faces = tuple(self._face(item, cards) for item in request.items)
        shown = (Shown(i, f, ALL_SEATS) for i, f in zip(request.items, faces, strict=True))
        return Answer(faces, tuple(shown))

    def _conceal(self, request: Conceal, cards: Secrets, s: State) -> Flow:
        place = s.seating[request.to]
        masked = yield from self._mask({place: request.items})
        hand = [*cards.hidden(request.to), *masked[place]]
        return (yield from self._rehanded({request.to: hand}, cards, s, single=True))

    def _put(self, request: Put) -> Flow:
        yield from ()
        return Answer(request.items)

    def _mix(self, request: Mix, cards: Secrets, s: State) -> Flow:
        hand = cards.hidden(request.seat)
        return (yield from self._rehanded({request.seat: hand}, cards, s, single=True))

    def _forget(self, place: int) -> None:
        """Drop the copies of what a place looked at last."""
        for copy in self._copies.pop(place, {}).values():
            self.items.retire(copy)

    @staticmethod
    def _opener(items: Iterable[int], cards: Secrets, s: State) -> int:
        """Return the place that strips last: whose hand holds the items, or whose turn it is."""
        for item in items:
            for seat, hand in enumerate(cards.hands):
                if item in hand:
                    return s.seating[seat]
        return s.seating[s.turn_seat]

    @staticmethod
    def _after(place: int, seats: int) -> list[int]:
        """Return all places in cyclic order, beginning after one and ending with it."""
        return cycle(list(range(seats)), place)
