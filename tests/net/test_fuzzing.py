"""Whatever bytes come, the documented errors come out, or what is read stands for those bytes.

`make soak` makes the runs many. An input that fails is in the message; `tests.net.parsers` tells
how the inputs in corpus/ are made.
"""

from __future__ import annotations

import secrets

import pytest

from tests.net.parsers import CORPUS, TARGETS, corpus, fuzzer
from tests.net.veil.parsers import PROVEN, same_answers, unsigned
from tests.sizes import SIZES

# The same inputs every time under `make test`, fresh ones under `make soak`.
SEED = 0 if SIZES.name == "test" else secrets.randbits(64)
# Watching takes most of the time, and chance alone finds much when the runs are many.
WATCHED = 1 if SIZES.name == "test" else 4
RUNS = {"proof": SIZES.proof_runs, "statement": SIZES.proof_runs, "task": SIZES.proof_runs}


@pytest.mark.parametrize("name", TARGETS)
def test_made_up_inputs_are_refused_or_read(name: str) -> None:
    runs = RUNS.get(name, SIZES.fuzz_runs)
    found = fuzzer(name, corpus(name), SEED)
    known = len(found.kept)
    found.run(runs, WATCHED)
    assert found.runs >= runs + known


def test_every_corpus_belongs_to_a_parser_and_is_small() -> None:
    files = {path.stem: path for path in CORPUS.iterdir()}
    assert set(files) == set(TARGETS)
    assert sum(path.stat().st_size for path in files.values()) < 100_000
    for name in TARGETS:
        assert len(set(corpus(name))) == len(corpus(name)) > 0


def test_valid_inputs_are_read() -> None:
    """The checks let valid input through to the end; else they would hold nothing to its word."""
    for statement, proof in PROVEN.items():
        assert same_answers(proof, proof)
        start = 32
        z = int.from_bytes(proof[start : start + 32])
        other = proof[:start] + (z + 1).to_bytes(32) + proof[start + 32 :]
        assert not same_answers(proof, other)
        assert len(b"".join(unsigned(proof))) == len(proof)
        assert statement.is_formed
