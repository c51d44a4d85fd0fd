"""The words of typed commands in a language, and how an action is typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bastide.core.events import Action, Plain
from bastide.core.look.commands import Commands
from bastide.core.look.words import bare
from bastide.plugins.settlers import attacks, building, hand, playing, setup, trading
from bastide.plugins.settlers.cards import RESOURCES
from bastide.plugins.settlers.look.hints import Hints
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.steering import TableSteering
from bastide.plugins.settlers.look.tools import VERBS
from bastide.plugins.settlers.look.words import Words, numbers_of

Typed = Sequence[str]

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


class Vocabulary(Commands[Position, Words]):
    """Knows at one table the words of commands, and writes them."""

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
            "give up": t("give up"),
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
        ends = t("done"), t("enough"), t("pass"), t("finish")
        self._ends = {way for said in ends for way in (said, bare(said))}

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

    def _verb(self, word: str) -> str:
        known = _ALIKE.get(word, "") or self.known(word, WORDS)
        return known or ("end" if word in self._ends else "")

    def _verb_of(self, action: Action) -> str:
        """Return the word that an action is typed with."""
        if action.kind == playing.SWAP_ACTION:
            return "change"
        if action.kind == building.PLACE_ACTION:
            return "build"
        if action.kind in (playing.PLAY_ACTION, hand.PUT_ACTION):
            return action.kind.rpartition(".")[2]
        return "answer" if action.kind == attacks.REACT_ACTION else VERBS[action.kind]

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

    def _links(self) -> set[str]:
        return {*_TO, *self.ways("for"), *self.ways("with")}

    def possible(self, position: Position) -> list[Action]:
        """Return the actions that can be chosen, those of the chosen tool first.

        An exchange comes last: so the first word alone is what ends a turn that could go on.
        """
        first = [] if position.arranging else position.numbered if position.tool else []
        rest = position.actions[:1] if position.arranging else position.actions

        def rank(action: Action) -> tuple[bool, int]:
            return action == hand.EXCHANGE_CARD, position.line_of(position.tool_of(action))

        rest = sorted(rest, key=rank)
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
        if kind == "give_up":
            return []
        if kind == "region":
            return [t(str(data[0])), str(data[1])]
        return [self._named(value) for value in data]

    def _number(self, position: Position, action: Action) -> int:
        return position.numbers[position.numbered.index(action)]

    def _named(self, value: Plain) -> str:
        return self.words.side(str(value)) if isinstance(value, str) else str(value)

    def _card_word(self, card: str) -> str:
        """Return a card's name as it is typed: without what is no letter."""
        words = [_bare(word) for word in self.words.card(card).replace("’", " ").split()]
        return " ".join(words) if self.words.card_typed(words)[0] == card else "".join(words)

    def _listed(self, numbers: Sequence[int]) -> str:
        """Return amounts as they are typed: `2 wool 1 gold`."""
        parts = [f"{n} {self.text(RESOURCES[kind])}" for kind, n in enumerate(numbers) if n]
        return " ".join(parts)

    def usage(self) -> list[tuple[str, str]]:
        """Return an example of each command."""
        t = self.text
        meanings = {
            "open": t("at first, and with the Master Builder: a pile to look through"),
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
            "give up": t("lose at once, whatever the points"),
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


def _bare(word: str) -> str:
    """Return the letters and digits of a word alone, in lower case."""
    return "".join(each for each in word.lower() if each.isalnum())
