"""The words of commands: English ones, and those of the language that is spoken, always do.

In the catalogue such a word has a colon before it (`:done`), so that it is no other message; a
translation may hold several, of which the first is shown. Accents need not be typed.
"""

from __future__ import annotations

from collections.abc import Iterable

from bastide.core.look.words import bare
from bastide.core.messages import Text


def shown_word(t: Text, word: str) -> str:
    """Return a command's word as people read it."""
    return _said(t, word)[0]


def known(t: Text, typed: str, words: Iterable[str]) -> str:
    """Return which of some commands a word names, in either language; "" if none."""
    return next((word for word in words if typed and _plain(typed) in ways(t, word)), "")


def begins(t: Text, typed: str, word: str) -> bool:
    """Tell whether what is typed is the beginning of a command's word in either language."""
    return any(way.startswith(_plain(typed)) for way in ways(t, word))


def ways(t: Text, word: str) -> list[str]:
    """Return how a command is typed: in English, and as the language has it."""
    return [word, *map(_plain, _said(t, word))]


def _said(t: Text, word: str) -> list[str]:
    """Return a command's words in the language that is spoken; the first one is shown."""
    return t(f":{word}").removeprefix(":").split()


def _plain(word: str) -> str:
    return bare(word.casefold())
