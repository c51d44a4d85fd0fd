"""The program on systems that lack what only some have, as far as Linux can play them.

It imports all its modules and plays a game against a bot without `make`, without the modules and
signals of Unix, and with an event loop that, as on Windows, watches neither pipes nor signals.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import SOURCES

SCRIPT = """
import asyncio, builtins, importlib, os, pkgutil, signal, sys, types
import platformdirs.unix, prompt_toolkit.input.vt100, prompt_toolkit.output.vt100  # theirs

UNIX = ("curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "termios", "tty")
NEWER = ("SIGHUP", "SIGTSTP", "SIGCONT", "SIGWINCH", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGCHLD")
CALLS = ("fork", "geteuid", "getuid", "getpgrp", "killpg", "openpty", "setsid", "statvfs")
real = builtins.__import__

def guarded(name, globals=None, *rest):
    if (globals or {}).get("__name__", "").startswith("bastide") and name in UNIX:
        raise ImportError(name)
    return real(name, globals, *rest)

def unable(*_):
    raise NotImplementedError

locked = []
sys.modules["msvcrt"] = types.SimpleNamespace(
    LK_NBLCK=2, locking=lambda handle, mode, size: locked.append(handle)
)
builtins.__import__ = guarded
for name in NEWER:
    delattr(signal, name)
for name in ("add_signal_handler", "add_reader"):
    setattr(asyncio.SelectorEventLoop, name, unable)

platform, sys.platform = sys.platform, "win32"
import bastide.net.storage.locks
sys.platform = platform
for name in CALLS:
    delattr(os, name)

import bastide.cli, bastide.core, bastide.net, bastide.plugins
count = 0
for package in (bastide.core, bastide.net, bastide.cli, bastide.plugins):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if ".template." not in module.name:
            importlib.import_module(module.name)
            count += 1
assert count > 100, count

from bastide.cli.app import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    assert locked or end.code
    sys.exit(end.code)
"""


@pytest.mark.plays("barony", "bots")
def test_it_imports_and_plays_without_what_only_some_systems_have(
    unmeasured: dict[str, str], tmp_path: Path
) -> None:
    words = ("play", "barony", "--bots", "greedy", "--plain", "--option", "seating=listed")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *words],
        input="1\ndone\n" * 4,
        capture_output=True,
        text=True,
        env={**unmeasured, "PYTHONPATH": SOURCES, "PATH": str(tmp_path), "USERNAME": "Ada"},
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "greedy" in done.stdout
    assert "failed" not in done.stdout
    assert "The table is kept" in done.stdout
