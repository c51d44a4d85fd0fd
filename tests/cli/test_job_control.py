"""Job control: a shell on a terminal stops the program and lets it go on."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bastide.cli.screens.terminal import LEAVE_SCREEN

ROOT = Path(__file__).parents[2]
ENTER_SCREEN, MOUSE_ON = "\x1b[?1049h", "\x1b[?1000h"
READY = "ready> "
SECONDS = 20.0


class ShellOnTerminal:
    """An interactive shell that controls a terminal of its own, and the demo started from it."""

    def __init__(self, environ: dict[str, str]) -> None:
        import termios

        self.master, self.slave = os.openpty()
        termios.tcsetwinsize(self.master, (24, 80))
        self.text = ""
        self.process = subprocess.Popen(
            ["sh", "-i"],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            preexec_fn=_take_terminal,
            cwd=ROOT,
            env={**environ, "PS1": READY, "ENV": ""},
        )

    def type(self, line: str) -> None:
        """Type a line; what was read before is forgotten."""
        self.text = ""
        os.write(self.master, line.encode() + b"\n")  # also where keys are read one by one

    def read_until(self, holds: Callable[[str], object]) -> None:
        """Read until what came since the last line is as wanted."""
        until = time.monotonic() + SECONDS
        while not holds(self.text):
            assert time.monotonic() < until, self.text[-500:]
            if select.select([self.master], [], [], 0.1)[0]:
                self.text += os.read(self.master, 65536).decode("utf-8", "replace")

    def start(self) -> int:
        """Start the program and return its process id."""
        program = f"{sys.executable} -m tests.cli.demo lobby"
        self.type(f"sh -c 'echo pid=$$; exec {program}'")
        self.read_until(lambda text: "Quit" in text)
        found = re.search(r"pid=(\d+)", self.text)
        assert found
        return int(found[1])

    @property
    def reads_keys(self) -> bool:
        """Whether the terminal gives single keys and does not echo."""
        import termios

        return not termios.tcgetattr(self.slave)[3] & (termios.ICANON | termios.ECHO)

    def end(self) -> None:
        """End the shell and what it started."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)


def _take_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def shell(unmeasured: dict[str, str]) -> Iterator[ShellOnTerminal]:
    paths = os.pathsep.join(str(ROOT / part) for part in ("core", "net", "cli", "plugins", "."))
    shell = ShellOnTerminal({**unmeasured, "PYTHONPATH": paths})
    shell.read_until(lambda text: READY in text)
    yield shell
    shell.end()


def test_a_stop_from_outside_gives_the_terminal_back(shell: ShellOnTerminal) -> None:
    pid = shell.start()
    assert shell.reads_keys
    shell.text = ""

    os.kill(pid, signal.SIGTSTP)

    shell.read_until(lambda text: READY in text)
    assert LEAVE_SCREEN in shell.text.partition(READY)[0]

    shell.type("fg")
    shell.read_until(lambda text: ENTER_SCREEN in text and "Quit" in text and MOUSE_ON in text)
    assert shell.reads_keys
    leave(shell, pid)


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGTSTP])
def test_whoever_goes_on_has_the_terminal_again(
    shell: ShellOnTerminal, number: signal.Signals
) -> None:
    pid = shell.start()
    for _ in range(2):
        shell.text = ""
        os.kill(pid, number)
        shell.read_until(lambda text: READY in text)
        shell.type("stty sane; fg")
        shell.read_until(lambda text: ENTER_SCREEN in text and "Quit" in text and MOUSE_ON in text)
        assert shell.reads_keys
    leave(shell, pid)


def leave(shell: ShellOnTerminal, pid: int) -> None:
    """Leave the program by its key; the shell is as it was."""
    shell.text = ""
    os.write(shell.master, b"q")
    shell.read_until(lambda text: LEAVE_SCREEN in text and READY in text)
    assert "Traceback" not in shell.text
    shell.type("stty -a")
    shell.read_until(lambda text: READY in text)
    assert re.search(r"(?<!-)\becho\b", shell.text)
    assert re.search(r"(?<!-)\bicanon\b", shell.text)
