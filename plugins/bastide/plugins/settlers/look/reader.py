"""The table in words, for the line mode: what lies where, what a seat has, what lies near."""

from __future__ import annotations

from collections.abc import Iterator

from bastide.core.look.words import LETTERS
from bastide.core.screen import Look
from bastide.core.state import State
from bastide.plugins.settlers.cards import CAPACITY, EVENT_CARDS, RESOURCES
from bastide.plugins.settlers.look.dice import offer_line
from bastide.plugins.settlers.look.middle import dealt
from bastide.plugins.settlers.look.naming import card_name
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.rows import near_seat
from bastide.plugins.settlers.look.sums import holders, sums
from bastide.plugins.settlers.look.words import Words, numbers_of
from bastide.plugins.settlers.places import centres, free_site
from bastide.plugins.settlers.state import PILES, SIDES, Principality, Site, other, realm
from bastide.plugins.settlers.stock import stores


class Reader:
    """Says at one table what lies where."""

    def __init__(self, words: Words) -> None:
        self.words, self.text = words, words.text

    def board(self, position: Position, look: Look) -> list[str]:
        """Return the opponent's principality, what lies between, and the own one."""
        s, near = position.s, near_seat(position.s, position.seat)
        if not s.parts or not realm(s).lands:
            return [self.text("The table is not laid yet.")]
        lines = [*self._principality(s, other(near)), "", *self._between(s), ""]
        return [*lines, *self._principality(s, near)]

    def situation(self, position: Position) -> str:
        """Return what a seat stores and holds."""
        t, s, seat = self.text, position.s, position.seat
        lands = realm(s).lands[seat]
        stored = self.words.amounts(stores(lands))
        held = [self._held(card) for _, card in position.hand]
        cards = self.words.series(held) or t("none")
        return "\n".join(
            [t("You store {stored}.", stored=stored), t("Your cards: {cards}.", cards=cards)]
        )

    def _held(self, card: str | None) -> str:
        return self.words.card(card) if card else self.text("a hidden card")

    def near(self, position: Position, words: list[str]) -> str:
        """Return what lies in a column of both principalities: `near 1`; alone, in all."""
        s = position.s
        if not words and s.parts and realm(s).lands:
            return "\n".join(line for n in range(s.seats) for line in self._principality(s, n))
        numbers = numbers_of(words)
        if numbers is None or len(numbers) != 1:
            return self.text("Type near and a column, such as near 1.")
        x, found = numbers[0], []
        for seat, lands in enumerate(realm(s).lands):
            parts = [*self._column(lands, x)]
            if parts:
                said = self.words.series(parts)
                found.append(self.text("{name}: {what}.", name=self.words.name(seat), what=said))
        return " ".join(found) or self.text("Nothing lies in column {x}.", x=x)

    # principalities

    def _principality(self, s: State, seat: int) -> Iterator[str]:
        lands, t = realm(s).lands[seat], self.text
        head, *rest = sums(s, seat, t, self.words.names)
        yield f"{LETTERS[seat]} {head}"
        for x in range(lands.low - 1, lands.high + 2):
            parts = list(self._column(lands, x))
            if parts:
                said = self.words.series(parts)
                yield t("  column {x}: {what}", x=x, what=said)
        for line in rest:
            yield f"  {line}"

    def _column(self, lands: Principality, x: int) -> Iterator[str]:
        """Yield what lies in a column: of the row first, then above and below it."""
        t = self.text
        if x in centres(lands):
            yield t("city") if x in lands.cities else t("settlement")
        elif lands.low <= x <= lands.high:
            yield t("road")
        for side in SIDES:
            where = self.words.side(side)
            if (x, side) in lands.at:
                yield t("{side} {what}", side=where, what=self._region(lands, lands.at[x, side]))
            if x in centres(lands):
                for what in self._sites(lands, x, side):
                    yield t("{side} {what}", side=where, what=what)

    def _region(self, lands: Principality, n: int) -> str:
        land = lands.lands[n]
        return self.text(
            "{region} with {n} of {most} {resource}",
            region=self.words.region(land.resource, land.number),
            n=lands.stock[n],
            most=CAPACITY,
            resource=self.text(RESOURCES[land.resource]),
        )

    def _sites(self, lands: Principality, x: int, side: str) -> Iterator[str]:
        for depth in (1, 2):
            placed = lands.sites.get(Site(x, side, depth))
            if placed:
                yield self.words.card(placed.card)
        if free_site(lands, x, side):
            yield self.text("free site")

    # between

    def _between(self, s: State) -> Iterator[str]:
        t, table = self.text, realm(s)
        if table.number:
            event = table.event
            said = card_name(event, t) if event in EVENT_CARDS else t(event) if event else ""
            yield t("Rolled: {n}; {event}.", n=table.number, event=said)
        if table.offer:
            yield t("Offer: {terms}.", terms=offer_line(self.words, s))
        piles = dealt(s)
        sizes = [
            t("pile {n}: {size}", n=n, size=len(piles[name]))
            for n, name in enumerate(PILES, 1)
            if piles
        ]
        yield self.words.series(sizes) or t("The draw piles are dealt next.")
        yield t(
            "Supply: roads {roads}, settlements {settlements}, cities {cities}; regions {regions}.",
            roads=table.roads,
            settlements=table.settlements,
            cities=table.cities,
            regions=len(table.regions),
        )
        yield from holders(s, t, self.words.names)
