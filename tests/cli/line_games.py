"""Whole games in line mode, played by somebody who has only what is read out.

What is typed comes from the printed lines: a number of the list, a word that is said to be
possible, or `done` where that is said to send the turn. Nothing that is printed is a drawing.
"""

from __future__ import annotations

import asyncio
import random
import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

from bastide.cli.lines.line_table import LineTable
from bastide.cli.lines.typed_lines import Lines
from bastide.core.plugins import Plugins, Setup, built_in
from tests.cli.fakes import FakeLobby, FakeSession, make_shell

_NUMBERED = re.compile(r"^ *(\d+(?:\.\d+)?)  \S")
_POSSIBLE = re.compile(r"^possible \([^)]*\)\s?: (.+)$")
_SENDS = re.compile(r"\b(done|terminer) (sends|shows|l’envoie|le montre)")
_MOST = 4_000


class Listener(Lines):
    """Types what was read out to be possible, and looks around now and then.

    Args:
        said: returns what was printed since the last call.
        best: words of the game that bring it to its end, the best ones first.
        around: lines that ask what lies where.
    """

    def __init__(self, said: Callable[[], str], best: Sequence[str], around: Sequence[str]) -> None:
        super().__init__()
        self.interactive, self.heard, self.typed = False, "", 0
        self._said, self._best, self._around = said, best, around
        self._chance, self._word = random.Random(8), ""

    def take(self) -> str:
        """Return the next line; it never ends by itself."""
        self.typed += 1
        assert self.typed < _MOST, self.heard[-2_000:]
        self.listen_on()
        if self.typed % 9 == 0:
            return self._around[self.typed // 9 % len(self._around)]
        return self._next()

    def listen_on(self) -> None:
        """Hear what was printed; it is made of words."""
        said = self._said()
        assert [char for char in {*said} if is_drawn(char)] == [], said
        self.heard += said

    def _next(self) -> str:
        lines = self.heard[-20_000:].splitlines()
        start = max((n for n, line in enumerate(lines) if not line), default=0)
        lines = [line for line in lines[start:] if not line.startswith("> ")]
        if any(map(_SENDS.search, lines)):
            return "done"
        numbers = [found[1] for found in map(_NUMBERED.match, lines) if found]
        word = self._better(lines)
        if word and word != self._word:
            self._word = word
            return word
        self._word = ""
        assert numbers, lines
        return self._chance.choice(numbers)

    def _better(self, lines: list[str]) -> str:
        found = next(filter(None, map(_POSSIBLE.match, lines)), None)
        words = found[1].split(", ") if found else []
        return next((word for word in self._best if word in words), "")


def is_drawn(char: str) -> bool:
    """Tell whether a character is a sign of a picture, which a screen reader spells out."""
    return unicodedata.category(char) == "So" or "\u2500" <= char <= "\u28ff"


def play_in_lines(
    setup: Setup, listener: Listener, language: str, folder: Path
) -> tuple[FakeSession, str]:
    """Play a game to its end; return it and all that was read out."""
    plugins = Plugins(built_in())
    catalogs = make_shell(FakeLobby(plugins), folder, language=language).texts
    session = FakeSession(plugins, setup, seed=8, texts=catalogs)

    async def run() -> str:
        async with asyncio.timeout(60):
            return await LineTable(session, catalogs, listener).play()

    assert asyncio.run(run()) == "over"
    listener.listen_on()
    return session, listener.heard
