"""The bots of an open table: whose turn it is, the pace, and what is done when one fails."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Protocol

from bastide.cli.sessions.bot_worker import BotWorker
from bastide.cli.simulation import bot_seed
from bastide.core.draft import Draft
from bastide.core.messages import Message
from bastide.core.table import Table
from bastide.net.errors import Refusal
from bastide.net.rules_guard import RulesFailed, rules_at_work

BOT_PACE = 0.4
"""Least seconds a bot takes for a turn, so that people can follow."""

AGAIN_SECONDS = 5.0
"""How long a bot waits when its turn could not be kept."""


class BotTable(Protocol):
    """What bots need of the table where they play."""

    @property
    def table(self) -> Table:
        """Return the table."""
        ...

    @property
    def bot_places(self) -> Mapping[int, str]:
        """Return the bot of each place that one plays."""
        ...

    def may_write(self) -> bool:
        """Tell whether anything can be sent now."""
        ...

    def masters_of(self, place: int) -> Mapping[int, bytes]:
        """Return the secrets with which a place knows its own hand; none where it needs none."""
        ...

    def play_for_bot(self, draft: Draft) -> None:
        """Send a bot's turn. Raises `Refusal`."""
        ...

    def bot_failed(self, seat: int, fault: Message) -> None:
        """Say that chance has chosen for a bot, and why."""
        ...

    def bot_refused(self, error: Refusal) -> None:
        """Say why a bot's turn could not be kept, such as a full disk."""
        ...


class BotPlay:
    """Plays the seats of all bots of one table, one decision after the other.

    Args:
        table: where they play.
        pace: least seconds that a bot takes for a turn.
    """

    def __init__(self, table: BotTable, pace: float) -> None:
        self._at, self.pace = table, pace
        self._workers: dict[int, BotWorker] = {}
        self._thinking: asyncio.Task[None] | None = None

    @property
    def thinking(self) -> asyncio.Task[None] | None:
        """What is going on, or went on last."""
        return self._thinking

    def wake(self) -> None:
        """Begin to play if it is a bot's turn and none plays yet."""
        if (self._thinking and not self._thinking.done()) or self._to_move() is None:
            return
        try:
            self._thinking = asyncio.get_running_loop().create_task(self._play())
        except RuntimeError:
            return  # no loop yet: whoever watches the table wakes them
        self._thinking.add_done_callback(_report)

    def _to_move(self) -> int | None:
        table = self._at.table
        for seat in table.acting:
            if table.place_of(seat) in self._at.bot_places and self._at.may_write():
                return seat
        return None

    async def _play(self) -> None:
        """Play as long as it is a bot's turn."""
        while (seat := self._to_move()) is not None:
            started, step = _now(), self._at.table.journal.step
            try:
                draft = await self._draft(seat)
            except RulesFailed as error:
                self._at.bot_refused(error)
                return  # until something has changed
            await asyncio.sleep(max(0.0, self.pace - (_now() - started)))
            if self._at.table.journal.step != step or not self._at.may_write():
                continue
            try:
                self._at.play_for_bot(draft)
            except RulesFailed as error:
                self._at.bot_refused(error)
                return
            except Refusal as error:
                self._at.bot_refused(error)
                await asyncio.sleep(AGAIN_SECONDS)

    async def _draft(self, seat: int) -> Draft:
        """Return a bot's whole turn; it is cut short where the table has gone on meanwhile.

        Raises:
            RulesFailed: a plugin raised at what the bot has chosen, or cannot say what is legal.
        """
        table = self._at.table
        draft, step = Draft(table, seat), table.journal.step
        while _is_open(draft):
            action, fault = await self._worker(seat).choose(table, draft)
            if table.journal.step != step:
                break
            with rules_at_work(table.rules):
                draft.choose(action)
            if fault:
                self._at.bot_failed(seat, fault)
        return draft

    def _worker(self, seat: int) -> BotWorker:
        table = self._at.table
        place = table.place_of(seat)
        if place not in self._workers:
            genesis, bot = table.genesis, self._at.bot_places[place]
            seed = bot_seed(genesis.seed or genesis.game_id, place)
            masters = self._at.masters_of(place)
            self._workers[place] = BotWorker(
                genesis, table.journal.accepts, bot, place, seed, masters
            )
        return self._workers[place]

    async def close(self) -> None:
        """Stop playing, and end the bots' processes."""
        # The play ends before the bots do: a bot's broken pipe must not look like a bot's fault.
        if self._thinking and not self._thinking.done():
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)
        for worker in self._workers.values():
            worker.close()


def _is_open(draft: Draft) -> bool:
    with rules_at_work(draft.table.rules):
        return draft.open


def _report(thinking: asyncio.Task[None]) -> None:
    """Tell the loop at once of a fault: it hears of a task that is kept when that is forgotten."""
    error = None if thinking.cancelled() else thinking.exception()
    if error is not None:
        told = {"message": "the bots stand still", "exception": error, "future": thinking}
        thinking.get_loop().call_exception_handler(told)


def _now() -> float:
    return asyncio.get_running_loop().time()
