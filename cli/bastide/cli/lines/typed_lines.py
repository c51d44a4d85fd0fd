"""The lines of standard input for programs that wait for other things, too.

A thread reads them, so that the event loop never stands still. It reads the descriptor itself: a
thread that waits inside Python's own buffer would hold up the end of the program.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import io
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator

_CHUNK = 4096
_MOST = 4096
"""Characters of a line; what is longer is cut."""


class Lines:
    """Lines that were typed and not taken yet.

    Attributes:
        interactive: a person types them; else they come from a file or a program.
        ended: no more will come.
    """

    def __init__(self) -> None:
        self.interactive = _is_tty()
        self.ended = False
        self._waiting: deque[str] = deque()
        self._stir: Callable[[], None] = lambda: None

    def start(self, stir: Callable[[], None]) -> None:
        """Begin to read; `stir` is called on the event loop for each line and at the end."""
        self._stir = stir
        loop = asyncio.get_running_loop()
        descriptor = _descriptor()
        if descriptor is None:
            self._waiting.extend(line.rstrip("\n") for line in _rest_of_input())
            self.ended = True
            return
        thread = threading.Thread(target=self._read, args=(loop, descriptor), daemon=True)
        thread.start()

    def listen(self, stir: Callable[[], None]) -> None:
        """Let somebody else know of lines from now on."""
        self._stir = stir

    def peek(self) -> str | None:
        """Return the next line without taking it."""
        return self._waiting[0] if self._waiting else None

    def take(self) -> str | None:
        """Return the next line, or None if none is there (yet, unless `ended`)."""
        return self._waiting.popleft() if self._waiting else None

    @property
    def exhausted(self) -> bool:
        """Whether there is no line and there will be none."""
        return self.ended and not self._waiting

    def _read(self, loop: asyncio.AbstractEventLoop, descriptor: int) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody reads any more
            for line in _lines_of(descriptor):
                loop.call_soon_threadsafe(self._came, line)
            loop.call_soon_threadsafe(self._end)

    def _came(self, line: str) -> None:
        self._waiting.append(line)
        self._stir()

    def _end(self) -> None:
        self.ended = True
        self._stir()


def _lines_of(descriptor: int) -> Iterator[str]:
    """Yield the lines of a descriptor, without their ends; what is too long is cut as it comes."""
    decoder = codecs.getincrementaldecoder(_encoding())("replace")
    rest = ""
    while True:
        try:
            data = os.read(descriptor, _CHUNK)
        except OSError:
            data = b""
        rest += decoder.decode(data, final=not data)
        *lines, rest = rest.split("\n")
        yield from (line[:_MOST].rstrip("\r") for line in lines)
        rest = rest[:_MOST]
        if not data:
            if rest:
                yield rest
            return


def _encoding() -> str:
    return getattr(sys.stdin, "encoding", None) or "utf-8"


def _descriptor() -> int | None:
    """Return the descriptor of standard input; None if there is none to read."""
    try:
        return sys.stdin.fileno() if sys.stdin else None
    except (OSError, ValueError, io.UnsupportedOperation):
        return None


def _rest_of_input() -> list[str]:
    try:
        return list(sys.stdin) if sys.stdin else []
    except (OSError, ValueError):
        return []


def _is_tty() -> bool:
    try:
        return sys.stdin is not None and sys.stdin.isatty()
    except ValueError:  # closed
        return False
