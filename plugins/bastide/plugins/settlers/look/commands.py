"""Typed commands: `road 2`, `build abbey 1 up`, `trade wool ore`, `offer 2 wool for 1 ore`.

English and translated words do. A word alone chooses a line of the menu, a card's name a card, a
number a numbered choice. `typed` says how an action is typed; `read` understands it again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from bastide.core.events import Action, Plain
from bastide.core.look.commands import Answer, Commands
from bastide.plugins.settlers import setup, trading
from bastide.plugins.settlers.cards import ACTION, CARDS, RESOURCES
from bastide.plugins.settlers.look.hints import Hints
from bastide.plugins.settlers.look.position import HAND, VERB, VERBS, Position, Tool
from bastide.plugins.settlers.look.steering import TableSteering, swapped, to_tool
from bastide.plugins.settlers.look.targets import REGION, Target
from bastide.plugins.settlers.look.words import Words, numbers_of, plain
from bastide.plugins.settlers.places import START_PLACES
from bastide.plugins.settlers.state import Principality, other, realm

Words_ = Sequence[str]

WORDS = (
    *("lay", "swap", "open", "take", "roll", "play", "gain", "pay", "rob", "give", "change"),
    *("road", "settle", "city", "build", "demolish", "region", "above", "trade", "offer"),
    *("accept", "refuse", "end", "draw", "search", "exchange", "put", "target", "pile", "answer"),
)
"""The words that commands begin with."""

_ALIKE = {
    "finish": "end",
    "done": "end",
    "enough": "end",
    "pass": "end",
    "nothing": "end",
    "none": "end",
    "steal": "rob",
    "place": "build",
    "settlement": "settle",
    "react": "answer",
    "tear": "demolish",
    "look": "open",
}
"""Other English words for the same."""

_TO = ("for", "from", "to", ">", "=")

Reader = Callable[[Position, list[str]], Answer]


class TableCommands(Commands[Position, Words]):
    """Reads what is typed at one table in one language."""

    def __init__(self, words: Words, steering: TableSteering, hints: Hints) -> None:
        super().__init__(words, steering)
        self.hints, t = hints, self.text
        self._typed = {
            "lay": t("lay"),
            "swap": t("swap"),
            "open": t("open"),
            "take": t("take"),
            "roll": t("roll"),
            "play": t("play"),
            "gain": t("gain"),
            "pay": t("pay"),
            "rob": t("rob"),
            "give": t("give"),
            "change": t("change"),
            "road": t("road"),
            "settle": t("settle"),
            "city": t("city"),
            "build": t("build"),
            "demolish": t("demolish"),
            "region": t("region"),
            "above": t("above"),
            "trade": t("trade"),
            "offer": t("offer"),
            "accept": t("accept"),
            "refuse": t("refuse"),
            "end": t("end"),
            "draw": t("draw"),
            "search": t("search"),
            "exchange": t("exchange"),
            "put": t("put"),
            "target": t("target"),
            "pile": t("pile"),
            "answer": t("answer"),
            "for": t("for"),
            "with": t("with"),
        }
        self._readers: dict[str, Reader] = {
            "lay": self._lay,
            "swap": self._swap,
            "take": self._take,
            "play": self._play,
            "answer": self._play,
            "gain": self._regions,
            "pay": self._regions,
            "rob": self._regions,
            "give": self._regions,
            "change": self._regions,
            "settle": self._settle,
            "build": self._build,
            "demolish": self._site,
            "target": self._site,
            "region": self._region,
            "above": self._above,
            "trade": self._trade,
            "offer": self._offer,
            "put": self._put,
        }

    def word(self, id: str) -> str:
        return self._typed.get(id) or self.text(id)

    def split(self, typed: list[str]) -> list[str]:
        """Return the words to read; a place may be written in one: `2up`, `1U`."""
        words = [w for part in typed for w in part.replace(",", " ").lower().split()]
        return [piece for word in words for piece in self._pieces(word)]

    def _pieces(self, word: str) -> list[str]:
        """Return the column and the side of `1up` or `-1U2`."""
        end = len(word.lstrip("-0123456789"))
        number, rest = word[: len(word) - end], word[len(word) - end :]
        side = rest.rstrip("0123456789")
        if number and numbers_of([number]) and side and self.words.side_of(side):
            return [each for each in (number, side, rest[len(side) :]) if each]
        return [word]

    def read(self, position: Position, words: list[str]) -> Answer:
        verb = self._verb(words[0])
        if verb:
            return self._command(position, verb, words[1:])
        card, n = self.words.card_typed(words)
        if card and card in CARDS:
            return self._card(position, card, words[n:])
        return super().read(position, words)

    def _verb(self, word: str) -> str:
        return _ALIKE.get(word, "") or self.known(word, WORDS)

    def help(self, position: Position) -> str:
        """Say what can be typed now."""
        said = self.examples(position)
        if position.numbered:
            return self.text("Type a number, or one of: {words}.", words=self.words.series(said))
        return self.text("Type one of: {words}.", words=self.words.series(said))

    def tried(self, position: Position, action: Action) -> Action | str:
        """Return an action if it can be chosen, or why it cannot, and what can be typed instead."""
        found = super().tried(position, action)
        if not isinstance(found, str):
            return found
        verb = "" if action.kind == "settlers.done" else self._verb_of(action)
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
        if position.arranging:
            first = [self.word("swap"), self.word("lay")]
        return list(dict.fromkeys(first))

    # commands

    def _command(self, position: Position, verb: str, words: list[str]) -> Answer:
        if not words and (turned := self._turned_to(position, verb)):
            return turned
        read = self._readers.get(verb)
        if read and verb in ("gain", "pay", "rob", "give", "change"):
            return self._regions(position, [verb, *words])
        if read and verb in ("demolish", "target"):
            return self._site(position, [verb, *words])
        if read:
            return read(position, words)
        return self._numbers(position, verb, words)

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

    def like(self, position: Position, verb: str) -> str:
        """Return how a command is typed: by what is possible now, if anything is."""
        same = [a for a in self.possible(position) if self._verb_of(a) == verb]
        if verb == "trade":
            same = position.trades[:1]
        example = self.typed(position, same[0]) if same else self.example(verb)
        return self.text("Type it like this: {example}.", example=example)

    def example(self, verb: str) -> str:
        """Return how a command is typed in this language, whether possible or not."""
        t = self.text
        extra = {
            "swap": f"{t('wool')} {t('gold')}",
            "open": "2",
            "take": self.words.card("abbey"),
            "play": self.words.card("merchant"),
            "answer": self.words.card("bishop"),
            "gain": t("wool"),
            "pay": t("wool"),
            "rob": t("wool"),
            "give": t("wool"),
            "change": f"{t('wool')} {t('ore')}",
            "road": "2",
            "settle": "3",
            "city": "1",
            "build": f"{self.words.card('abbey')} {self.words.place(1, 'U')}",
            "demolish": f"{self.words.place(1, 'U')} 1",
            "target": f"{self.words.place(1, 'U')} 1",
            "region": f"{t('brick')} 3",
            "above": "1",
            "trade": f"{t('wool')} {t('ore')}",
            "offer": f"2 {t('wool')} {self.word('for')} 1 {t('ore')}",
            "draw": "2",
            "search": "4",
            "put": f"{self.words.card('abbey')} 3",
            "pile": "3",
        }
        return " ".join(part for part in (self.word(verb), extra.get(verb, "")) if part)

    def _verb_of(self, action: Action) -> str:
        """Return the word that an action is typed with."""
        if action.kind == "settlers.swap":
            return "change"
        if action.kind == "settlers.place":
            return "build"
        if action.kind in ("settlers.play", "settlers.put"):
            return action.kind.rpartition(".")[2]
        return "answer" if action.kind == "settlers.react" else VERBS[action.kind]

    def _numbers(self, position: Position, verb: str, words: list[str]) -> Answer:
        """Return the action of a word and numbers."""
        numbers = numbers_of(words)
        kinds = [kind for kind, each in VERBS.items() if each == verb]
        if verb == "end":
            return self._ended(position, kinds) if not words else self.like(position, verb)
        if numbers is None or len(numbers) > 1 or (words and verb in _BARE):
            return self.like(position, verb)
        if not numbers and verb not in _BARE:
            return self.like(position, verb)
        return self.tried(position, Action(kinds[0], tuple(numbers)))

    def _ended(self, position: Position, kinds: list[str]) -> Answer:
        """Return what ends this phase."""
        found = [action for action in position.actions if action.kind in kinds]
        return found[0] if found else self.tried(position, Action("settlers.done"))

    # the start

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
            return self._regions(position, ["change", *words])
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

    def _links(self) -> set[str]:
        return {*_TO, *self.ways("for"), *self.ways("with")}

    # cards

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
            return self._regions(position, ["rob", *words])
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
        if action.kind not in ("settlers.take", "settlers.steal", "settlers.pick"):
            return False
        return position.face(cast(int, action.data[0])) == card

    def _play(self, position: Position, words: list[str]) -> Answer:
        card, n = self.words.card_typed(words)
        rest = numbers_of(words[n:])
        verb = "answer" if position.s.phase == "react" else "play"
        if card not in CARDS or rest is None:
            return self.like(position, verb)
        item = self._item(position, card)
        kind = "settlers.react" if verb == "answer" else "settlers.play"
        claims = ((item, card),) if item >= 0 else ()
        if card == "scout" and position.s.phase == "main" and rest:
            return self.tried(position, Action("settlers.settle", (*rest, item), claims))
        return self.tried(position, Action(kind, (item, card, *rest), claims))

    def _item(self, position: Position, card: str) -> int:
        """Return the item that shows a card of the own hand; -1 if there is none."""
        listed = [a.claims[0][0] for a in position.actions if a.claims and a.claims[0][1] == card]
        held = [item for item, face in position.hand if face == card]
        return next(iter([*listed, *held]), -1)

    def _build(self, position: Position, words: list[str]) -> Answer:
        verb = self._verb(words[0]) if words else ""
        if verb in ("road", "settle", "city"):
            return self._command(position, verb, words[1:])
        card, n = self.words.card_typed(words)
        if card not in CARDS:
            return self.like(position, "build")
        rest, item = words[n:], self._item(position, card)
        ways = [a for a in position.actions if a.kind == "settlers.place" and a.data[1] == card]
        place = self._place(rest)
        if place is None and not rest and len(ways) == 1:
            return ways[0]
        if place is None:
            example = self.typed(position, ways[0]) if ways else self.example("build")
            return self.text("Type it like this: {example}.", example=example)
        claims = ((item, card),) if item >= 0 else ()
        return self.tried(position, Action("settlers.place", (item, card, *place), claims))

    def _settle(self, position: Position, words: list[str]) -> Answer:
        """Return a settlement, with a Scout if one is named."""
        numbers = numbers_of(words[:1])
        rest = [word for word in words[1:] if word not in self._links()]
        if not numbers:
            return self.like(position, "settle")
        if not rest:
            return self.tried(position, Action("settlers.settle", tuple(numbers)))
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
            return self.text("You hold no such card: {card}.", card=self.words.card(card))
        return self.tried(position, Action("settlers.put", (held[0], *rest)))

    # places

    def _place(self, words: Words_) -> tuple[int, str] | None:
        """Return the column and the side that two words are, in any order."""
        if len(words) != 2:
            return None
        for number, side in (words, words[::-1]):
            numbers, known = numbers_of([number]), self.words.side_of(side)
            if numbers and known:
                return numbers[0], known
        return None

    def _site(self, position: Position, words: list[str]) -> Answer:
        """Return the action about a card on a site, by its place or its name."""
        verb, rest = words[0], words[1:]
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

    def _regions(self, position: Position, words: list[str]) -> Answer:
        """Return the action about one or two regions, the first that fits what is said."""
        verb = "rob" if words[0] == "take" else words[0]
        rest = [word for word in words[1:] if word not in self._links()]
        sides = _SIDES[verb]
        seats = [position.seat if own else other(position.seat) for own in sides]
        kind = "settlers.swap" if verb == "change" else f"settlers.{verb}"
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
        return self.tried(position, Action("settlers.region", (RESOURCES[kind], numbers[0])))

    def _above(self, position: Position, words: list[str]) -> Answer:
        """Return which region goes above: the first or the second, or by its name."""
        numbers = numbers_of(words)
        if numbers and len(numbers) == 1:
            return self.tried(position, Action("settlers.lay", (numbers[0] - 1,)))
        drawn = realm(position.s).drawn
        kind = self.words.resource_of(words[0]) if words else None
        more = numbers_of(words[1:]) or []
        for n, region in enumerate(drawn):
            if region.resource == kind and (not more or more[0] == region.number):
                return self.tried(position, Action("settlers.lay", (n,)))
        return self.like(position, "above")

    # trade

    def _trade(self, position: Position, words: list[str]) -> Answer:
        """Return a trade of `3 wool ore`, `wool ore` or `wool for ore`: the rate is known."""
        kinds, n = [], 0
        for word in words:
            if word in self._links() or (numbers_of([word]) and n < 2):
                n += word not in self._links()
                continue
            kinds.append(self.words.resource_of(word))
        if len(kinds) != 2 or None in kinds:
            return self.like(position, "trade")
        give, get = (RESOURCES[cast(int, kind)] for kind in kinds)
        return self.tried(position, Action("settlers.trade", (give, get)))

    def _offer(self, position: Position, words: list[str]) -> Answer:
        links = [n for n, word in enumerate(words) if word in self._links()]
        if len(links) != 1:
            return self.like(position, "offer")
        gives, gets = self._amounts(words[: links[0]]), self._amounts(words[links[0] + 1 :])
        if gives is None or gets is None:
            return self.like(position, "offer")
        return self.tried(position, Action("settlers.offer", (*gives, *gets)))

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

    # how actions are typed

    def possible(self, position: Position) -> list[Action]:
        """Return the actions that can be chosen, those of the chosen tool first."""
        first = [] if position.arranging else position.numbered if position.tool else []
        rest = position.actions[:1] if position.arranging else position.actions
        return [*first, *(action for action in rest if action not in first)]

    def typed(self, position: Position, action: Action) -> str:
        """Return the command that means an action."""
        words = [self.word(self._verb_of(action)), *self._rest(position, action)]
        return " ".join(word for word in words if word)

    def _rest(self, position: Position, action: Action) -> list[str]:
        """Return the words after the verb."""
        kind, data, t = action.kind.rpartition(".")[2], action.data, self.text
        if kind == "arrange":
            regions = setup.start_regions(position.s, position.seat)
            return [t(RESOURCES[regions[cast(int, n)].resource]) for n in data]
        if kind in ("take", "steal", "pick"):
            card = position.face(cast(int, data[0]))
            return [self._card_word(card) if card else str(self._number(position, action))]
        if kind in ("play", "react"):
            return [self._card_word(str(data[1])), *map(str, data[2:])]
        if kind == "place":
            place = self.words.place(cast(int, data[2]), str(data[3]))
            return [self._card_word(str(data[1])), place]
        if kind == "put":
            card = position.face(cast(int, data[0]))
            return [self._card_word(card) if card else str(data[0]), str(data[1])]
        if kind == "settle" and action.claims:
            return [str(data[0]), self.word("with"), self._card_word("scout")]
        if kind == "trade":
            return [t(str(data[0])), t(str(data[1]))]
        if kind == "offer":
            numbers = cast("tuple[int, ...]", data)
            gives, gets = numbers[: trading.KINDS], numbers[trading.KINDS :]
            return [self._listed(gives), self.word("for"), self._listed(gets)]
        if kind == "lay":
            return [str(cast(int, data[0]) + 1)]
        if kind == "region":
            return [t(str(data[0])), str(data[1])]
        return [self._named(value) for value in data]

    def _number(self, position: Position, action: Action) -> int:
        return position.actions.index(action) + 1

    def _named(self, value: Plain) -> str:
        return self.words.side(str(value)) if isinstance(value, str) else str(value)

    def _card_word(self, card: str) -> str:
        """Return a card's name as it is typed: without what is no letter."""
        words = [plain(word) for word in self.words.card(card).replace("’", " ").split()]
        return " ".join(words) if self.words.card_typed(words)[0] == card else self._one(card)

    def _one(self, card: str) -> str:
        """Return a card's name in one word."""
        return plain(self.words.card(card))

    def _listed(self, numbers: Words_ | Sequence[int]) -> str:
        """Return amounts as they are typed: `2 wool 1 gold`."""
        parts = [f"{n} {self.text(RESOURCES[kind])}" for kind, n in enumerate(numbers) if n]
        return " ".join(parts)

    def usage(self) -> list[tuple[str, str]]:
        """Return an example of each command."""
        t = self.text
        meanings = {
            "roll": t("roll the dice"),
            "road": t("a road at the end of the row"),
            "settle": t("a settlement beyond a road; with a Scout: with scout"),
            "city": t("a city on a settlement"),
            "build": t("a card of the hand; column and side"),
            "play": t("an action card; alchemist 4 names a number"),
            "trade": t("with the supply, at your best rate"),
            "offer": t("a trade to your opponent"),
            "accept": t("take an offer; refuse: do not"),
            "demolish": t("tear an own card down"),
            "end": t("go on: no more of this"),
            "draw": t("the top card of a pile"),
            "search": t("pay, and look through a pile"),
            "exchange": t("a card of the hand for another one"),
            "put": t("a card of the hand under a pile"),
            "gain": t("which region gains or, with pay, pays"),
            "rob": t("what you take from your opponent"),
            "take": t("a card of those that you see"),
            "swap": t("two of your first regions; lay: let them lie so"),
        }
        return [(self.example(verb), meaning) for verb, meaning in meanings.items()]


_SIDES = {"gain": (1,), "pay": (1,), "rob": (0, 1), "give": (1, 0), "change": (1, 1)}
"""Whose the regions of an action are: 1 the own ones."""

_BARE = ("roll", "accept", "refuse", "exchange", "end")
"""Words that nothing follows."""


def _begins(data: Sequence[Plain], start: Sequence[Plain]) -> bool:
    return tuple(data[: len(start)]) == tuple(start)
