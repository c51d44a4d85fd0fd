"""A watch over rules while they run: they touch no file, no socket, no process, import nothing.

Only `testing` uses it. Python tells a hook of whatever leaves the interpreter; a hook cannot be
taken away again, so there is one, and it looks away unless a watch is on in its thread.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

_OUTSIDE = {
    "import": "imports a module",
    "open": "opens a file",
    "os.posix_spawn": "starts a process",
    "os.system": "starts a process",
    "socket.__new__": "makes a socket",
    "sqlite3.connect": "opens a database",
    "subprocess.Popen": "starts a process",
}

_watched: dict[int, list[str]] = {}
"""What was seen, by thread that is watched."""


class ImpureError(RuntimeError):
    """Rules reach for what is outside of them."""


@contextmanager
def watch() -> Iterator[list[str]]:
    """Stop code in this thread that reaches outside; the list tells what was seen.

    Raises:
        ImpureError: in the middle of the code, where it reaches out.
    """
    _hook()
    thread, seen = threading.get_ident(), list[str]()
    before = _watched.get(thread)
    _watched[thread] = seen
    try:
        yield seen
    finally:
        del _watched[thread]
        if before is not None:
            _watched[thread] = before


@cache
def _hook() -> None:
    sys.addaudithook(_see)


def _see(event: str, arguments: tuple[object, ...]) -> None:
    if event in _OUTSIDE and _watched:
        seen = _watched.get(threading.get_ident())
        if seen is not None:
            seen.append(f"{_OUTSIDE[event]} ({arguments[0] if arguments else event})")
            raise ImpureError(seen[-1])
