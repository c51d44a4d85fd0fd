from __future__ import annotations

from typing import Any

import pytest

from bastide.core.chance import Rng
from bastide.net.dealing.dice import (
    DiceChain,
    chain_root,
    commit_nonce,
    is_next_value,
    previous_value,
    roll_value,
)
from bastide.net.errors import UsageError

GAME = b"g" * 32
MASTER = b"\x40" * 32


@pytest.fixture(scope="module")
def chain() -> DiceChain:
    return DiceChain(MASTER, GAME, 0)


def test_vectors_of_the_dice(vectors: dict[str, Any]) -> None:
    dice = vectors["dice"]
    game = bytes.fromhex(vectors["log"]["game_id"])
    master0, master1 = bytes.fromhex(dice["master0"]), bytes.fromhex(dice["master1"])
    chain0, chain1 = DiceChain(master0, game, 0), DiceChain(master1, game, 1)
    assert chain_root(master0, game, 0).hex() == dice["root0"]
    assert chain0.value(4096).hex() == dice["root0"]
    assert chain0.anchor.hex() == dice["anchor0"]
    assert chain1.anchor.hex() == dice["anchor1"]
    assert chain0.value(1).hex() == dice["reveal0_1"]
    assert chain1.value(1).hex() == dice["reveal1_1"]
    assert chain0.value(2).hex() == dice["reveal0_2"]
    digest = bytes.fromhex(vectors["log"]["D1"])
    roll = roll_value(game, 1, digest, [chain0.value(1), chain1.value(1)])
    assert roll.hex() == dice["R1 (prev=D1)"]
    rng = Rng(roll, "d6")
    assert [1 + rng.below(6) for _ in range(10)] == dice["ten d6 from R1 label d6"]


def test_each_value_is_the_hash_of_the_next(chain: DiceChain) -> None:
    shown = chain.anchor
    for roll in range(1, 4097):
        value = chain.value(roll)
        assert is_next_value(GAME, 0, shown, value)
        shown = value
    assert shown == chain_root(MASTER, GAME, 0)


def test_values_come_in_any_order(chain: DiceChain) -> None:
    for roll in (1, 4096, 63, 64, 65, 4000, 2, 0):
        assert chain.value(roll) == DiceChain(MASTER, GAME, 0).value(roll)


def test_the_chain_ends(chain: DiceChain) -> None:
    for roll in (-1, 4097):
        with pytest.raises(UsageError, match="no value"):
            chain.value(roll)


def test_a_value_of_another_roll_place_or_game_is_refused(chain: DiceChain) -> None:
    assert not is_next_value(GAME, 0, chain.anchor, chain.value(2))
    assert not is_next_value(GAME, 1, chain.anchor, chain.value(1))
    assert not is_next_value(b"h" * 32, 0, chain.anchor, chain.value(1))
    assert previous_value(GAME, 0, chain.value(1)) == chain.anchor


def test_one_value_changes_the_whole_roll(chain: DiceChain) -> None:
    mine = chain.value(1)
    rolls = {roll_value(GAME, 1, GAME, [mine, bytes([each]) * 32]) for each in range(50)}
    rolls |= {roll_value(GAME, 2, GAME, [mine, bytes(32)]), roll_value(GAME, 1, MASTER, [mine])}
    assert len(rolls) == 52


def test_randomness_of_commitments_is_the_same_after_a_restart() -> None:
    assert commit_nonce(MASTER, GAME, 8, 1) == commit_nonce(MASTER, GAME, 8, 1)
    others = {
        commit_nonce(MASTER, GAME, 8, 1),
        commit_nonce(MASTER, GAME, 9, 1),
        commit_nonce(MASTER, GAME, 8, 0),
        commit_nonce(GAME, GAME, 8, 1),
    }
    assert len(others) == 4
