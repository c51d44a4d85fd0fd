"""How fast Carcassonne plays: games, the kernel alone, greedy moves.

    python -m bench.carcassonne [GAMES]

Figures are per CPU-second of this process; quote ratios of one run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from time import process_time
from types import ModuleType

from bastide.core.builder import RulesBuilder
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.hookspecs import Chooser, Manifest, hookimpl
from bastide.core.phases import Legal, Phase
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules
from bastide.core.state import State

LISTED = (("seating", "listed"),)
GAMES_FLOOR = 600
"""Random games a CPU-second."""

EXTENDED_FLOOR = 250
"""The same with every set of extensions."""

EXTENDED_SHARE = 0.3
"""What every set of extensions reaches of the speed of the base game, in one run."""

PHASE_CEILING = 3.0
"""Microseconds of the kernel for a phase in which nothing happens."""

EMPTY_PHASES = 50
EMPTY_TURNS = 100


@dataclass(slots=True)
class Rate:
    """What a run of random games took."""

    games: int
    turns: int
    seconds: float

    @property
    def games_a_second(self) -> float:
        """Games for each CPU-second."""
        return self.games / self.seconds


def play(rules: Rules, choosers: list[Chooser], seed: int) -> State:
    """Play one game with the local dealer and return its end."""
    s, dealer = rules.new(), LocalDealer(seed.to_bytes(4, "big"))
    apply, answer = rules.apply, rules.answer
    while not s.over:
        if s.waiting:
            answer(s, dealer.answer(s))
        else:
            apply(s, choosers[s.seat](s.view(s.seat)))
    return s


def random_games(games: int, *extensions: str) -> Rate:
    """Play random games of two seats."""
    plugins = Plugins(built_in())
    rules = plugins.compose(Setup("carcassonne", 2, extensions, LISTED))
    bot = plugins.bots("carcassonne")["random"]
    turns, start = 0, process_time()
    for game in range(games):
        turns += play(rules, [bot.make(rules, n, 2 * game + n) for n in (0, 1)], game).stage_turn
    return Rate(games, turns, process_time() - start)


def sets_of_extensions() -> list[tuple[str, ...]]:
    """Return every set of extensions that is installed, but for the empty one."""
    names = [each.id for each in Plugins(built_in()).extensions("carcassonne")]
    return [each for n in range(len(names)) for each in combinations(names, n + 1)]


def greedy_game() -> tuple[int, float]:
    """Let greedy play itself; return its decisions and the CPU-seconds of the game."""
    plugins = Plugins(built_in())
    rules = plugins.compose(Setup("carcassonne", 2, options=LISTED))
    bot = plugins.bots("carcassonne")["greedy"]
    moves = 0

    def counting(choose: Chooser) -> Chooser:
        def chooser(s: State) -> Action:
            nonlocal moves
            moves += 1
            return choose(s)

        return chooser

    start = process_time()
    play(rules, [counting(bot.make(rules, n, n)) for n in (0, 1)], 1)
    return moves, process_time() - start


def empty_game(legal: Legal | None) -> Rules:
    """Compose a game of phases in which nothing happens; with `legal`, of decisions."""

    def bastide_manifest() -> Manifest:
        return Manifest("empty", "1", "game")

    def bastide_turn(rules: RulesBuilder) -> None:
        for n in range(EMPTY_PHASES):
            rules.phase(Phase(f"phase{n}", legal))
        rules.action("empty.nothing", lambda s, a: None)

    def bastide_scoring(rules: RulesBuilder) -> None:
        rules.finished(lambda s: s.turn == EMPTY_TURNS)

    module = ModuleType("empty")
    for hook in (bastide_manifest, bastide_turn, bastide_scoring):
        setattr(module, hook.__name__, hookimpl(hook))
    return Plugins({"empty": lambda: module}).compose(Setup("empty", 2, options=LISTED))


def microseconds_an_empty_phase() -> float:
    """Return what the kernel needs to run through a phase, the best of five."""
    rules = empty_game(None)
    return _microseconds(rules.new)


def microseconds_a_decision() -> float:
    """Return what the kernel needs for a decision and its action, the best of five."""
    actions = [Action("empty.nothing")]
    rules = empty_game(lambda s: actions)

    def play_through() -> None:
        s = rules.new()
        while not s.over:
            rules.apply(s, rules.legal(s)[0])

    return _microseconds(play_through)


def _microseconds(run: Callable[[], object]) -> float:
    def seconds() -> float:
        start = process_time()
        run()
        return process_time() - start

    return min(seconds() for _ in range(5)) / (EMPTY_PHASES * EMPTY_TURNS) * 1e6


def main() -> None:
    """Print the figures."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    rate = random_games(games)
    micros = 1e6 * rate.seconds / rate.turns
    print(f"random, two seats    {rate.games_a_second:8.0f} games/CPU-s (at least {GAMES_FLOOR})")
    print(f"                     {micros:8.1f} us/turn")
    for extensions in sets_of_extensions():
        rate = random_games(games // 2, *extensions).games_a_second
        print(f"{' + '.join(extensions):36}{rate:8.0f} (at least {EXTENDED_FLOOR})")
    phase, decision = microseconds_an_empty_phase(), microseconds_a_decision()
    print(f"kernel               {phase:8.2f} us/empty phase (at most {PHASE_CEILING:.0f})")
    print(f"                     {decision:8.2f} us/empty decision (at most {PHASE_CEILING:.0f})")
    moves, seconds = greedy_game()
    print(f"greedy against itself{1e3 * seconds / moves:8.2f} ms/decision, {seconds:.2f} s/game")


if __name__ == "__main__":
    main()
