"""The clerks of one open game: its proofs are made and checked in the processes of a workshop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence

from bastide.net.veil.tasks import Proven, Wanted
from bastide.net.veil.workshop import Workshop


class Office:
    """Runs one game's proofs in a workshop that all games share; runs on the event loop."""

    def __init__(self, workshop: Workshop) -> None:
        """Begin with nothing to do."""
        self._workshop = workshop
        self._tasks: set[asyncio.Task[None]] = set()

    def prove(
        self, wanted: Sequence[Wanted], master: bytes, done: Callable[[list[bytes]], None]
    ) -> None:
        """Make proofs with the secrets of a place of ours, then call `done`."""
        self._start(self._prove(wanted, master, done))

    def verify(self, stated: Sequence[Proven], done: Callable[[list[bool]], None]) -> None:
        """Check proofs, then call `done`."""
        self._start(self._verify(stated, done))

    def close(self) -> None:
        """Drop what is not done."""
        for task in self._tasks:
            task.cancel()

    async def _prove(
        self, wanted: Sequence[Wanted], master: bytes, done: Callable[[list[bytes]], None]
    ) -> None:
        done(await asyncio.gather(*(self._workshop.prove(*each, master) for each in wanted)))

    async def _verify(self, stated: Sequence[Proven], done: Callable[[list[bool]], None]) -> None:
        done(await asyncio.gather(*(self._workshop.verify(*each) for each in stated)))

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
