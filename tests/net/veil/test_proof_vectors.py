"""The vectors of the veil, both ways: what we make is what is published, which we accept."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from bastide.core.encoding import tagged_hash, u8, u32
from bastide.net.veil import derived
from bastide.net.veil.group import GENERATOR, card_points, deck_id, inverse, mul, mul_all
from bastide.net.veil.proofs import Statement, proof_length, prove, verify

pytestmark = pytest.mark.determinism


def hexed(text: str) -> bytes:
    return bytes.fromhex(text)


class Demo(NamedTuple):
    """The game of the vectors: four cards, seats 0 and 1."""

    veil: Any
    game: bytes
    masters: list[bytes]
    deck: bytes
    keys: list[int]
    heads: list[bytes]

    def statement(
        self,
        step: int,
        place: int,
        op: str,
        inputs: Sequence[bytes],
        outputs: Sequence[bytes],
        *fixed: tuple[bytes, bytes],
        rounds: int = 64,
    ) -> Statement:
        hidden, cols = op in ("shuffle", "rehand"), 2 if op == "rehand" else 1
        lists = fixed, tuple(inputs), tuple(outputs)
        return Statement(self.game, step, place, op, rounds, hidden, cols, *lists)

    def layer(self, place: int) -> tuple[bytes, bytes]:
        return GENERATOR, self.heads[place]


@pytest.fixture(scope="module")
def demo(vectors: dict[str, Any]) -> Demo:
    game = hexed(vectors["log"]["game_id"])
    masters = [hexed(vectors["dice"][f"master{n}"]) for n in (0, 1)]
    deck = deck_id(game, "demo", 0)
    keys = [derived.layer_key(each, deck) for each in masters]
    return Demo(vectors["veil"], game, masters, deck, keys, [mul(k, GENERATOR) for k in keys])


def context(statement: Statement) -> bytes:
    return tagged_hash(
        "vctx", statement.game_id, u32(statement.step), u8(statement.place), statement.op.encode()
    )


@pytest.mark.parametrize("place", [0, 1])
def test_vectors_of_a_shuffle(demo: Demo, place: int) -> None:
    known = demo.veil[f"shuffle{place}"]
    before = demo.veil["shuffle0"]["out"] if place else demo.veil["cards"]
    inputs = tuple(map(hexed, before))
    pi = derived.shuffle_perm(demo.masters[place], demo.deck, 4)
    outputs = mul_all(demo.keys[place], [inputs[j] for j in pi])
    statement = demo.statement(known["step"], place, "shuffle", inputs, outputs, demo.layer(place))
    proof = prove(statement, demo.keys[place], pi, demo.masters[place])
    assert [x.hex() for x in outputs] == known["out"]
    assert context(statement).hex() == known["ctx"]
    assert statement.digest.hex() == known["statement"]
    assert len(proof) == proof_length(statement) == known["proof_len"]
    assert proof[:32].hex() == known["challenge"]
    assert hashlib.sha256(proof).hexdigest() == known["proof_sha256"]
    assert verify(statement, proof)


def test_vectors_of_a_private_draw(demo: Demo) -> None:
    known = demo.veil["private_draw"]
    item, kappa = hexed(known["item_x"]), derived.kappa(demo.masters[1], demo.game, 4)
    masked, key = mul(kappa, item), mul(kappa, demo.heads[1])
    mask = demo.statement(4, 1, "mask", [item], [masked], (demo.heads[1], key))
    proof = prove(mask, kappa, None, demo.masters[1])
    assert (masked.hex(), key.hex()) == (known["masked"], known["new_layer_key"])
    assert hashlib.sha256(proof).hexdigest() == known["mask_proof_sha256"]
    assert verify(mask, proof)

    stripped = mul(inverse(demo.keys[0]), masked)
    strip = demo.statement(5, 0, "strip", [stripped], [masked], demo.layer(0))
    proof = prove(strip, demo.keys[0], None, demo.masters[0])
    assert stripped.hex() == known["stripped"]
    assert hashlib.sha256(proof).hexdigest() == known["strip_proof_sha256"]
    assert verify(strip, proof)

    seen = mul(inverse(kappa), mul(inverse(demo.keys[1]), stripped))
    assert card_points(demo.deck, 4).index(seen) == known["opens_to_card"]


def test_vectors_of_a_public_draw(demo: Demo) -> None:
    known = demo.veil["public_draw"]
    x = hexed(known["item_x"])
    for step, place in ((6, 1), (7, 0)):
        stripped = mul(inverse(demo.keys[place]), x)
        statement = demo.statement(step, place, "strip", [stripped], [x], demo.layer(place))
        proof = prove(statement, demo.keys[place], None, demo.masters[place])
        assert stripped.hex() == known[f"after_seat{place}"]
        assert hashlib.sha256(proof).hexdigest() == known[f"proof{place}_sha256"]
        assert verify(statement, proof)
        x = stripped
    assert card_points(demo.deck, 4).index(x) == known["opens_to_card"]


def test_vector_of_a_whole_proof_of_eight_rounds(demo: Demo) -> None:
    known = demo.veil["t8_example"]
    plain = card_points(demo.deck, 4)[2]
    statement = demo.statement(
        9, 0, "strip", [plain], [mul(demo.keys[0], plain)], demo.layer(0), rounds=8
    )
    assert context(statement).hex() == known["ctx"]
    assert plain.hex() == known["plain"]
    assert statement.outputs[0].hex() == known["masked"]
    assert statement.digest.hex() == known["statement"]
    assert prove(statement, demo.keys[0], None, demo.masters[0]).hex() == known["proof"]
    assert verify(statement, hexed(known["proof"]))


def test_vectors_of_a_rehand(demo: Demo) -> None:
    known = demo.veil["rehand"]
    rows = [tuple(map(hexed, row)) for row in known["rows_in"]]
    factor = derived.rehand_factor(demo.masters[1], demo.game, 10)
    pi = derived.rehand_perm(demo.masters[1], demo.game, 10, 2)
    outputs = mul_all(factor, [x for j in pi for x in rows[j]])
    statement = demo.statement(10, 1, "rehand", [*rows[0], *rows[1]], outputs)
    proof = prove(statement, factor, pi, demo.masters[1])
    assert [x.hex() for x in outputs] == [x for row in known["rows_out"] for x in row]
    assert hashlib.sha256(proof).hexdigest() == known["proof_sha256"]
    assert verify(statement, proof)
