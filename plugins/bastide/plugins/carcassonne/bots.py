"""Carcassonne's own `random`: the one whose statistics are known (docs of speed)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bastide.core.events import Action
from bastide.core.hookspecs import Bot, Chooser
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.carcassonne.state import ID, Board, board
from bastide.plugins.carcassonne.tables import NO_MEEPLE
from bastide.plugins.carcassonne.turn import MEEPLE, PLACE, claiming, claims_of, tiles_to_lay

MEEPLE_CHANCE = 0.5

MOST_TRIES = 100
"""Places tried at random, before all are listed."""


def bots() -> list[Bot]:
    """Return the bots of this game."""
    return [Bot("random", (ID,), random_bot)]


def random_bot(rules: Rules, seat: int, seed: int) -> Chooser:
    """Return a chooser: any legal place; then, half of the time, a meeple on any free segment.

    With several sizes of meeple in supply the segment is chosen first, then the size.
    """
    chance = Random(seed).random
    legal = rules.legal

    def choose(s: State) -> Action:
        if s.phase != MEEPLE:
            return _any_place(s, chance) or _one_of(legal(s), chance())
        if chance() >= MEEPLE_CHANCE:
            return NO_MEEPLE
        return _any_segment(legal(s), chance())

    return choose


def _one_of(actions: list[Action], x: float) -> Action:
    return actions[int(x * len(actions))]


def _any_place(s: State, chance: Callable[[], float]) -> Action | None:
    """Return any place of any tile that may be laid, each equally likely, without listing them.

    None if there is hardly a place, or if other rules choose too.
    """
    b = board(s)
    if s.phase != PLACE or b.tables.veto:
        return None
    if not (b.tables.choices or b.tables.claims):
        return _try_places(b, b.current, (), chance)
    tiles = tiles_to_lay(s)
    action = _try_places(b, tiles[0], tiles, chance) if tiles else None
    return action and claiming(action, claims_of(s, str(action.data[0])))


def _try_places(
    b: Board, tile: str, tiles: tuple[str, ...], chance: Callable[[], float]
) -> Action | None:
    """Try pairs of an empty cell and a rotation until one fits: some six of them for one tile.

    tile: what is laid. tiles: if there are several, any of them, chosen anew at each try.
    """
    fit, frontier, several = b.tables.fit[tile], b.frontier, len(tiles)
    shapes = 4 if several > 1 else 4 // len(b.tables.turned[tile][0].likes)
    fits, cells = [b.tables.fit[each] for each in tiles], list(frontier)
    for _ in range(MOST_TRIES):
        if several > 1:
            fit = fits[int(chance() * several)]
        x = chance() * len(cells)
        n = int(x)
        cell = cells[n]
        fitting = fit[frontier[cell]]
        if fitting:
            rotation = int((x - n) * shapes)
            if rotation < len(fitting):
                return fitting[rotation][cell]
    return None


def _any_segment(actions: list[Action], x: float) -> Action:
    """Return a meeple action: segments alike, then the pieces on one alike; 0 <= x < 1."""
    pieces: dict[object, list[Action]] = {}
    for action in actions[1:]:
        pieces.setdefault(action.data[0], []).append(action)
    n, rest = divmod(x * len(pieces), 1)
    choice = list(pieces.values())[int(n)]
    return choice[int(rest * len(choice))]
