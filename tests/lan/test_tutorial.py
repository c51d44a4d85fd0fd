"""The tutorial of the plugin guide, followed to the letter on three computers of a LAN.

Each block is run on the computer that it names, in the order of the page. What differs from a
reader's evening stands in `INSTEAD` and in `Computer`: bastide is a wheel of this tree and nothing
comes from an index (what bastide and its author's tools need is borrowed from the environment that
runs the tests, by a `.pth` file), and bots take the seats.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from subprocess import DEVNULL

import pytest

from tests.guide.pages import ENTRANCE, Block, blocks, write_files
from tests.lan.conftest import Host, Lan, Started
from tests.lan.games import check_ended_alike

pytestmark = pytest.mark.plays("carcassonne")

ROOT = Path(__file__).parents[2]
PAGE = ENTRANCE.parent / "plugins" / "tutorial.md"
OWN, SECOND, THIRD = "on your computer", "on a second computer", "on a third computer"

INSTALL = "python -m pip install path/to/bastide"
PLAY = "bastide play carcassonne --with my_tiles --bots greedy"
HOST = "bastide host carcassonne --with my_tiles --seats 2 --name wells"
JOIN = "bastide join wells"
FILE = "bastide_my_tiles-0.1.0-py3-none-any.whl"

INSTEAD = {
    INSTALL: "cp {lent} .venv/lib/python*/site-packages/\npython -m pip install --no-deps {wheel}",
    PLAY: f"printf '1\\n1\\ndone\\nquit\\n' | {PLAY} --plain",
    HOST: f"{HOST} --plain --bot greedy",
    JOIN: f"{JOIN} --plain --bot random",
}
"""Commands of the page that are run in another form."""

SECONDS = 60.0


class Computer:
    """A shell on one host, which keeps its folder and its environment from block to block."""

    def __init__(self, host: Host, things: Path) -> None:
        self.host, self.things = host, things
        self.folder = host.folder / "evening"
        self.folder.mkdir(parents=True)
        self.here: list[str] = []
        self.followed: list[str] = []

    def run(self, block: Block) -> subprocess.CompletedProcess[str]:
        """Follow a block to its end."""
        done = self.host.run(self._command(block), seconds=SECONDS, **self._variables())
        moves = [line for line in block.text.splitlines() if line.startswith(("cd ", ". "))]
        self.here += [line.replace(". .venv", f". {self.folder}/.venv") for line in moves]
        return done

    def start(self, block: Block) -> Started:
        """Begin with a block that takes part in a game."""
        return self.host.start(self._command(block), stdin=DEVNULL, **self._variables())

    def _command(self, block: Block) -> list[str]:
        lines = block.text.splitlines()
        self.followed += lines
        lent, wheel = self.things / "lent.pth", next(self.things.glob("*.whl"))
        meant = [INSTEAD.get(line, line).format(lent=lent, wheel=wheel) for line in lines]
        return ["sh", "-ec", "\n".join([f"cd {self.folder}", *self.here, *meant])]

    @property
    def at(self) -> Path:
        """The folder that the shell is in."""
        moves = [line.removeprefix("cd ") for line in self.here if line.startswith("cd ")]
        return self.folder.joinpath(*moves)

    def have_only_bastide(self) -> None:
        """Make the environment of somebody who plays and has installed nothing else."""
        done = self.host.run(
            [sys.executable, "-m", "venv", "--without-pip", f"{self.folder}/.venv"]
        )
        assert done.returncode == 0, done.stderr
        (site,) = self.folder.glob(".venv/lib/python*/site-packages")
        shutil.copy(self.things / "lent.pth", site)
        shutil.unpack_archive(next(self.things.glob("*.whl")), site, "zip")
        program = self.folder / ".venv" / "bin" / "bastide"
        program.write_text(f'#!/bin/sh\nexec {program.with_name("python")} -m bastide "$@"\n')
        program.chmod(0o755)
        self.here = [f". {self.folder}/.venv/bin/activate"]

    def _variables(self) -> dict[str, str]:
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        return {
            "BASTIDE_HOME": str(self.host.home),
            "HOME": str(self.folder),
            "PATH": path,
            "PIP_NO_BUILD_ISOLATION": "false",  # pip's way to say that there is none
            "PIP_NO_INDEX": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_ROOT_USER_ACTION": "ignore",
            "PYTHONUNBUFFERED": "1",
            "PYTHONPATH": "",
        }


@pytest.fixture
def computers(make_lan: Callable[[int], Lan], tmp_path: Path) -> dict[str, Computer]:
    """Return the three computers; the third has a bastide, the others nothing yet."""
    things = tmp_path / "things"
    things.mkdir()
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(things)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (things / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    hosts = zip((OWN, SECOND, THIRD), make_lan(3).hosts, strict=True)
    found = {name: Computer(host, things) for name, host in hosts}
    found[THIRD].have_only_bastide()
    return found


def check_said(block: Block, said: str) -> None:
    """Check that a page shows lines that were said."""
    lines = [line.rstrip() for line in said.splitlines()]
    for line in block.text.splitlines():
        assert line in lines, said


def test_the_tutorial_ends_in_a_game_and_a_refusal(computers: dict[str, Computer]) -> None:
    players: list[Started] = []
    said = ""
    for block in blocks(PAGE):
        if block.language == "text":
            check_said(block, said)
        elif block.language != "sh":
            write_files(computers[OWN].at, block)
        elif block.path != THIRD and block.text.strip() in (HOST, JOIN):
            players.append(computers[block.path].start(block))
            players[0].wait_for("The game starts when")
        else:
            if FILE in block.text:
                shutil.copy(computers[OWN].at / "dist" / FILE, computers[SECOND].folder)
            done = computers[block.path].run(block)
            said = done.stdout + done.stderr
            check_outcome(block, done)

    check_ended_alike(players)
    followed = {line for computer in computers.values() for line in computer.followed}
    assert set(INSTEAD) <= followed


def check_outcome(block: Block, done: subprocess.CompletedProcess[str]) -> None:
    """Check that all went well, or that the third computer was refused in one sentence."""
    if block.path == THIRD and block.text.strip() == JOIN:
        assert done.returncode == 1
        assert (done.stdout, len(done.stderr.splitlines())) == ("", 1)
    else:
        assert done.returncode == 0, done.stdout + done.stderr
