"""What gains, payments, robberies, trades and offers do, said before they are made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from bastide.core.events import Action
from bastide.plugins.settlers import stock, trading, turn
from bastide.plugins.settlers.cards import CAPACITY, RESOURCES
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.telling import Telling
from bastide.plugins.settlers.state import other, realm


class Spot(NamedTuple):
    """A region: what it yields, how much of it is stored, and what the region is called."""

    resource: int
    stored: int
    name: str


class ResourcePreviews(Telling):
    """Says at one table, in one language, what moves of which resource."""

    def _spot(self, position: Position, seat: int, place: Sequence[object]) -> Spot:
        lands = realm(position.s).lands[seat]
        n = lands.at[cast(int, place[0]), str(place[1])]
        land = lands.lands[n]
        return Spot(land.resource, lands.stock[n], self.named(lands, land))

    def _gain(self, position: Position, action: Action) -> str:
        land = self._spot(position, position.seat, action.data)
        return self.text(
            "{region}: +{amount}, {n} of 3.",
            region=land.name,
            amount=self.words.amount(land.resource, 1),
            n=land.stored + 1,
        )

    def _pay(self, position: Position, action: Action) -> str:
        land = self._spot(position, position.seat, action.data)
        return self.text(
            "{region}: -{amount}, {n} of 3 left.",
            region=land.name,
            amount=self.words.amount(land.resource, 1),
            n=land.stored - 1,
        )

    def _rob(self, position: Position, action: Action) -> str:
        there = self._spot(position, other(position.seat), action.data[:2])
        here = self._spot(position, position.seat, action.data[2:])
        return self.text(
            "Takes {amount}: {there} > {here}, {n} of 3.",
            amount=self.words.amount(there.resource, 1),
            there=there.name,
            here=here.name,
            n=here.stored + 1,
        )

    def _give(self, position: Position, action: Action) -> str:
        here = self._spot(position, position.seat, action.data[:2])
        there = self._spot(position, other(position.seat), action.data[2:])
        return self.text(
            "Gives {amount}: {here}, {n} left > {there}.",
            amount=self.words.amount(here.resource, 1),
            there=there.name,
            here=here.name,
            n=here.stored - 1,
        )

    def _swap(self, position: Position, action: Action) -> str:
        paid = self._spot(position, position.seat, action.data[:2])
        gained = self._spot(position, position.seat, action.data[2:])
        return self.text(
            "{paid}: {cost}, {n} left > {gained}: {amount}.",
            paid=paid.name,
            cost=self.words.amount(paid.resource, 1),
            n=paid.stored - 1,
            gained=gained.name,
            amount=self.words.amount(gained.resource, 1),
        )

    def _trade(self, position: Position, action: Action) -> str:
        give, get = (RESOURCES.index(str(word)) for word in action.data)
        lands = realm(position.s).lands[position.seat]
        have = stock.stores(lands)
        rate = trading.rates(lands)[give]
        return self.text(
            "{paid} for {got} (then {n}, {m}).",
            paid=self.words.amount(give, rate),
            got=self.words.amount(get, 1),
            n=self.words.amount(give, have[give] - rate),
            m=self.words.amount(get, have[get] + 1),
        )

    def _offer(self, position: Position, action: Action) -> str:
        numbers = cast("tuple[int, ...]", action.data)
        return self.text(
            "You offer {gives} for {gets}; {name} may refuse.",
            gives=self.words.amounts(numbers[: trading.KINDS]),
            gets=self.words.amounts(numbers[trading.KINDS :]),
            name=self.words.name(other(position.seat)),
        )

    def _accept(self, position: Position, action: Action) -> str:
        offer = realm(position.s).offer
        return self.text(
            "You give {gives} and get {gets}.",
            gives=self.words.amounts(offer[trading.KINDS :]),
            gets=self.words.amounts(offer[: trading.KINDS]),
        )

    def _produced(self, position: Position, number: int) -> str:
        """Return what a number lets both sides gain, as far as there is room."""
        mine, theirs = [0] * trading.KINDS, [0] * trading.KINDS
        for seat, amounts in ((position.seat, mine), (other(position.seat), theirs)):
            lands = realm(position.s).lands[seat]
            doubled = [*turn.doubled_regions(lands)]
            for n, land in enumerate(lands.lands):
                if land.number == number:
                    gain = 2 if n in doubled else 1
                    amounts[land.resource] += min(gain, CAPACITY - lands.stock[n])
        return self.text(
            "Number {n}: you gain {mine}; {name} gains {theirs}.",
            n=number,
            mine=self.words.amounts(mine),
            name=self.words.name(other(position.seat)),
            theirs=self.words.amounts(theirs),
        )

    def _terms_line(self, position: Position, kind: int) -> str:
        """Return what an offer moves of a resource, and what both store and have room for."""
        lands = realm(position.s).lands
        mine, theirs = stock.totals(lands[position.seat]), stock.totals(lands[other(position.seat)])
        n = position.terms[kind]
        moved = self.text("give {n}", n=-n) if n < 0 else self.text("get {n}", n=n) if n else "-"
        fields: dict[str, object] = {}
        fields |= {"mine": mine[0][kind], "room": mine[1][kind]}
        fields |= {"theirs": theirs[0][kind], "space": theirs[1][kind]}
        fields |= {"resource": f"{self.text(RESOURCES[kind]):8}", "moved": f"{moved:9}"}
        return self.text(
            "{resource} {moved} you {mine} (+{room}), other {theirs} (+{space})", **fields
        )
