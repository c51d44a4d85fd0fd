from __future__ import annotations

import re
import sys
from random import Random

import pytest

from bastide.core.encoding import dec, enc
from tests.fuzzing import MOST_BYTES, Coverage, Fuzzer, changed_bytes, changed_value

HERE = sys.modules[__name__]


def steps_to_a_fault(data: bytes) -> None:
    """Fail for one input of 2**32 that begin alike; each step towards it is a line of its own."""
    if data[:1] != b"b":
        return
    if data[1:2] != b"u":
        return
    if data[2:3] != b"g":
        return
    if data[3:4] != b"!":
        return
    raise KeyError("found")


def steps_to_a_value(data: bytes) -> None:
    """Fail for some values; what cannot be decoded comes to nothing."""
    try:
        value = dec(data)
    except ValueError:
        return
    if not isinstance(value, list) or len(value) < 3:
        return
    if value[0] != 7:
        return
    if not isinstance(value[1], bytes) or len(value[1]) != 32:
        return
    if value[2] is True:
        raise KeyError("found")


def first_fault(fuzzer: Fuzzer, runs: int) -> bytes:
    with pytest.raises(AssertionError, match="KeyError") as caught:
        fuzzer.run(runs)
    found = re.search(r"input ([0-9a-f]+):", str(caught.value))
    assert found
    return bytes.fromhex(found[1])


def test_guided_by_coverage_it_finds_what_chance_does_not() -> None:
    assert first_fault(Fuzzer(steps_to_a_fault, [b"ab"], [HERE]), 100_000)[:4] == b"bug!"
    blind = Fuzzer(steps_to_a_fault, [b"ab"], [])
    blind.run(20_000)
    assert blind.kept == [b"ab"]


def test_changes_of_values_get_past_the_decoder() -> None:
    found = first_fault(Fuzzer(steps_to_a_value, [enc([1])], [HERE], values=1.0), 100_000)
    assert enc(dec(found)) == found


def test_the_same_seed_makes_the_same_run() -> None:
    one, same, other = (Fuzzer(steps_to_a_value, [enc([1])], [HERE], seed) for seed in (1, 1, 2))
    for each in (one, same, other):
        each.run(300)
    assert one._changed() == same._changed()
    assert one.runs == same.runs == other.runs == 301
    assert {one._changed() for _ in range(20)} != {other._changed() for _ in range(20)}


def test_the_smallest_inputs_reach_all_that_was_reached() -> None:
    fuzzer = Fuzzer(steps_to_a_fault, [b"a", b"ba" * 40, b"ba", b"bua", b"xyz"], [HERE])
    assert fuzzer.smallest() == [b"a", b"ba", b"bua"]
    assert fuzzer.smallest() == [b"a", b"ba", b"bua"]


def test_inputs_do_not_grow_without_bound() -> None:
    fuzzer = Fuzzer(lambda data: None, [bytes(MOST_BYTES)], [])
    assert all(len(fuzzer._changed()) <= MOST_BYTES for _ in range(200))


def test_watching_leaves_other_tracers_as_they_were() -> None:
    before = sys.gettrace()
    coverage = Coverage([HERE])
    with coverage:
        steps_to_a_fault(b"bu")
    assert coverage.grew
    assert sys.gettrace() is before
    with coverage:
        steps_to_a_fault(b"bu")
    assert not coverage.grew
    coverage.forget()
    with coverage:
        steps_to_a_fault(b"bu")
    assert coverage.grew


def test_a_change_of_bytes_is_a_small_one() -> None:
    random = Random(1)
    data = bytes(range(200))
    changed = [changed_bytes(random, data, data) for _ in range(500)]
    assert all(abs(len(each) - len(data)) <= 40 for each in changed)
    assert len(set(changed)) > 400
    assert {len(changed_bytes(random, b"", b"")) for _ in range(100)} <= set(range(6))


def test_changes_of_a_value_reach_every_depth_and_keep_the_rest() -> None:
    random = Random(1)
    value = {"t": "x", "l": [1, b"b" * 32, [None, "y"]], "m": {"a": -1}}
    changed = [changed_value(random, value) for _ in range(2_000)]
    maps = [each for each in changed if isinstance(each, dict) and set(each) == set(value)]
    for key in value:
        alone = [each[key] for each in maps if all(each[k] == value[k] for k in value if k != key)]
        assert len({repr(each) for each in alone}) > 20
    assert value == {"t": "x", "l": [1, b"b" * 32, [None, "y"]], "m": {"a": -1}}
