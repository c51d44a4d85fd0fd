from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.encoding import tagged_hash, u16, u32
from bastide.net.veil import derived
from bastide.net.veil.group import GENERATOR, ORDER, deck_id, mul

MASTER = b"m" * 32
GAME = b"g" * 32


def test_vectors_of_what_follows_from_a_master_secret(vectors: dict[str, Any]) -> None:
    veil, game = vectors["veil"], bytes.fromhex(vectors["log"]["game_id"])
    masters = [bytes.fromhex(vectors["dice"][f"master{n}"]) for n in (0, 1)]
    deck = deck_id(game, "demo", 0)
    for n, master in enumerate(masters):
        key = derived.layer_key(master, deck)
        assert key.to_bytes(32).hex() == veil[f"K{n}"]
        assert mul(key, GENERATOR).hex() == veil[f"H{n}"]
        assert list(derived.shuffle_perm(master, deck, 4)) == veil[f"shuffle{n}"]["pi"]
    kappa = derived.kappa(masters[1], game, 4)
    assert kappa.to_bytes(32).hex() == veil["private_draw"]["kappa"]
    factor = derived.rehand_factor(masters[1], game, 10)
    assert factor.to_bytes(32).hex() == veil["rehand"]["kappa"]
    assert list(derived.rehand_perm(masters[1], game, 10, 2)) == veil["rehand"]["pi"]


def test_a_scalar_is_two_hashes_taken_together() -> None:
    label = tagged_hash("scalar", b"layer", GAME)
    wide = b"".join(hmac.new(MASTER, label + bytes([n]), hashlib.sha256).digest() for n in (1, 2))
    expected = int.from_bytes(wide) % (ORDER - 1) + 1
    assert derived.scalar(MASTER, b"layer", GAME) == derived.layer_key(MASTER, GAME) == expected


@given(st.binary(max_size=40), st.lists(st.binary(max_size=40), max_size=3))
def test_a_scalar_is_a_factor(master: bytes, labels: list[bytes]) -> None:
    assert 1 <= derived.scalar(master, *labels) < ORDER


@given(st.integers(0, 256), st.binary(max_size=8))
def test_a_permutation_holds_every_place_once(m: int, label: bytes) -> None:
    assert sorted(derived.perm(MASTER, m, label)) == list(range(m))


def test_permutations_are_spread_evenly() -> None:
    seen = Counter(derived.perm(MASTER, 3, u32(n)) for n in range(6_000))
    assert len(seen) == 6
    assert all(850 < times < 1150 for times in seen.values())


def perm60(master: bytes, *labels: bytes) -> tuple[int, ...]:
    return derived.perm(master, 60, *labels)


@pytest.mark.parametrize("derive", [derived.scalar, perm60])
def test_other_masters_and_labels_give_other_secrets(derive: Callable[..., object]) -> None:
    asked = [
        (MASTER, b"a", b"bc"),
        (MASTER, b"ab", b"c"),
        (MASTER, b"abc"),
        (MASTER,),
        (MASTER, b""),
        (GAME, b"abc"),
    ]
    assert len({derive(*each) for each in asked}) == len(asked)


def test_no_two_uses_share_a_secret() -> None:
    scalars = {
        derived.layer_key(MASTER, GAME),
        derived.kappa(MASTER, GAME, 1),
        derived.kappa(MASTER, GAME, 2),
        derived.kappa(MASTER, MASTER, 1),
        derived.rehand_factor(MASTER, GAME, 1),
        derived.rehand_factor(MASTER, GAME, 2),
        derived.proof_nonce(MASTER, GAME, 1),
        derived.proof_nonce(MASTER, GAME, 2),
        derived.proof_nonce(MASTER, MASTER, 1),
    }
    perms = {
        derived.shuffle_perm(MASTER, GAME, 60),
        derived.rehand_perm(MASTER, GAME, 1, 60),
        derived.rehand_perm(MASTER, GAME, 2, 60),
        derived.proof_perm(MASTER, GAME, 1, 60),
        derived.proof_perm(MASTER, GAME, 2, 60),
    }
    assert len(scalars) == 9
    assert len(perms) == 5


def test_nonces_follow_from_statement_and_round() -> None:
    assert derived.proof_nonce(MASTER, GAME, 7) == derived.scalar(MASTER, b"vnonce", GAME, u16(7))
    assert derived.proof_perm(MASTER, GAME, 7, 9) == derived.perm(
        MASTER, 9, b"vnonce", GAME, u16(7)
    )
