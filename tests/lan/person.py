"""A person at a terminal: tmux runs the program, keys go in, the screen is read."""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.cli.reader import Terminal
from tests.lan.conftest import Host
from tests.picture import picture, save

LOOK_SECONDS = 0.02


class Person:
    """Sits at a tmux of a size on a host, in a language.

    Use it in a `with` block, which ends the terminal.
    """

    def __init__(
        self,
        host: Host,
        size: tuple[int, int],
        *words: str,
        program: Sequence[str] = ("-m", "bastide"),
    ) -> None:
        """Start `bastide` with some words on a terminal of a size (columns, rows)."""
        self.size = size
        # Not in the host's folder: the path of a socket has to be short.
        self._folder = tempfile.TemporaryDirectory(prefix="bastide-")
        self._socket = Path(self._folder.name) / "tmux"
        host.folder.mkdir(parents=True, exist_ok=True)
        command = host.namespace.inside([sys.executable, *program, *words])
        variables = {
            "BASTIDE_HOME": str(host.home),
            "COLORTERM": "truecolor",
            "LC_ALL": "C.UTF-8",
        }
        line = shlex.join(["env", *(f"{k}={v}" for k, v in variables.items()), *command])
        width, height = map(str, size)
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", width, "-y", height, line)
        self._tmux("set-option", "-g", "remain-on-exit", "on")

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *_: object) -> None:
        self._tmux("kill-server")
        self._folder.cleanup()

    def _tmux(self, *words: str) -> str:
        command = ["tmux", "-S", str(self._socket), *words]
        return subprocess.run(command, capture_output=True, text=True).stdout

    def press(self, *keys: str) -> None:
        """Press keys, by tmux's names (`Enter`, `C-z`, `F2`, `a`)."""
        self._tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type a text and Enter."""
        self._tmux("send-keys", "-l", text)
        self._tmux("send-keys", "Enter")

    def screen(self) -> list[str]:
        """Return the rows that are shown."""
        return self._tmux("capture-pane", "-p").splitlines()

    def see(self, holds: Callable[[Sequence[str]], bool], seconds: float = 15) -> list[str]:
        """Return the screen, once it is as wanted."""
        end = time.monotonic() + seconds
        while not holds(shown := self.screen()):
            if time.monotonic() > end:
                pytest.fail("not seen:\n" + "\n".join(shown))
            time.sleep(LOOK_SECONDS)
        return shown

    def see_text(self, text: str, seconds: float = 15) -> list[str]:
        """Return the screen, once it holds a text."""
        return self.see(lambda rows: any(text in row for row in rows), seconds)

    def photograph(self, file: Path) -> None:
        """Save the screen as a picture."""
        terminal = Terminal(*self.size)
        terminal.feed("\r\n".join(self._tmux("capture-pane", "-e", "-p", "-N").splitlines()))
        save(picture(terminal.grid()), file)
