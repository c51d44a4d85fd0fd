"""How requests for secrets are answered by what the places write, step by step.

Each flow is a generator: it yields what is due (`Stage`), is sent what the places wrote, and
returns the answer. Order and items follow from public facts alone, so every table runs the same
flows. Faces in an answer are those that the places of our own can read.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import NamedTuple

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
from bastide.core.events import Plain
from bastide.core.payloads import Payload
from bastide.core.secrets import Secrets
from bastide.core.state import State
from bastide.net.veil import operations
from bastide.net.veil.group import deck_id
from bastide.net.veil.items import Item, Items, Keyring
from bastide.net.veil.tasks import Slot, Task


class Stage(NamedTuple):
    """What is due in one step: entries of a kind by some places, for cards with a task each."""

    kind: str
    places: tuple[int, ...]
    tasks: Mapping[int, Task]


class Written(NamedTuple):
    """What the places wrote in a step; `prev` is the digest of the step before."""

    step: int
    prev: bytes
    payloads: Mapping[int, Payload]


Flow = Generator[Stage, Written, Answer]
_Part = Generator[Stage, Written, None]


class Veil:
    """Deals the cards of one game under layers that each place puts on and takes off."""

    def __init__(self, game_id: bytes, rounds: int, keyrings: Iterable[Keyring] = ()) -> None:
        """Begin without decks; the keyrings are those of our own places."""
        self.game_id, self.rounds = game_id, rounds
        self.items = Items(keyrings)
        self._copies: dict[int, dict[int, int]] = {}

    def slot(self, step: int, place: int) -> Slot:
        """Return where an entry stands."""
        return Slot(self.game_id, step, place, self.rounds)

    def progress(self) -> bytes:
        """Return a hash of all items, 32 bytes; b"" before there are any."""
        return self.items.digest() if self.items.decks else b""

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
        yield from self._strip(copies[place], self._after(place, s.seats), spared=place)
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
        yield from self._strip(request.items, self._after(last, s.seats), spared=-1)
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

    # what they are made of

    def _write(self, place: int, task: Task) -> Generator[Stage, Written, Payload]:
        """Let one place write; return what it wrote."""
        written = yield _stage({place: task})
        payload = written.payloads[place]
        task.apply(self.slot(written.step, place), payload, self.items)
        return payload

    def _draw(
        self, joining: Mapping[int, tuple[int, ...]]
    ) -> Generator[Stage, Written, dict[int, tuple[int, ...]]]:
        """Give items to places: each masks its own, then the others take their layers off."""
        new = yield from self._mask(joining)
        receivers = [place for place, items in new.items() if items]
        places = sorted(self.items.holders(i for items in new.values() for i in items))
        if len(receivers) == 1:
            places = _cycle(places, receivers[0])
        owner = {item: place for place, items in new.items() for item in items}
        for place in places:
            foreign = [i for i in owner if owner[i] != place and place in self.items[i].layers]
            yield from self._strip(foreign, [place], spared=-1)
        return new

    def _mask(
        self, items: Mapping[int, tuple[int, ...]], *, copies: bool = False
    ) -> Generator[Stage, Written, dict[int, tuple[int, ...]]]:
        """Let places mask items, all in one step; return the new items of each."""
        due: dict[int, Task] = {
            place: operations.Mask(each, self._of(each), place, copies)
            for place, each in sorted(items.items())
            if each
        }
        new: dict[int, tuple[int, ...]] = dict.fromkeys(items, ())
        new.update((yield from self._together(due)))
        return new

    def _together(
        self, due: dict[int, Task]
    ) -> Generator[Stage, Written, dict[int, tuple[int, ...]]]:
        """Let several places write in one step; return the new items of each."""
        if not due:
            return {}
        step, _, payloads = yield _stage(due)
        return {
            place: task.apply(self.slot(step, place), payloads[place], self.items)
            for place, task in due.items()
        }

    def _strip(self, items: Iterable[int], places: Iterable[int], spared: int) -> _Part:
        """Let places take their layers off items, one after the other, all but one of them."""
        items = tuple(items)
        for place in places:
            mine = tuple(item for item in items if place in self.items[item].layers)
            if mine and place != spared:
                yield from self._write(place, operations.Strip(mine, self._of(mine), place))

    def _rehanded(
        self,
        hands: Mapping[int, Sequence[int]],
        cards: Secrets,
        s: State,
        *,
        single: bool = False,
    ) -> Flow:
        """Mix the hands of seats, a deck at a time; return them as the answer to their request.

        `single`: the request is about one hand, and its answer is that hand.
        """
        sorted_hands = {seat: self._by_deck(hand) for seat, hand in hands.items()}
        most = max((len(decks) for decks in sorted_hands.values()), default=0)
        for n in range(most):
            mixed = {
                s.seating[seat]: decks[n]
                for seat, decks in sorted_hands.items()
                if n < len(decks) and len(decks[n]) > 1
            }
            new = yield from self._mixed(mixed)
            for seat, decks in sorted_hands.items():
                if n < len(decks):
                    decks[n] = new.get(s.seating[seat], decks[n])
        value = tuple(tuple(i for deck in decks for i in deck) for decks in sorted_hands.values())
        shown = [
            Shown(item, face, 1 << seat)
            for seat, hand in zip(hands, value, strict=True)
            for item in hand
            if (face := self._face(item, cards)) is not None
        ]
        return Answer(value[0] if single else value, tuple(shown))

    def _mixed(
        self, hands: Mapping[int, tuple[int, ...]]
    ) -> Generator[Stage, Written, dict[int, tuple[int, ...]]]:
        """Let places re-hand cards of one deck each, in one step; return the new items of each.

        Cards that were masked together share a layer key, and after the re-hand they would still:
        all could see which of a hand they are. So half of them are masked again, and so on.
        """
        mixed = dict(sorted(hands.items()))
        sharing = [len(each) for place, hand in mixed.items() for each in self._by_key(hand, place)]
        for _ in range((max(sharing, default=1) - 1).bit_length()):
            halves = {place: self._halves(hand, place) for place, hand in mixed.items()}
            for place, new in (yield from self._mask(halves)).items():
                instead = dict(zip(halves[place], new, strict=True))
                mixed[place] = tuple(instead.get(item, item) for item in mixed[place])
        due: dict[int, Task] = {
            place: operations.Rehand(hand, self._of(hand), place) for place, hand in mixed.items()
        }
        return (yield from self._together(due))

    def _halves(self, hand: Iterable[int], place: int) -> tuple[int, ...]:
        """Return the smaller half of the cards under each layer key of a hand."""
        sharing = self._by_key(hand, place)
        return tuple(item for each in sharing for item in each[(len(each) + 1) // 2 :])

    def _by_key(self, hand: Iterable[int], place: int) -> list[list[int]]:
        """Return the cards of a hand by layer key."""
        sharing: dict[bytes, list[int]] = {}
        for item in hand:
            sharing.setdefault(self.items[item].layers[place], []).append(item)
        return list(sharing.values())

    def _by_deck(self, hand: Iterable[int]) -> list[tuple[int, ...]]:
        """Return the items of a hand by deck, in the order of the decks' names."""
        decks: dict[str, list[int]] = {}
        for item in hand:
            decks.setdefault(self.items[item].deck, []).append(item)
        return [tuple(decks[name]) for name in sorted(decks)]

    def _of(self, items: Iterable[int]) -> tuple[Item, ...]:
        return tuple(self.items[item] for item in items)

    def _face(self, item: int, cards: Secrets) -> Plain:
        """Return the face of an item, or None if our places cannot read it."""
        found = self.items[item]
        number = self.items.card(found)
        return None if number is None else cards.decks[found.deck][number]

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
        return _cycle(list(range(seats)), place)


def _stage(due: Mapping[int, Task]) -> Stage:
    [kind] = {task.kind for task in due.values()}
    return Stage(kind, tuple(due), due)


def _cycle(places: Sequence[int], last: int) -> list[int]:
    """Return places in cyclic order, those after `last` first."""
    return [p for p in places if p > last] + [p for p in places if p <= last]
