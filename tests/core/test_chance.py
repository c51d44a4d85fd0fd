from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bastide.core.chance import (
    Answer,
    Mix,
    Order,
    Pick,
    Rng,
    Roll,
    Seed,
    Shown,
    check_labels,
    public_answer,
)
from bastide.core.encoding import tagged_hash, u32
from bastide.core.errors import RulesError

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "net" / "vectors.json").read_text("utf-8")
)["rng"]
ZERO = bytes(32)


def stream(label: str = "test") -> Rng:
    return Rng(bytes.fromhex(VECTORS["seed"]), label)


def test_vector_of_words() -> None:
    rng = stream(VECTORS["label"])
    assert [rng.word() for _ in range(8)] == VECTORS["words8"]


def test_vector_of_below() -> None:
    rng = stream()
    assert [rng.below(6) for _ in range(20)] == VECTORS["below(6)x20"]


def test_vector_of_shuffle() -> None:
    assert list(stream().shuffle(10)) == VECTORS["shuffle10"]


def test_vector_of_pick() -> None:
    picked = public_answer(Pick(tuple(range(10)), 3), stream("pick"))
    assert picked == tuple(VECTORS["pick 3 of 10 (seed zero, label pick)"])


def test_vector_of_order() -> None:
    order = public_answer(Order(5), stream("order"))
    assert order == tuple(VECTORS["order 5 (seed zero, label order)"])


def test_picking_one_draws_once() -> None:
    one, many = stream("pick"), stream("pick")
    assert one.pick("abcdef", 1) == ("abcdef"[many.below(6)],)
    assert one.mark() == many.mark()


def test_a_roll_is_from_one_to_its_sides() -> None:
    rng = stream("d6")
    rolls = [public_answer(Roll(6), rng) for _ in range(100)]
    assert set(rolls) == {1, 2, 3, 4, 5, 6}


def test_a_seed_is_the_first_block() -> None:
    seed = public_answer(Seed(), stream("seed"))
    assert seed == tagged_hash("rng", ZERO, b"seed", u32(0))


def test_a_mark_brings_the_stream_back() -> None:
    rng = stream()
    rng.word()
    mark = rng.mark()
    ahead = [rng.word() for _ in range(20)]
    rng.reset(mark)
    assert [rng.word() for _ in range(20)] == ahead


def test_no_number_is_favoured() -> None:
    rng = stream("fair")
    seen = [0, 0, 0]
    for _ in range(3000):
        seen[rng.below(3)] += 1
    assert min(seen) > 900


def test_an_answer_is_cut_to_the_eyes_of_a_seat() -> None:
    mine, everyones = Shown(0, "fox", 0b01), Shown(1, "hen", 0xFFFF)
    answer = Answer((0, 1), (mine, everyones))
    assert answer.cut(0) == answer
    assert answer.cut(1).shown == (everyones,)
    assert answer.cut(-1).shown == (everyones,)


def test_secret_requests_are_no_public_chance() -> None:
    with pytest.raises(RulesError, match="public"):
        public_answer(Mix(0), stream())  # type: ignore[arg-type]  # on purpose


def test_more_than_the_pool_holds_cannot_be_picked() -> None:
    with pytest.raises(RulesError, match="3 things of a pool of 2"):
        public_answer(Pick(("a", "b"), 3), stream())


def test_a_die_needs_a_side() -> None:
    with pytest.raises(RulesError, match="sides=0"):
        public_answer(Roll(0), stream())


def test_requests_asked_together_have_labels_of_their_own() -> None:
    check_labels((Roll(6, "red"), Roll(6, "white"), Mix(0), Mix(1)))
    with pytest.raises(RulesError, match="different labels"):
        check_labels((Roll(6), Roll(6)))
