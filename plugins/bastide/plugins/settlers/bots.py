"""The settlers' own `greedy`: what brings it most, compared with the other seat.

It tries each choice on a copy (see `foresight`); `planning` has its main phase, `holding` what it
makes of cards. Unknown faces are guessed once a decision; what it values is its own hand, never the
guessed one.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import cast

from bastide.core.events import Action
from bastide.core.hookspecs import Bot, Chooser
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.settlers import (
    attacks,
    espionage,
    event_cards,
    hand,
    playing,
    setup,
    trading,
    turn,
)
from bastide.plugins.settlers.cards import BRICK, GOLD, GRAIN, LUMBER, ORE, WOOL
from bastide.plugins.settlers.foresight import produced
from bastide.plugins.settlers.holding import Holding
from bastide.plugins.settlers.planning import Planning
from bastide.plugins.settlers.state import ID

ARRANGED = (BRICK, ORE, WOOL, LUMBER, GRAIN, GOLD)
"""Where regions are laid, see `START_PLACES`: ore and grain in the middle, beside both
settlements, so that what is built there serves them from either side; gold out of the way."""


def bots() -> list[Bot]:
    """Return the bots of this game."""
    return [Bot("greedy", (ID,), greedy_bot)]


def greedy_bot(rules: Rules, seat: int, seed: int) -> Chooser:
    """Return what chooses for a seat."""
    return Settler(rules, seat, seed).choose


class Settler(Planning, Holding):
    """One player; `s` is always a full position that agrees with what its seat knows."""

    def __init__(self, rules: Rules, seat: int, seed: int) -> None:
        super().__init__(rules, seat, Random(seed).randbytes)

    def choose(self, view: State) -> Action:
        """Return the best action of a view of this seat."""
        actions = self.rules.legal_for(view, self.seat)
        if len(actions) == 1:
            return actions[0]
        if view.phase == setup.ARRANGE:
            return self.arrange(view, actions)
        s = self.rules.guess(view, self.seeds(32))
        self.hand = self.kept(view)
        by_rule = _POLICIES.get(view.phase)
        return by_rule(self, view, s, actions) if by_rule else self.best(s, actions)

    def arrange(self, view: State, actions: list[Action]) -> Action:
        """Lay the regions as planned."""
        regions = [region.resource for region in setup.start_regions(view, self.seat)]
        wanted = tuple(regions.index(kind) for kind in ARRANGED)
        return next(action for action in actions if action.data == wanted)

    # action cards

    def before(self, view: State, s: State, actions: list[Action]) -> Action:
        """Roll, or set the number if one is much better than what comes on average."""
        gains = {n: self.margin(produced(s, n)) for n in playing.NUMBERS}
        mean = sum(gains.values()) / len(gains)

        def value(a: Action) -> float:
            if a == turn.ROLL:
                return mean + self.card(s, playing.ALCHEMIST)
            return gains[cast(int, a.data[2])]

        return max(actions, key=value)

    def react(self, view: State, s: State, actions: list[Action]) -> Action:
        """Play the card against an attack if there is one."""
        return actions[-1]

    def steal(self, view: State, s: State, actions: list[Action]) -> Action:
        """Take the card that is worth most to either."""

        def value(a: Action) -> float:
            card = str(a.data[1])
            return self.card(s, card) + self.theirs(s, card) / 2

        return max(actions, key=value)

    def pick(self, view: State, s: State, actions: list[Action]) -> Action:
        """Bury the card that is worth most to the other."""
        return max(actions, key=lambda a: self.theirs(s, str(view.face(cast(int, a.data[0])))))


Policy = Callable[[Settler, State, State, list[Action]], Action]

_POLICIES: dict[str, Policy] = {
    turn.OPENING: Settler.look,
    event_cards.BUILDER: Settler.look,
    hand.CHOOSE: Settler.take,
    event_cards.KEEP: Settler.take,
    hand.PUT: Settler.put,
    turn.COMPLETE: Settler.complete,
    hand.REPLACE: Settler.complete,
    turn.BEFORE: Settler.before,
    turn.MAIN: Settler.main,
    trading.ANSWER: Settler.reply,
    attacks.REACT: Settler.react,
    espionage.STEAL: Settler.steal,
    espionage.PICK: Settler.pick,
}
