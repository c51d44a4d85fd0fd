"""Bots think in a process of their own, with a time limit, so that they can hang nothing.

Rules hold closures and cannot be sent; the worker composes its own from the genesis and is told
the entries of the journal as they come. What it answers is one action, or why there is none.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random

from bastide.cli.loading import load_plugins
from bastide.core.draft import Draft
from bastide.core.events import Action
from bastide.core.hookspecs import Chooser
from bastide.core.journal import Entry, Genesis, parse_genesis
from bastide.core.state import State
from bastide.core.table import Table
from bastide.net.games import fold, open_table

LIMIT_SECONDS = 10.0
"""How long a bot may think about one decision at a live table."""

START_SECONDS = 30.0

_NO_SECRETS: Mapping[int, bytes] = {}


class BotError(Exception):
    """A bot that hung, raised, or chose what is not possible."""


@dataclass(slots=True)
class _Question:
    """What the worker is asked: the next decision of a seat, after these further entries."""

    entries: list[Entry]
    drafted: list[Action]
    seat: int


class BotWorker:
    """One bot for one seat of one table.

    Args:
        genesis: of the table.
        accepts: the signatures under it.
        bot: the bot's id.
        place: whose decisions it makes.
        seed: for its own chance.
        masters: master secret of its place, where it needs that to know its own hand. The worker
            is told through the pipe, never by its command line, its environment or a file.
    """

    def __init__(
        self,
        genesis: Genesis,
        accepts: tuple[bytes, ...],
        bot: str,
        place: int,
        seed: int,
        masters: Mapping[int, bytes] = _NO_SECRETS,
    ) -> None:
        self._masters = dict(masters)
        self._spec = (genesis.data, accepts, bot, place, seed)
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._told, self._digest = 0, genesis.game_id
        self._game_id = genesis.game_id
        self._fallback = Random(seed)
        self._has_started = False

    async def choose(self, table: Table, draft: Draft) -> tuple[Action, str]:
        """Return the bot's action for the next decision of a draft, and a fault, or "".

        If the bot hangs or fails, an action at random is returned with the reason.
        """
        limit = LIMIT_SECONDS if self._has_started else START_SECONDS
        self._has_started = True
        try:
            async with asyncio.timeout(limit):
                return await self._ask(table, draft), ""
        except TimeoutError:
            self.close()
            fault = f"no answer within {limit:.0f} s"
        except (BotError, OSError, EOFError) as error:
            self.close()
            fault = str(error) or type(error).__name__
        return self._fallback.choice(draft.legal()), fault

    async def _ask(self, table: Table, draft: Draft) -> Action:
        journal = table.journal
        if self._told > journal.step or journal.digest_before(self._told) != self._digest:
            self.close()
        pipe = self._pipe or self._start()
        new = [entry for step in journal.steps[self._told :] for entry in step]
        self._told, self._digest = journal.step, journal.prev
        pipe.send(_Question(new, list(draft.actions), draft.seat))
        answer = await self._receive(pipe)
        if isinstance(answer, str):
            raise BotError(answer)
        if answer not in draft.legal():
            raise BotError("it chose what is not possible")
        return answer

    async def _receive(self, pipe: Connection) -> Action | str:
        """Wait for the answer without a thread: the pipe is watched by the event loop."""
        loop = asyncio.get_running_loop()
        if not hasattr(loop, "add_reader"):
            return await loop.run_in_executor(None, pipe.recv)
        ready: asyncio.Future[None] = loop.create_future()
        end = pipe.fileno()  # a closed pipe has none any more
        loop.add_reader(end, _resolve, ready)
        try:
            await ready
        finally:
            loop.remove_reader(end)
        answer: Action | str = pipe.recv()
        return answer

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, *self._spec), daemon=True)
        self._process.start()
        theirs.close()
        ours.send(self._masters)
        self._pipe, self._told, self._digest = ours, 0, self._game_id
        return ours

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process, self._pipe = None, None
        self._told, self._digest = 0, self._game_id


def _resolve(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)


def _work(
    pipe: Connection, genesis: bytes, accepts: tuple[bytes, ...], bot: str, place: int, seed: int
) -> None:
    """Answer questions until the pipe is closed. Runs in the worker process."""
    _keep_off_the_screen()
    thinker: _Thinker | None = None
    with contextlib.suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        masters: dict[int, bytes] = pipe.recv()
        while True:
            question = pipe.recv()
            try:
                if thinker is None:
                    thinker = _Thinker(parse_genesis(genesis), accepts, bot, place, seed, masters)
                pipe.send(thinker.answer(question))
            except Exception as error:  # a bot is third-party code and may raise anything
                pipe.send(f"{type(error).__name__}: {error}")


def _keep_off_the_screen() -> None:
    """Let what a bot prints go nowhere: the terminal belongs to the game."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


class _Thinker:
    def __init__(
        self,
        genesis: Genesis,
        accepts: tuple[bytes, ...],
        bot: str,
        place: int,
        seed: int,
        masters: Mapping[int, bytes],
    ) -> None:
        plugins = load_plugins()
        eyes = None if genesis.local else place
        self.table = open_table(plugins, genesis, accepts, eyes, masters=masters)
        self.seed = seed
        self.bot = plugins.bots(genesis.game).get(bot)
        self.chooser: Chooser | None = None

    def answer(self, question: _Question) -> Action:
        """Fold what is new, play the draft, and let the bot choose."""
        fold(self.table, question.entries)
        draft = Draft(self.table, question.seat)
        for action in question.drafted:
            draft.choose(action)
        return self._choose(question.seat, draft.state.view(question.seat))

    def _choose(self, seat: int, view: State) -> Action:
        if self.chooser is None:
            if self.bot is None:
                raise BotError("this bot is not installed")
            self.chooser = self.bot.make(self.table.rules, seat, self.seed)
        return self.chooser(view)
