"""`greedy`: the most points by the end of the own turn, compared with the best of the others.

It plays its own decisions on copies until the turn passes or chance is needed: the first two in all
ways, those after them one at a time, always the best. Hidden faces are guessed once a decision, and
cards that are opened on the way are those of the guess. Chance that lies ahead is not foreseen: a
position that waits for it, or for a card to be dealt, is valued as it stands.
"""

from __future__ import annotations

from random import Random

from bastide.core.chance import Open
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.hookspecs import Chooser
from bastide.core.rules import Rules
from bastide.core.state import State

FULL_DEPTH = 2
"""Own decisions that are tried in all combinations."""

MAX_DEPTH = 24
"""Own decisions in a row after which a position is valued even if the turn goes on."""


def greedy_bot(rules: Rules, seat: int, seed: int) -> Chooser:
    """Return a chooser for any game."""
    return Greedy(rules, seat, seed).choose


class Greedy:
    """One greedy player; its seed decides between actions that are worth the same."""

    def __init__(self, rules: Rules, seat: int, seed: int) -> None:
        self.rules, self.seat = rules, seat
        self.random = Random(seed)
        self.dealer = LocalDealer(b"")  # asked for nothing that is left to chance

    def choose(self, view: State) -> Action:
        """Return one of the best actions of a view of this seat."""
        actions = self.rules.legal_for(view, self.seat)
        if len(actions) == 1:
            return actions[0]
        is_hidden = view.secrets or view.sealed
        s = self.rules.guess(view, self.random.randbytes(32)) if is_hidden else view
        values = [self.value_after(s, action, 1) for action in actions]
        best = max(values)
        pairs = zip(actions, values, strict=True)
        return self.random.choice([action for action, value in pairs if value == best])

    def value_after(self, s: State, action: Action, depth: int) -> float:
        """Return what a position is worth after an action, the depth-th of this turn."""
        t = s.clone()
        self.rules.apply(t, action, self.seat)
        self.open_cards(t)
        if not self.goes_on(s, t) or depth == MAX_DEPTH:
            return self.margin(t)
        actions = self.rules.legal(t)
        if depth < FULL_DEPTH:
            return max(self.value_after(t, each, depth + 1) for each in actions)
        return self.value_after(t, self.next_best(t, actions), depth + 1)

    def open_cards(self, t: State) -> None:
        """Go on, in place, past requests to open cards: in a guess their faces are known."""
        while t.waiting and all(isinstance(request, Open) for request in t.waiting):
            self.rules.answer(t, self.dealer.answer(t))

    def goes_on(self, s: State, t: State) -> bool:
        """Tell whether the next decision is still this seat's, in the same turn."""
        same = (t.seat, t.turn_seat, t.turn) == (self.seat, s.turn_seat, s.turn)
        return same and not t.over and not t.waiting and not self.rules.together(t)

    def next_best(self, s: State, actions: list[Action]) -> Action:
        """Return the action with the best position right after it; the first of several."""
        if len(actions) == 1:
            return actions[0]

        def value(action: Action) -> float:
            t = s.clone()
            self.rules.apply(t, action)
            self.open_cards(t)
            return self.margin(t)

        return max(actions, key=value)

    def margin(self, s: State) -> float:
        """Return my points less those of the best other seat, if the game ended now."""
        points = self.rules.projections(s)
        mine = points.pop(self.seat)
        return mine - max(points, default=0.0)
