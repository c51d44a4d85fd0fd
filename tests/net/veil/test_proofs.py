from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bastide.core.encoding import tagged_hash, u16
from bastide.net.errors import UsageError
from bastide.net.veil.group import ORDER, card_points, inverse, mul
from bastide.net.veil.proofs import (
    Round,
    Statement,
    close_rounds,
    is_answered,
    open_rounds,
    proof_length,
    prove,
    repeat_rounds,
    verify,
)
from tests.net.veil.proving import GAME, MASTER, OPS, guessed, proven, rows_of, state
from tests.sizes import SIZES

OFF_CURVE = (1).to_bytes(32)
FOREIGN = card_points(b"f" * 32, 1)[0]
CHANGES = [
    {"game_id": b"h" * 32},
    {"step": 6},
    {"place": 2},
    {"op": "other"},
    {"rounds": 9},
    {"rounds": 7},
]


def changed(data: bytes, at: int, value: int) -> bytes:
    return data[:at] + bytes([value]) + data[at + 1 :]


def put(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


# what is true


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize(("m", "rounds"), [(1, 8), (2, 1), (3, 64), (17, 8), (3, 128), (2, 256)])
def test_a_true_statement_passes(op: str, m: int, rounds: int) -> None:
    case = proven(op, m, rounds)
    assert len(case.proof) == proof_length(case.statement)
    assert verify(case.statement, case.proof)


def test_a_proof_about_the_most_cards_of_a_deck_passes() -> None:
    case = proven("shuffle", 256, 2)
    assert verify(case.statement, case.proof)


@pytest.mark.parametrize("op", OPS)
def test_a_proof_is_the_same_bytes_whenever_it_is_made(op: str) -> None:
    case = proven(op)
    assert prove(case.statement, case.k, case.pi, MASTER) == case.proof
    assert prove(case.statement, case.k, case.pi, b"n" * 32) != case.proof


def test_the_length_is_that_of_the_specification() -> None:
    assert proof_length(proven("shuffle", 5).statement) == 32 + 8 * (32 + 5)
    assert proof_length(proven("rehand", 5).statement) == 32 + 8 * (32 + 5)
    assert proof_length(proven("strip", 5).statement) == 32 + 8 * 32


@settings(max_examples=SIZES.examples // 2)
@given(st.sampled_from(OPS), st.integers(1, 6), st.integers(1, 12), st.integers(0, 1000), st.data())
def test_rounds_done_in_any_pieces_give_the_same_proof(
    op: str, m: int, rounds: int, seed: int, data: st.DataObject
) -> None:
    case = proven(op, m, rounds, seed)
    cut = data.draw(st.integers(0, rounds))
    pieces = [(0, cut), (cut, rounds)]
    opened = [each for piece in pieces for each in open_rounds(case.statement, MASTER, *piece)]
    assert close_rounds(case.statement, case.k, case.pi, opened) == case.proof
    repeated = [
        each for piece in pieces for each in repeat_rounds(case.statement, case.proof, *piece)
    ]
    assert [each.commitment for each in opened] == repeated
    assert is_answered(case.statement, case.proof, repeated)
    assert not is_answered(case.statement, case.proof, repeated[:-1])


def test_a_statement_can_be_sent_to_another_process() -> None:
    statement = proven("rehand").statement
    assert pickle.loads(pickle.dumps(statement)) == statement


# what is changed on the way


@pytest.mark.parametrize("op", OPS)
def test_each_byte_of_a_proof_counts(op: str) -> None:
    case = proven(op)
    random = Random(1)
    for at, value in enumerate(case.proof):
        other = value ^ random.randrange(1, 256)
        assert not verify(case.statement, changed(case.proof, at, other)), at
    assert verify(case.statement, case.proof)


@pytest.mark.parametrize("op", OPS)
def test_a_proof_of_another_length_is_refused(op: str) -> None:
    case = proven(op)
    for proof in (b"", case.proof[:-1], case.proof[1:], case.proof + b"\0", case.proof * 2):
        assert not verify(case.statement, proof)


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("z", [0, ORDER, ORDER + 1, 2**256 - 1])
def test_an_answer_out_of_range_is_refused(op: str, z: int) -> None:
    case = proven(op)
    assert not verify(case.statement, put(case.proof, 32, z.to_bytes(32)))


def test_an_answer_beyond_the_order_is_refused_though_it_comes_to_the_same() -> None:
    statement, k, _ = state("strip", 1, rounds=1)
    digest = statement.digest
    nonce, proof = 0, b""
    while int.from_bytes(proof[32:]) != nonce or not nonce:  # until the inputs are asked for
        nonce += 1
        made = [mul(nonce, statement.fixed[0][0])], [mul(nonce, statement.inputs[0])]
        commitment = tagged_hash("vcom", digest, u16(0), *map(b"".join, made))
        begun = [Round(commitment, nonce, (0,))]
        proof = close_rounds(statement, k, None, begun)
    assert verify(statement, proof)
    assert not verify(statement, put(proof, 32, (nonce + ORDER).to_bytes(32)))


@pytest.mark.parametrize("op", ["shuffle", "rehand"])
def test_an_order_that_is_no_permutation_is_refused(op: str) -> None:
    case = proven(op, 4)
    start = 32 + 32
    order = case.proof[start : start + 4]
    for bad in (order[:3] + order[:1], bytes(4), bytes([1, 2, 3, 4]), b"\xff" * 4):
        assert not verify(case.statement, put(case.proof, start, bad))
    assert not verify(case.statement, put(case.proof, start, order[::-1]))


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_a_proof_holds_at_its_own_place_only(op: str, change: dict[str, object]) -> None:
    case = proven(op)
    assert not verify(case.statement._replace(**change), case.proof)  # type: ignore[arg-type]  # names and types are the fields'


@pytest.mark.parametrize("op", OPS)
def test_a_proof_holds_for_its_own_operation_only(op: str) -> None:
    case = proven(op)
    for other in OPS:
        assert verify(case.statement._replace(op=other), case.proof) == (other == op)


def test_hidden_and_plain_statements_are_apart() -> None:
    plain, hidden = proven("strip", 1), proven("shuffle", 1)
    assert not verify(plain.statement._replace(hidden=True), plain.proof)
    assert not verify(hidden.statement._replace(hidden=False), hidden.proof)
    two = proven("rehand", 2)
    assert not verify(two.statement._replace(cols=1), two.proof)


# what is false


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("side", ["inputs", "outputs"])
def test_other_points_in_the_lists_are_refused(op: str, side: str) -> None:
    """Swapped, duplicated, tagged, substituted rows, and bytes that are no point."""
    case = proven(op, 4)
    points = getattr(case.statement, side)
    for bad in bad_lists(points, case.statement.cols):
        assert not verify(case.statement._replace(**{side: bad}), case.proof)


def bad_lists(points: tuple[bytes, ...], cols: int) -> list[tuple[bytes, ...]]:
    """Return a list of points with each fault that a cheat may put in."""
    rows = rows_of(points, cols)
    tagged = tuple(mul(7, x) for x in rows[0])
    faults = [
        [rows[1], rows[0], *rows[2:]],
        [rows[1], *rows[1:]],
        [tagged, *rows[1:]],
        [(FOREIGN,) * cols, *rows[1:]],
        [(OFF_CURVE,) * cols, *rows[1:]],
        [(b"",) * cols, *rows[1:]],
        [(points[0][:31],) * cols, *rows[1:]],
        [(points[0] + b"\0",) * cols, *rows[1:]],
        rows[1:],
        [*rows, (FOREIGN,) * cols],
        [],
    ]
    return [tuple(x for row in each for x in row) for each in faults]


@pytest.mark.parametrize("op", ["shuffle", "mask", "strip"])
def test_other_fixed_pairs_are_refused(op: str) -> None:
    case = proven(op)
    (base, image), *rest = case.statement.fixed
    pairs = [
        (base, mul(3, base)),
        (image, base),
        (FOREIGN, image),
        (base, OFF_CURVE),
        (OFF_CURVE, image),
        (base[:31], image),
        (base, b""),
    ]
    for pair in pairs:
        assert not verify(case.statement._replace(fixed=(pair, *rest)), case.proof)
    assert not verify(case.statement._replace(fixed=tuple(rest)), case.proof)
    assert not verify(case.statement._replace(fixed=((base, image),) * 2), case.proof)


def false_statements(op: str, rounds: int, seed: int) -> list[Statement]:
    """Return statements that no factor makes true, as a cheat would want them proven."""
    statement, k, _ = state(op, 3, rounds, seed)
    cols, rows = statement.cols, rows_of(statement.outputs, statement.cols)
    tagged = tuple(mul(7, x) for x in rows[0])
    foreign = tuple(mul(k, x) for x in (FOREIGN,) * cols)
    lists = [[rows[1], *rows[1:]], [tagged, *rows[1:]], [foreign, *rows[1:]]]
    if not statement.hidden:
        lists.append([rows[1], rows[0], rows[2]])
    if cols == 2:
        lists.append([(rows[0][0], rows[1][1]), (rows[1][0], rows[0][1]), rows[2]])
    return [statement._replace(outputs=tuple(x for row in each for x in row)) for each in lists]


@pytest.mark.parametrize("op", OPS)
def test_a_false_statement_has_no_proof(op: str) -> None:
    """Neither by the honest way with all secrets, nor by guessing the challenge."""
    _, k, order = state(op, 3, 16)
    random = Random(3)
    for statement in false_statements(op, 16, 1):
        rounds = open_rounds(statement, MASTER, 0, 16)
        pi = tuple(order) if statement.hidden else None
        assert not verify(statement, close_rounds(statement, k, pi, rounds))
        assert not verify(statement, guessed(statement, random))


@pytest.mark.parametrize("op", OPS)
def test_a_lie_passes_as_often_as_all_rounds_are_guessed_and_not_more(op: str) -> None:
    """With two rounds: one time in four, if the lie has a form at all."""
    random = Random(4)
    passed = tried = 0
    for seed in range(200):
        statement = false_statements(op, 2, seed)[1]
        tried += 1
        passed += verify(statement, guessed(statement, random))
    assert 0.14 < passed / tried < 0.36


@pytest.mark.parametrize("op", OPS)
def test_what_repeats_a_row_has_no_form(op: str) -> None:
    repeated = false_statements(op, 1, 1)[0]
    random = Random(5)
    assert not repeated.is_formed
    assert not any(verify(repeated, guessed(repeated, random)) for _ in range(20))


def test_a_card_cannot_be_left_out_by_naming_others_twice() -> None:
    """If orders could repeat, both ways would lead to the same rows, and the third be anything."""
    statement, k, _ = state("shuffle", 3)
    rows = statement.inputs
    cheat = statement._replace(outputs=(mul(k, rows[1]), mul(k, rows[0]), FOREIGN))
    place_of = {0: 1, 1: 0}
    begun, parts = [], []
    for i in range(statement.rounds):
        z, order = i + 1, (0, 1, i % 2)
        made = b"".join(mul(z, rows[j]) for j in order)
        ends = mul(z, statement.fixed[0][0])
        begun.append(tagged_hash("vcom", cheat.digest, u16(i), ends, made))
        shown = bytes(order), bytes(place_of[j] for j in order)
        parts.append(
            [
                (f * z % ORDER).to_bytes(32) + each
                for f, each in zip((1, inverse(k)), shown, strict=True)
            ]
        )
    challenge = tagged_hash("vchal", cheat.digest, *begun)
    answers = [part[challenge[i // 8] >> i % 8 & 1] for i, part in enumerate(parts)]
    assert not verify(cheat, challenge + b"".join(answers))


@pytest.mark.parametrize("op", OPS)
def test_what_cannot_be_repeated_is_not_answered(op: str) -> None:
    """A challenge over no rounds at all is none, whatever hinders the rounds."""
    case = proven(op, 2)
    for points in ((OFF_CURVE, *case.statement.inputs[1:]), case.statement.inputs):
        statement = case.statement._replace(inputs=points)
        empty = tagged_hash("vchal", statement.digest)
        assert not verify(statement, empty + case.proof[32:])


def test_a_statement_has_a_form() -> None:
    good = proven("rehand", 3).statement
    assert good.is_formed
    points = card_points(bytes(32), 256)
    more = (*points, FOREIGN)
    pairs = tuple((x, x) for x in more)
    assert good._replace(inputs=points, outputs=points, cols=1, fixed=pairs[:256]).is_formed
    wrong: list[dict[str, object]] = [
        {"inputs": points[:3], "outputs": points[:3]},
        {"inputs": points[:2]},
        {"outputs": points[:2]},
        {"inputs": (), "outputs": ()},
        {"inputs": more, "outputs": more, "cols": 1},
        {"fixed": pairs},
        {"fixed": ((points[0], points[1]), (points[0], points[2]))},
        {"rounds": 0},
        {"rounds": 257},
        {"cols": 0},
        {"cols": 3},
        {"place": -1},
        {"place": 6},
        {"step": -1},
        {"step": 100_000},
        {"game_id": b"g" * 31},
        {"op": "deal"},
        {"inputs": tuple(map(bytearray, points[:6]))},
        {"outputs": ("x" * 32, *points[:5])},
    ]
    for change in wrong:
        statement = good._replace(**change)  # type: ignore[arg-type]  # some are wrong on purpose
        assert not statement.is_formed, change
        assert not verify(statement, bytes(300))


@pytest.mark.parametrize("proof", [None, 7, "x" * 32, [], bytearray(32 + 8 * 32)])
def test_a_proof_is_bytes(proof: bytes) -> None:
    assert not verify(proven("strip").statement, proof)


# the prover


@pytest.mark.parametrize("op", OPS)
def test_a_false_statement_is_not_proven_by_mistake(op: str) -> None:
    statement, k, order = state(op, 3)
    pi = tuple(order) if statement.hidden else None
    with pytest.raises(UsageError, match="not what the secret gives"):
        prove(statement, k + 1, pi, MASTER)
    for each in false_statements(op, 8, 1)[1:]:
        with pytest.raises(UsageError, match="not what the secret gives"):
            prove(each, k, pi, MASTER)
    with pytest.raises(UsageError, match="says nothing"):
        prove(statement._replace(inputs=()), k, pi, MASTER)
    with pytest.raises(UsageError, match="cannot be"):
        prove(statement, 0, pi, MASTER)


@pytest.mark.parametrize("pi", [None, (0, 1), (0, 1, 1), (1, 2, 3), (0, 1, 2, 3)])
def test_a_hidden_order_is_a_permutation_of_the_rows(pi: tuple[int, ...] | None) -> None:
    statement, k, _ = state("shuffle", 3)
    with pytest.raises(UsageError, match="permutation"):
        prove(statement, k, pi, MASTER)


def test_a_plain_statement_has_no_permutation() -> None:
    statement, k, _ = state("strip", 2)
    with pytest.raises(UsageError, match="permutation"):
        prove(statement, k, (0, 1), MASTER)


def test_no_secret_stands_in_what_is_said_of_a_fault() -> None:
    statement, k, _ = state("shuffle", 3)
    for factor, pi in ((k, (4, 5, 6)), (k + 1, (0, 1, 2)), (ORDER, (2, 1, 0))):
        with pytest.raises(UsageError) as caught:
            prove(statement, factor, pi, MASTER)
        assert str(factor) not in str(caught.value)
        assert str(pi) not in str(caught.value)


def others(statement: Statement) -> list[Statement]:
    """Return statements that differ from one in one thing each."""
    (base, image), *rest = statement.fixed
    return [
        statement._replace(game_id=b"h" * 32),
        statement._replace(step=6),
        statement._replace(place=0),
        statement._replace(op="strip"),
        statement._replace(rounds=statement.rounds + 1),
        statement._replace(rounds=statement.rounds - 1),
        statement._replace(fixed=((base, FOREIGN), *rest)),
        statement._replace(fixed=((FOREIGN, image), *rest)),
        statement._replace(inputs=(FOREIGN, *statement.inputs[1:])),
        statement._replace(outputs=(FOREIGN, *statement.outputs[1:])),
        statement._replace(outputs=statement.outputs[::-1]),
        statement._replace(cols=2),
    ]


def test_nonces_differ_whenever_the_statement_does() -> None:
    """A factor used under two challenges would disclose what it hides."""
    statement = proven("shuffle", 20).statement
    statements = [statement, *others(statement), statement._replace(game_id=GAME, hidden=False)]
    rounds = [each for s in statements for each in open_rounds(s, MASTER, 0, 7)]
    assert len({each.nonce for each in rounds}) == len(rounds)
    assert len({each.commitment for each in rounds}) == len(rounds)
    wide = [each.order for each in rounds if len(each.order) == 20 and each.order[:3] != (0, 1, 2)]
    assert len(set(wide)) == len(wide) > 80


def test_no_secret_stands_in_a_proof() -> None:
    case = proven("shuffle", 6, 64)
    digest = case.statement.digest
    rounds = open_rounds(case.statement, MASTER, 0, 64)
    shown = [case.proof[at : at + 32] for at in range(32, len(case.proof), 38)]
    nonces = [each.nonce.to_bytes(32) for each in rounds]
    assert digest not in case.proof
    assert case.k.to_bytes(32) not in case.proof
    assert MASTER not in case.proof
    kept = [nonce for nonce, z in zip(nonces, shown, strict=True) if nonce != z]
    assert 10 < len(kept) < 54
    assert not any(nonce in case.proof for nonce in kept)


# whatever comes

NUMBERS = st.integers(-2, 300) | st.integers(-(2**40), 2**40)
SOME = st.sampled_from([*card_points(GAME, 3), OFF_CURVE, b"", b"x" * 33])
LISTS = st.lists(SOME, max_size=6).map(tuple)


@settings(max_examples=SIZES.examples * 5)
@given(
    st.builds(
        Statement, SOME, NUMBERS, NUMBERS, st.sampled_from((*OPS, "é", "")),
        st.integers(0, 4) | NUMBERS, st.booleans(), st.integers(-1, 3),
        st.lists(st.tuples(SOME, SOME), max_size=3).map(tuple), LISTS, LISTS,
    ),
    st.binary(max_size=300),
)  # fmt: skip
def test_any_statement_with_any_bytes_is_refused(statement: Statement, proof: bytes) -> None:
    assert not verify(statement, proof)
    if statement.is_formed:
        assert not verify(statement, proof.ljust(proof_length(statement), b"\1"))
