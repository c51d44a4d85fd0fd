"""What an action will do, said before it is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.settlers import (
    attacks,
    building,
    espionage,
    giving_up,
    hand,
    main,
    playing,
    setup,
    stock,
    trading,
    turn,
)
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.cards import (
    CARDS,
    CITY,
    COSTS,
    DOUBLES,
    RESOURCES,
    ROAD,
    SETTLEMENT,
    Cost,
    Region,
)
from bastide.plugins.settlers.hand import search_cost
from bastide.plugins.settlers.look.menu import title
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.resource_previews import ResourcePreviews
from bastide.plugins.settlers.look.targets import Target
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.places import touched
from bastide.plugins.settlers.setup import start_regions
from bastide.plugins.settlers.state import PILES, Placed, Site, other, realm
from bastide.plugins.settlers.tokens import knight_holder, windmill_holder


class Previews(ResourcePreviews):
    """Says at one table, in one language, what choices do."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self._of: dict[str, Callable[[Position, Action], str]] = {
            setup.ARRANGE_ACTION: self._arrange,
            hand.LOOK_ACTION: self._open,
            hand.TAKE_ACTION: self._take,
            stock.GAIN_ACTION: self._gain,
            stock.PAY_ACTION: self._pay,
            stock.ROB_ACTION: self._rob,
            playing.GIVE_ACTION: self._give,
            playing.SWAP_ACTION: self._swap,
            building.ROAD_ACTION: self._road,
            building.SETTLE_ACTION: self._settle,
            building.CITY_ACTION: self._city,
            building.PLACE_ACTION: self._place,
            building.DEMOLISH_ACTION: self._demolish,
            building.REGION_ACTION: self._region,
            building.LAY_ACTION: self._above,
            trading.TRADE_ACTION: self._trade,
            trading.OFFER_ACTION: self._offer,
            trading.ACCEPT.kind: self._accept,
            playing.PLAY_ACTION: self._play,
            attacks.REACT_ACTION: self._react,
            attacks.TARGET_ACTION: self._target,
            espionage.STEAL_ACTION: self._take,
            espionage.PICK_ACTION: self._pick,
            espionage.PILE_ACTION: self._pile,
            hand.DRAW_ACTION: self._draw,
            hand.SEARCH_ACTION: self._search,
            hand.PUT_ACTION: self._put,
        }

    def sentence(self, position: Position, action: Action) -> str:
        """Return what an action would do, in a sentence or two."""
        say = self._of.get(action.kind)
        return say(position, action) if say else self._ending(position, action)

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
        return self.text("Puts {card} under pile {n}.", card=self._face(position, item), n=n)

    def _pick(self, position: Position, action: Action) -> str:
        item = cast(int, action.data[0])
        return self.text("{card} goes under a pile.", card=self._face(position, item))

    def _face(self, position: Position, item: int) -> str:
        """Return what a card is called, as far as the seat knows it."""
        card = position.face(item)
        return self.words.card(card) if card else self.text("a hidden card")

    def _pile(self, position: Position, action: Action) -> str:
        return self.text("The chosen cards go under pile {n}.", n=action.data[0])

    def _road(self, position: Position, action: Action) -> str:
        return self.text(
            "Road at {x}, for {cost}: a settlement may follow beyond it.",
            **self._built(action, ROAD),
        )

    def _built(self, action: Action, what: str) -> dict[str, object]:
        """Return the column where something is built in the row, and its cost."""
        return {"x": action.data[0], "cost": self.words.cost(COSTS[what])}

    def _settle(self, position: Position, action: Action) -> str:
        fields = self._built(action, SETTLEMENT)
        if action.claims:
            return self.text(
                "Settlement at {x} with a Scout: +1 point; you choose its regions.", **fields
            )
        return self.text("Settlement at {x} ({cost}): +1 point, 2 regions.", **fields)

    def _city(self, position: Position, action: Action) -> str:
        said = self.text(
            "City at {x}, for {cost}: +1 point, a second site a side, red cards",
            **self._built(action, CITY),
        )
        built = position.s.clone()
        realm(built).lands[position.seat].add_city(cast(int, action.data[0]))
        return self._with_tokens(position, said, built)

    def _place(self, position: Position, action: Action) -> str:
        card, x, side = cast("tuple[str, int, str]", action.data[1:])
        said = self.text(
            "{card} ({place}), {cost}: {text}",
            card=self.words.card(card),
            place=self.words.place(x, side),
            cost=self.words.cost(CARDS[card].cost),
            text=self.words.series([*self.figures_of(card), *self._here(position, card, x, side)]),
        )
        built, target = position.s.clone(), position.target_of(action)
        site = Site(x, side, target.n)
        realm(built).lands[position.seat].add_card(site, Placed(card, -1))
        return self._with_tokens(position, said, built)

    def _with_tokens(self, position: Position, said: str, built: State) -> str:
        """Return what building does, and which tokens change hands by it."""
        t, table = self.text, realm(position.s)
        moves = (
            (table.knight, knight_holder(built), t("the knight")),
            (table.windmill, windmill_holder(built), t("the windmill")),
        )
        told = []
        for before, after, token in moves:
            if after == position.seat != before:
                told.append(t("gives you {token}: +1 point", token=token))
            elif after != before:
                told.append(t("the opponent loses {token}", token=token))
        return self.words.series([said, *told])

    def _here(self, position: Position, card: str, x: int, side: str) -> list[str]:
        """Return what a card does on a site: of a doubling building for which regions."""
        if card not in DOUBLES:
            return self.effects_of(card)
        lands = realm(position.s).lands[position.seat]
        beside = [lands.lands[n] for n in touched(lands, Site(x, side, 1))]
        mine = [land for land in beside if land.resource == DOUBLES[card]]
        if not mine:
            return [self.text("nothing to double here")]
        names = [self.words.region(land.resource, land.number) for land in mine]
        return [self.text("{regions} x2", regions=self.words.series(names))]

    def _demolish(self, position: Position, action: Action) -> str:
        return self.text(
            "{card} at {place} is torn down, and leaves the game for good.",
            **self._standing(position, action),
        )

    def _standing(self, position: Position, action: Action) -> dict[str, object]:
        """Return the card that an action is about, and where it stands."""
        target = position.target_of(action)
        card = self.words.card(position.placed(target))
        return {"card": card, "place": self.words.place(target.x, target.side)}

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

    def _play(self, position: Position, action: Action) -> str:
        card = str(action.data[1])
        if len(action.data) == 3:
            return self._produced(position, cast(int, action.data[2]))
        return self.card_line(card)

    def _react(self, position: Position, action: Action) -> str:
        return self.card_line(str(action.data[1]))

    def _target(self, position: Position, action: Action) -> str:
        return self.text(
            "{card} at {place} goes back into the hand of {name}.",
            name=self.words.name(other(position.seat)),
            **self._standing(position, action),
        )

    def _ending(self, position: Position, action: Action) -> str:
        """Return what an action without any word does."""
        t, kind, phase = self.text, action.kind, position.s.phase
        if kind == turn.ROLL.kind:
            return t("Rolls both dice: first the event, then all regions with the number gain.")
        if kind == trading.REFUSE.kind:
            return t("Refuses the offer: nothing moves.")
        if kind == main.DONE.kind:
            return t("Ends building and trading; next you fill up your hand.")
        if kind == giving_up.GIVE_UP_ACTION:
            return t("You give up: {name} wins.", name=self.words.name(other(position.seat)))
        if kind == hand.EXCHANGE_CARD.kind:
            return t("Puts a card of your hand under a pile, then gets another one.")
        if kind == hand.FINISH.kind:
            return t("Ends your turn with the cards that you hold.")
        if kind == espionage.NOTHING.kind:
            return t("There is nothing to take; the hand is shown to prove it.")
        if kind == playing.ENOUGH.kind:
            return t("That is enough.")
        if phase == "react":
            threat = self.threat(top(position.s).what)
            nothing = t("Plays no card against it.")
            return threat if len(position.actions) == 1 else self.words.both(nothing, threat)
        if phase == "builder":
            return t("Looks through no pile.")
        return t("Takes no card, and puts none away.")

    def threat(self, card: str) -> str:
        """Return what a card that is played against the seat may do."""
        t = self.text
        if card == attacks.ARSONIST:
            return t("A die: 1 to 5 sends a building of yours back to your hand, 6 one of theirs.")
        if card == attacks.BLACK_KNIGHT:
            return t("A die: 1 to 5 sends a knight of yours back to your hand, 6 one of theirs.")
        return t("A die: on 1 to 5 you lose 2 resources to them, on 6 they lose 2 to you.")

    def heading(self, position: Position) -> str:
        """Return what stands over a list of choices."""
        t, phase, tool = self.text, position.s.phase, position.tool
        if position.bargaining:
            return t("Offer: left gives, right asks; stored (+room)")
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


def missing(have: Sequence[int], cost: Cost) -> list[int]:
    """Return what is lacking of a cost."""
    return [max(0, due - stored) for stored, due in zip(have, cost, strict=True)]
