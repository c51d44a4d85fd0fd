"""Typed commands: `move 2,1 > 3,1 field`, `recruit 2,1 2`, `build 2,1 village`, `title field 3`.

English and translated words do. A word alone chooses a kind of action, `2,1` a hex, a number a
numbered choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from bastide.core.events import Action, Plain
from bastide.core.look.commands import Answer, Commands
from bastide.plugins.barony.board import Cell
from bastide.plugins.barony.land import NO_TOKEN, RECRUIT, move_action
from bastide.plugins.barony.look.position import KINDS, VERBS, Position, start_of, target_of
from bastide.plugins.barony.look.steering import HexSteering, to_cell, to_verb
from bastide.plugins.barony.look.words import Words, parse_cell
from bastide.plugins.barony.pieces import KINDS as TOKEN_KINDS
from bastide.plugins.barony.pieces import PIECES, STRONGHOLD, TERRAINS, VILLAGE
from bastide.plugins.barony.titles import TITLE

_EXAMPLES = {
    "settle": "settle 2,1",
    "recruit": "recruit 2,1 2",
    "move": "move 2,1 > 3,1",
    "build": "build 2,1 village",
    "city": "city 2,1",
    "expedition": "expedition 2,1",
    "title": "title field 3",
    "stop": "stop",
}
"""What each command looks like, in English."""

BUILDINGS = (VILLAGE, STRONGHOLD)


class HexCommands(Commands[Position, Words]):
    """Reads what is typed at one table in one language."""

    def __init__(
        self, words: Words, steering: HexSteering, none_possible: Callable[[Position], str]
    ) -> None:
        """Take the words, the steering, and what says why no action of a kind is possible."""
        super().__init__(words, steering)
        self._none_possible = none_possible
        t = self.text
        self._typed = {
            "settle": t("settle"),
            "recruit": t("recruit"),
            "move": t("move"),
            "build": t("build"),
            "city": t("city"),
            "expedition": t("expedition"),
            "title": t("title"),
            "stop": t("stop"),
            "pass": t("pass"),
        }

    def word(self, id: str) -> str:
        return self._typed.get(id) or self.text(id)

    def split(self, typed: list[str]) -> list[str]:
        """Return the words to read; case and the arrow of a move say nothing."""
        return [w for part in typed for w in part.replace(">", " ").lower().split()]

    def read(self, position: Position, words: list[str]) -> Answer:
        verb = self.known(words[0], VERBS)
        if verb:
            return self._action(position, verb, words[1:])
        cell = parse_cell(words[0])
        if cell is None or len(words) > 1:
            return super().read(position, words)
        if cell not in position.realm.land.number:
            return self.text("There is no hex {place} on the board.", place=words[0])
        return to_cell(position, cell)

    def help(self, position: Position) -> str:
        menu = [self.word(verb) for verb in position.menu if verb in position.by_verb]
        return self.text("Type a number, or one of: {words}.", words=self.words.series(menu))

    # actions

    def _action(self, position: Position, verb: str, words: list[str]) -> Answer:
        if verb in ("stop", "pass"):
            return self.tried(position, Action(KINDS[VERBS.index(verb)]))
        if not words:
            return self._turned_to(position, verb)
        if verb == "title":
            return self._title(position, words)
        cells = [parse_cell(word) for word in words]
        places = [cell for cell in cells if cell is not None]
        rest = [word for word, cell in zip(words, cells, strict=True) if cell is None]
        if len(places) != (2 if verb == "move" else 1):
            return self._like(position, verb)
        data: tuple[Plain, ...] = tuple(n for cell in places for n in cell)
        if verb == "recruit":
            return self._recruit(position, places[0], rest)
        if verb == "move":
            return self._move(position, places, rest)
        if verb == "build":
            piece = self._word(rest, (PIECES[kind] for kind in BUILDINGS))
            data = (*data, piece) if piece else ()
        elif rest:
            data = ()
        if not data:
            return self._like(position, verb)
        return self.tried(position, Action(KINDS[VERBS.index(verb)], data))

    def _turned_to(self, position: Position, verb: str) -> Answer:
        """Return the cursor with another kind of action."""
        if verb in position.by_verb:
            return to_verb(position, verb)
        if verb in position.menu:
            return self._none_possible(position.moved(to_verb(position, verb)))
        return self.tried(position, Action(KINDS[VERBS.index(verb)]))

    def _like(self, position: Position, verb: str) -> str:
        """Return how a command is typed: by what is possible now, if anything is."""
        possible = position.by_verb.get(verb)
        example = self.typed(position, possible[0]) if possible else self.example(verb)
        return self.text("Type it like this: {example}.", example=example)

    def example(self, verb: str) -> str:
        """Return how a command is typed in this language."""
        return " ".join(
            self.word(word) if word.isalpha() else word for word in _EXAMPLES[verb].split()
        )

    def _word(self, words: list[str], known: Iterable[str]) -> str:
        """Return which of some words was typed, alone; "" if none was."""
        return self.known(words[0], known) if len(words) == 1 else ""

    def _recruit(self, position: Position, cell: Cell, rest: list[str]) -> Answer:
        if len(rest) > 1 or not all(word.isdecimal() and len(word) < 4 for word in rest):
            return self._like(position, "recruit")
        if rest:
            return self.tried(position, Action(RECRUIT, (*cell, int(rest[0]))))
        ways = [a for a in position.by_verb.get("recruit", []) if a.data[:2] == cell]
        return ways[-1] if ways else self.tried(position, Action(RECRUIT, (*cell, 1)))

    def _move(self, position: Position, places: list[Cell], rest: list[str]) -> Answer:
        token = self._word(rest, (TERRAINS[kind] for kind in TOKEN_KINDS)) if rest else NO_TOKEN
        if rest and not token:
            return self._like(position, "move")
        return self.tried(position, move_action(places[0], places[1], token))

    def _title(self, position: Position, words: list[str]) -> Answer:
        """Return the payment of `field 3 plain 1`; a kind and its number in any order."""
        paid = [0] * len(TOKEN_KINDS)
        for word, amount in _pairs(words):
            kind = self._word([word], (TERRAINS[kind] for kind in TOKEN_KINDS))
            if not kind or amount < 0:
                return self._like(position, "title")
            paid[TERRAINS.index(kind)] += amount
        return self.tried(position, Action(TITLE, tuple(paid)))

    # completion and help

    def possible(self, position: Position) -> list[Action]:
        """Return the actions that can be chosen, those of the chosen kind first."""
        first = position.by_verb.get(position.verb, [])
        return [*first, *(a for a in position.actions if a not in first)]

    def typed(self, position: Position, action: Action) -> str:
        """Return the command that means an action."""
        verb = VERBS[KINDS.index(action.kind)]
        words = [self.word(verb)]
        if verb == "title":
            amounts = cast("tuple[int, ...]", action.data)
            for kind in reversed(TOKEN_KINDS):
                if amounts[kind]:
                    words += [self.text(TERRAINS[kind]), str(amounts[kind])]
        elif action.data:
            if verb == "move":
                words += [self.words.place(start_of(action)), ">"]
            words.append(self.words.place(target_of(action)))
            words += [self._named(each) for each in action.data[4 if verb == "move" else 2 :]]
        return " ".join(word for word in words if word)

    def _named(self, value: Plain) -> str:
        return self.text(value) if isinstance(value, str) and value else str(value)

    def usage(self) -> list[tuple[str, str]]:
        """Return an example of each command."""
        t = self.text
        meanings = {
            "settle": t("place a starting city"),
            "recruit": t("put knights on a city"),
            "move": t("move a knight; a token to plunder may follow"),
            "build": t("a knight becomes a village or a stronghold"),
            "city": t("a village becomes a city"),
            "expedition": t("a knight lands at the edge"),
            "title": t("pay for the next title"),
            "stop": t("move or build no more in this turn"),
        }
        return [(self.example(verb), meaning) for verb, meaning in meanings.items()]


def _pairs(words: list[str]) -> list[tuple[str, int]]:
    """Return words with their numbers, whichever comes first; -1 for what is missing."""
    if len(words) % 2:
        return [(words[0], -1)]
    found = []
    for one, two in zip(words[::2], words[1::2], strict=True):
        word, amount = (two, one) if one.isdecimal() else (one, two)
        found.append((word, int(amount) if amount.isdecimal() and len(amount) < 4 else -1))
    return found
