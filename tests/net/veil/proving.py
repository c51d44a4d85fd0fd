"""True statements of every kind, and a prover that lies as well as anybody can."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from bastide.core.encoding import tagged_hash, u16
from bastide.net.veil.group import GENERATOR, card_points, mul, mul_all
from bastide.net.veil.proofs import Statement, prove

GAME = b"g" * 32
MASTER = b"m" * 32
OPS = ("shuffle", "mask", "strip", "rehand")


class Proven(NamedTuple):
    """A true statement, why it is true, and its proof."""

    statement: Statement
    k: int
    pi: tuple[int, ...] | None
    proof: bytes


def factor(seed: int) -> int:
    """Return some factor."""
    return Random(seed).getrandbits(255) + 1


def rows_of(points: Sequence[bytes], cols: int) -> list[tuple[bytes, ...]]:
    """Return a list of points as rows."""
    return [tuple(points[at : at + cols]) for at in range(0, len(points), cols)]


def state(op: str, m: int, rounds: int = 8, seed: int = 1) -> tuple[Statement, int, list[int]]:
    """Return a true statement of a kind, its factor, and the order of its rows."""
    cols, k = (2 if op == "rehand" else 1), factor(seed)
    inputs = card_points(seed.to_bytes(32), m * cols)
    order = list(range(m))
    if op in ("shuffle", "rehand"):
        Random(seed).shuffle(order)
    rows = rows_of(inputs, cols)
    outputs = mul_all(k, [x for j in order for x in rows[j]])
    bases = {"rehand": (), "mask": card_points(b"u" * 32, 2)}.get(op, (GENERATOR,))
    fixed = tuple((x, mul(k, x)) for x in bases)
    hidden = op in ("shuffle", "rehand")
    return Statement(GAME, 5, 1, op, rounds, hidden, cols, fixed, inputs, outputs), k, order


def proven(op: str, m: int = 3, rounds: int = 8, seed: int = 1) -> Proven:
    """Return a true statement of a kind with its proof."""
    statement, k, order = state(op, m, rounds, seed)
    pi = tuple(order) if statement.hidden else None
    return Proven(statement, k, pi, prove(statement, k, pi, MASTER))


def guessed(statement: Statement, random: Random) -> bytes:
    """Return the best proof of a false statement: prepare for a challenge, hope that it comes.

    Each round is begun from the side that the guess says, so it can be answered on that side only.
    """
    guess = random.getrandbits(8 * 32)
    sides = [
        ([base for base, _ in statement.fixed], rows_of(statement.inputs, statement.cols)),
        ([image for _, image in statement.fixed], rows_of(statement.outputs, statement.cols)),
    ]
    answers, commitments = [], []
    for i in range(statement.rounds):
        bases, rows = sides[guess >> i & 1]
        z, order = random.getrandbits(255) + 1, list(range(len(rows)))
        if statement.hidden:
            random.shuffle(order)
        ends = b"".join(mul_all(z, bases))
        made = b"".join(mul_all(z, [x for j in order for x in rows[j]]))
        commitments.append(tagged_hash("vcom", statement.digest, u16(i), ends, made))
        answers.append(z.to_bytes(32) + (bytes(order) if statement.hidden else b""))
    return tagged_hash("vchal", statement.digest, *commitments) + b"".join(answers)
