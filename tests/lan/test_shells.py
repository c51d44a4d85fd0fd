"""Completion in a real Bash: what a person types, and what Tab makes of it."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

READY = "ready> "
SECONDS = 20.0


class Typist:
    """Types at an interactive Bash."""

    def __init__(self, environ: dict[str, str]) -> None:
        self.master, slave = os.openpty()
        self.text = ""
        self.process = subprocess.Popen(
            ["bash", "--norc", "--noprofile", "-i"],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**environ, "PS1": READY, "TERM": "dumb", "HISTFILE": ""},
        )
        os.close(slave)

    def type(self, keys: str, shown: str) -> None:
        """Type keys, and read until the line is as wanted."""
        self.text = ""
        os.write(self.master, keys.encode())
        until = time.monotonic() + SECONDS
        while not re.search(shown, self.text):
            assert time.monotonic() < until, self.text
            if select.select([self.master], [], [], 0.1)[0]:
                self.text += os.read(self.master, 65536).decode("utf-8", "replace")

    def end(self) -> None:
        """Close the terminal."""
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def bash(unmeasured: dict[str, str], tmp_path: Path) -> Iterator[Typist]:
    command = tmp_path / "bin" / "bastide"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m bastide "$@"\n')
    command.chmod(0o755)
    typist = Typist({**unmeasured, "PATH": f"{command.parent}:{os.environ['PATH']}"})
    yield typist
    typist.end()


@pytest.mark.plays("carcassonne")
def test_tab_completes_in_bash(bash: Typist) -> None:
    bash.type("", READY)
    bash.type('eval "$(bastide completion bash)"\n', f"\n{READY}")

    bash.type("bastide pla\t", r"bastide play $")
    bash.type("carc\t", r"carcassonne $")
    bash.type("--opt\t", r"--option $")
    bash.type("sea\t", r"seating=$")
    bash.type("li\t", r"listed $")
    bash.type("--bots greedy,gre\t", r"greedy,greedy $")
