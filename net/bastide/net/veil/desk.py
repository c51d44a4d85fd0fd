"""The proofs of one game that are being made or checked in other processes.

The tables check and write in one go; proofs take a while. So an entry whose proofs have no verdict
yet is put aside, and taken when they have; and what a place of ours must write is put aside until
its proofs are made. `wake` is called then. Verdicts and payloads are kept for one step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from bastide.core.journal import Body
from bastide.core.payloads import Payload, PayloadError
from bastide.net.dealing.fair import FairDealer
from bastide.net.veil.proofs import Statement, verify
from bastide.net.veil.tasks import Draft, Proven, Wanted


class Clerks(Protocol):
    """Whoever makes and checks proofs; `done` is called later, never at once."""

    def prove(
        self, wanted: Sequence[Wanted], master: bytes, done: Callable[[list[bytes]], None]
    ) -> None:
        """Make proofs with the secrets of a place of ours."""
        ...

    def verify(self, stated: Sequence[Proven], done: Callable[[list[bool]], None]) -> None:
        """Check proofs."""
        ...


class Desk:
    """What is known of the proofs of the current step."""

    def __init__(self, dealer: FairDealer, clerks: Clerks, wake: Callable[[], None]) -> None:
        """Take over the proofs of a dealer."""
        self._dealer, self._clerks, self._wake = dealer, clerks, wake
        self._step = -1
        self._verdicts: dict[Proven, bool | None] = {}
        self._payloads: dict[int, Payload | None] = {}
        dealer.verify = self._holds

    def is_checked(self, body: Body) -> bool:
        """Tell whether all is known that the dealer needs to judge an entry; else find it out.

        The entry is of the current step, due, signed, and of our history.
        """
        self._at(body.step)
        try:
            stated = self._dealer.proven(body.step, body.place, body.payload)
        except PayloadError:
            return True  # which the dealer will say
        new = [each for each in stated if each not in self._verdicts]
        if new:
            self._verdicts.update(dict.fromkeys(new))
            self._clerks.verify(new, lambda verdicts: self._checked(body.step, new, verdicts))
        return all(self._verdicts[each] is not None for each in stated)

    def payload(self, step: int, place: int) -> Payload | None:
        """Return what our own place writes, or None while its proofs are being made."""
        self._at(step)
        if place not in self._payloads:
            self._payloads[place] = None
            draft = self._dealer.draft(step, place)
            self._clerks.prove(
                draft.wanted,
                self._dealer.master(place),
                lambda proofs: self._proven(step, place, draft, proofs),
            )
        return self._payloads[place]

    def _checked(self, step: int, stated: list[Proven], verdicts: list[bool]) -> None:
        if step == self._step:
            self._verdicts.update(zip(stated, verdicts, strict=True))
            self._wake()

    def _proven(self, step: int, place: int, draft: Draft, proofs: list[bytes]) -> None:
        if step == self._step:
            self._payloads[place] = draft.finished(proofs)
            for want, proof in zip(draft.wanted, proofs, strict=True):
                self._verdicts[Proven(want.statement, proof)] = True
            self._wake()

    def _at(self, step: int) -> None:
        """Forget what belongs to another step."""
        if step != self._step:
            self._step = step
            self._verdicts, self._payloads = {}, {}

    def _holds(self, statement: Statement, proof: bytes) -> bool:
        verdict = self._verdicts.get(Proven(statement, proof))
        return verify(statement, proof) if verdict is None else verdict
