"""What one place has to write when cards are dealt: an operation on items, with its proofs.

A task says which items, in which order; whoever reads an entry holds it against its own task, so
that nobody can be made to work on anything else. The operations are in `operations`.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple, Protocol

from bastide.core.payloads import Payload, PayloadError
from bastide.net.veil.items import Items, Keyring
from bastide.net.veil.proofs import Statement, proof_length


class Slot(NamedTuple):
    """Where an entry stands; it is inside every statement, so that no proof fits elsewhere."""

    game_id: bytes
    step: int
    place: int
    rounds: int

    def statement(
        self,
        op: str,
        fixed: tuple[tuple[bytes, bytes], ...],
        inputs: tuple[bytes, ...],
        outputs: tuple[bytes, ...],
        *,
        hidden: bool = False,
        cols: int = 1,
    ) -> Statement:
        """Return what an entry that stands here states of an operation; see `Statement`."""
        return Statement(
            game_id=self.game_id,
            step=self.step,
            place=self.place,
            op=op,
            rounds=self.rounds,
            hidden=hidden,
            cols=cols,
            fixed=fixed,
            inputs=inputs,
            outputs=outputs,
        )


class Proven(NamedTuple):
    """A statement and the proof that an entry brings for it."""

    statement: Statement
    proof: bytes

    @classmethod
    def read(cls, statement: Statement, proof: object) -> Proven:
        """Return a statement with what an entry brings for it.

        Raises:
            PayloadError: that has not the form of a proof of it.
        """
        if not isinstance(proof, bytes) or len(proof) != proof_length(statement):
            raise PayloadError("a proof that has not the length for its statement")
        return cls(statement, proof)


class Wanted(NamedTuple):
    """A proof to be made: its statement, the factor, and the permutation if one is hidden."""

    statement: Statement
    factor: int
    order: tuple[int, ...] | None


class Draft(NamedTuple):
    """A payload whose proofs are still to be made: those go, as they come, into `pf`."""

    payload: Payload
    wanted: tuple[Wanted, ...]

    def finished(self, proofs: list[bytes]) -> Payload:
        """Return the whole payload."""
        many = isinstance(self.payload["pf"], list)
        return {**self.payload, "pf": proofs if many else proofs[0]}


class Task(Protocol):
    """What a place has to write at a step."""

    kind: ClassVar[str]
    """The kind of the entry."""

    def proven(self, slot: Slot, payload: Payload) -> list[Proven]:
        """Return what an entry states.

        Raises:
            PayloadError: it is not of the form, or not about what this place must work on.
        """
        ...

    def draft(self, slot: Slot, keyring: Keyring) -> Draft:
        """Return what our own place writes, proofs to come."""
        ...

    def apply(self, slot: Slot, payload: Payload, items: Items) -> tuple[int, ...]:
        """Carry out a checked entry; return the numbers of new items, in order."""
        ...
