"""The dealer of a local table: it knows every face and answers alone, from one stream."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import TYPE_CHECKING, Protocol, cast

from bastide.core.chance import (
    ALL_SEATS,
    PUBLIC_REQUESTS,
    Answer,
    Conceal,
    Deal,
    Look,
    Mix,
    Open,
    Put,
    Request,
    Rng,
    SecretRequest,
    Shown,
    Shuffle,
    Take,
    public_answer,
)
from bastide.core.secret_requests import check_request
from bastide.core.secrets import Secrets

if TYPE_CHECKING:
    from bastide.core.events import Plain
    from bastide.core.state import State


_ORDERS = tuple(tuple(permutations(range(n))) for n in range(5))
"""All orders of small hands: for these one number is drawn, not one for each card."""

_new = tuple.__new__  # makes a record in a third of the time of its own constructor


class Answers(Protocol):
    """Whoever answers the requests of a state at once."""

    def answer(self, s: State) -> tuple[Answer, ...]:
        """Return one answer for each request that `s` waits for."""
        ...


class LocalDealer:
    """Answers from one continued stream, in the order of the requests.

    The state must know all faces (`eyes` = ALL), or no hidden card at all.
    """

    __slots__ = ("rng",)

    def __init__(self, seed: bytes) -> None:
        self.rng = Rng(seed, "local")

    def answer(self, s: State) -> tuple[Answer, ...]:
        """Return one answer for each request that `s` waits for.

        Raises:
            RulesError: the rules asked for what cannot be dealt.
        """
        waiting = s.waiting
        if len(waiting) == 1 and type(waiting[0]) in PUBLIC_REQUESTS:
            return (Answer(public_answer(waiting[0], self.rng)),)  # type: ignore[arg-type]  # public
        cards = s.secrets or Secrets(s.seats)
        if len(waiting) == 1:
            return (self._one(waiting[0], cards),)
        public = [request for request in waiting if isinstance(request, PUBLIC_REQUESTS)]
        if len(public) == len(waiting):
            return tuple([Answer(public_answer(request, self.rng)) for request in public])
        cards = cards.clone()
        return tuple(self._next(request, cards) for request in waiting)

    def _one(self, request: Request, cards: Secrets) -> Answer:
        """Answer one request, as the cards lie. What is wrong besides is found on applying it."""
        if isinstance(request, PUBLIC_REQUESTS):
            return Answer(public_answer(request, self.rng))
        try:
            return self.secret(request, cards)
        except (LookupError, ValueError):
            check_request(cards, request)
            raise

    def _next(self, request: Request, cards: Secrets) -> Answer:
        """Answer one of several; `cards` is where the answers before it have led, and goes on."""
        answer = self._one(request, cards)
        if not isinstance(request, PUBLIC_REQUESTS):
            cards.apply(request, answer)
        return answer

    def secret(self, request: SecretRequest, cards: Secrets) -> Answer:
        """Answer one request for secrets; `cards` knows all faces and is left as it is."""
        return _SECRET[type(request)](self, request, cards)

    def _shuffle(self, request: Shuffle, cards: Secrets) -> Answer:
        faces, serial = request.faces, cards.serial
        order = self.rng.shuffle(len(faces))
        items = tuple(range(serial, serial + len(faces)))
        shown = [Shown(i, faces[n], 0) for i, n in zip(items, order, strict=True)]
        return Answer(items, tuple(shown))

    def _deal(self, request: Deal, cards: Secrets) -> Answer:
        deck, to = request
        pile, at, serial = cards.piles[deck], 0, cards.serial
        if len(to) == 1:
            ((seat, n),) = to
            answer = self._rehand(seat, [*cards.hidden(seat), *pile[:n]], cards, serial)
            return Answer((answer.value,), answer.shown)
        hands: list[Plain] = []
        shown: list[Shown] = []
        for seat, n in to:
            old = [*cards.hidden(seat), *pile[at : at + n]]
            answer = self._rehand(seat, old, cards, serial)
            hands.append(answer.value)
            shown += answer.shown
            at, serial = at + n, serial + len(old)
        return Answer(tuple(hands), tuple(shown))

    def _look(self, request: Look, cards: Secrets) -> Answer:
        faces, seen, bit = cards.faces, cards.seen, 1 << request.to
        shown = [_new(Shown, (i, faces[i], seen[i] | bit)) for i in request.items]
        return Answer((), tuple(shown))

    def _open(self, request: Open, cards: Secrets) -> Answer:
        shown = [Shown(i, cards.faces[i], ALL_SEATS) for i in request.items]
        return Answer(tuple([each.face for each in shown]), tuple(shown))

    def _join(self, request: Take | Conceal, cards: Secrets) -> Answer:
        items, to = request
        return self._rehand(to, [*cards.hidden(to), *items], cards, cards.serial)

    def _put(self, request: Put, cards: Secrets) -> Answer:
        return Answer(request.items)

    def _mix(self, request: Mix, cards: Secrets) -> Answer:
        return self._rehand(request.seat, cards.hidden(request.seat), cards, cards.serial)

    def _rehand(self, seat: int, old: list[int], cards: Secrets, serial: int) -> Answer:
        """Give the cards of a hand new numbers in an order that nobody else knows."""
        mixed = [old[n] for n in self._order(len(old))]
        if len(cards.decks) > 1:
            mixed.sort(key=cards.origin.__getitem__)
        faces, bit = cards.faces, 1 << seat
        items = tuple(range(serial, serial + len(mixed)))
        shown = [_new(Shown, (i, faces[card], bit)) for i, card in zip(items, mixed, strict=True)]
        return Answer(items, tuple(shown))

    def _order(self, n: int) -> tuple[int, ...]:
        """Return an order of `n` cards."""
        if n < len(_ORDERS):
            orders = _ORDERS[n]
            return orders[self.rng.below(len(orders))]
        return self.rng.shuffle(n)


_Secret = Callable[[LocalDealer, SecretRequest, Secrets], Answer]
_SECRET = cast(  # each takes the request of its own kind
    "dict[type[SecretRequest], _Secret]",
    {
        Shuffle: LocalDealer._shuffle,
        Deal: LocalDealer._deal,
        Look: LocalDealer._look,
        Take: LocalDealer._join,
        Open: LocalDealer._open,
        Conceal: LocalDealer._join,
        Put: LocalDealer._put,
        Mix: LocalDealer._mix,
    },
)
