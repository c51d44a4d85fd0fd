"""Proofs are made and checked in processes of their own, so that the event loop never waits.

A shuffle of 72 cards takes 0.2 s of one core to prove and as much to check. The rounds of a proof
do not depend on each other, so all cores share them.

Each worker is a Python of its own that reads calls from a pipe and writes results to another; a
thread for each waits at the pipes. A worker that dies is replaced and its call made again. Workers
get no terminal (`child`), and end when their pipe does, so also when we are killed.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, pairwise
from typing import TypeVar, cast

from bastide.net.child import start_python
from bastide.net.errors import UsageError
from bastide.net.veil.proofs import (
    Round,
    Statement,
    check_true,
    close_rounds,
    has_form,
    is_answered,
    open_rounds,
    repeat_rounds,
)
from bastide.net.veil.worker import Job, Outcome

WORKERS = min(4, os.cpu_count() or 1)
TRIES = 3
"""How many workers may die over one call before it is made in this process."""
PIECE = 64
"""Multiplications (2 ms) for which it is worth while to ask one worker more."""
_BROKEN = (OSError, EOFError, pickle.UnpicklingError)

T = TypeVar("T")


class Workshop:
    """Makes and checks proofs in up to four processes, which start when they are first needed.

    To be closed when no game needs it any more.
    """

    def __init__(self, workers: int = WORKERS) -> None:
        """Start nothing yet."""
        self._workers = workers
        self._crew = _Crew()
        self._threads = ThreadPoolExecutor(workers, "veil")
        self._end = weakref.finalize(self, self._crew.close)

    async def prove(
        self, statement: Statement, k: int, pi: tuple[int, ...] | None, master: bytes
    ) -> bytes:
        """Return what `proofs.prove` returns.

        Raises:
            UsageError: the statement is not true, or the workshop was closed.
        """
        await asyncio.wrap_future(self._do(partial(check_true, statement, k, pi)))
        pieces = map(asyncio.wrap_future, self._opened(statement, master))
        rounds = list(chain.from_iterable(await asyncio.gather(*pieces)))
        return close_rounds(statement, k, pi, rounds)

    async def verify(self, statement: Statement, proof: bytes) -> bool:
        """Return what `proofs.verify` returns.

        Raises:
            UsageError: the workshop was closed.
        """
        if not has_form(statement, proof):
            return False
        pieces = map(asyncio.wrap_future, self._repeated(statement, proof))
        commitments = list(chain.from_iterable(await asyncio.gather(*pieces)))
        return is_answered(statement, proof, commitments)

    def prove_now(
        self, statement: Statement, k: int, pi: tuple[int, ...] | None, master: bytes
    ) -> bytes:
        """Do as `prove`, and wait: for tools without an event loop."""
        self._do(partial(check_true, statement, k, pi)).result()
        pieces = [each.result() for each in self._opened(statement, master)]
        return close_rounds(statement, k, pi, list(chain.from_iterable(pieces)))

    def verify_now(self, statement: Statement, proof: bytes) -> bool:
        """Do as `verify`, and wait: for tools without an event loop."""
        if not has_form(statement, proof):
            return False
        pieces = [each.result() for each in self._repeated(statement, proof)]
        return is_answered(statement, proof, list(chain.from_iterable(pieces)))

    def close(self) -> None:
        """End the processes; what they are asked for raises a `UsageError`."""
        self._end()
        self._threads.shutdown()

    def _opened(self, statement: Statement, master: bytes) -> list[Future[list[Round]]]:
        ranges = _ranges(statement, self._workers)
        return [self._do(partial(open_rounds, statement, master, *each)) for each in ranges]

    def _repeated(self, statement: Statement, proof: bytes) -> list[Future[list[bytes]]]:
        ranges = _ranges(statement, self._workers)
        return [self._do(partial(repeat_rounds, statement, proof, *each)) for each in ranges]

    def _do(self, job: Callable[[], T]) -> Future[T]:
        """Let a worker make a call, as soon as one is free."""
        if not self._end.alive:
            raise UsageError("a workshop that is closed makes no proofs")
        return self._threads.submit(self._crew.do, job)


def _ranges(statement: Statement, workers: int) -> list[tuple[int, int]]:
    """Return the first round and the end of each piece of a proof."""
    rounds = statement.rounds
    work = rounds * (len(statement.fixed) + len(statement.inputs))
    pieces = max(1, min(workers, rounds, work // PIECE))
    ends = [rounds * piece // pieces for piece in range(pieces + 1)]
    return list(pairwise(ends))


class _Crew:
    """The worker processes; called from the threads of a workshop, at most one a worker."""

    def __init__(self) -> None:
        self._lock = threading.RLock()  # closing may interrupt the thread that holds it
        self._idle: list[_Worker] = []
        self._busy: list[_Worker] = []
        self._closed = False

    def do(self, job: Callable[[], T]) -> T:
        """Return what a call returns that some worker makes; raise what it raises."""
        for _ in range(TRIES):
            try:
                with self._worker() as worker:
                    done, value = worker.ask(job)
            except _BROKEN:
                continue
            if done:
                return cast(T, value)  # the worker made the very call
            raise cast(Exception, value)
        return job()

    @contextmanager
    def _worker(self) -> Iterator[_Worker]:
        """Lend a worker; one that breaks is ended."""
        with self._lock:
            if self._closed:
                raise UsageError("the workshop was closed")
            worker = self._idle.pop() if self._idle else _Worker()
            self._busy.append(worker)
        broken = True
        try:
            yield worker
            broken = False
        finally:
            with self._lock:
                self._busy.remove(worker)
                if goes_on := not broken and not self._closed:
                    self._idle.append(worker)
            if not goes_on:
                worker.close()

    def close(self) -> None:
        """End all workers, for good. Whoever waits for a busy one is told, and closes it."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            for worker in self._busy:
                worker.end()
        for worker in idle:
            worker.close()


class _Worker:
    """One process, and the pipes to it.

    Raises:
        OSError: no process can be started.
    """

    def __init__(self) -> None:
        self._process = start_python("bastide.net.veil.worker")

    def ask(self, job: Job) -> Outcome:
        """Let the process make a call, and wait for what comes of it.

        Raises:
            OSError, EOFError, pickle.UnpicklingError: the process ended.
        """
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        pickle.dump(job, process.stdin)
        process.stdin.flush()
        return cast(Outcome, pickle.load(process.stdout))

    def end(self) -> None:
        """End the process, which has nothing to save; whoever waits for it is told."""
        self._process.kill()

    def close(self) -> None:
        """End the process and the pipes."""
        self.end()
        with suppress(OSError):  # bytes that it did not read any more
            self._process.communicate()
