"""Plugins that never return, played by the real program: it says which, and nothing is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

import pytest

from bastide.cli.screens.terminal import LEAVE_SCREEN
from bastide.core.packages import ENTRY_POINT_GROUP
from tests.cli.conftest import SECONDS, SOURCES
from tests.cli.faulty import write_package
from tests.cli.reader import Terminal
from tests.cli.ttys import Tty

pytestmark = pytest.mark.plays("bots")

START = (
    "-c",
    "from bastide.cli import watchdog; watchdog.LIMIT_SECONDS = 0.3\n"
    "from bastide.cli.app import main; main()",
)
"""The program, with less time for its plugins."""

LOOP = "while True:\n    sum(range(9))"
SWALLOW = """
def busy():
    while True:
        sum(range(9))
while True:
    try:
        busy()
    except BaseException:
        pass"""
IN_C = "import itertools\nsum(itertools.repeat(0))"
"""Nothing in Python runs beside it, and no signal is looked at."""

GO = "notes(s).gone[0] += a.data[0]"
SCREEN = """
    from bastide.core.default_screen import DefaultScreen
    from bastide.core.hookspecs import Renderer

    class Screen(DefaultScreen):
        def paint(self, grid, s, seat, cursor, look):
            HANGS

    return [Renderer(ID, "console", Screen)]
"""
BOT = """
    from bastide.core.hookspecs import Bot

    def choose(view):
        HANGS

    return [Bot("slow", (ID,), lambda rules, seat, seed: choose)]
