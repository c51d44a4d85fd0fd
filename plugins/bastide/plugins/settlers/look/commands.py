"""Typed commands: `road 2`, `build abbey 1 up`, `trade wool ore`, `offer 2 wool for 1 ore`.

English and translated words do. A word alone chooses a line of the menu, a card's name a card, a
number a numbered choice. `typed` says how an action is typed; `read` understands it again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from bastide.core.events import Action
from bastide.core.look.commands import Answer
from bastide.core.look.words import capital
from bastide.plugins.settlers import (
    attacks,
    building,
    espionage,
    giving_up,
    hand,
    main,
    playing,
    setup,
)
from bastide.plugins.settlers.cards import ACTION, CARDS
from bastide.plugins.settlers.look.arranging import swapped
from bastide.plugins.settlers.look.cursors import to_giving_up, to_tool
from bastide.plugins.settlers.look.hints import Hints
from bastide.plugins.settlers.look.place_commands import REGIONS_OF
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.steering import TableSteering
from bastide.plugins.settlers.look.targets import REGION, Target
from bastide.plugins.settlers.look.tools import HAND, VERB, VERBS, Tool
from bastide.plugins.settlers.look.trade_commands import TradeCommands
from bastide.plugins.settlers.look.words import Words, numbers_of
from bastide.plugins.settlers.places import START_PLACES
from bastide.plugins.settlers.state import realm

Reader = Callable[[Position, list[str]], Answer]


class TableCommands(TradeCommands):
    """Reads what is typed at one table in one language."""

    def __init__(self, words: Words, steering: TableSteering, hints: Hints) -> None:
        super().__init__(words, steering, hints)
        self._readers: dict[str, Reader] = {
            "lay": self._lay,
            "swap": self._swap,
            "take": self._take,
            "play": self._play,
            "answer": self._play,
            "settle": self._settle,
            "build": self._build,
            "region": self._region,
            "above": self._above,
            "trade": self._trade,
            "offer": self._offer,
            "put": self._put,
        }

    def read(self, position: Position, words: list[str]) -> Answer:
        if " ".join(words) in self.ways("give up"):
            return self._give_up(position)
        verb = self._verb(words[0])
        if verb:
            return self._command(position, verb, words[1:])
        card, n = self.words.card_typed(words)
        if card and card in CARDS:
            return self._card(position, card, words[n:])
        return super().read(position, words)

    def _give_up(self, position: Position) -> Answer:
        """Return the cursor on giving up, which has no line of the menu; or why not."""
        action = giving_up.giving_up(position.seat)
        if position.rules.accepts(position.s, action):
            return to_giving_up(position)
        why = self.words.reason(position, action, self.text("this is not possible now"))
        return self.text("{reason}.", reason=capital(why))

    def _command(self, position: Position, verb: str, words: list[str]) -> Answer:
        if not words and (turned := self._turned_to(position, verb)):
            return turned
        if verb in REGIONS_OF:
            return self._regions(position, verb, words)
        if verb in ("demolish", "target"):
            return self._site(position, verb, words)
        read = self._readers.get(verb)
        return read(position, words) if read else self._numbers(position, verb, words)

    def _turned_to(self, position: Position, verb: str) -> Answer | None:
        """Return what a word alone means: the only action of its kind, or a line of the menu."""
        same = [action for action in position.actions if self._verb_of(action) == verb]
        if len(same) == 1 and not same[0].data:
            return same[0]
        tool = Tool(VERB, verb)
        if tool in position.menu and not position.arranging:
            if tool in position.by_tool:
                return to_tool(position, tool)
            return self._refused(position, tool)
        return None

    def _refused(self, position: Position, tool: Tool) -> str:
        """Return why a line of the menu cannot be used."""
        turned = position.moved(to_tool(position, tool))
        return self.hints.refusal(turned)

    def _numbers(self, position: Position, verb: str, words: list[str]) -> Answer:
        """Return the action of a word and numbers."""
        numbers = numbers_of(words)
        kinds = [kind for kind, each in VERBS.items() if each == verb]
        if verb == "exchange" and self._lacks(position, words):
            return self._not_held(self.words.card_typed(words)[0])
        if verb == "end":
            return self._ended(position, kinds) if not words else self.like(position, verb)
        if numbers is None or len(numbers) != (verb not in _BARE):
            return self.like(position, verb)
        return self.tried(position, Action(kinds[0], tuple(numbers)))

    def _ended(self, position: Position, kinds: list[str]) -> Answer:
        """Return what ends this phase."""
        found = [action for action in position.actions if action.kind in kinds]
        return found[0] if found else self.tried(position, Action(main.DONE.kind))

    def _lay(self, position: Position, words: list[str]) -> Answer:
        if not words:
            return self.tried(position, Action(setup.ARRANGE_ACTION, position.order))
        kinds = [self.words.resource_of(word) for word in words]
        if not position.arranging:
            return self.tried(position, Action(setup.ARRANGE_ACTION))
        own = [region.resource for region in setup.start_regions(position.s, position.seat)]
        if sorted(own) != sorted(kind for kind in kinds if kind is not None):
            return self.text("Name each of your six regions once, from above left to below right.")
        return Action(setup.ARRANGE_ACTION, tuple(own.index(cast(int, kind)) for kind in kinds))

    def _swap(self, position: Position, words: list[str]) -> Answer:
        """Swap two start regions; with a Caravan it means to change."""
        if not position.arranging:
            return self._regions(position, "change", words)
        kinds = [self.words.resource_of(word) for word in words if word not in self._links()]
        if len(kinds) != 2 or None in kinds or kinds[0] == kinds[1]:
            return self.like(position, "swap")
        lands = realm(position.s).lands[position.seat]
        places = [
            START_PLACES[[land.resource for land in lands.lands].index(cast(int, kind))]
            for kind in kinds
        ]
        one, two = (Target(REGION, position.seat, x, side) for x, side in places)
        return swapped(position, one, two)

    def _card(self, position: Position, card: str, words: list[str]) -> Answer:
        """Return what a card's name means: to take it, to play it, or to choose it."""
        if position.s.phase in ("choose", "keep", "steal", "pick"):
            return self._take(position, [card, *words])
        if position.s.phase == "put" and words:
            return self._put(position, [card, *words])
        tools = [tool for tool in position.menu if tool.kind == HAND and tool.name == card]
        if not words and tools:
            return to_tool(position, tools[0])
        if CARDS[card].kind == ACTION:
            return self._play(position, [card, *words])
        return self._build(position, [card, *words])

    def _take(self, position: Position, words: list[str]) -> Answer:
        """Return the card of a list that is named."""
        if position.s.phase in ("rob", "more"):
            return self._regions(position, "rob", words)
        if numbers_of(words) and len(words) == 1:
            return super().read(position, words)
        card, n = self.words.card_typed(words)
        found = [a for a in position.actions if self._is_card(position, a, card)]
        if card and n == len(words) and found:
            return found[0]
        if card and n == len(words):
            return self.text("There is no {card} to take here.", card=self.words.card(card))
        return self.like(position, "take")

    def _is_card(self, position: Position, action: Action, card: str) -> bool:
        if action.kind not in (hand.TAKE_ACTION, espionage.STEAL_ACTION, espionage.PICK_ACTION):
            return False
        return position.face(cast(int, action.data[0])) == card

    def _play(self, position: Position, words: list[str]) -> Answer:
        card, n = self.words.card_typed(words)
        rest = numbers_of(words[n:])
        verb = "answer" if position.s.phase == "react" else "play"
        if card not in CARDS or rest is None:
            return self.like(position, verb)
        item = self._item(position, card)
        if item < 0:
            return self._not_held(card)
        kind = attacks.REACT_ACTION if verb == "answer" else playing.PLAY_ACTION
        claims = ((item, card),)
        if card == "scout" and position.s.phase == "main" and rest:
            return self.tried(position, Action(building.SETTLE_ACTION, (*rest, item), claims))
        return self.tried(position, Action(kind, (item, card, *rest), claims))

    def _item(self, position: Position, card: str) -> int:
        """Return the item that shows a card of the own hand; -1 if there is none."""
        listed = [a.claims[0][0] for a in position.actions if a.claims and a.claims[0][1] == card]
        held = [item for item, face in position.hand if face == card]
        return next(iter([*listed, *held]), -1)

    def _lacks(self, position: Position, words: list[str]) -> bool:
        """Tell whether words name a card that the own hand does not hold."""
        card, n = self.words.card_typed(words)
        return bool(card) and n == len(words) and self._item(position, card) < 0

    def _not_held(self, card: str) -> str:
        return self.text("You hold no such card: {card}.", card=self.words.card(card))

    def _build(self, position: Position, words: list[str]) -> Answer:
        verb = self._verb(words[0]) if words else ""
        if verb in ("road", "settle", "city"):
            return self._command(position, verb, words[1:])
        card, n = self.words.card_typed(words)
        if card not in CARDS:
            return self.like(position, "build")
        rest, item = words[n:], self._item(position, card)
        ways = [
            a for a in position.actions if a.kind == building.PLACE_ACTION and a.data[1] == card
        ]
        place = self._place(rest)
        if place is None and not rest and len(ways) == 1:
            return ways[0]
        if item < 0:
            return self._not_held(card)
        if place is None:
            example = self.typed(position, ways[0]) if ways else self.example("build")
            return self.text("Type it like this: {example}.", example=example)
        claim = ((item, card),)
        return self.tried(position, Action(building.PLACE_ACTION, (item, card, *place), claim))

    def _settle(self, position: Position, words: list[str]) -> Answer:
        """Return a settlement, with a Scout if one is named."""
        numbers = numbers_of(words[:1])
        rest = [word for word in words[1:] if word not in self._links()]
        if not numbers:
            return self.like(position, "settle")
        if not rest:
            return self.tried(position, Action(building.SETTLE_ACTION, tuple(numbers)))
        card, n = self.words.card_typed(rest)
        if card != "scout" or n != len(rest):
            return self.like(position, "settle")
        return self._play(position, ["scout", *words[:1]])

    def _put(self, position: Position, words: list[str]) -> Answer:
        card, n = self.words.card_typed(words)
        rest = numbers_of(words[n:])
        held = [item for item, face in position.hand if face == card]
        if not card or not rest or len(rest) != 1:
            return self.like(position, "put")
        if not held:
            return self._not_held(card)
        return self.tried(position, Action(hand.PUT_ACTION, (held[0], *rest)))


_BARE = ("roll", "accept", "refuse", "exchange", "end")
"""Words that nothing follows."""
