"""How much the tests do: the one place for numbers of games, runs and examples.

`make test` takes the figures of `TEST`, which fit into six minutes on two cores;
`make soak` takes those of `SOAK`, by hand. The environment variable BASTIDE_SIZES chooses.
"""

import math
import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """The figures of one kind of run."""

    name: str
    random_games: int  # games of random play that must hold every invariant
    option_games: int  # random games spread over all sets of options and numbers of seats
    replayed_games: int  # random games that hold their invariants, and again from the journal
    recounted_games: int  # random games with cards whose places are counted anew all the time
    kit_games: int  # games of the conformance kit for each plugin
    statistics_games: int  # games whose means and shares are compared with the known ones
    greedy_games: int  # greedy against random, all to be won
    network_games: int  # whole games between peers on loopback
    simulated_games: int  # games of all kinds in which all goes wrong at once
    full_games: int  # such games with the whole box and proofs of full length
    peer_kills: int  # peers ended in mid-game and resumed
    parser_runs: int  # damaged or made-up messages thrown at a parser
    fuzz_runs: int  # inputs that a coverage-guided fuzzer makes up for each parser
    proof_runs: int  # and for the verifier of proofs with eight rounds
    damaged_values: int  # values in each column of the data folder, for what opens all of it
    changed_bytes: int  # positions of a journal file at which a byte is changed
    examples: int  # examples for each property of hypothesis
    steps: int  # steps of a stateful random test

    def tolerance(self, at_soak: float) -> float:
        """Widen a tolerance on a mean or share, as fewer games scatter more.

        Args:
            at_soak: the tolerance for `SOAK.statistics_games` games.
        """
        return at_soak * math.sqrt(SOAK.statistics_games / self.statistics_games)


TEST = Sizes(
    name="test",
    random_games=1_000,
    option_games=120,
    replayed_games=24,
    recounted_games=10,
    kit_games=10,
    statistics_games=1_500,
    greedy_games=6,
    network_games=2,
    simulated_games=14,
    full_games=1,
    peer_kills=2,
    parser_runs=5_000,
    fuzz_runs=1_000,
    proof_runs=400,
    damaged_values=1,
    changed_bytes=200,
    examples=60,
    steps=30,
)

SOAK = Sizes(
    name="soak",
    random_games=1_000,
    option_games=2_000,
    replayed_games=3_000,
    recounted_games=2_000,
    kit_games=500,
    statistics_games=20_000,
    greedy_games=20,
    network_games=50,
    simulated_games=300,
    full_games=10,
    peer_kills=50,
    parser_runs=2_000_000,
    fuzz_runs=2_000_000,
    proof_runs=100_000,
    damaged_values=4,
    changed_bytes=1_000_000,
    examples=5_000,
    steps=200,
)

SIZES = {"test": TEST, "soak": SOAK}[os.environ.get("BASTIDE_SIZES", "test")]
