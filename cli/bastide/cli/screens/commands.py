"""Typed commands: what a word does, what can follow it, and what the completion menu lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from bastide.cli.screens.model import Tone


class Reply(NamedTuple):
    """One sentence that answers a wish."""

    text: str
    tone: Tone = "bad"


DONE = Reply("")

Act = Callable[[], Reply]
"""What a key does."""
Option = tuple[str, str]
"""A text that can be typed, and what it means in one line."""


class Command(NamedTuple):
    """A word of the command line. `options` lists what can follow it now."""

    word: str
    meaning: str
    run: Callable[[str], Reply]
    options: Callable[[], Sequence[Option]] = tuple


def split(line: str) -> tuple[str, str]:
    """Return the first word of a command line, without the colon, and the rest."""
    word, _, rest = line.strip().removeprefix(":").strip().partition(" ")
    return word, rest.strip()


def find(commands: Iterable[Command], word: str) -> Command | None:
    """Return the command that a word names, whatever its case."""
    wanted = word.casefold()
    return next((command for command in commands if command.word.casefold() == wanted), None)


def offered(line: str, commands: Sequence[Command], extra: Sequence[Option] = ()) -> list[Option]:
    """Return what could be typed, as whole command lines with their meanings.

    Args:
        line: what is typed so far.
        commands: those of the screen.
        extra: whole lines that the game offers; behind a colon the commands come first.
    """
    colon = ":" if line.startswith(":") else ""
    typed = line.removeprefix(":").lstrip().casefold()
    word, gap, _ = typed.partition(" ")
    command = find(commands, word) if gap else None
    if command:
        options = [(f"{command.word} {text}", meaning) for text, meaning in command.options()]
    else:
        words = [(command.word, command.meaning) for command in commands]
        options = [*words, *extra] if colon else [*extra, *words]
    return [
        (colon + text, meaning)
        for text, meaning in options
        if text.casefold().startswith(typed) and text.casefold() != typed
    ]
