"""An open table in line mode: each turn prints what can be done, then reads one command line.

Lines that come from a file or a program wait until they are asked for; a person's are answered at
once. The end of input leaves the table, and the seat is kept: a script's when it is to decide, or
when those are away whom the table waits for. While others play, it may still see the end.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Literal

from bastide.cli.answers import HANDS_OFF, cover, show, show_prompt
from bastide.cli.lines.line_words import LineWords
from bastide.cli.lines.telling import Teller
from bastide.cli.lines.typed_lines import Lines
from bastide.cli.sessions.bot_worker import LIMIT_SECONDS
from bastide.cli.sessions.ports import GONE, Seat, Session, Texts
from bastide.core.messages import Text
from bastide.core.screen import Glyphs

Ending = Literal["over", "left", "stopped"]
"""How a table was ended here: the game is over, its player left it, or it cannot be relied on."""

VERDICT_SECONDS = 60.0
IDLE = 2.0
"""Seconds without anything new after which it is told whom the table waits for."""

PROMPT = "> "

COVERING = 60
"""Empty lines that move a hand out of a window that cannot be cleared, before it is passed on."""


class LineTable:
    """One table and the lines that are typed at it."""

    def __init__(
        self,
        session: Session,
        texts: Texts,
        lines: Lines,
        glyphs: Glyphs = "unicode",
        *,
        send_at_once: bool = False,
        brief: bool = False,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.session, self.texts, self.lines = session, texts, lines
        self.teller = Teller(session, texts, glyphs, brief=brief)
        self.words = LineWords(session, texts, self.teller, send_at_once=send_at_once)
        self._is_stopped = is_stopped
        self._stir = asyncio.Event()
        self._asked: tuple[object, ...] = ()
        self._covered = 0.0
        self._is_idle = False
        self._is_help_named = False

    @property
    def t(self) -> Text:
        """The program's own messages."""
        return self.texts("bastide")

    async def play(self) -> Ending:
        """Play until the game is over or its player leaves."""
        self.session.watch(self._stir.set)
        self.lines.listen(self._stir.set)
        self.teller.begin()
        while True:
            self._stir.clear()
            if self.teller.news():
                self._is_idle = False
            self.teller.tell_progress()
            if self.session.finished:
                return "over" if await self._finish() else "stopped"
            if self._is_stopped() or self._is_stuck:
                self.teller.standstill()
                return "stopped"
            if self._turn():
                return "left"
            if not self._stir.is_set() and await self._wait():
                return "left"

    async def _wait(self) -> bool:
        """Wait for a change or a line; tell whom the table waits for. True: a script leaves."""
        try:
            async with asyncio.timeout(self.teller.due(IDLE)):
                await self._stir.wait()
        except TimeoutError:
            self._tell_idle()
            return self._is_deserted()
        return False

    def _is_deserted(self) -> bool:
        """Tell whether a script has ended while those are away whom the table waits for."""
        session, lines = self.session, self.lines
        if lines.interactive or not lines.exhausted or not session.mine:
            return False
        gone = [number for number, seat in enumerate(session.seats) if seat.presence in GONE]
        if not gone or not (session.waiting or session.progress or session.acting in gone):
            return False
        show([self.t("The input has ended: nobody here waits for the others.")])
        return True

    def _tell_idle(self) -> None:
        session = self.session
        if session.progress:  # it says for whom the table waits
            self.teller.tell_lost()
            return
        self.teller.standstill()
        if self._is_idle or not self.lines.interactive or self._is_mine or session.waiting:
            return
        self._is_idle = True
        if session.acting is not None:
            show([self._awaited(session.seats[session.acting])])

    def _awaited(self, seat: Seat) -> str:
        if seat.presence != "bot":
            return self.t("Waiting for {name}.", name=seat.name)
        return self.t(
            "Waiting for {name}; a bot has at most {n} seconds for a move, then chance "
            "moves for it.",
            name=seat.name,
            n=int(LIMIT_SECONDS),
        )

    @property
    def _is_mine(self) -> bool:
        """Whether a decision of this keyboard is awaited, and can be sent."""
        return self.session.acting in self.session.mine and not self.session.waiting

    @property
    def _is_stuck(self) -> bool:
        """Whether nobody here can go on: a person could take back, a script is not there for it."""
        session = self.session
        return session.is_stuck and not (self.lines.interactive and session.mine)

    def _turn(self) -> bool:
        """Take one line, if one is there and it is time for it; True: the player leaves."""
        mine, lines = self._is_mine, self.lines
        if self.session.handover:
            return self._pass_on()
        if not mine and not (lines.interactive and self.session.mine):
            return False
        if mine:
            self._ask()
        line = lines.take()
        if line is None:
            return lines.exhausted
        self._stir.set()
        if not lines.interactive:
            show([PROMPT + line])
        show(self.words.obey(line))
        self._asked = self._asked[:1] if lines.interactive else self._asked
        return self.words.leaving

    def _pass_on(self) -> bool:
        """Let the next player of this keyboard take it over; True: the player leaves.

        A script passes nothing on: nobody looks at its output meanwhile.
        """
        session, lines = self.session, self.lines
        if lines.interactive:
            name = session.handover
            if self._asked != (name,):
                said = self.t("Pass the keyboard to {name}, who presses Enter.", name=name)
                cover(COVERING)
                show([said])
                self._asked, self._covered = (name,), time.monotonic()
            line = lines.take()
            if line is None or self.words.quits(line):
                return line is not None or lines.exhausted
            self._stir.set()
            if line.strip():
                show([self.t("Press Enter alone: it shows the hand of {name}.", name=name)])
                return False
            if time.monotonic() - self._covered < HANDS_OFF:
                return False  # an Enter too many of the player before
        session.take_over()
        if lines.interactive:
            self.teller.go_back()  # the window was cleared
        self._stir.set()
        return False

    def _ask(self) -> None:
        """Print the decision when it is a new one, and the prompt before each line."""
        session, s = self.session, self.session.state
        now = (session.acting, s.turn, s.phase, session.draft, session.needs_confirm)
        if self._asked[:1] != (now,):
            show(self.words.decision())
            self._name_help()
        if self.lines.interactive and self._asked != (now, PROMPT):
            show_prompt(PROMPT)
        self._asked = (now, PROMPT)

    def _name_help(self) -> None:
        """Say once how a person finds out what can be typed."""
        if self.lines.interactive and not self._is_help_named:
            show([self.t("help lists all that can be typed.")])
        self._is_help_named = True

    async def _finish(self) -> bool:
        """Print the result and the judgement on the journal; tell whether that is good."""
        show(self.teller.result())
        try:
            async with asyncio.timeout(VERDICT_SECONDS):
                while self.session.verdict is None:
                    self._stir.clear()
                    await self._stir.wait()
        except TimeoutError:
            return True  # a long game; `bastide verify` judges it at leisure
        show([self.session.verdict.value])
        return self.session.verdict.good is not False
