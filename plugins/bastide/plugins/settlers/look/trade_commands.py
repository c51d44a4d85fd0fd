"""Typed commands about trades: with the supply at its rate, and offers of any terms."""

from __future__ import annotations

from typing import cast

from bastide.core.events import Action
from bastide.core.look.commands import Answer
from bastide.plugins.settlers import (
    trading,
)
from bastide.plugins.settlers.cards import RESOURCES
from bastide.plugins.settlers.look.place_commands import PlaceCommands
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.words import numbers_of
from bastide.plugins.settlers.state import realm


class TradeCommands(PlaceCommands):
    """Reads commands that name amounts of resources."""

    def _trade(self, position: Position, words: list[str]) -> Answer:
        """Return a trade of `3 wool for 1 ore` or `wool ore`: the rate is known."""
        parts = [part for part in self._parts(words) if part]
        kinds = [self.words.resource_of(part[-1]) for part in parts]
        said = [numbers_of(part[:-1]) for part in parts]
        if len(kinds) != 2 or None in (*kinds, *said):
            return self.like(position, "trade")
        give, get = cast("list[int]", kinds)
        rate = trading.rates(realm(position.s).lands[position.seat])[give]
        action = Action(trading.TRADE_ACTION, (RESOURCES[give], RESOURCES[get]))
        if said[0] not in ([], [rate]) or said[1] not in ([], [1]):
            return self.text(
                "The supply takes {paid} for {got}. Type it like this: {example}.",
                paid=self.words.amount(give, rate),
                got=self.words.amount(get, 1),
                example=self.typed(position, action),
            )
        return self.tried(position, action)

    def _parts(self, words: list[str]) -> list[list[str]]:
        """Return the words up to each resource, it included, without links."""
        parts: list[list[str]] = [[]]
        for word in words:
            if word not in self._links():
                parts[-1].append(word)
            if self.words.resource_of(word) is not None:
                parts.append([])
        return parts

    def _offer(self, position: Position, words: list[str]) -> Answer:
        links = [n for n, word in enumerate(words) if word in self._links()]
        if len(links) != 1:
            return self.like(position, "offer")
        gives, gets = self._amounts(words[: links[0]]), self._amounts(words[links[0] + 1 :])
        if gives is None or gets is None:
            return self.like(position, "offer")
        return self.tried(position, Action(trading.OFFER_ACTION, (*gives, *gets)))

    def _amounts(self, words: list[str]) -> list[int] | None:
        """Return amounts of each resource: `2 wool gold`; one where no number is said."""
        amounts, n = [0] * trading.KINDS, None
        for word in words:
            numbers = numbers_of([word])
            if numbers:
                if n is not None or not 0 <= numbers[0] < 100:
                    return None
                n = numbers[0]
                continue
            kind = self.words.resource_of(word)
            if kind is None:
                return None
            amounts[kind] += 1 if n is None else n
            n = None
        return amounts if n is None and words else None
