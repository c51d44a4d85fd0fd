"""What an action will do, said before it is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from bastide.core.events import Action
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
    Cost,
)
from bastide.plugins.settlers.hand import search_cost
from bastide.plugins.settlers.look.building_previews import BuildingPreviews
from bastide.plugins.settlers.look.menu import title
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.resource_previews import ResourcePreviews
from bastide.plugins.settlers.look.targets import Target
from bastide.plugins.settlers.look.tools import CARD_ACTIONS
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.setup import start_regions
from bastide.plugins.settlers.state import PILES, other, realm


class Previews(ResourcePreviews, BuildingPreviews):
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
            more = hand.room(position.s, position.seat)
            if more <= 0:
                return t("Ends building and trading; your hand is full.")
            return t.count(
                "Ends building and trading; next you draw {n} card.",
                "Ends building and trading; next you draw {n} cards.",
                more,
            )
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

    def line(self, position: Position, line: Target, briefly: bool = False) -> str:
        """Return what a line of a list says."""
        if position.bargaining:
            return self._terms_line(position, line.n)
        ways = position.ways[line]
        if briefly and ways and ways[0].kind in CARD_ACTIONS:
            card = position.face(cast(int, ways[0].data[0]))
            return self.card_line(card, briefly) if card else self.text("a hidden card")
        return self.sentence(position, ways[0]) if ways else ""


def missing(have: Sequence[int], cost: Cost) -> list[int]:
    """Return what is lacking of a cost."""
    return [max(0, due - stored) for stored, due in zip(have, cost, strict=True)]
