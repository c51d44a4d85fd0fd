"""A room in line mode: who sits down, what to tell others, and when the game starts.

The end of input leaves the room, unless a bot plays here. A script whose next line is for the game
waits for it.
"""

from __future__ import annotations

import asyncio

from bastide.cli.answers import show
from bastide.cli.command_words import known
from bastide.cli.lines.telling import spoken
from bastide.cli.lines.typed_lines import Lines
from bastide.cli.networks import choice_of
from bastide.cli.program import Failed, Program
from bastide.cli.screens.commands import split
from bastide.cli.sessions.hands import hands_sentence
from bastide.cli.sessions.ports import Refused, Room, Session
from bastide.cli.sessions.reach import unreached
from bastide.cli.wording import moved_words
from bastide.net.identity import is_ticket

ROOM_WORDS = ("start", "say", "admit", "refuse", "quit", "help")


class LineRoom:
    """One room, and the lines that are typed in it.

    Args:
        room: where to wait.
        program: the surroundings.
        lines: what is typed; their end leaves the room.
        is_bots: a bot plays here, so that nobody need type anything.
    """

    def __init__(
        self, room: Room, program: Program, lines: Lines, *, is_bots: bool = False
    ) -> None:
        self.room, self.program, self.lines = room, program, lines
        self._is_bots = is_bots
        self.t = program.text
        self._stir = asyncio.Event()
        self._told: dict[bytes | str, str] = {}
        self._ways_told: list[str] = []
        self._asking: list[str] = []
        self._talked = 0
        self._noticed = ""

    async def wait(self) -> Session | None:
        """Wait until the game starts; None: the player has left.

        Raises:
            Failed: the room is closed; the sentence says why.
        """
        self.room.watch(self._stir.set)
        self.lines.listen(self._stir.set)
        show(self._opening())
        try:
            return await self._until_started()
        except BaseException:
            await self.room.leave()
            raise

    async def _until_started(self) -> Session | None:
        while True:
            self._stir.clear()
            if self.room.moved:
                self._move(self.room.moved)
            session = self.room.session
            if session is not None:
                return session
            if self.room.closed:
                raise Failed(self.room.closed)
            self._news()
            if await self._obey():
                await self.room.leave()
                return None
            await self._stir.wait()

    def _move(self, room: Room) -> None:
        """Go on in another room."""
        said = moved_words(self.t, self.room.closed, room.hosting)
        self.room = room
        room.watch(self._stir.set)
        self._told, self._asking, self._talked, self._noticed = {}, [], 0, ""
        show([said, *self._opening()])

    def _opening(self) -> list[str]:
        room, t = self.room, self.t
        least, most = room.places
        shown = t.count(
            "{table}: {game}, {n} seat.",
            "{table}: {game}, {n} seats.",
            most,
            table=room.title,
            game=room.game,
        )
        lines = [shown, *([said] if (said := hands_sentence(t, room.hands)) else [])]
        if not room.hosting:
            return [*lines, t("Waiting for the host to start.")]
        is_chosen = bool(choice_of(self.program).words)
        if fault := unreached(t, room.invites, is_chosen=is_chosen):
            lines.append(fault)
        lines += self._new_ways()
        if least == most:
            return [*lines, t("The game starts when all seats are taken.")]
        return [
            *lines,
            t("The game starts when all seats are taken; Enter starts it with {n}.", n=least),
        ]

    def _new_ways(self) -> list[str]:
        """Say how others join, as far as it was not said: cables are plugged in later, too."""
        new = [way for way in self._ways() if way not in self._ways_told]
        self._ways_told += new
        return [
            self.t("Others join with: bastide join {address}", address=address) for address in new
        ]

    def _ways(self) -> list[str]:
        """Return every address, and one ticket."""
        tickets = [each for each in self.room.invites if is_ticket(each)]
        addresses = [each for each in self.room.invites if not is_ticket(each)]
        return [*addresses, *tickets[:1]]

    def _news(self) -> None:
        """Print who has come, gone, asked or spoken."""
        room, t = self.room, self.t
        if room.hosting:
            show(self._new_ways())
        if room.notice != self._noticed:
            self._noticed = room.notice
            show([room.notice] if room.notice else [])
        there = {seat.identity or seat.name: seat.name for seat in room.seats}
        come = [name for key, name in there.items() if key not in self._told]
        left = [name for key, name in self._told.items() if key not in there]
        show(t("{name} sits down.", name=name) for name in come)
        show(t("{name} has left.", name=name) for name in left)
        show(
            t(
                "{name} (key {key}) asks for a seat: type admit {name}, or refuse {name}.",
                name=who.name,
                key=who.key,
            )
            for who in room.asking
            if who.name not in self._asking
        )
        asking = [who.name for who in room.asking]
        talk = room.talk
        show(spoken(t, talk[self._talked :]))
        self._told, self._asking, self._talked = there, asking, len(talk)

    async def _obey(self) -> bool:
        """Carry out the lines that are for the room; tell whether the player leaves."""
        while (line := self.lines.peek()) is not None:
            typed, rest = split(line)
            word = known(self.t, typed, ROOM_WORDS)
            if typed and not word:
                if not self.lines.interactive:
                    return False  # it is for the game
                show([self._help()])
            self.lines.take()
            self._stir.set()
            if word == "quit":
                return True
            if not typed or word:
                await self._act(word, rest)
        return self._is_over()

    def _is_over(self) -> bool:
        """Tell whether nobody is there any more who could play; a script is told so."""
        if self._is_bots or not self.lines.exhausted or self.room.session is not None:
            return False
        if not self.lines.interactive:
            said = "The input has ended before the game began: nobody plays here. --bot lets a bot."
            show([self.t(said)])
        return True

    async def _act(self, word: str, rest: str) -> None:
        room = self.room
        if word in ("", "start"):
            await self._start()
        elif word == "say" and rest:
            show([refusal] if (refusal := room.say(rest)) else [])
        elif word in ("admit", "refuse"):
            show([refusal] if (refusal := room.admit(rest, word == "admit")) else [])
        elif word == "help":
            show([self._help()])

    async def _start(self) -> None:
        if self.room.no_start:
            show([self.room.no_start])
            return
        try:
            await self.room.start()
        except Refused as error:
            self._noticed = self.room.notice
            show([str(error)])

    def _help(self) -> str:
        return self.t("Type start, say, admit, refuse or quit.")
