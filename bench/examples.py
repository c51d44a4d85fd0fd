"""What an expansion from outside costs: games of Carcassonne with Gardens and without, by turns.

    python -m bench.examples [GAMES]

Both are played in one process, alternating, as `simulate` plays them; the figures are ratios of
CPU time, the median of several rounds.
"""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from bastide.cli.simulation import game_seed, play_counted
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules

EXAMPLE = Path(__file__).parent.parent / "docs" / "examples" / "bastide-gardens"
ROUNDS = 9
CEILING = 1.3
"""Times as long as without the expansion, for a transition and for a game."""


class Cost(NamedTuple):
    """CPU-seconds of some games, and their transitions: actions and answers."""

    seconds: float
    transitions: int


def plugins() -> Plugins:
    """Load the program's plugins and the example, from its folder."""
    if str(EXAMPLE) not in sys.path:
        sys.path.insert(0, str(EXAMPLE))
    return Plugins({**built_in(), "gardens": lambda: import_module("bastide_gardens.plugin")})


def play(found: Plugins, rules: Rules, games: int, word: str) -> Cost:
    """Play random games of two seats, as `simulate` does."""
    bots = [found.bots("carcassonne")["random"]] * rules.seats
    gc.collect()
    start, transitions = process_time(), 0
    for n in range(games):
        transitions += play_counted(rules, bots, game_seed(word, n))[1]
    return Cost(process_time() - start, transitions)


def ratios(games: int) -> tuple[float, float]:
    """Return how many times as long a transition and a game take with the expansion."""
    found = plugins()
    base, extended = (
        found.compose(Setup("carcassonne", 2, extensions)) for extensions in ((), ("gardens",))
    )
    play(found, base, 20, "warm")
    play(found, extended, 20, "warm")
    each, whole = [], []
    for n in range(ROUNDS):
        without, with_it = (play(found, rules, games, f"{n}") for rules in (base, extended))
        whole.append(with_it.seconds / without.seconds)
        each.append(whole[-1] * without.transitions / with_it.transitions)
    return median(each), median(whole)


def main() -> None:
    """Print the figures."""
    transition, game = ratios(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    print(f"with gardens, a transition {transition:6.2f} times as long (at most {CEILING})")
    print(f"              a game       {game:6.2f} times as long (at most {CEILING})")


if __name__ == "__main__":
    main()
