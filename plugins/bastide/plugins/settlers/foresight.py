"""What positions come to: the comparisons and the steps ahead that `bots` is made of.

A full position is given, one that agrees with what a seat knows; dice are never foreseen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from bastide.core.chance import Roll
from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.settlers import building, playing, stock, tokens, turn
from bastide.plugins.settlers.cards import CAPACITY, RESOURCES
from bastide.plugins.settlers.outlook import HAND_CARD, worth
from bastide.plugins.settlers.state import NOBODY, Principality, Site, other, realm

WIN = 100.0
"""Points of a game that is won."""

MOST_STEPS = 12
"""Own steps in a row that an action leads to."""

OWN_STEPS = frozenset((
    stock.PAY, stock.GAIN, stock.ROB, playing.MORE, playing.GIVE, playing.SWAP,
    building.CHOOSE_REGIONS, building.LAY,
))  # fmt: skip
"""Own steps that an action leads to and that are played on the way."""


class Foresight:
    """What one seat makes of positions.

    seeds: returns so many bytes that choose what comes of what nobody can know, as regions drawn.
    """

    def __init__(self, rules: Rules, seat: int, seeds: Callable[[int], bytes]) -> None:
        self.rules, self.seat, self.seeds = rules, seat, seeds

    def margin(self, s: State) -> float:
        """Return what this seat has, less what the other has."""
        theirs = other(self.seat)
        if realm(s).winner != NOBODY:
            return WIN if realm(s).winner == self.seat else -WIN
        hidden = HAND_CARD * len(s.cards().hands[theirs])
        return worth(s, self.seat, self.kept(s)) - worth(s, theirs, ()) - hidden

    def kept(self, s: State) -> list[str]:
        """Return the cards of the own hand."""
        return [str(face) for _, face in s.cards().known(self.seat)]

    def best(self, s: State, actions: Sequence[Action]) -> Action:
        """Return the action after which this seat has most."""
        return max(actions, key=lambda action: self.margin(self.after(s, action)))

    def after(self, s: State, *actions: Action) -> State:
        """Return the position after actions and the own steps that they lead to."""
        t, phase = s.clone(), s.phase
        for action in actions:
            self.rules.apply(t, action)
            self.answer(t)
            for _ in range(MOST_STEPS):
                if t.phase == phase or not self.is_own_step(t):
                    break
                self.rules.apply(t, self.quickly(t))
                self.answer(t)
        return t

    def is_own_step(self, t: State) -> bool:
        """Tell whether this seat is to go on with what it has begun."""
        return t.phase in OWN_STEPS and t.seat == self.seat and not t.waiting and not t.over

    def answer(self, t: State) -> None:
        """Let cards be opened, mixed and dealt as they lie in the guess; dice are not foreseen."""
        dealer = LocalDealer(self.seeds(8))
        while t.waiting and not any(isinstance(request, Roll) for request in t.waiting):
            self.rules.answer(t, dealer.answer(t))

    def quickly(self, t: State) -> Action:
        """Return a good next step on the way."""
        actions = self.rules.legal(t)
        if t.phase == stock.PAY:
            lands = realm(t).lands[self.seat]
            return max(actions, key=lambda a: lands.stock[_region(lands, a)])

        def value(action: Action) -> float:
            u = t.clone()
            self.rules.apply(u, action)
            return self.margin(u)

        return max(actions, key=value)

    def without(self, s: State, owner: int, site: Site) -> float:
        """Return the margin if a card goes back into its owner's hand."""
        t = s.clone()
        realm(t).lands[owner].remove_card(site)
        tokens.settle(t)
        return self.margin(t) - (HAND_CARD if owner != self.seat else -HAND_CARD)


def _region(lands: Principality, a: Action) -> int:
    return lands.at[cast("tuple[int, str]", a.data)]


def swap_stock(t: State, proposer: int, terms: tuple[int, ...]) -> None:
    """Carry out an offer, wherever the resources lie."""
    kinds = len(RESOURCES)
    for kind in range(kinds):
        moved = terms[kind] - terms[kinds + kind]
        for seat, n in ((proposer, -moved), (other(proposer), moved)):
            _change(realm(t).lands[seat], kind, n)


def _change(lands: Principality, kind: int, n: int) -> None:
    """Add to what is stored of a kind, or take from it, as far as there is room."""
    for i, land in enumerate(lands.lands):
        if land.resource == kind and n:
            stored = max(0, min(CAPACITY, lands.stock[i] + n))
            n -= stored - lands.stock[i]
            lands.stock[i] = stored


def produced(s: State, number: int) -> State:
    """Return the position after production."""
    t = s.clone()
    for lands in realm(t).lands:
        doubled = set(turn.doubled_regions(lands))
        for n, land in enumerate(lands.lands):
            if land.number == number:
                lands.stock[n] = min(CAPACITY, lands.stock[n] + (2 if n in doubled else 1))
    return t
