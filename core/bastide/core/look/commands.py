"""Typed commands: what every game's have in common. English and translated words do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from bastide.core.events import Action, is_same
from bastide.core.look.position import P
from bastide.core.look.steering import Steering
from bastide.core.look.words import Words, bare, capital
from bastide.core.screen import Cursor
from bastide.core.typed import typed_number

W = TypeVar("W", bound=Words)
Answer = Action | Cursor | str
"""An action, a new cursor, or what is wrong with the command."""


class Commands(Generic[P, W]):
    """Reads what is typed at one table in one language: numbers, unless the game knows more."""

    def __init__(self, words: W, steering: Steering[P]) -> None:
        self.words, self.text, self.steering = words, words.text, steering

    def parse(self, position: P, typed: list[str]) -> Answer:
        """Return what a typed command means."""
        words = self.split(typed)
        if not position.mine:
            return self.words.not_mine()
        return self.read(position, words) if words else self.help(position)

    def split(self, typed: list[str]) -> list[str]:
        """Return the words to read of what was typed between blanks."""
        return [word for word in typed if word]

    def read(self, position: P, words: list[str]) -> Answer:
        """Return what words mean, one at least, in a decision of the seat that looks."""
        number = typed_number(words[0]) if len(words) == 1 else None
        return self.help(position) if number is None else self.number(position, number)

    def help(self, position: P) -> str:
        """Say what can be typed now."""
        return self.text("Type a number from 1 to {n}.", n=len(position.numbered))

    # words

    def word(self, id: str) -> str:
        """Return a word of a command as it is typed in this language."""
        return self.text(id)

    def ways(self, id: str) -> set[str]:
        """Return how a word may be typed: in English, translated, or that without its accents."""
        said = self.word(id).lower()
        return {id, said, bare(said)}

    def known(self, typed: str, ids: Iterable[str]) -> str:
        """Return which of some words was typed; "" if none was."""
        return next((id for id in ids if typed in self.ways(id)), "")

    # numbers and actions

    def number(self, position: P, number: int) -> Cursor | str:
        """Return the cursor on a numbered choice, or say that there is no such number."""
        numbers = position.numbers
        if number in numbers:
            return self.steering.to_number(position, numbers.index(number) + 1)
        if not numbers:
            return self.text("There is no number here.")
        return self.text(
            "There is no {n} here: the numbers go from {least} to {most}.",
            n=number,
            least=min(numbers),
            most=max(numbers),
        )

    def tried(self, position: P, action: Action) -> Action | str:
        """Return an action if it can be chosen, or say why it cannot."""
        listed = any(is_same(action, each) for each in position.actions)
        if listed or position.rules.accepts(position.s, action):
            return action
        reason = self.words.reason(position, action, self.text("this is not possible now"))
        return self.text("{reason}.", reason=capital(reason))
