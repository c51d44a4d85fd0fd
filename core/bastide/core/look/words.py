"""Names and words that the sentences of every screen use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from unicodedata import combining, normalize

from bastide.core.events import Action, Plain
from bastide.core.look.position import Position
from bastide.core.messages import Text

LETTERS = "ABCDEF"
"""Seats in turn order; who is who must not be told by colour alone."""


class Words:
    """The words of a table in one language; `names` are those of the last `Look`."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.names: tuple[str, ...] = ()

    def name(self, seat: int) -> str:
        """Return a seat's name, its letter before names are known."""
        return self.names[seat] if 0 <= seat < len(self.names) else LETTERS[seat]

    def reason(self, position: Position, action: Action, otherwise: str) -> str:
        """Return why an action is refused, in words of the rules where they have any."""
        why = position.rules.why(position.s, action)
        return self.text.say(why) if why else otherwise

    def not_mine(self) -> str:
        """Say that somebody else decides."""
        return self.text("It is not your turn.")


def chained(parts: Sequence[str], join: Callable[[str, str], str]) -> str:
    """Return several things as one, each joined to those before it in the words of a language."""
    return reduce(join, parts) if parts else ""


def capital(text: str) -> str:
    """Return a text with a capital in front."""
    return text[:1].upper() + text[1:]


def bare(word: str) -> str:
    """Return a word without its accents."""
    return "".join(char for char in normalize("NFD", word) if not combining(char))


def lettered(data: Sequence[Plain], shown: Callable[[Plain], object]) -> dict[str, object]:
    """Return the data of an action or event as the fields `a`, `b`, `c`, ... of its sentence."""
    return {chr(ord("a") + n): shown(value) for n, value in enumerate(data[:26])}


def counted(text: Text, n: int, unit: str) -> str:
    """Return a number of things of a unit, in the plural where there is one: `2 bells`.

    The message is `{n} bell`, with a form for each plural in the catalogue; where there is none,
    the unit stands as it is after the number.
    """
    if {*unit} & {*"{}"}:
        return f"{n} {unit}"  # no message
    one = f"{{n}} {unit}"
    said = text.count(one, one, n)
    return f"{n} {text(unit)}" if said == f"{n} {unit}" else said
