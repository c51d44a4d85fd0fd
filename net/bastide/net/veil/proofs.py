"""The one proof of hidden cards: all of these points were multiplied by one factor, and permuted.

A statement lists *fixed pairs* (U, V) and as many *input* as *output* rows. It is true if there
are a factor `k` and, if hidden, a permutation `pi`, such that V = kU for every fixed pair and
output row j = k * input row pi[j], column by column. The proof shows that and nothing else.

In each round the prover commits to a random multiple of everything, from which there are two ways
back: to U and the inputs, or to V and the outputs. A hash over all commitments chooses which way
each round has to show. To know both is to know `k` and `pi`; so a false statement passes with
probability 2**-rounds for each hash tried. One way alone is random and tells nothing.

Rounds do not depend on each other until the end: `open_rounds` and `repeat_rounds` do any range
of them, so that several processes can share one proof (see `workshop`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bastide.core.encoding import tagged_hash, u8, u16, u32
from bastide.core.entries import MAX_STEPS
from bastide.core.secret_requests import MAX_CARDS
from bastide.net import limits
from bastide.net.errors import UsageError
from bastide.net.veil.derived import proof_nonce, proof_perm
from bastide.net.veil.group import (
    ORDER,
    POINT_BYTES,
    SCALAR_BYTES,
    Factor,
    Point,
    PointError,
    decode,
    inverse,
)

OPS = ("shuffle", "mask", "strip", "rehand")
CHALLENGE_BYTES = 32
MAX_ROUNDS = 8 * CHALLENGE_BYTES
"""One bit of the challenge for each round. Games have 64 to 128 rounds, tests may have fewer."""


class Statement(NamedTuple):
    """What is claimed, by whom, where; all of it public.

    Attributes:
        game_id: 32 bytes.
        step: at which the proof stands in the journal.
        place: who proves.
        op: "shuffle", "mask", "strip" or "rehand".
        rounds: of the proof.
        hidden: whether the order of the rows is a secret.
        cols: points in a row, 1 or 2.
        fixed: pairs (U, V).
        inputs: points, row after row.
        outputs: as many, row after row.
    """

    game_id: bytes
    step: int
    place: int
    op: str
    rounds: int
    hidden: bool
    cols: int
    fixed: tuple[tuple[bytes, bytes], ...]
    inputs: tuple[bytes, ...]
    outputs: tuple[bytes, ...]

    @property
    def rows(self) -> int:
        """The number of rows on either side."""
        return len(self.inputs) // self.cols

    @property
    def digest(self) -> bytes:
        """The hash of all of it, which every secret and every hash of the proof depends on."""
        context = tagged_hash(
            "vctx", self.game_id, u32(self.step), u8(self.place), self.op.encode()
        )
        return tagged_hash(
            "vstmt",
            context,
            u16(self.rounds),
            u8(self.hidden),
            u8(self.cols),
            b"".join(point for pair in self.fixed for point in pair),
            b"".join(self.inputs),
            b"".join(self.outputs),
        )

    @property
    def is_formed(self) -> bool:
        """Whether it says something at all: numbers in range, lists that match, no row twice."""
        if not 1 <= self.rounds <= MAX_ROUNDS or self.cols not in (1, 2) or self.op not in OPS:
            return False
        if not 0 <= self.step < MAX_STEPS or not 0 <= self.place < limits.SEATS:
            return False
        if len(self.inputs) != len(self.outputs) or len(self.inputs) % self.cols:
            return False
        if not 1 <= self.rows <= MAX_CARDS or len(self.fixed) > MAX_CARDS:
            return False
        points = [self.game_id, *self.inputs, *self.outputs]
        points += [point for pair in self.fixed for point in pair]
        if any(type(point) is not bytes or len(point) != POINT_BYTES for point in points):
            return False
        bases = [base for base, _ in self.fixed]
        lists = (bases, _cut(self.inputs, self.cols), _cut(self.outputs, self.cols))
        return all(len(set(each)) == len(each) for each in lists)


class Round(NamedTuple):
    """What a prover chose for one round: public commitment, secret factor and permutation."""

    commitment: bytes
    nonce: int
    order: tuple[int, ...]


class _Answer(NamedTuple):
    """What a proof says in one round, and which way the challenge asks for."""

    from_outputs: bool
    factor: int
    order: Iterable[int]


def proof_length(statement: Statement) -> int:
    """Return how many bytes a proof has."""
    return CHALLENGE_BYTES + statement.rounds * _answer_length(statement)


def prove(statement: Statement, k: int, pi: tuple[int, ...] | None, master: bytes) -> bytes:
    """Return the proof of a statement; the same bytes whenever it is asked for.

    Args:
        statement: what to prove.
        k: the secret factor.
        pi: the secret permutation, output `j` being input `pi[j]`; None if not hidden.
        master: of the place that proves.

    Raises:
        UsageError: the statement is not true, or says nothing.
    """
    check_true(statement, k, pi)
    return close_rounds(statement, k, pi, open_rounds(statement, master, 0, statement.rounds))


def verify(statement: Statement, proof: bytes) -> bool:
    """Tell whether a proof holds. Whatever the bytes, there is an answer and no error."""
    if not has_form(statement, proof):
        return False
    return is_answered(statement, proof, repeat_rounds(statement, proof, 0, statement.rounds))


# The prover, in parts.


def check_true(statement: Statement, k: int, pi: tuple[int, ...] | None) -> None:
    """Require a statement that a factor and a permutation make true.

    Raises:
        UsageError: it is not; a proof would only blame us.
    """
    if not statement.is_formed:
        raise UsageError(f"a {statement.op} that says nothing cannot be proven")
    order = tuple(range(statement.rows))
    if statement.hidden != (pi is not None) or sorted(pi or order) != list(order):
        raise UsageError(f"a {statement.op} without a permutation of its rows")
    try:
        bases = [decode(base) for base, _ in statement.fixed]
        rows = _decoded(statement.inputs, statement.cols)
        made = _multiples(Factor(k), bases, rows, pi or order)
    except PointError as error:
        raise UsageError(f"a {statement.op} that cannot be: {error}") from error
    images = b"".join(image for _, image in statement.fixed)
    if made != (images, b"".join(statement.outputs)):
        raise UsageError(f"a {statement.op} that is not what the secret gives")


def open_rounds(statement: Statement, master: bytes, first: int, end: int) -> list[Round]:
    """Return the rounds `first` .. `end - 1` as the prover begins them.

    They follow from the statement and the master secret; what is proven is not needed yet.
    """
    digest = statement.digest
    bases = [decode(base) for base, _ in statement.fixed]
    rows = _decoded(statement.inputs, statement.cols)
    plain = tuple(range(statement.rows))
    rounds: list[Round] = []
    for i in range(first, end):
        nonce = proof_nonce(master, digest, i)
        order = proof_perm(master, digest, i, statement.rows) if statement.hidden else plain
        made = _multiples(Factor(nonce), bases, rows, order)
        rounds.append(Round(_commitment(digest, i, made), nonce, order))
    return rounds


def close_rounds(
    statement: Statement, k: int, pi: tuple[int, ...] | None, rounds: list[Round]
) -> bytes:
    """Return the proof, from all its rounds in order."""
    challenge = _challenge(statement.digest, (each.commitment for each in rounds))
    undo = inverse(k)
    place_of = {source: place for place, source in enumerate(pi or ())}
    parts = [challenge]
    for i, each in enumerate(rounds):
        from_outputs = _bit(challenge, i)
        factor = each.nonce * undo % ORDER if from_outputs else each.nonce
        parts.append(factor.to_bytes(SCALAR_BYTES, "big"))
        if statement.hidden:
            parts.append(bytes(place_of[j] if from_outputs else j for j in each.order))
    return b"".join(parts)


# The verifier, in parts.


def has_form(statement: Statement, proof: bytes) -> bool:
    """Tell whether statement and proof have the form that the other parts rely on."""
    return statement.is_formed and type(proof) is bytes and len(proof) == proof_length(statement)


def repeat_rounds(statement: Statement, proof: bytes, first: int, end: int) -> list[bytes]:
    """Return the commitments of rounds `first` .. `end - 1` that the answers lead back to.

    Args:
        statement: what is claimed.
        proof: one that `has_form`.
        first: the first round.
        end: the round after the last.

    Returns:
        One hash a round; an empty list if a point, a factor or an order among them is none.
    """
    try:
        ways = (
            ([decode(x) for x, _ in statement.fixed], _decoded(statement.inputs, statement.cols)),
            ([decode(x) for _, x in statement.fixed], _decoded(statement.outputs, statement.cols)),
        )
    except PointError:
        return []
    digest = statement.digest
    commitments: list[bytes] = []
    for i in range(first, end):
        answer = _answer(statement, proof, i)
        if answer is None:
            return []
        bases, rows = ways[answer.from_outputs]
        made = _multiples(Factor(answer.factor), bases, rows, answer.order)
        commitments.append(_commitment(digest, i, made))
    return commitments


def is_answered(statement: Statement, proof: bytes, commitments: list[bytes]) -> bool:
    """Tell whether a proof has the challenge that its repeated rounds ask for."""
    return (
        len(commitments) == statement.rounds
        and _challenge(statement.digest, commitments) == proof[:CHALLENGE_BYTES]
    )


def _answer(statement: Statement, proof: bytes, i: int) -> _Answer | None:
    """Return the answer of round `i`, or None if its numbers are not what they have to be."""
    length = _answer_length(statement)
    start = CHALLENGE_BYTES + i * length
    factor = int.from_bytes(proof[start : start + SCALAR_BYTES], "big")
    if not 1 <= factor < ORDER:
        return None
    order: Iterable[int] = range(statement.rows)
    if statement.hidden:
        given = proof[start + SCALAR_BYTES : start + length]
        if sorted(given) != list(order):
            return None
        order = given
    return _Answer(_bit(proof, i), factor, order)


# What both compute.


def _answer_length(statement: Statement) -> int:
    return SCALAR_BYTES + (statement.rows if statement.hidden else 0)


def _cut(points: tuple[bytes, ...], cols: int) -> list[tuple[bytes, ...]]:
    return [points[start : start + cols] for start in range(0, len(points), cols)]


def _decoded(points: tuple[bytes, ...], cols: int) -> list[list[Point]]:
    """Return rows of decoded points."""
    return [[decode(x) for x in row] for row in _cut(points, cols)]


def _multiples(
    factor: Factor, bases: list[Point], rows: list[list[Point]], order: Iterable[int]
) -> tuple[bytes, bytes]:
    """Return the multiples of all bases, joined, and of the rows in an order, joined."""
    times = factor.times
    ends = [times(base) for base in bases]
    return b"".join(ends), b"".join([times(point) for j in order for point in rows[j]])


def _commitment(digest: bytes, i: int, made: tuple[bytes, bytes]) -> bytes:
    return tagged_hash("vcom", digest, u16(i), *made)


def _challenge(digest: bytes, commitments: Iterable[bytes]) -> bytes:
    return tagged_hash("vchal", digest, *commitments)


def _bit(challenge: bytes, i: int) -> bool:
    """Return which way round `i` has to show: back to the outputs, or to the inputs."""
    return bool(challenge[i // 8] >> i % 8 & 1)
