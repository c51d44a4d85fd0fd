"""A finished table of the network in line mode: another game with the same players, or the end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bastide.cli.answers import show
from bastide.cli.command_words import known
from bastide.cli.lines.telling import spoken
from bastide.cli.lines.typed_lines import Lines
from bastide.cli.screens.commands import split
from bastide.cli.sessions.ports import Refused, Room, Session, TalkItem
from bastide.cli.sessions.spoken import unheard
from bastide.core.messages import Text

AGAIN_WORDS = ("again", "say", "quit")


class LineAgain:
    """What is typed after the result.

    Attributes:
        room: where another game is to begin; None as long as nobody here wants one.
    """

    def __init__(self, session: Session, t: Text, lines: Lines) -> None:
        """Wait at a table."""
        self.room: Room | None = None
        self._session, self._t, self._lines = session, t, lines
        self._stir = asyncio.Event()
        self._heard: Sequence[TalkItem] = ()
        self._told = ""

    async def is_wanted(self) -> bool:
        """Open a table like this one, or join it; False: whoever sits here has left.

        A person is asked. A script that does not go on with `again` has left.
        """
        lines = self._lines
        if not lines.interactive:
            word = split(lines.peek() or "")[0]
            is_again = known(self._t, word, ("again",)) != ""
            return is_again and await self._obey(lines.take() or "")
        self._heard = (*self._session.talk,)
        self._session.watch(self._stir.set)
        lines.listen(self._stir.set)
        show([self._t("again opens a table like this one, or joins it; quit leaves.")])
        while self.room is None:
            self._stir.clear()
            self._news()
            line = lines.take()
            if line is not None and await self._obey(line):
                break
            if lines.exhausted:
                break
            if line is None:
                await self._stir.wait()
        return self.room is not None

    def _news(self) -> None:
        """Tell a person who plays again, and what is said."""
        talk, name = (*self._session.talk,), self._session.plays_again
        show(spoken(self._t, unheard(self._heard, talk)))
        if name and name != self._told:
            show([self._t("{name} plays again: again joins.", name=name)])
        self._heard, self._told = talk, name

    async def _obey(self, line: str) -> bool:
        """Carry out a line; tell whether nothing more is to be done at this table."""
        typed, rest = split(line)
        word = known(self._t, typed, AGAIN_WORDS)
        if word == "again":
            return await self._opens()
        if word == "say" and rest:
            show([said] if (said := self._session.say(rest)) else [])
        elif word != "quit":
            show([self._t("Type again, say or quit.")])
        return word == "quit"

    async def _opens(self) -> bool:
        try:
            self.room = await self._session.rematch()
        except Refused as error:
            show([str(error)])
        return self.room is not None
