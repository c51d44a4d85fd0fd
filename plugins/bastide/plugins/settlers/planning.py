"""What the bot `greedy` does in its main phase: builds, trades, offers and attacks.

Besides each action it tries plans: trades, then what they pay for. Attacks, which a die decides, it
judges by what they bring on average.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import cast

from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.settlers import attacks, building, espionage, main, playing, stock, trading
from bastide.plugins.settlers.cards import CARDS, CITY, RESOURCES, ROAD, SETTLEMENT, Cost
from bastide.plugins.settlers.costs import COST
from bastide.plugins.settlers.foresight import MOST_STEPS, Foresight, swap_stock
from bastide.plugins.settlers.outlook import worth
from bastide.plugins.settlers.state import held, other, realm
from bastide.plugins.settlers.works import works

GAIN = 0.02
"""Points by which something must be better than doing nothing."""

DEMOLITION_GAIN, OFFER_GAIN, ACCEPT_GAIN = 0.3, 0.1, 0.03
"""The same for tearing down, offering and accepting."""

LOOT_WORTH = 0.5
"""Points of what Brigands take, and lose when they turn back."""

SUCCESS = 0.78
"""The chance of an attack: 5 of 6, or 2 of 6 if it is countered, which is rare."""

SPIED = 0.12
"""Points of what a Spy takes, for each card of the other hand from the second on."""

KEPT = 0.1
"""Points for keeping an attack for later."""

_ATTACKS = frozenset(attacks.COUNTERS)


class Planning(Foresight):
    """What one seat makes of what it can build, trade and play."""

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
