"""Bots think in a process of their own, with a time limit, so that they can hang nothing.

Rules hold closures and cannot be sent; the process (`bot_process`) composes its own from the
genesis and is told the entries of the journal as they come.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import subprocess
from collections.abc import Mapping
from random import Random
from typing import BinaryIO, cast

from bastide.cli.sessions.bot_process import BotError, Question, Task, verbatim
from bastide.core.draft import Draft
from bastide.core.events import Action
from bastide.core.journal import Genesis
from bastide.core.messages import Message, message
from bastide.core.table import Table
from bastide.net.child import start_python
from bastide.net.system_reasons import system_reason

LIMIT_SECONDS = 10.0
"""How long a bot may think about one decision at a live table."""

START_SECONDS = 30.0

_NO_SECRETS: Mapping[int, bytes] = {}


class BotWorker:
    """One bot for one seat of one table.

    Args:
        genesis: of the table.
        accepts: the signatures under it.
        bot: the bot's id.
        place: whose decisions it makes.
        seed: for its own chance.
        masters: master secret of its place, where it needs that to know its own hand. The process
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
        self._task = Task(genesis.data, accepts, bot, place, seed, dict(masters))
        self._process: subprocess.Popen[bytes] | None = None
        self._told, self._digest = 0, genesis.game_id
        self._game_id = genesis.game_id
        self._fallback = Random(seed)
        self._has_started = False

    async def choose(self, table: Table, draft: Draft) -> tuple[Action, Message | None]:
        """Return the bot's action for the next decision of a draft, and a fault, if any.

        If the bot hangs or fails, an action at random is returned with the reason.
        """
        limit = LIMIT_SECONDS if self._has_started else START_SECONDS
        self._has_started = True
        try:
            async with asyncio.timeout(limit):
                return await self._ask(table, draft), None
        except TimeoutError:
            self.close()
            fault = message("no answer within {seconds} s", seconds=round(limit))
        except BotError as error:
            self.close()
            fault = error.message
        except OSError as error:
            self.close()
            fault = verbatim(system_reason(error))
        return self._fallback.choice(draft.legal()), fault

    async def _ask(self, table: Table, draft: Draft) -> Action:
        journal = table.journal
        if self._told > journal.step or journal.digest_before(self._told) != self._digest:
            self.close()
        process = self._process or await self._start()
        new = [entry for step in journal.steps[self._told :] for entry in step]
        self._told, self._digest = journal.step, journal.prev
        _send(process, Question(new, list(draft.actions), draft.seat))
        answer = await _receive(process)
        if isinstance(answer, Message):
            raise BotError(answer)
        if answer not in draft.legal():
            raise BotError(message("it chose what is not possible"))
        return answer

    async def _start(self) -> subprocess.Popen[bytes]:
        """Start the process, and wait until it reads: a long question would block us."""
        process = self._process = start_python("bastide.cli.sessions.bot_process")
        self._told, self._digest = 0, self._game_id
        _send(process, self._task)
        await _receive(process)
        return process

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        self._told, self._digest = 0, self._game_id
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):  # bytes that it did not read any more
                cast(BinaryIO, pipe).close()
        process.wait()


def _send(process: subprocess.Popen[bytes], told: Task | Question) -> None:
    pipe = cast(BinaryIO, process.stdin)
    pickle.dump(told, pipe)
    pipe.flush()


async def _receive(process: subprocess.Popen[bytes]) -> Action | Message:
    """Wait for the answer without a thread: the pipe is watched by the event loop."""
    loop = asyncio.get_running_loop()
    pipe = cast(BinaryIO, process.stdout)
    ready: asyncio.Future[None] = loop.create_future()
    end = pipe.fileno()  # a closed pipe has none any more
    try:
        loop.add_reader(end, _resolve, ready)
    except NotImplementedError:  # Windows
        return await loop.run_in_executor(None, _load, pipe)
    try:
        await ready
    finally:
        loop.remove_reader(end)
    return _load(pipe)


def _resolve(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)


def _load(pipe: BinaryIO) -> Action | Message:
    try:
        return cast("Action | Message", pickle.load(pipe))
    except EOFError:
        raise BotError(message("its process has ended")) from None
    except Exception as error:  # what a bot answers may be of any class
        reason = message("unreadable answer: {name}", name=type(error).__name__)
        raise BotError(reason) from error
