"""Typed commands: what a word does, what can follow it, and what the completion menu lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Literal, NamedTuple, TypeVar

from bastide.cli.command_words import begins, known, shown_word
from bastide.cli.screens.model import Tone
from bastide.core.messages import Text


class Reply(NamedTuple):
    """One sentence that answers a wish.

    until: what ends it before the next key does: `decided`, that what it says is waited for has
    happened; `linked`, that the turn which it says was kept can be sent.
    """

    text: str
    tone: Tone = "bad"
    until: Literal["", "decided", "linked"] = ""


DONE = Reply("")


def unchanged(t: Text, word: str) -> Reply:
    """Say of a command that all is as it was before."""
    return Reply(t("{word} changes nothing that can be seen now.", word=word), "dim")


Act = Callable[[], Reply]
"""What a key does."""
Option = tuple[str, str]
"""A text that can be typed, and what it means in one line."""


R = TypeVar("R")


class Word(NamedTuple, Generic[R]):
    """A word that can be typed, in English, and what it does with what follows it.

    `options` lists what can follow it now.
    """

    word: str
    meaning: str
    run: Callable[[str], R]
    options: Callable[[], Sequence[Option]] = tuple


Command = Word[Reply]
"""A word of the command line of the full screen."""


def split(line: str) -> tuple[str, str]:
    """Return the first word of a command line, without the colon, and the rest."""
    word, _, rest = line.strip().removeprefix(":").strip().partition(" ")
    return word, rest.strip()


def find(words: Iterable[Word[R]], typed: str, t: Text) -> Word[R] | None:
    """Return what a word names, in English or the language that is spoken, whatever its case."""
    return next((each for each in words if known(t, typed, (each.word,))), None)


def offered(
    line: str, commands: Sequence[Command], t: Text, extra: Sequence[Option] = ()
) -> list[Option]:
    """Return what could be typed, as whole command lines with their meanings.

    Args:
        line: what is typed so far.
        commands: those of the screen.
        t: the language in which they are offered.
        extra: whole lines that the game offers; behind a colon the commands come first.
    """
    colon = ":" if line.startswith(":") else ""
    typed = line.removeprefix(":").lstrip()
    word, gap, rest = typed.partition(" ")
    command = find(commands, word, t) if gap else None
    if command:
        shown = shown_word(t, command.word)
        found = [
            (f"{shown} {text}", meaning)
            for text, meaning in command.options()
            if _goes_on(text, rest)
        ]
    else:
        found = [
            (shown_word(t, each.word), each.meaning)
            for each in commands
            if begins(t, typed, each.word) and known(t, typed, (each.word,)) == ""
        ]
        own = [option for option in extra if _goes_on(option[0], typed)]
        found = [*found, *own] if colon else [*own, *found]
    return [(colon + text, meaning) for text, meaning in found]


def _goes_on(text: str, typed: str) -> bool:
    """Tell whether a text begins with what is typed, and does not end with it."""
    return text.casefold().startswith(typed.casefold()) and text.casefold() != typed.casefold()
