"""The settlers' own `greedy`: what brings it most, compared with the other seat.

It tries each choice on a copy (see `foresight`). In the main phase it also tries plans: trades,
then what they pay for. What chance decides it judges by rule: attacks, drawing and searching, an
Alchemist. Unknown faces are guessed once a decision; what it values is its own hand, never the
guessed one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import itemgetter
from random import Random
from typing import cast

from bastide.core.events import Action
from bastide.core.hookspecs import Bot, Chooser
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.plugins.settlers import (
    attacks,
    building,
    espionage,
    event_cards,
    hand,
    main,
    playing,
    setup,
    stock,
    trading,
    turn,
)
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.appraisal import Prospects, card_worth, prospects
from bastide.plugins.settlers.cards import (
    BRICK,
    CARDS,
    CITY,
    GOLD,
    GRAIN,
    LUMBER,
    ORE,
    RESOURCES,
    ROAD,
    SETTLEMENT,
    WOOL,
    Cost,
)
from bastide.plugins.settlers.costs import COST
from bastide.plugins.settlers.foresight import MOST_STEPS, Foresight, produced, swap_stock
from bastide.plugins.settlers.outlook import held_worth, worth
from bastide.plugins.settlers.state import ID, held, other, realm
from bastide.plugins.settlers.works import works

GAIN = 0.02
"""Points by which something must be better than doing nothing."""

DEMOLITION_GAIN, OFFER_GAIN, ACCEPT_GAIN, EXCHANGE_GAIN = 0.3, 0.1, 0.03, 0.12
"""The same for tearing down, offering, accepting, and putting a card away for another one."""

LATER = 0.2
"""The share of a card's own worth that counts for a hand, even if others are better now."""

LOOT_WORTH = 0.5
"""Points of what Brigands take, and lose when they turn back."""

SUCCESS = 0.78
"""The chance of an attack: 5 of 6, or 2 of 6 if it is countered, which is rare."""

SPIED = 0.12
"""Points of what a Spy takes, for each card of the other hand from the second on."""

KEPT = 0.1
"""Points for keeping an attack for later."""

ARRANGED = (BRICK, ORE, WOOL, LUMBER, GRAIN, GOLD)
"""Where regions are laid, see `START_PLACES`: ore and grain in the middle, beside both
settlements, so that what is built there serves them from either side; gold out of the way."""


def bots() -> list[Bot]:
    """Return the bots of this game."""
    return [Bot("greedy", (ID,), greedy_bot)]


def greedy_bot(rules: Rules, seat: int, seed: int) -> Chooser:
    """Return what chooses for a seat."""
    return Settler(rules, seat, seed).choose


