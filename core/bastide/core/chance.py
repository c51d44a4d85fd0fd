"""Chance and secrets as requests, and the stream that answers come from.

Rules never roll or shuffle: a phase *asks* for what it needs, and some dealer answers: at a local
table, in searches and tests the one in `dealer`, at a networked table the one in `net`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from struct import Struct
from typing import NamedTuple

from bastide.core.encoding import prefixed
from bastide.core.errors import RulesError
from bastide.core.events import Plain
from bastide.core.messages import message

_WORDS = Struct(">8I")

MAX_ROLLS = 4000
"""Times that a game between computers can be answered by chance (docs/protocol.md, limits)."""
MOST_SIDES = 2**32
"""What one word of a stream can tell apart."""


class Roll(NamedTuple):
    """A number from 1 to `sides`."""

    sides: int
    label: str = "d6"


class Seed(NamedTuple):
    """32 bytes from which rules derive a lot of chance, such as a whole board."""

    label: str = "seed"


class Pick(NamedTuple):
    """`k` things of a pool, one after the other, without putting back.

    The pool is a multiset in an order fixed by the rules: no order of draws exists before.
    """

    pool: tuple[Plain, ...]
    k: int = 1
    label: str = "pick"


class Order(NamedTuple):
    """A permutation of 0 .. m-1."""

    m: int
    label: str = "order"


class Shuffle(NamedTuple):
    """A new pile `deck` of items whose faces nobody knows, one for each face."""

    deck: str
    faces: tuple[Plain, ...]


class Deal(NamedTuple):
    """Items from the top of a pile into hands; `to` is ((seat, number), ...).

    Answer: for each receiver, in that order, its whole hidden hand afterwards.
    """

    deck: str
    to: tuple[tuple[int, int], ...]


class Look(NamedTuple):
    """The faces of a whole pile or a whole hand, in order, shown to one seat only."""

    items: tuple[int, ...]
    to: int


class Take(NamedTuple):
    """Items just looked at join a hand; the rest of their pile keeps its order.

    Answer: the whole hidden hand afterwards.
    """

    items: tuple[int, ...]
    to: int


class Open(NamedTuple):
    """The faces of items, for everybody, in order."""

    items: tuple[int, ...]


class Conceal(NamedTuple):
    """Face-up items join a hidden hand: all know that they are in it, nobody which they are.

    Answer: the whole hidden hand afterwards.
    """

    items: tuple[int, ...]
    to: int


class Put(NamedTuple):
    """Items go under a pile, in order. Answer: the items."""

    items: tuple[int, ...]
    deck: str


class Mix(NamedTuple):
    """The hidden items of a hand get new numbers. Answer: the whole hidden hand afterwards."""

    seat: int


PublicRequest = Roll | Seed | Pick | Order
SecretRequest = Shuffle | Deal | Look | Take | Open | Conceal | Put | Mix
Request = PublicRequest | SecretRequest
PUBLIC_REQUESTS = (Roll, Seed, Pick, Order)


class Shown(NamedTuple):
    """A face that an answer shows to the seats of a bit mask (bit n: seat n)."""

    item: int
    face: Plain
    seats: int


class Answer(NamedTuple):
    """What a dealer says to one request.

    `value` is public and what the rules get; `shown` are the faces that come with it, of which
    a table holds only those that its eyes may see.
    """

    value: Plain
    shown: tuple[Shown, ...] = ()

    def cut(self, seat: int) -> Answer:
        """Return the answer as one seat gets it; seat -1 is a spectator."""
        if not self.shown:
            return self
        bit = ALL_SEATS if seat < 0 else 1 << seat
        return Answer(self.value, tuple(x for x in self.shown if x.seats & bit == bit))


ALL_SEATS = (1 << 16) - 1
"""The mask of a face that everybody knows, spectators included."""


Mark = tuple[int, tuple[int, ...]]
"""A place in a stream: its block, and the words of the one before that are left."""


class Rng:
    """A stream of 32-bit words from a seed and a label (docs/protocol.md, random stream)."""

    __slots__ = ("_base", "_block", "_words")

    def __init__(self, seed: bytes, label: str) -> None:
        head = prefixed("rng", seed, label.encode()) + (4).to_bytes(4, "big")
        self._base = hashlib.sha256(head)
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """Return the next word, 0 .. 2**32 - 1."""
        words = self._words
        if not words:
            block = self._base.copy()
            block.update(self._block.to_bytes(4, "big"))
            self._block += 1
            words.extend(reversed(_WORDS.unpack(block.digest())))
        return words.pop()

    def below(self, n: int) -> int:
        """Return a number in 0 .. n-1, each equally likely."""
        limit, words = 4294967296 - 4294967296 % n, self._words
        while True:
            word = words.pop() if words else self.word()
            if word < limit:
                return word % n

    def shuffle(self, m: int) -> tuple[int, ...]:
        """Return a permutation of 0 .. m-1."""
        places, words = list(range(m)), self._words
        for n in range(m, 1, -1):
            word, limit = (words.pop() if words else self.word()), 4294967296 - 4294967296 % n
            while word >= limit:
                word = self.word()
            i, j = n - 1, word % n  # as `below(n)`, without a call for each
            places[i], places[j] = places[j], places[i]
        return tuple(places)

    def pick(self, pool: Sequence[Plain], k: int) -> tuple[Plain, ...]:
        """Return `k` things of a pool, drawn without putting back."""
        if k == 1:
            return (pool[self.below(len(pool))],)
        rest = list(pool)
        return tuple(rest.pop(self.below(len(rest))) for _ in range(k))

    def block(self) -> bytes:
        """Return the next eight words as 32 bytes."""
        return b"".join(self.word().to_bytes(4, "big") for _ in range(8))

    def mark(self) -> Mark:
        """Return the place in the stream, for `reset`."""
        return self._block, tuple(self._words)

    def reset(self, mark: Mark) -> None:
        """Go back (or on) to a place in the stream."""
        self._block, self._words = mark[0], list(mark[1])


def public_answer(request: PublicRequest, rng: Rng) -> Plain:
    """Return the answer that a stream gives to a request for public chance.

    Raises:
        RulesError: the request asks for what cannot be.
    """
    if isinstance(request, Pick):
        pool, k = request.pool, request.k
        if k > len(pool):
            raise RulesError(
                message(
                    "the rules ask for {k} things of a pool of {n}: ask for no more than there are",
                    k=k,
                    n=len(pool),
                )
            )
        return rng.pick(pool, k)
    match request:
        case Roll(sides) if 0 < sides <= MOST_SIDES:
            return 1 + rng.below(sides)
        case Order(m):
            return rng.shuffle(m)
        case Seed():
            return rng.block()
    raise RulesError(
        message(
            "the rules ask for {request}, which is no public chance: ask for Roll, Seed, Pick or "
            "Order, of something",
            request=repr(request),
        )
    )


def needs_roll(request: Request) -> bool:
    """Tell whether a request may take a roll between computers: a `Shuffle` takes one if open."""
    return isinstance(request, (*PUBLIC_REQUESTS, Shuffle))


def check_labels(requests: tuple[Request, ...]) -> None:
    """Require labels of their own for requests that are asked together: they share a roll.

    Raises:
        RulesError: two are equal, so that both would get the same words.
    """
    labels = [request.label for request in requests if isinstance(request, PUBLIC_REQUESTS)]
    if len(set(labels)) < len(labels):
        raise RulesError(
            message(
                "requests that are asked together need different labels, not {names}",
                names=", ".join(labels),
            )
        )
