"""Typed commands about places: regions, sites, and what is refused about them."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.core.events import Action, Plain
from bastide.core.look.commands import Answer
from bastide.plugins.settlers import building, main, playing
from bastide.plugins.settlers.cards import RESOURCES
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.vocabulary import Typed, Vocabulary
from bastide.plugins.settlers.look.words import numbers_of
from bastide.plugins.settlers.state import Principality, other, realm


class PlaceCommands(Vocabulary):
    """Reads commands that name one or two places, by column and side or by what lies there."""

    def _place(self, words: Typed) -> tuple[int, str] | None:
        """Return the column and the side that two words are, in any order."""
        if len(words) != 2:
            return None
        for number, side in (words, words[::-1]):
            numbers, known = numbers_of([number]), self.words.side_of(side)
            if numbers and known:
                return numbers[0], known
        return None

    def _site(self, position: Position, verb: str, rest: list[str]) -> Answer:
        """Return the action about a card on a site, by its place or its name."""
        kind = f"settlers.{verb}"
        whose = position.seat if verb == "demolish" else other(position.seat)
        sites = realm(position.s).lands[whose].sites
        card, n = self.words.card_typed(rest)
        if card and n == len(rest):
            found = [site for site, placed in sites.items() if placed.card == card]
            if not found:
                return self.text("No {card} stands there.", card=self.words.card(card))
            return self.tried(position, Action(kind, tuple(found[0])))
        place = self._place(rest[:2])
        depth = numbers_of(rest[2:]) if len(rest) < 4 else None
        if place is None or depth is None:
            return self.like(position, verb)
        return self.tried(position, Action(kind, (*place, *(depth or [1]))))

    def _regions(self, position: Position, verb: str, words: list[str]) -> Answer:
        """Return the action about one or two regions, the first that fits what is said."""
        rest = [word for word in words if word not in self._links()]
        sides = REGIONS_OF[verb]
        seats = [position.seat if own else other(position.seat) for own in sides]
        kind = playing.SWAP_ACTION if verb == "change" else f"settlers.{verb}"
        fitting = self._fitting(position, rest, seats)
        if fitting is None:
            return self.like(position, verb)
        same = [action for action in position.actions if action.kind == kind]
        for action in same:
            if any(_begins(action.data, data) for data in fitting):
                return action
        whole = [data for data in fitting if len(data) == 2 * len(sides)]
        if same and not whole:
            return self.like(position, verb)
        return self.tried(position, Action(kind, whole[0] if whole else ()))

    def _fitting(
        self, position: Position, words: list[str], seats: list[int]
    ) -> list[tuple[Plain, ...]] | None:
        """Return the data that words can mean: for each seat a region, the last may be left out.

        None: they mean no regions at all.
        """
        found: list[tuple[tuple[Plain, ...], int]] = [((), 0)]
        for n, seat in enumerate(seats):
            if n and all(used == len(words) for _, used in found):
                break
            lands = realm(position.s).lands[seat]
            found = [
                ((*data, *place), used + more)
                for data, used in found
                for place, more in self._region_typed(lands, words[used:])
            ]
        whole = [data for data, used in found if used == len(words)]
        return whole or None

    def _region_typed(
        self, lands: Principality, words: list[str]
    ) -> list[tuple[tuple[Plain, ...], int]]:
        """Return the regions that the next words name, and how many words that takes."""
        place = self._place(words[:2])
        if place:
            return [(place, 2)]
        kind = self.words.resource_of(words[0]) if words else None
        if kind is None:
            return []
        same = [land for land in lands.lands if land.resource == kind]
        numbers = numbers_of(words[1:2])
        if numbers and any(land.number == numbers[0] for land in same):
            return [((land.x, land.side), 2) for land in same if land.number == numbers[0]]
        return [((land.x, land.side), 1) for land in same]

    def _region(self, position: Position, words: list[str]) -> Answer:
        kind = self.words.resource_of(words[0]) if words else None
        numbers = numbers_of(words[1:])
        if kind is None or not numbers or len(numbers) != 1:
            return self.like(position, "region")
        return self.tried(position, Action(building.REGION_ACTION, (RESOURCES[kind], numbers[0])))

    def _above(self, position: Position, words: list[str]) -> Answer:
        """Return which region goes above: the first or the second, or by its name."""
        numbers = numbers_of(words)
        if numbers and len(numbers) == 1:
            return self.tried(position, Action(building.LAY_ACTION, (numbers[0] - 1,)))
        drawn = realm(position.s).drawn
        kind = self.words.resource_of(words[0]) if words else None
        more = numbers_of(words[1:]) or []
        for n, region in enumerate(drawn):
            if region.resource == kind and (not more or more[0] == region.number):
                return self.tried(position, Action(building.LAY_ACTION, (n,)))
        return self.like(position, "above")

    def like(self, position: Position, verb: str) -> str:
        """Return how a command is typed: by what is possible now, if anything is."""
        same = [a for a in self.possible(position) if self._verb_of(a) == verb]
        if verb == "trade":
            same = position.trades[:1]
        example = self.typed(position, same[0]) if same else self.example(verb)
        return self.text("Type it like this: {example}.", example=example)

    def tried(self, position: Position, action: Action) -> Action | str:
        """Return an action if it can be chosen, or why it cannot, and what can be typed instead."""
        found = super().tried(position, action)
        if not isinstance(found, str):
            return found
        verb = "" if action.kind == main.DONE.kind else self._verb_of(action)
        same = [each for each in self.possible(position) if self._verb_of(each) == verb]
        if same:
            example = self.typed(position, same[0])
            return self.text("{why} Possible: {example}.", why=found, example=example)
        words = self.words.series(self.examples(position))
        return self.text("{why} Possible: {example}.", why=found, example=words)

    def examples(self, position: Position) -> list[str]:
        """Return the first words of what is possible."""
        first = [self.typed(position, action).split()[0] for action in self.possible(position)]
        if position.s.phase == "main":
            first += [self.word("trade")] * bool(position.trades) + [self.word("offer")]
            first += [self.word("demolish")] * bool(position.demolitions)
        if position.arranging:
            first = [self.word("swap"), self.word("lay")]
        return list(dict.fromkeys(first))

    def help(self, position: Position) -> str:
        """Say what can be typed now."""
        said = self.examples(position)
        if position.numbered:
            return self.text("Type a number, or one of: {words}.", words=self.words.series(said))
        return self.text("Type one of: {words}.", words=self.words.series(said))


REGIONS_OF = {"gain": (1,), "pay": (1,), "rob": (0, 1), "give": (1, 0), "change": (1, 1)}
"""Whose the regions of an action are: 1 the own ones."""


def _begins(data: Sequence[Plain], start: Sequence[Plain]) -> bool:
    return tuple(data[: len(start)]) == tuple(start)
