"""What an action will do, said before it is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from bastide.core.events import Action
from bastide.core.messages import Text
from bastide.plugins.settlers import stock, trading
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.cards import (
    ACTION,
    CARDS,
    CITY,
    COSTS,
    DOUBLES,
    EVENT_CARDS,
    RED,
    RESOURCES,
    ROAD,
    SETTLEMENT,
    Cost,
    Region,
)
from bastide.plugins.settlers.hand import search_cost
from bastide.plugins.settlers.look.menu import title
from bastide.plugins.settlers.look.naming import card_of, effect
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.targets import LINE, PILE, REGION, SITE, Target
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.places import centres, touched
from bastide.plugins.settlers.setup import start_regions
from bastide.plugins.settlers.state import PILES, Land, Site, other, realm


class Previews:
    """Says at one table, in one language, what choices do."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.text: Text = words.text
        self._of: dict[str, Callable[[Position, Action], str]] = {
            "settlers.arrange": self._arrange,
            "settlers.look": self._open,
            "settlers.take": self._take,
            "settlers.gain": self._gain,
            "settlers.pay": self._pay,
            "settlers.rob": self._rob,
            "settlers.give": self._give,
            "settlers.swap": self._swap,
            "settlers.road": self._road,
            "settlers.settle": self._settle,
            "settlers.city": self._city,
            "settlers.place": self._place,
            "settlers.demolish": self._demolish,
            "settlers.region": self._region,
            "settlers.lay": self._above,
            "settlers.trade": self._trade,
            "settlers.offer": self._offer,
            "settlers.accept": self._accept,
            "settlers.play": self._play,
            "settlers.react": self._react,
            "settlers.target": self._target,
            "settlers.steal": self._take,
            "settlers.pick": self._pick,
            "settlers.pile": self._pile,
            "settlers.draw": self._draw,
            "settlers.search": self._search,
            "settlers.put": self._put,
        }

    def sentence(self, position: Position, action: Action) -> str:
        """Return what an action would do, in a sentence or two."""
        say = self._of.get(action.kind)
        return say(position, action) if say else self._ending(position, action)

    # lists

    def heading(self, position: Position) -> str:
        """Return what stands over a list of choices."""
        t, phase, tool = self.text, position.s.phase, position.tool
        if position.bargaining:
            return t("Offer: ← gives, → asks, Enter; stored (+room)")
        if phase in ("choose", "keep"):
            return t("Pile {n}: take a card", n=PILES.index(top(position.s).what) + 1)
        if phase in ("steal", "pick"):
            return t("The hand of {name}", name=self.words.name(other(position.seat)))
        if tool and tool.name == "trade":
            return t("Trade with the supply")
        if tool and tool.name == "alchemist":
            return t("Which number produces?")
        if phase == "scout":
            return t("Regions that are left")
        return title(position, tool, self.words) if tool else t("Choose")

    def line(self, position: Position, line: Target) -> str:
        """Return what a line of a list says."""
        if position.bargaining:
            return self._terms_line(position, line.n)
        ways = position.ways[line]
        return self.sentence(position, ways[0]) if ways else ""

    def _terms_line(self, position: Position, kind: int) -> str:
        """Return what an offer moves of a resource, and what both store and have room for."""
        lands = realm(position.s).lands
        mine, theirs = stock.totals(lands[position.seat]), stock.totals(lands[other(position.seat)])
        n = position.terms[kind]
        moved = self.text("give {n}", n=-n) if n < 0 else self.text("get {n}", n=n) if n else "–"
        fields: dict[str, object] = {}
        fields |= {"mine": mine[0][kind], "room": mine[1][kind]}
        fields |= {"theirs": theirs[0][kind], "space": theirs[1][kind]}
        fields |= {"resource": f"{self.text(RESOURCES[kind]):8}", "moved": f"{moved:9}"}
        return self.text(
            "{resource} {moved} you {mine} (+{room}), other {theirs} (+{space})", **fields
        )

    # what lies somewhere

    def at(self, position: Position, target: Target) -> str:
        """Return what lies on the table under the cursor."""
        t, words, table = self.text, self.words, realm(position.s)
        if target.kind == PILE:
            left = len(position.s.cards().piles.get(PILES[target.n - 1], []))
            return t.count("Pile {p}: {n} card.", "Pile {p}: {n} cards.", left, p=target.n)
        if target.kind == LINE:
            return ""
        lands = table.lands[target.seat]
        if target.kind == REGION:
            n = lands.at.get((target.x, target.side))
            return self.land(lands.lands[n], lands.stock[n]) if n is not None else ""
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

    def land(self, land: Land, stored: int) -> str:
        """Return what a region is and stores."""
        return self.text(
            "{region}, at {place}: {amount} of 3.",
            region=self.words.region(land.resource, land.number),
            place=self.words.place(land.x, land.side),
            amount=self.words.amount(land.resource, stored),
        )

    def card_line(self, card: str) -> str:
        """Return a card in a line: name, cost, what it does in short."""
        fields = {"card": self.words.card(card)}
        if card in EVENT_CARDS:
            return self.text("{card}: {text}", text=self.text(card_of(card).text), **fields)
        use = self.words.series([*self._figures(card), *self._effects(card)])
        if CARDS[card].kind == ACTION:
            return self.text("{card}: {text}", text=use, **fields)
        cost = self.words.cost(CARDS[card].cost)
        if CARDS[card].kind == RED:
            return self.text("{card} ({cost}; city): {text}", cost=cost, text=use, **fields)
        return self.text("{card} ({cost}): {text}", cost=cost, text=use, **fields)

    def _effects(self, card: str) -> list[str]:
        """Return what a card does besides its figures, in short, if it does anything."""
        said = effect(card, self.text, "x")
        return [said] if said else []

    def _figures(self, card: str) -> list[str]:
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
        parts += self._figures(card)
        return t("{parts}.", parts=self.words.series(parts))

    # the start, piles

    def _arrange(self, position: Position, action: Action) -> str:
        regions = start_regions(position.s, position.seat)
        names = [self.words.region(*regions[n]) for n in cast("tuple[int, ...]", action.data)]
        return self.text(
            "Above {above}; below {below}",
            above=self.words.series(names[:3]),
            below=self.words.series(names[3:]),
        )

    def _open(self, position: Position, action: Action) -> str:
        n = cast(int, action.data[0])
        left = len(position.s.cards().piles[PILES[n - 1]])
        if position.s.phase == "builder":
            return self.text(
                "Looks through pile {n}, {left} cards: you may take one for one.", n=n, left=left
            )
        return self.text("Looks through pile {n}, {left} cards: you take 3.", n=n, left=left)

    def _take(self, position: Position, action: Action) -> str:
        card = position.face(cast(int, action.data[0]))
        return self.card_line(card) if card else self.text("a hidden card")

    def _draw(self, position: Position, action: Action) -> str:
        n = cast(int, action.data[0])
        return self.text("Draws the top card of pile {n}, unseen.", n=n)

    def _search(self, position: Position, action: Action) -> str:
        n, lands = cast(int, action.data[0]), realm(position.s).lands[position.seat]
        return self.text.count(
            "Pays {n} resource, sees all of pile {pile} and takes a card of it.",
            "Pays {n} resources, sees all of pile {pile} and takes a card of it.",
            search_cost(lands),
            pile=n,
        )

    def _put(self, position: Position, action: Action) -> str:
        item, n = cast("tuple[int, int]", action.data)
        card = position.face(item)
        name = self.words.card(card) if card else self.text("a hidden card")
        return self.text("Puts {card} under pile {n}.", card=name, n=n)

    def _pick(self, position: Position, action: Action) -> str:
        card = position.face(cast(int, action.data[0]))
        return self.text("{card} goes under a pile.", card=self.words.card(card) if card else "?")

    def _pile(self, position: Position, action: Action) -> str:
        return self.text("The chosen cards go under pile {n}.", n=action.data[0])

    # resources

    def _spot(self, position: Position, seat: int, place: Sequence[object]) -> tuple[Land, int]:
        lands = realm(position.s).lands[seat]
        n = lands.at[cast(int, place[0]), str(place[1])]
        return lands.lands[n], lands.stock[n]

    def _named(self, land: Land) -> str:
        """Return a region with its place: `Fields 4 (0 up)`."""
        return self.text(
            "{region} ({place})",
            region=self.words.region(land.resource, land.number),
            place=self.words.place(land.x, land.side),
        )

    def _gain(self, position: Position, action: Action) -> str:
        land, stored = self._spot(position, position.seat, action.data)
        return self.text(
            "{region}: +{amount}, {n} of 3.",
            region=self._named(land),
            amount=self.words.amount(land.resource, 1),
            n=stored + 1,
        )

    def _pay(self, position: Position, action: Action) -> str:
        land, stored = self._spot(position, position.seat, action.data)
        return self.text(
            "{region}: -{amount}, {n} of 3 left.",
            region=self._named(land),
            amount=self.words.amount(land.resource, 1),
            n=stored - 1,
        )

    def _rob(self, position: Position, action: Action) -> str:
        there, _ = self._spot(position, other(position.seat), action.data[:2])
        here, stored = self._spot(position, position.seat, action.data[2:])
        return self.text(
            "Takes {amount}: {there} > {here}, {n} of 3.",
            amount=self.words.amount(there.resource, 1),
            there=self._named(there),
            here=self._named(here),
            n=stored + 1,
        )

    def _give(self, position: Position, action: Action) -> str:
        here, stored = self._spot(position, position.seat, action.data[:2])
        there, _ = self._spot(position, other(position.seat), action.data[2:])
        return self.text(
            "Gives {amount}: {here}, {n} left > {there}.",
            amount=self.words.amount(here.resource, 1),
            there=self._named(there),
            here=self._named(here),
            n=stored - 1,
        )

    def _swap(self, position: Position, action: Action) -> str:
        paid, stored = self._spot(position, position.seat, action.data[:2])
        gained, _ = self._spot(position, position.seat, action.data[2:])
        return self.text(
            "{paid}: {cost}, {n} left > {gained}: {amount}.",
            paid=self._named(paid),
            cost=self.words.amount(paid.resource, 1),
            n=stored - 1,
            gained=self._named(gained),
            amount=self.words.amount(gained.resource, 1),
        )

    # building

    def _road(self, position: Position, action: Action) -> str:
        return self.text(
            "Road at {x}, for {cost}: a settlement may follow beyond it.",
            x=action.data[0],
            cost=self.words.cost(COSTS[ROAD]),
        )

    def _settle(self, position: Position, action: Action) -> str:
        fields = {"x": action.data[0], "cost": self.words.cost(COSTS[SETTLEMENT])}
        if action.claims:
            return self.text(
                "Settlement at {x} with a Scout: +1 point; you choose its regions.",
                x=action.data[0],
            )
        return self.text("Settlement at {x} ({cost}): +1 point, two regions.", **fields)

    def _city(self, position: Position, action: Action) -> str:
        return self.text(
            "City at {x}, for {cost}: +1 point, a second site a side, red cards.",
            x=action.data[0],
            cost=self.words.cost(COSTS[CITY]),
        )

    def _place(self, position: Position, action: Action) -> str:
        card, x, side = cast("tuple[str, int, str]", action.data[1:])
        return self.text(
            "{card} ({place}), {cost}: {text}",
            card=self.words.card(card),
            place=self.words.place(x, side),
            cost=self.words.cost(CARDS[card].cost),
            text=self.words.series([*self._figures(card), *self._here(position, card, x, side)]),
        )

    def _here(self, position: Position, card: str, x: int, side: str) -> list[str]:
        """Return what a card does on a site: of a doubling building for which regions."""
        if card not in DOUBLES:
            return self._effects(card)
        lands = realm(position.s).lands[position.seat]
        beside = [lands.lands[n] for n in touched(lands, Site(x, side, 1))]
        mine = [land for land in beside if land.resource == DOUBLES[card]]
        if not mine:
            return [self.text("nothing to double here")]
        names = [self.words.region(land.resource, land.number) for land in mine]
        return [self.text("{regions} x2", regions=self.words.series(names))]

    def _demolish(self, position: Position, action: Action) -> str:
        target = position.target_of(action)
        return self.text(
            "{card} at {place} is torn down, and leaves the game for good.",
            card=self.words.card(position.placed(target)),
            place=self.words.place(target.x, target.side),
        )

    def _region(self, position: Position, action: Action) -> str:
        word, number = cast("tuple[str, int]", action.data)
        kind = RESOURCES.index(word)
        n = realm(position.s).regions.count(Region(kind, number))
        region = self.words.region(kind, number)
        return self.text.count("{region}; {n} left.", "{region}; {n} left.", n, region=region)

    def _above(self, position: Position, action: Action) -> str:
        drawn, n = realm(position.s).drawn, cast(int, action.data[0])
        names = [self.words.region(*region) for region in (drawn[n], drawn[1 - n])]
        return self.text("{one} above, {two} below.", one=names[0], two=names[1])

    # trade

    def _trade(self, position: Position, action: Action) -> str:
        give, get = (RESOURCES.index(str(word)) for word in action.data)
        lands = realm(position.s).lands[position.seat]
        have = stock.stores(lands)
        rate = trading.rates(lands)[give]
        return self.text(
            "{paid} for {got}; you have {n} and {m} then.",
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

    # cards

    def _play(self, position: Position, action: Action) -> str:
        card = str(action.data[1])
        if len(action.data) == 3:
            return self._produced(position, cast(int, action.data[2]))
        return self.card_line(card)

    def _produced(self, position: Position, number: int) -> str:
        """Return which regions a number lets gain, by their resources, on both sides."""
        mine, theirs = [0] * trading.KINDS, [0] * trading.KINDS
        for seat, amounts in ((position.seat, mine), (other(position.seat), theirs)):
            for land in realm(position.s).lands[seat].lands:
                amounts[land.resource] += land.number == number
        return self.text(
            "Number {n}: you gain {mine}; {name} gains {theirs}.",
            n=number,
            mine=self.words.amounts(mine),
            name=self.words.name(other(position.seat)),
            theirs=self.words.amounts(theirs),
        )

    def _react(self, position: Position, action: Action) -> str:
        return self.card_line(str(action.data[1]))

    def _target(self, position: Position, action: Action) -> str:
        target = position.target_of(action)
        return self.text(
            "{card} at {place} goes back into the hand of {name}.",
            card=self.words.card(position.placed(target)),
            place=self.words.place(target.x, target.side),
            name=self.words.name(other(position.seat)),
        )

    # what is about nothing

    def _ending(self, position: Position, action: Action) -> str:
        """Return what an action without any word does."""
        t, kind, phase = self.text, action.kind, position.s.phase
        if kind == "settlers.roll":
            return t("Rolls both dice: first the event, then all regions with the number gain.")
        if kind == "settlers.refuse":
            return t("Refuses the offer: nothing moves.")
        if kind == "settlers.done":
            return t("Ends building and trading; next you fill up your hand.")
        if kind == "settlers.exchange":
            return t("Puts a card of your hand under a pile, then gets another one.")
        if kind == "settlers.finish":
            return t("Ends your turn with the cards that you hold.")
        if kind == "settlers.nothing":
            return t("There is nothing to take; the hand is shown to prove it.")
        if kind == "settlers.enough":
            return t("That is enough.")
        if phase == "react":
            return t("Plays no card against it.")
        if phase == "builder":
            return t("Looks through no pile.")
        return t("Takes no card, and puts none away.")


def missing(have: Sequence[int], cost: Cost) -> list[int]:
    """Return what is lacking of a cost."""
    return [max(0, due - stored) for stored, due in zip(have, cost, strict=True)]
