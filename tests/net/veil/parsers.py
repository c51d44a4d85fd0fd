"""What reads proofs and the payloads that carry them, as checks for the fuzzer."""

from __future__ import annotations

from contextlib import suppress

from bastide.core.encoding import EncodingError, dec, enc
from bastide.core.payloads import PayloadError
from bastide.net.veil import group, proofs, tasks
from bastide.net.veil.group import GENERATOR, ORDER, SCALAR_BYTES, card_points, inverse, mul
from bastide.net.veil.items import Item, Keyring
from bastide.net.veil.operations import Mask, Rehand, Shuffle, Strip
from bastide.net.veil.proofs import CHALLENGE_BYTES, Statement, verify
from bastide.net.veil.tasks import Slot, Task
from tests.fuzzing import Target
from tests.net.veil.proving import GAME, MASTER, OPS, proven

PROOF_ROUNDS = 8
PLACE = 1
SLOT = Slot(GAME, 5, PLACE, PROOF_ROUNDS)


def check_proof(data: bytes) -> None:
    """A changed proof of a true statement does not pass."""
    with suppress(EncodingError):
        match dec(data):
            case [int(n), bytes(proof)]:
                check_proven(list(PROVEN)[n % len(PROVEN)], proof)


def check_statement(data: bytes) -> None:
    """A changed statement does not pass, with whatever proof."""
    if read := read_proven(data):
        check_proven(*read)


def check_proven(statement: Statement, proof: bytes) -> None:
    """What passes is a statement below with its own proof, or the mirror image of that."""
    if verify(statement, proof):
        assert same_answers(PROVEN[statement], proof), "a false proof passed"


def read_proven(data: bytes) -> tuple[Statement, bytes] | None:
    """Return the statement and the proof of an input, whatever they hold."""
    try:
        match dec(data):
            case [bytes(game), int(step), int(place), str(op), hidden, int(cols), list(fixed),
                  list(inputs), list(outputs), bytes(proof)]:  # fmt: skip
                pairs = tuple(
                    (each[0], each[-1]) for each in fixed if isinstance(each, list) and each
                )
                return Statement(game, step, place, op, PROOF_ROUNDS, hidden is True, cols, pairs,
                                 tuple(inputs), tuple(outputs)), proof  # fmt: skip
    except EncodingError:
        pass
    return None


def same_answers(proof: bytes, other: bytes) -> bool:
    """Tell whether proofs are equal but for the signs of factors, which an x does not show."""
    return unsigned(proof) == unsigned(other)


def unsigned(proof: bytes) -> list[bytes]:
    """Return the parts of a proof of eight rounds, each factor or its negative."""
    head, rest = proof[:CHALLENGE_BYTES], proof[CHALLENGE_BYTES:]
    length = len(rest) // PROOF_ROUNDS
    parts = [head]
    for start in range(0, len(rest), length):
        z = int.from_bytes(rest[start : start + SCALAR_BYTES])
        parts += [
            min(z, ORDER - z).to_bytes(SCALAR_BYTES),
            rest[start + SCALAR_BYTES : start + length],
        ]
    return parts


def _proven() -> dict[Statement, bytes]:
    cases = [proven(op, m, PROOF_ROUNDS) for op in OPS for m in (1, 2)]
    return {case.statement: case.proof for case in cases}


PROVEN = _proven()


def proof_seeds() -> list[bytes]:
    """Return the proofs of true statements, each with the number of its statement."""
    return [enc([n, proof]) for n, proof in enumerate(PROVEN.values())]


def statement_seeds() -> list[bytes]:
    """Return true statements with their proofs."""
    return [enc([*s[:4], *s[5:], proof]) for s, proof in PROVEN.items()]


def check_task(data: bytes) -> None:
    """A payload is refused with `PayloadError` by a task, or states something that has a form."""
    with suppress(EncodingError):
        payload = dec(data)
        for task in TASKS if isinstance(payload, dict) else ():
            with suppress(PayloadError):
                assert all(each.statement.is_formed for each in task.proven(SLOT, payload))


def _tasks(keyring: Keyring) -> list[Task]:
    """Return a task of each kind about three cards, on two of which a place has one layer."""
    points = card_points(bytes(32), 3)
    factors = (5, 5, 7)
    keys = [keyring.multiply(GENERATOR, factor) for factor in factors]
    cards = [mul(inverse(factor), x) for factor, x in zip(factors, points, strict=True)]
    items = tuple(Item(x, {PLACE: key}, "d") for x, key in zip(points, keys, strict=True))
    numbers = (3, 4, 6)
    return [
        Shuffle(bytes(32), 0, points),
        Mask(numbers, items, PLACE),
        Strip(numbers, items, PLACE, {"d": cards}),
        Rehand(numbers, items, PLACE),
    ]


KEYRING = Keyring(PLACE, MASTER)
TASKS = _tasks(KEYRING)


def task_seeds() -> list[bytes]:
    """Return what an honest place writes for each task, with proofs of the right length."""
    drafts = [task.draft(SLOT, KEYRING) for task in TASKS]
    lengths = [[proofs.proof_length(each.statement) for each in draft.wanted] for draft in drafts]
    return [enc(draft.finished([bytes(n) for n in length]))
            for draft, length in zip(drafts, lengths, strict=True)]  # fmt: skip


VEIL_TARGETS: dict[str, Target] = {
    "proof": Target(check_proof, proof_seeds, (proofs, group), 0.98),
    "statement": Target(check_statement, statement_seeds, (proofs, group), 0.98),
    "task": Target(check_task, task_seeds, (tasks, proofs, group), 0.9),
}
