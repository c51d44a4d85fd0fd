"""The fair dealer: chance that every place has a share in and none can steer.

Each place fixed a hash chain before the game began; its end, the anchor, is in its `join` entry.
A roll is one step in which every place shows the next value of its chain; the answer is derived
from all of them together. One honest place makes it unpredictable, and nobody can adapt. The last
to show sees the result first and may refuse to go on: that stops the game, it cannot change it.

Hidden cards are dealt by the *veil*, under layers of all places (`veil`), or openly, from a roll
(`open_deal`): the genesis says which. Whatever the rules ask for at one time is answered in one
go: first a roll, if anything needs one, then request by request.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Protocol, cast

from bastide.core.chance import (
    PUBLIC_REQUESTS,
    Answer,
    PublicRequest,
    Request,
    Rng,
    SecretRequest,
    public_answer,
)
from bastide.core.exchange import Expected
from bastide.core.journal import Genesis
from bastide.core.messages import Message
from bastide.core.payloads import Payload, PayloadError, binary_fields
from bastide.core.secret_requests import check_request
from bastide.core.secrets import Secrets
from bastide.core.state import State
from bastide.net.dealing.dice import is_next_value, roll_value
from bastide.net.dealing.open_deal import OpenDeal
from bastide.net.limits import ROLLS_PLAYED
from bastide.net.veil.flows import Veil
from bastide.net.veil.handing import Flow, Stage, Written
from bastide.net.veil.items import Keyring
from bastide.net.veil.proofs import Statement, verify
from bastide.net.veil.tasks import Draft, Proven, Task

Verify = Callable[[Statement, bytes], bool]


class HiddenCards(Protocol):
    """How secrets are dealt."""

    def needs_roll(self, request: SecretRequest) -> bool:
        """Tell whether a request is answered from a roll."""
        ...

    def deal(self, request: SecretRequest, cards: Secrets, s: State, roll: bytes) -> Flow:
        """Answer one request; `cards` is where piles and hands are now."""
        ...

    def progress(self) -> bytes:
        """Return a digest of what is dealt, as far as that is public; b"" if the state says all."""
        ...


class FairDealer:
    """Answers the requests of one networked game from what the places write.

    Attributes:
        rolls: how many rolls are complete.
        due: what the places must write next, `join` apart, or None.
        verify: checks a proof; whoever has checked it elsewhere puts its verdict here.
    """

    def __init__(self, genesis: Genesis, masters: Mapping[int, bytes] | None = None) -> None:
        """Begin before the first step; `masters`: the master secrets of our own places."""
        self.game_id, self.rounds = genesis.game_id, genesis.rounds
        self.places = tuple(range(len(genesis.seats)))
        self.rolls = 0
        self.due: Stage | None = None
        self.verify: Verify = verify
        self._keyrings = {n: Keyring(n, master) for n, master in (masters or {}).items()}
        self._veil = Veil(self.game_id, self.rounds, self._keyrings.values())
        self._hidden: HiddenCards = self._veil
        if genesis.deal == "open":
            self._hidden = OpenDeal(self._keyrings)
        self._shown: dict[int, bytes] = {}
        self._batch: Generator[Stage, Written, tuple[Answer, ...]] | None = None

    # what is due

    def begin(self, s: State) -> tuple[Answer, ...] | None:
        """Take up what `s` waits for; return the answers if they need no entries."""
        if self.fault(s):
            return None
        self._batch = self._answers(s)
        return self._go_on(None)

    def expects(self, step: int) -> Expected | None:
        """Return what the places must write now, or None if nothing."""
        if step == 0:
            return Expected(step, "join", self.places)
        return Expected(step, self.due.kind, self.due.places) if self.due else None

    def fault(self, s: State) -> Message | None:
        """Return why what the rules ask for cannot be had, or None."""
        if self.rolls >= ROLLS_PLAYED and any(map(self._needs_roll, s.waiting)):
            return Message("The game has used up its rolls: no seat can show another value.")
        return None

    def progress(self) -> bytes:
        """Return a digest of what is dealt, as far as that is public."""
        return self._hidden.progress()

    # what the places write

    def check(self, step: int, place: int, kind: str, payload: Payload) -> None:
        """Raise `PayloadError` if a place writes anything but what is due."""
        if kind == "join":
            binary_fields(payload, {"dice": 32})
        elif kind == "roll":
            value = binary_fields(payload, {"s": 32})["s"]
            if not is_next_value(self.game_id, place, self._shown[place], value):
                raise PayloadError("a roll value that is not the next of that seat's chain")
        elif not all(self.verify(*each) for each in self.proven(step, place, payload)):
            raise PayloadError("a proof that does not hold")

    def proven(self, step: int, place: int, payload: Payload) -> list[Proven]:
        """Return what an entry with proofs states.

        Raises:
            PayloadError: it is not what this place must write.
        """
        return self._task(place).proven(self._veil.slot(step, place), payload)

    def draft(self, step: int, place: int) -> Draft:
        """Return what our own place writes when cards are dealt, proofs to come."""
        return self._task(place).draft(self._veil.slot(step, place), self._keyrings[place])

    def master(self, place: int) -> bytes:
        """Return the master secret of a place of ours."""
        return self._keyrings[place].master

    def complete(
        self, step: int, prev: bytes, payloads: dict[int, Payload]
    ) -> tuple[Answer, ...] | None:
        """Take a complete step; return the answers, if it brings any."""
        if step == 0:
            self._shown = {n: cast("bytes", payload["dice"]) for n, payload in payloads.items()}
            return None
        return self._go_on(Written(step, prev, payloads))

    def _task(self, place: int) -> Task:
        if self.due is None or place not in self.due.tasks:
            raise PayloadError("nothing is to be proven by that seat now")
        return self.due.tasks[place]

    # the answers to what is asked together

    def _go_on(self, written: Written | None) -> tuple[Answer, ...] | None:
        """Run to the next step that is due; return the answers if there is none."""
        if self._batch is None:
            raise PayloadError("nothing is dealt now")
        try:
            self.due = next(self._batch) if written is None else self._batch.send(written)
        except StopIteration as end:
            self.due = self._batch = None
            return cast("tuple[Answer, ...]", end.value)
        return None

    def _answers(self, s: State) -> Generator[Stage, Written, tuple[Answer, ...]]:
        cards = s.secrets.clone() if s.secrets else Secrets(s.seats)
        roll = b""
        if any(map(self._needs_roll, s.waiting)):
            roll = yield from self._roll()
        answers: list[Answer] = []
        for request in s.waiting:
            if isinstance(request, PUBLIC_REQUESTS):
                answers.append(_public(request, roll))
                continue
            check_request(cards, request)
            answer = yield from self._hidden.deal(request, cards, s, roll)
            cards.apply(request, answer)
            answers.append(answer)
        return tuple(answers)

    def _needs_roll(self, request: Request) -> bool:
        return isinstance(request, PUBLIC_REQUESTS) or self._hidden.needs_roll(request)

    def _roll(self) -> Generator[Stage, Written, bytes]:
        """Let every place show its next value; return the 32 bytes that come of all of them."""
        _, prev, payloads = yield Stage("roll", self.places, {})
        self.rolls += 1
        self._shown = {n: cast("bytes", payload["s"]) for n, payload in payloads.items()}
        values = [self._shown[place] for place in self.places]
        return roll_value(self.game_id, self.rolls, prev, values)


def _public(request: PublicRequest, roll: bytes) -> Answer:
    return Answer(public_answer(request, Rng(roll, request.label)))