"""


class Said(NamedTuple):
    """What the program has printed, and its exit code."""

    code: int
    out: str
    err: str


class Planted:
    """An installed plugin that can be given a fault, and be mended."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:
        self._site = folder / "site"
        self._package = write_package(self._site)
        info = self._site / "faulty-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty\nVersion: 1\n")
        points = f"[{ENTRY_POINT_GROUP}]\nfaulty = faulty.plugin\n"
        (info / "entry_points.txt").write_text(points)
        path = f"{self._site}{os.pathsep}{SOURCES}"
        home = str(folder / "home")
        self.environ = {**environ, "PYTHONPATH": path, "BASTIDE_HOME": home, "LC_ALL": "C.UTF-8"}
        self.environ["PYTHONDONTWRITEBYTECODE"] = "1"

    def plant(self, file: str, good: str, bad: str) -> None:
        """Replace something in one of its files."""
        path = self._package / file
        text = path.read_text("utf-8")
        assert good in text
        path.write_text(text.replace(good, bad, 1), "utf-8")

    def plant_rule(self, hangs: str) -> None:
        """Let the effect of a decision hang in the second turn of the first seat."""
        self.plant("turn.py", GO, f"if s.turn > 2:\n{indent(hangs, 8 * ' ')}\n    {GO}")

    def mend(self) -> None:
        """Take all faults away."""
        write_package(self._site)

    def plant_hook(self, name: str, body: str, hangs: str) -> None:
        """Add a hook."""
        end = "    rules.finished(turn.is_over)\n"
        margin = body.partition("HANGS")[0].rpartition("\n")[2]
        code = body.replace(f"{margin}HANGS", indent(hangs, margin))
        hook = f"\n\n@hookimpl\ndef {name}():{code}"
        self.plant("plugin.py", end, end + hook)

    def run(self, *words: str, typed: str = "", wrapper: tuple[str, ...] = ()) -> Said:
        """Run a command line."""
        done = subprocess.run(
            [*wrapper, sys.executable, *START, *words],
            input=typed,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            env=self.environ,
        )
        return Said(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def planted(tmp_path: Path, unmeasured: dict[str, str]) -> Planted:
    return Planted(tmp_path, unmeasured)


Start = Callable[..., Tty]


@pytest.fixture
def tty(planted: Planted) -> Iterator[Start]:
    """Return what starts the program on a terminal."""
    started: list[Tty] = []

    def start(*words: str) -> Tty:
        started.append(Tty(planted.environ, *words, start=START))
        return started[-1]

    yield start
    for each in started:
        each.end()


PLAY = ("play", "faulty", "--bots", "random", "--option", "seating=listed")


def test_a_rule_that_never_returns_holds_its_table_until_it_is_mended(planted: Planted) -> None:
    planted.plant_rule(LOOP)
    turn = "1\ndone\n"

    played = planted.run("--plain", *PLAY, typed=turn + turn)
    assert played.code == 0
    assert "The rules of faulty failed: it did not return within 0.3 s (turn.py:" in played.out
    assert "The table is kept; `bastide resume " in played.out
    name = played.out.rpartition("`bastide resume ")[2].partition("`")[0]

    planted.mend()
    again = planted.run("--plain", "resume", name, "--new-rules", typed=turn)
    assert again.code == 0
    assert "failed" not in again.out
    assert "wins" in again.out or "The table is kept" not in again.out


@pytest.mark.parametrize(
    ("hangs", "code", "says"),
    [
        (LOOP, 1, "The rules of faulty failed at what bot random chose: it did not return within"),
        (SWALLOW, 3, "Plugin faulty does not return and takes no interrupt (turn.py:"),
        (IN_C, -9, "Plugin faulty does not return and takes no interrupt (turn.py:"),
    ],
    ids=["loops", "swallows", "in C"],
)
def test_a_simulation_ends_with_one_sentence(
    planted: Planted, hangs: str, code: int, says: str
) -> None:
    planted.plant_rule(hangs)

    said = planted.run("simulate", "faulty", "--games", "1", "--bots", "random,random")

    assert said.code == code
    assert said.err.startswith(says)
    assert said.err.count("\n") == 1


BACKGROUND = ("sh", "-c", 'trap "" INT; exec "$@"', "sh")
"""As a script starts what it does not wait for: no interrupt arrives."""


@pytest.mark.parametrize("what", ["rule", "bot"])
def test_a_check_in_the_background_names_what_never_returns(planted: Planted, what: str) -> None:
    if what == "rule":
        planted.plant_rule(LOOP)
    else:
        planted.plant_hook("bastide_bots", BOT, LOOP)

    said = planted.run("plugins", "check", "faulty", wrapper=BACKGROUND)

    assert said.code == 1
    if what == "rule":
        assert "faulty, 2 seats: faulty/turn.py:" in said.err
        assert " (go): it has not returned after 0 seconds: end the loop or the waiting" in said.err
    else:
        assert "(choose): it has not chosen after" in said.err


def shown(text: str) -> str:
    """Return what the terminal shows once this was written."""
    terminal = Terminal(120, 36)
    terminal.feed(text)
    return "\n".join(terminal.lines())


def shown_last(text: str) -> tuple[str, bool]:
    """Return the words that the terminal shows in the end, and whether its lines wrap then."""
    drawn, _, said = text.rpartition(LEAVE_SCREEN)
    terminal = Terminal(120, 36)
    terminal.feed(f"{drawn}\x1b[2J\x1b[H{said}")
    words = " ".join("".join(terminal.lines()).split())
    return words, terminal.wraps


def test_a_picture_that_is_never_done_gives_way_to_the_plain_one(
    planted: Planted, tty: Start
) -> None:
    planted.plant_hook("bastide_renderers", SCREEN, LOOP)
    at = tty(*PLAY)
    at.read_until(lambda text: "The screen of faulty failed" in shown(text))
    at.read_until(lambda text: "go 1" in shown(text))
    at.press("\x03\x03")
    assert at.ended() == 0
    assert at.is_as_before()


@pytest.mark.parametrize(("hangs", "code"), [(SWALLOW, 3), (IN_C, -9)], ids=["swallows", "in C"])
def test_a_picture_that_nothing_ends_ends_the_program_in_good_order(
    planted: Planted, tty: Start, hangs: str, code: int
) -> None:
    planted.plant_hook("bastide_renderers", SCREEN, hangs)
    at = tty(*PLAY)

    assert at.ended() == code
    assert at.is_as_before()
    said, wraps = shown_last(at.text)
    assert "Plugin faulty does not return and takes no interrupt (plugin.py:" in said
    assert said.endswith("where a table was open, `bastide resume` goes on.")
    assert wraps
    assert "your turn (turn 2)" in planted.run("resume").out
