"""What the kernel alone costs: a game in which nothing happens.

    python -m bench.kernel

Figures are microseconds of CPU time, the best of several runs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Pick
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.rules import Rules
from bastide.core.state import State

GO = Action("bench.go")
SEATS = 2
EMPTY_PHASES = 20
RUNS = 7


def empty_game(phases: int = 0, *, chance: bool = False) -> Rules:
    """Return rules of one decision a turn, after so many empty phases, and a draw if wanted."""
    rules = RulesBuilder(SEATS, ("bench",), {})
    rules.speak("bench")
    for n in range(phases):
        rules.phase(Phase(f"empty{n}"))
    if chance:
        pool = tuple(range(72))
        rules.phase(Phase("draw", ask=lambda s: (Pick(pool),)))
    rules.phase(Phase("go", lambda s: (GO,)))
    rules.action("bench.go", lambda s, a: None)
    rules.finished(lambda s: False)
    return Rules(rules, {"bench": "1"}, {}, "listed")


def best(act: Callable[[], object], times: int) -> float:
    """Return the microseconds of one call: those of the best of several runs of `times`."""
    took = []
    for _ in range(RUNS):
        start = process_time()
        for _ in range(times):
            act()
        took.append(process_time() - start)
    return min(took) / times * 1e6


def transition(rules: Rules) -> Callable[[], None]:
    """Return a function that plays one decision, its list of choices and its chance included."""
    s, dealer = rules.new(), LocalDealer(bytes(32))
    rules.settle(s, dealer)

    def act() -> None:
        rules.apply(s, rules.legal(s)[0])
        if s.waiting:
            rules.answer(s, dealer.answer(s))

    return act


def microseconds_a_transition(times: int = 20_000) -> float:
    """Return what a decision costs in which nothing happens: two phases and the end of a turn."""
    return best(transition(empty_game()), times)


def microseconds_an_empty_phase(times: int = 5_000) -> float:
    """Return what a phase costs in which nothing happens."""
    full = best(transition(empty_game(EMPTY_PHASES)), times)
    return (full - best(transition(empty_game()), times)) / EMPTY_PHASES


def figures() -> dict[str, float]:
    """Return every figure by its name."""
    rules = empty_game()
    s: State = rules.new()
    one = microseconds_a_transition()
    return {
        "a decision, its list, the end of the turn": one,
        "an empty phase": microseconds_an_empty_phase(),
        "a draw from 72, asked and answered": best(transition(empty_game(chance=True)), 20_000)
        - one,
        "a clone of an empty position": best(s.clone, 20_000),
        "a check of a move": best(lambda: rules.check(s, GO), 20_000),
        "a state digest": best(lambda: rules.digest(s), 20_000),
        "composing the rules": best(empty_game, 200),
    }


def main() -> None:
    """Print the figures."""
    print(f"kernel, Python {sys.version.split()[0]}, microseconds of CPU time")
    for name, figure in figures().items():
        print(f"  {figure:8.2f}  {name}")


if __name__ == "__main__":
    main()
