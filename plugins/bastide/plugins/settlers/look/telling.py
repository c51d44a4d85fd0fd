"""What lies on the table, and what is on a card, in a sentence or two."""

from __future__ import annotations

from bastide.core.messages import Text
from bastide.plugins.settlers.cards import (
    ACTION,
    CARDS,
    EVENT_CARDS,
    RED,
)
from bastide.plugins.settlers.look.middle import dealt
from bastide.plugins.settlers.look.naming import card_of, effect
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.targets import LINE, PILE, REGION, SITE, Target
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.places import centres
from bastide.plugins.settlers.state import PILES, Land, Principality, realm


class Telling:
    """Says at one table, in one language, what things are."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.text: Text = words.text

    def at(self, position: Position, target: Target) -> str:
        """Return what lies on the table under the cursor."""
        t, words, table = self.text, self.words, realm(position.s)
        if target.kind == PILE:
            piles = dealt(position.s)
            if not piles:
                return t("The draw piles are dealt next.")
            left = len(piles[PILES[target.n - 1]])
            return t.count("Pile {p}: {n} card.", "Pile {p}: {n} cards.", left, p=target.n)
        if target.kind == LINE:
            return ""
        lands = table.lands[target.seat]
        if target.kind == REGION:
            n = lands.at.get((target.x, target.side))
            return self.land(lands, n) if n is not None else ""
        if target.kind == SITE:
            card = position.placed(target)
            if card:
                return self.card_line(card)
            place = words.place(target.x, target.side)
            return t("{place}: a free site.", place=place)
        if target.x % 2 == 0:
            known = lands.low <= target.x <= lands.high
            return t("{x}: a road.", x=target.x) if known else t("{x}: no road yet.", x=target.x)
        if target.x in lands.cities:
            return t("{x}: a city, 2 points, two sites a side.", x=target.x)
        if target.x in centres(lands):
            return t("{x}: a settlement, 1 point, one site a side.", x=target.x)
        return t("{x}: no settlement yet.", x=target.x)

    def land(self, lands: Principality, n: int) -> str:
        """Return what a region is and stores."""
        land = lands.lands[n]
        return self.text(
            "{region}: {amount} of 3.",
            region=self.named(lands, land),
            amount=self.words.amount(land.resource, lands.stock[n]),
        )

    def named(self, lands: Principality, land: Land) -> str:
        """Return a region: `Fields 4`, and its place if another one is called so, too."""
        region = self.words.region(land.resource, land.number)
        twins = [each for each in lands.lands if each[2:] == land[2:]]
        if len(twins) < 2:
            return region
        place = self.words.place(land.x, land.side)
        return self.text("{region} ({place})", region=region, place=place)

    def card_line(self, card: str, briefly: bool = False) -> str:
        """Return a card in a line: name, cost, what it does in short.

        briefly: a few letters of each resource are enough, as in a list of cards.
        """
        fields = {"card": self.words.card(card)}
        if card in EVENT_CARDS:
            return self.text("{card}: {text}", text=self.text(card_of(card).text), **fields)
        use = self.words.series([*self.figures_of(card), *self.effects_of(card)])
        if CARDS[card].kind == ACTION:
            return self.text("{card}: {text}", text=use, **fields)
        cost = self.words.cost(CARDS[card].cost)
        if briefly and any(CARDS[card].cost):
            cost = self.words.tight(CARDS[card].cost)
        if CARDS[card].kind == RED:
            return self.text("{card} ({cost}; city): {text}", cost=cost, text=use, **fields)
        return self.text("{card} ({cost}): {text}", cost=cost, text=use, **fields)

    def effects_of(self, card: str) -> list[str]:
        """Return what a card does besides its figures, in short, if it does anything."""
        said = effect(card, self.text, "x")
        return [said] if said else []

    def figures_of(self, card: str) -> list[str]:
        """Return the figures of a card in words."""
        known, t = CARDS[card], self.text
        said = [
            t.count("{n} point", "{n} points", known.points) if known.points else "",
            t.count("{n} windmill", "{n} windmills", known.commerce) if known.commerce else "",
            t("strength {n}", n=known.strength) if known.strength else "",
            t("tournament {n}", n=known.tournament) if known.tournament else "",
        ]
        return [each for each in said if each]

    def about(self, position: Position) -> list[str]:
        """Return the text of the card under the cursor, or what lies there; first its name."""
        card = position.card
        if not card:
            said = self.at(position, position.pointed) if position.pointed else ""
            nothing = self.text("Put the cursor on a card: Tab for the hand, arrows for the table.")
            return [self.text("What lies here"), said or nothing]
        lines = [self.words.card(card), self.text(card_of(card).text)]
        if card in CARDS:
            lines[1:1] = [self._kind(card)]
            n = CARDS[card].copies
            lines.append(self.text.count("{n} in the game.", "{n} in the game.", n))
        return lines

    def _kind(self, card: str) -> str:
        """Return what kind of card it is, its cost and its figures."""
        known, t = CARDS[card], self.text
        if known.kind == ACTION:
            return t("Action card: free; it leaves the game when it is played.")
        kind = t("Red, for a city") if known.kind == RED else t("Green, for settlement or city")
        parts = [t("{kind}; costs {cost}", kind=kind, cost=self.words.cost(known.cost))]
        parts += self.figures_of(card)
        return t("{parts}.", parts=self.words.series(parts))
