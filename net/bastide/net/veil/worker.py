"""What a worker process of the `workshop` does: one function call after the other.

This module is all that such a process imports at its start. The calls come pickled, from our own
process and nobody else.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

Job = Callable[[], object]
"""What is sent to a worker: a function of a module with its arguments, as a `partial`."""
Outcome = tuple[bool, object]
"""What comes back: whether the function returned, and what it returned or raised."""


def work(read: BinaryIO, write: BinaryIO) -> None:
    """Do what comes and answer, until no more comes or nobody listens."""
    with suppress(EOFError, BrokenPipeError):
        while True:
            pickle.dump(_outcome(pickle.load(read)), write)
            write.flush()


def _outcome(job: Job) -> Outcome:
    try:
        return True, job()
    except Exception as error:  # whatever it is, the one who asked wants to know
        return False, error


def main() -> None:
    """Work for the process that holds the other end of the standard streams."""
    work(sys.stdin.buffer, sys.stdout.buffer)
