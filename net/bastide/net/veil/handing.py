"""How hidden cards go from hand to hand: what the flows of requests are made of.

Items are masked by those who get them, stripped by all others, and mixed with the rest of a hand.
Each part is a generator: it yields what is due in a step, and is sent what the places wrote.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import NamedTuple

from bastide.core.chance import Answer, Shown
from bastide.core.events import Plain
from bastide.core.payloads import Payload
from bastide.core.secrets import Secrets
from bastide.core.state import State
from bastide.net.veil.items import Item, Items, Keyring
from bastide.net.veil.operations import Mask, Rehand, Strip
from bastide.net.veil.room import strip_parts
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
_NewItems = Generator[Stage, Written, dict[int, tuple[int, ...]]]
"""Returns the new items of each place."""


class Handing:
    """The items of one game, and what places do with them step by step."""

    def __init__(self, game_id: bytes, rounds: int, keyrings: Iterable[Keyring] = ()) -> None:
        """Begin without decks; the keyrings are those of our own places."""
        self.game_id, self.rounds = game_id, rounds
        self.items = Items(keyrings)

    def slot(self, step: int, place: int) -> Slot:
        """Return where an entry stands."""
        return Slot(self.game_id, step, place, self.rounds)

    def progress(self) -> bytes:
        """Return a hash of all items, 32 bytes; b"" before there are any."""
        return self.items.digest() if self.items.decks else b""

    # one step

    def _write(self, place: int, task: Task) -> Generator[Stage, Written, Payload]:
        """Let one place write; return what it wrote."""
        written = yield _stage({place: task})
        payload = written.payloads[place]
        task.apply(self.slot(written.step, place), payload, self.items)
        return payload

    def _draw(self, joining: Mapping[int, tuple[int, ...]]) -> _NewItems:
        """Give items to places: each masks its own, then the others take their layers off."""
        new = yield from self._mask(joining)
        receivers = [place for place, items in new.items() if items]
        places = sorted(self.items.holders(i for items in new.values() for i in items))
        if len(receivers) == 1:
            places = cycle(places, receivers[0])
        owner = {item: place for place, items in new.items() for item in items}
        for place in places:
            foreign = [i for i in owner if owner[i] != place and place in self.items[i].layers]
            yield from self._strip(foreign, [place])
        return new

    def _mask(self, items: Mapping[int, tuple[int, ...]], *, copies: bool = False) -> _NewItems:
        """Let places mask items, all in one step; return the new items of each."""
        due: dict[int, Task] = {
            place: Mask(each, self._of(each), place, copies)
            for place, each in sorted(items.items())
            if each
        }
        new: dict[int, tuple[int, ...]] = dict.fromkeys(items, ())
        new.update((yield from self._together(due)))
        return new

    def _together(self, due: dict[int, Task]) -> _NewItems:
        """Let several places write in one step; return the new items of each."""
        if not due:
            return {}
        step, _, payloads = yield _stage(due)
        return {
            place: task.apply(self.slot(step, place), payloads[place], self.items)
            for place, task in due.items()
        }

    def _strip(
        self, items: Iterable[int], places: Iterable[int]
    ) -> Generator[Stage, Written, None]:
        """Let places take their layers off items, one after the other."""
        items = tuple(items)
        for place in places:
            mine = [item for item in items if place in self.items[item].layers]
            keys = [self.items[item].layers[place] for item in mine]
            for part in strip_parts(mine, keys, self.rounds):
                task = Strip(part, self._of(part), place, self.items.decks)
                yield from self._write(place, task)

    # mixing a hand

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

    def _mixed(self, hands: Mapping[int, tuple[int, ...]]) -> _NewItems:
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
            place: Rehand(hand, self._of(hand), place) for place, hand in mixed.items()
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


def _stage(due: Mapping[int, Task]) -> Stage:
    [kind] = {task.kind for task in due.values()}
    return Stage(kind, tuple(due), due)


def cycle(places: Sequence[int], last: int) -> list[int]:
    """Return places in cyclic order, those after `last` first."""
    return [p for p in places if p > last] + [p for p in places if p <= last]
