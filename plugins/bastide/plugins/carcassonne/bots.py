"""Carcassonne's own `random`: the one whose statistics are known (docs of speed)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bastide.core.events import Action
from bastide.core.hookspecs import Bot, Chooser
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.carcassonne.state import ID, board
from bastide.plugins.carcassonne.tables import NO_MEEPLE
from bastide.plugins.carcassonne.turn import MEEPLE

MEEPLE_CHANCE = 0.5


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
    """Return any place of the drawn tile, without listing them; None if other rules choose too.

    Pairs of an empty cell and a rotation are tried at random until one fits: some six of them.
    """
    b = board(s)
    if not b.current or b.tables.choices or b.tables.veto:
        return None
    fit = b.tables.fit[b.current]
    cells = list(b.frontier.items())
    shapes = 4 // len(b.tables.turned[b.current][0].likes)
    while True:
        x = chance() * len(cells)
        n = int(x)
        cell, code = cells[n]
        fitting = fit[code]
        if fitting:
            rotation = int((x - n) * shapes)
            if rotation < len(fitting):
                return fitting[rotation][cell]


def _any_segment(actions: list[Action], x: float) -> Action:
    """Return a meeple action: segments alike, then the pieces on one alike; 0 <= x < 1."""
    pieces: dict[object, list[Action]] = {}
    for action in actions[1:]:
        pieces.setdefault(action.data[0], []).append(action)
    n, rest = divmod(x * len(pieces), 1)
    choice = list(pieces.values())[int(n)]
    return choice[int(rest * len(choice))]
