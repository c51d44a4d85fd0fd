"""Every set of options that Carcassonne can be played with, as far as it is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.rules import Rules
from bastide.core.state import State
from tests.plugins.carcassonne.slow_scorer import SlowScorer

GAME, INNS, HANDS = "carcassonne", "inns_and_cathedrals", "strategic"
EXTENSIONS = tuple(name for name in (INNS, HANDS) if name in built_in())
SETS = tuple(each for n in range(len(EXTENSIONS) + 1) for each in combinations(EXTENSIONS, n))
"""All sets of extensions."""

Options = tuple[str, ...]


@cache
def plugins() -> Plugins:
    """Return the game, its extensions, and the bots."""
    found = built_in()
    loaded = Plugins({name: found[name] for name in (GAME, "bots", *EXTENSIONS)})
    assert loaded.faults == []
    return loaded


@cache
def compose(options: Options, seats: int) -> Rules:
    """Return the rules; seats play in the order in which they are listed."""
    return plugins().compose(Setup(GAME, seats, options, (("seating", "listed"),)))


def seats_of(options: Options) -> range:
    """Return how many can play: six with the expansion."""
    low, high = plugins().seat_range(GAME, options)
    return range(low, high + 1)


def tables(games: int) -> Iterator[tuple[int, Options, int]]:
    """Yield (game, options, seats): all sets in turn, each with all numbers of seats."""
    for game in range(games):
        options = SETS[game % len(SETS)]
        seats = seats_of(options)
        yield game, options, seats[game // len(SETS) % len(seats)]


def scorer_of(options: Options, seats: int) -> SlowScorer:
    """Return the second opinion on a game."""
    if INNS not in options:
        return SlowScorer(seats)
    from tests.plugins.inns_and_cathedrals.test_games import InnScorer

    return InnScorer(seats)


def watch_of(options: Options, s: State) -> Callable[[State], None]:
    """Return what checks the position after each turn, besides the points."""
    if HANDS not in options:
        return lambda s: None
    from tests.plugins.strategic.watcher import HandWatcher

    return HandWatcher(s).watch
