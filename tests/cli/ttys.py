"""The real program on a terminal of its own, whose window can be closed."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence

SECONDS = 20.0
"""How long anything may take."""

ATTRIBUTES = b"\x1b[c", b"\x1b[?64;1c"
"""The question that screens ask first, and an answer to it."""


class Tty:
    """A pseudo-terminal that the program controls, and what was written to it.

    Args:
        environ: the environment.
        words: the command line.
        start: how Python finds the program.
    """

    def __init__(
        self, environ: Mapping[str, str], *words: str, start: Sequence[str] = ("-m", "bastide")
    ) -> None:
        import termios

        self.master, self.slave = os.openpty()
        termios.tcsetwinsize(self.slave, (36, 120))
        self.before = termios.tcgetattr(self.slave)
        self.written = b""
        self.process = subprocess.Popen(
            [sys.executable, *start, *words],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            preexec_fn=_take_terminal,
            env=environ,
        )

    @property
    def text(self) -> str:
        """What was written since the last key."""
        return self.written.decode("utf-8", "replace")

    def press(self, keys: str) -> None:
        """Press keys; what was written before is forgotten."""
        self.written = b""
        os.write(self.master, keys.encode())

    def read_until(self, holds: Callable[[str], object]) -> None:
        """Read until what came since the last key is as wanted."""
        until = time.monotonic() + SECONDS
        while not holds(self.text):
            assert time.monotonic() < until, self.text[-500:]
            self._read()

    def _read(self) -> None:
        if select.select([self.master], [], [], 0.05)[0]:
            data = os.read(self.master, 65536)
            self.written += data
            if ATTRIBUTES[0] in data:
                os.write(self.master, ATTRIBUTES[1])

    def close_window(self) -> None:
        """Close the window, as its button does."""
        os.close(self.slave)
        os.close(self.master)
        self.master = -1

    def ended(self) -> int:
        """Return the exit code, once the program has ended by itself."""
        until = time.monotonic() + SECONDS
        while self.process.poll() is None:
            assert time.monotonic() < until, self.text[-500:]
            if self.master >= 0:
                self._read()
            else:
                time.sleep(0.01)
        while self.master >= 0 and select.select([self.master], [], [], 0)[0]:
            self._read()
        return self.process.returncode

    def is_as_before(self) -> bool:
        """Tell whether the terminal has the settings that it had."""
        import termios

        return termios.tcgetattr(self.slave) == self.before

    def end(self) -> None:
        """End what is left."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self.master >= 0:
            os.close(self.master)
            os.close(self.slave)


def _take_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
