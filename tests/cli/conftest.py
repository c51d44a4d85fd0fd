"""Commands run in this process, and as processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest
from click.testing import CliRunner

from bastide.cli.app import main
from bastide.cli.catalogs import Catalogs, Language, own_catalogs
from bastide.cli.program import Flags, Program
from bastide.core.plugins import Plugins, built_in
from bastide.net import limits
from tests.conftest import is_installed

# These import the plugin that they play; see the mark `plays` for the others.
collect_ignore = (
    [] if is_installed("strategic") else ["test_modified_peers.py", "test_verified_cheats.py"]
)

SECONDS = 60
"""How long a command may take as a process."""

ROOT = Path(__file__).parents[2]
SOURCES = os.pathsep.join(str(ROOT / each) for each in ("core", "net", "cli", "plugins"))


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games start at once: nobody looks at the rooms of this process."""
    monkeypatch.setattr(limits, "SEEN_SECONDS", 0.0)


@pytest.fixture(scope="module")
def plugins() -> Plugins:
    """Return the plugins of the program."""
    return Plugins(built_in())


@pytest.fixture(scope="module")
def texts(plugins: Plugins) -> Language:
    """Return what the program and its plugins say, in English."""
    return Catalogs([*own_catalogs(), *plugins.catalogs()]).texts("en")


class Said(NamedTuple):
    """What a command has printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()


class Run(Protocol):
    """Runs a command line in this process."""

    def __call__(self, *words: str, typed: str = "", **environ: str) -> Said:
        """Return what it printed; `typed` is its input."""
        ...


@pytest.fixture
def bastide() -> Run:
    """Return a function that runs a command line here."""

    def run(*words: str, typed: str = "", **environ: str) -> Said:
        program = Program(Flags(environ={**os.environ, **environ}))
        result = CliRunner().invoke(main, list(words), input=typed, obj=program)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Said(result.exit_code, result.stdout, result.stderr)

    return run


class Spawn(Protocol):
    """Runs a command line as a process."""

    def __call__(self, *words: str, typed: str | None = "", **environ: str) -> Said:
        """Return what it printed; `typed` None: standard input is closed."""
        ...


@pytest.fixture
def spawn(unmeasured: dict[str, str]) -> Spawn:
    """Return a function that runs a command line as a process of its own."""

    def run(*words: str, typed: str | None = "", **environ: str) -> Said:
        surroundings = {**unmeasured, "PYTHONPATH": SOURCES, **environ}
        command = [sys.executable, "-m", "bastide", *words]
        if typed is None:
            command = ["sh", "-c", 'exec "$@" <&-', "sh", *command]
        done = subprocess.run(
            command,
            input=None if typed is None else typed.encode(),
            capture_output=True,
            timeout=SECONDS,
            env=surroundings,
        )
        return Said(done.returncode, _text(done.stdout), _text(done.stderr))

    return run


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252")


@pytest.fixture
def sentence() -> Callable[[Said], str]:
    """Return a function that takes the one sentence of a refused command."""

    def one(said: Said) -> str:
        assert said.out == ""
        assert "Traceback" not in said.err
        lines = said.err.splitlines()
        assert len(lines) == 1, lines
        return lines[0]

    return one


def forget_packages() -> None:
    """Let packages of plugins that tests write be imported anew."""
    for name in [name for name in sys.modules if name.startswith("bastide_")]:
        del sys.modules[name]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Work in a folder of this test; what is imported from it is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    forget_packages()
    yield tmp_path
    forget_packages()
