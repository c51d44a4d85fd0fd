"""Names and words that every sentence of the settlers' screen uses, and how they are typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bastide.core.look.words import Words as BaseWords
from bastide.core.look.words import bare, chained
from bastide.core.messages import English
from bastide.plugins.settlers.cards import CARDS, EVENT_CARDS, RESOURCES, Cost
from bastide.plugins.settlers.look.naming import card_name, terrain
from bastide.plugins.settlers.state import LOWER, UPPER

_ENGLISH = English()

_LETTERS = 2
"""Letters of a resource that are enough to tell it."""


class Words(BaseWords):
    """The words of a table of settlers in one language."""

    def series(self, parts: Sequence[str]) -> str:
        """Return several things, one after the other."""
        return chained(parts, lambda a, b: self.text("{first}, {rest}", first=a, rest=b))

    def both(self, first: str, second: str) -> str:
        """Return two sentences, one after the other."""
        return self.text("{first} {second}", first=first, second=second) if second else first

    # resources

    def amount(self, resource: int | str, n: int) -> str:
        """Return a number of a resource: `2 wool`."""
        count, kind = self.text.count, resource
        if isinstance(kind, int):
            kind = RESOURCES[kind]
        if kind == "brick":
            return count("{n} brick", "{n} brick", n)
        if kind == "grain":
            return count("{n} grain", "{n} grain", n)
        if kind == "lumber":
            return count("{n} lumber", "{n} lumber", n)
        if kind == "ore":
            return count("{n} ore", "{n} ore", n)
        if kind == "wool":
            return count("{n} wool", "{n} wool", n)
        return count("{n} gold", "{n} gold", n)

    def amounts(self, numbers: Sequence[int]) -> str:
        """Return numbers of each resource: `2 brick, 1 ore`; nothing at all is `nothing`."""
        parts = [self.amount(kind, n) for kind, n in enumerate(numbers) if n]
        return self.series(parts) or self.text("nothing")

    def letters(self, resource: int) -> str:
        """Return the letters that stand for a resource where there is little room: `br`."""
        return self.text(RESOURCES[resource])[:_LETTERS]

    def brief(self, numbers: Sequence[int]) -> str:
        """Return numbers of each resource with a few letters: `2 br 1 or`."""
        return " ".join(f"{n} {self.letters(kind)}" for kind, n in enumerate(numbers) if n)

    def tight(self, numbers: Sequence[int]) -> str:
        """Return numbers of each resource where there is little room: `2br 1or`."""
        return " ".join(f"{n}{self.letters(kind)}" for kind, n in enumerate(numbers) if n)

    def cost(self, cost: Cost) -> str:
        """Return what something costs."""
        return self.amounts(cost) if any(cost) else self.text("free")

    # places

    def side(self, side: str) -> str:
        """Return a side as it is typed."""
        return self.text("up") if side == UPPER else self.text("down")

    def place(self, x: int, side: str) -> str:
        """Return a place beside the row as it is typed: `2 up`."""
        return self.text("{x} {side}", x=x, side=self.side(side))

    def region(self, resource: int, number: int) -> str:
        """Return a region: `Fields 4`."""
        return self.text("{terrain} {n}", terrain=terrain(resource, self.text), n=number)

    def card(self, card: str) -> str:
        """Return the name of a card."""
        return card_name(card, self.text)

    # what is typed

    def resource_of(self, word: str) -> int | None:
        """Return the resource that a word names, itself or by its land."""
        t = plain(word)
        for kind, name in enumerate(RESOURCES):
            said = (name, self.text(name), terrain(kind, self.text), terrain(kind, _ENGLISH))
            plural = self.amount(kind, 2).partition(" ")[2]
            if t and any(t in (plain(each), *map(plain, each.split())) for each in (*said, plural)):
                return kind
        return None

    def side_of(self, word: str) -> str:
        """Return the side that a word names; "" for none."""
        t = plain(word)
        for side, english in ((UPPER, ("u", "up", "above")), (LOWER, ("l", "d", "down", "below"))):
            mine = plain(self.side(side))
            if t in (*english, mine, mine[:1]):
                return side
        return ""

    def card_typed(self, words: Sequence[str]) -> tuple[str, int]:
        """Return the card that the first words name, and how many words that took; "" for none.

        A name may be shortened to its beginning, or to one of its words, while that is one card's.
        """
        for n in range(min(4, len(words)), 0, -1):
            typed = plain("".join(words[:n]))
            names = {card: self._names(card) for card in (*CARDS, *EVENT_CARDS)}
            exact = {card for card, said in names.items() if typed in said}
            begun = exact or {
                card
                for card, said in names.items()
                if len(typed) > 2 and any(name.startswith(typed) for name in said)
            }
            if len(begun) == 1:
                return begun.pop(), n
        return "", 0

    def _names(self, card: str) -> set[str]:
        """Return how a card is typed: its name in both languages, or a word of a knight's."""
        said = {card, self.card(card), card_name(card, _ENGLISH)}
        if card.startswith("knight"):
            said |= {each.split()[0] for each in said if " " in each}
        return {plain(each) for each in said}


def plain(word: str) -> str:
    """Return the letters and digits of a word alone, in lower case and without accents."""
    return "".join(each for each in bare(word.lower()) if each.isalnum())


def numbers_of(words: Iterable[str]) -> list[int] | None:
    """Return the numbers that words are; None if one of them is none."""
    found = []
    for word in words:
        digits = word.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 4):
            return None
        found.append(int(word))
    return found
