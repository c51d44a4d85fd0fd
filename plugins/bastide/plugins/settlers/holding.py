"""What the bot `greedy` makes of cards: those it takes, draws, searches for and puts away."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from bastide.core.events import Action
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.settlers import hand
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.appraisal import Prospects, card_worth, prospects
from bastide.plugins.settlers.foresight import Foresight
from bastide.plugins.settlers.outlook import held_worth
from bastide.plugins.settlers.state import other, realm

EXCHANGE_GAIN = 0.12
"""Points by which another card must be better on average than one that is put away for it."""

LATER = 0.2
"""The share of a card's own worth that counts for a hand, even if others are better now."""


class Holding(Foresight):
    """What one seat makes of cards.

    hand: the cards that it holds, and those that it is about to take.
    """

    def __init__(self, rules: Rules, seat: int, seeds: Callable[[int], bytes]) -> None:
        super().__init__(rules, seat, seeds)
        self.hand: list[str] = []

    def card(self, s: State, card: str, p: Prospects | None = None) -> float:
        """Return what a card of the own hand adds to it, or one that could come into it."""
        p = p or prospects(s, self.seat)
        others = self.hand[:]
        if card in others:
            others.remove(card)
        more = held_worth(s, self.seat, p, [*others, card]) - held_worth(s, self.seat, p, others)
        return more + LATER * card_worth(s, self.seat, card, p)

    def theirs(self, s: State, card: str) -> float:
        """Return what a card is worth to the other."""
        return card_worth(s, other(self.seat), card, prospects(s, other(self.seat)))

    def take(self, view: State, s: State, actions: list[Action]) -> Action:
        """Take the best of the cards that it looks at."""

        def value(a: Action) -> float:
            face = view.face(cast(int, a.data[0])) if a.data else None
            return self.card(s, str(face)) if face else -1.0

        self.hand += [str(view.face(item)) for item in top(s).items]
        return max(actions, key=value)

    def look(self, view: State, s: State, actions: list[Action]) -> Action:
        """Look through the pile that promises most."""
        looks = [a for a in actions if a.kind == hand.LOOK_ACTION]
        return max(looks, key=lambda a: self.searched(view, s, hand.pile_of(a)))

    def put(self, view: State, s: State, actions: list[Action]) -> Action:
        """Put the least useful card away, under the largest pile."""
        piles = view.cards().piles

        def value(a: Action) -> tuple[float, int]:
            face = view.face(cast(int, a.data[0]))
            return self.card(s, str(face)), -len(piles[hand.pile_of(a)])

        return min(actions, key=value)

    def complete(self, view: State, s: State, actions: list[Action]) -> Action:
        """Fill the hand: search where that is worth what it costs, exchange what is of no use."""
        mean = self.drawn(view, s)
        if hand.EXCHANGE_CARD in actions:
            worst = min(self.card(s, card) for card in self.hand)
            if worst < mean - EXCHANGE_GAIN:
                return hand.EXCHANGE_CARD
        cost = self.search_cost(s)

        def value(a: Action) -> float:
            if a.kind == hand.SEARCH_ACTION:
                return self.searched(view, s, hand.pile_of(a)) - cost
            if a.kind == hand.DRAW_ACTION:
                top = view.face(view.cards().piles[hand.pile_of(a)][0])
                return self.card(s, str(top)) if top else mean
            return -1.0

        return max(actions, key=value)

    def search_cost(self, s: State) -> float:
        """Return what a search costs in points: the resources that are needed least."""
        t, now = s.clone(), self.margin(s)
        lands = realm(t).lands[self.seat]

        def left(n: int) -> float:
            lands.stock[n] -= 1
            value = self.margin(t)
            lands.stock[n] += 1
            return value

        for _ in range(min(hand.search_cost(lands), sum(lands.stock))):
            n = max((n for n, stored in enumerate(lands.stock) if stored), key=left)
            lands.stock[n] -= 1
        return now - self.margin(t)

    def unseen(self, view: State, s: State) -> list[float]:
        """Return what the cards that it has not seen are worth, the best first."""
        left = [face for each in view.cards().unknown().values() for face in each.faces]
        p = prospects(s, self.seat)
        worths = {face: self.card(s, str(face), p) for face in dict.fromkeys(left)}
        return sorted((worths[face] for face in left), reverse=True)

    def drawn(self, view: State, s: State) -> float:
        """Return what a card is worth that it has not seen."""
        values = self.unseen(view, s)
        return sum(values) / max(1, len(values))

    def searched(self, view: State, s: State, pile: str) -> float:
        """Return what the best card of a pile is worth, as far as it has been seen."""
        faces = [view.face(item) for item in view.cards().piles[pile]]
        known = [self.card(s, str(face)) for face in faces if face]
        hidden, values = faces.count(None), self.unseen(view, s)
        if hidden and values:
            known.append(values[len(values) // (hidden + 1)])
        return max(known, default=0.0)
