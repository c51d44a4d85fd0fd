"""Proofs of what is false, made as well as a cheat can: with honest secrets, or by luck.

`forged` closes the proof of a true statement over a false one. `ground` needs no secret at all: it
guesses the challenge, answers for the guess, and hopes; one try in 2**rounds passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

from bastide.core.encoding import tagged_hash
from bastide.core.payloads import Payload
from bastide.net.veil.group import ORDER
from bastide.net.veil.proofs import (
    CHALLENGE_BYTES,
    Statement,
    close_rounds,
    open_rounds,
    proof_length,
    repeat_rounds,
)
from bastide.net.veil.tasks import Slot, Task, Wanted

POINT = 32
"""Bytes of a point, and of a factor."""


def forged(statement: Statement, want: Wanted, master: bytes) -> bytes:
    """Return the proof that the honest secrets give, whether the statement is true or not."""
    rounds = open_rounds(statement, master, 0, statement.rounds)
    return close_rounds(statement, want.factor, want.order, rounds)


def ground(statement: Statement, tries: int, random: Random) -> bytes | None:
    """Return a proof of anything that passes, if one of some tries does."""
    for _ in range(tries):
        guess = random.randbytes(CHALLENGE_BYTES)
        answers = b"".join(_answer(statement, random) for _ in range(statement.rounds))
        made = repeat_rounds(statement, guess + answers, 0, statement.rounds)
        challenge = tagged_hash("vchal", statement.digest, *made)
        if _bits(challenge, statement.rounds) == _bits(guess, statement.rounds):
            return challenge + answers
    return None


def _answer(statement: Statement, random: Random) -> bytes:
    factor = random.randrange(1, ORDER).to_bytes(POINT, "big")
    order = random.sample(range(statement.rows), statement.rows) if statement.hidden else ()
    return factor + bytes(order)


def _bits(challenge: bytes, rounds: int) -> int:
    return int.from_bytes(challenge, "little") % (1 << rounds)


def statements(
    task: Task, slot: Slot, payload: Payload, wanted: Sequence[Wanted]
) -> list[Statement]:
    """Return what a payload states, whatever its proofs are.

    Raises:
        PayloadError: it states nothing that this place could have to say.
    """
    blank = [bytes(proof_length(want.statement)) for want in wanted]
    return [each.statement for each in task.proven(slot, with_proofs(payload, blank))]


def with_proofs(payload: Payload, proofs: list[bytes]) -> Payload:
    """Return a payload with other proofs."""
    return {**payload, "pf": proofs if isinstance(payload["pf"], list) else proofs[0]}


def proofs_of(payload: Payload) -> list[bytes]:
    """Return the proofs of a payload."""
    many = isinstance(payload["pf"], list)
    return cast("list[bytes]", payload["pf"] if many else [payload["pf"]])


def points(payload: Payload, field: str = "x") -> list[bytes]:
    """Return the points of a field."""
    value = cast("bytes", payload[field])
    return [value[at : at + POINT] for at in range(0, len(value), POINT)]


def with_points(payload: Payload, new: Sequence[bytes], field: str = "x") -> Payload:
    """Return a payload with other points in a field."""
    return {**payload, field: b"".join(new)}