class Settler(Foresight):
    """One player; `s` is always a full position that agrees with what its seat knows."""

    def __init__(self, rules: Rules, seat: int, seed: int) -> None:
        super().__init__(rules, seat, Random(seed).randbytes)
        self.hand: list[str] = []

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

    # the main phase

    def main(self, view: State, s: State, actions: list[Action]) -> Action:
        """Return what brings most now: one action, the first of a plan, or to be done."""
        now = self.margin(s)
        found = [(GAIN, main.DONE)]
        found += [(gain, a) for a in actions for gain in self.gains(s, a, now)]
        found += self.plans(s, now)
        return max(found, key=itemgetter(0))[1]

    def gains(self, s: State, a: Action, now: float) -> Iterator[float]:
        """Yield what an action brings, unless it is out of the question."""
        if a == main.DONE:
            return
        if a.kind == trading.OFFER_ACTION:
            yield from self.offer_gains(s, a, now)
        elif a.kind == playing.PLAY_ACTION and a.data[1] in _ATTACKS:
            yield self.attack_gain(s, str(a.data[1]), now)
        elif a.kind == playing.PLAY_ACTION and a.data[1] == espionage.SPY:
            yield self.spy_gain(s)
        elif a.kind == building.DEMOLISH_ACTION:
            yield self.margin(self.after(s, a)) - now - DEMOLITION_GAIN
        else:
            yield self.margin(self.after(s, a)) - now

    def offer_gains(self, s: State, a: Action, now: float) -> Iterator[float]:
        """Yield what an offer brings if it is accepted, if that is not out of the question."""
        t = s.clone()
        swap_stock(t, self.seat, cast("tuple[int, ...]", a.data))
        theirs = other(self.seat)
        gain = self.margin(t) - now - OFFER_GAIN
        if gain > GAIN and worth(t, theirs, ()) > worth(s, theirs, ()):
            yield gain

    def attack_gain(self, s: State, card: str, now: float) -> float:
        """Return what an attack brings on average, less what its card is worth later."""
        if card == attacks.BRIGANDS:
            return (2 * SUCCESS - 1) * LOOT_WORTH - KEPT
        theirs = self.swings(s, other(self.seat), card, now)
        own = self.swings(s, self.seat, card, now)
        won, lost = max(theirs, default=0.0), min(own, default=0.0)
        return SUCCESS * won + (1 - SUCCESS) * lost - KEPT

    def swings(self, s: State, owner: int, card: str, now: float) -> list[float]:
        """Return what it brings to send each target of an attack back to its owner."""
        sites = attacks.targets(realm(s).lands[owner], attacks.TARGETS[card])
        return [self.without(s, owner, site) - now for site in sites]

    def spy_gain(self, s: State) -> float:
        """Return what looking at the other hand brings: a card, if it holds a few."""
        return SPIED * (len(s.cards().hands[other(self.seat)]) - 1)

    def plans(self, s: State, now: float) -> Iterator[tuple[float, Action]]:
        """Yield what trades bring that pay for something at once, with the first of them."""
        lands = realm(s).lands[self.seat]
        have = stock.stores(lands)
        for what in works(s, self.seat, held(s, self.seat)):
            trades = _cover(COST[what], have, trading.rates(lands))
            if trades:
                t = self.after(s, *trades)
                builds = [a for a in self.rules.legal(t) if _builds(a, what)]
                if builds:
                    gain = max(self.margin(self.after(t, a)) for a in builds[:MOST_STEPS]) - now
                    yield gain, trades[0]

    def reply(self, view: State, s: State, actions: list[Action]) -> Action:
        """Accept what helps this seat more than the other; counter what nearly does."""
        now, terms = self.margin(s), realm(s).offer
        best, answer = ACCEPT_GAIN, trading.REFUSE
        t = s.clone()
        swap_stock(t, other(self.seat), terms)
        if self.margin(t) - now > best:
            return trading.ACCEPT
        for a in actions:
            if a.kind == trading.OFFER_ACTION:
                for gain in self.offer_gains(s, a, now):
                    if gain > best:
                        best, answer = gain, a
        return answer

    # hands

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


_ATTACKS = frozenset(attacks.COUNTERS)

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


def _builds(a: Action, what: str) -> bool:
    """Tell whether an action builds a thing."""
    if what in CARDS:
        return a.kind == building.PLACE_ACTION and a.data[1] == what
    kinds = {
        ROAD: building.ROAD_ACTION,
        SETTLEMENT: building.SETTLE_ACTION,
        CITY: building.CITY_ACTION,
    }
    return a.kind == kinds[what]


def _cover(cost: Cost, have: list[int], rates: list[int]) -> list[Action]:
    """Return trades with the supply that bring what something lacks, or none if they cannot."""
    spare = [stored - due for stored, due in zip(have, cost, strict=True)]
    trades = []
    for get, left in enumerate(tuple(spare)):
        for _ in range(-left):
            give = max(range(len(RESOURCES)), key=lambda n: spare[n] - rates[n])
            if spare[give] < rates[give]:
                return []
            spare[give] -= rates[give]
            data = (RESOURCES[give], RESOURCES[get])
            trades.append(Action(trading.TRADE_ACTION, data))
    return trades
