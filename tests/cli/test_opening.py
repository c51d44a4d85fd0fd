from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.config import Config
from bastide.cli.depth import Display
from bastide.cli.program import Failed, Flags, Program
from bastide.cli.screens import opening, screen_run
from bastide.cli.screens.fullscreen import Ended
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.terminal import LEAVE_SCREEN, RESTORE
from bastide.core.plugins import Setup
from tests.cli.fakes import FakeLobby, FakeRoom, FakeSession
from tests.cli.pebbles import pebble_plugins

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("configured", "answer", "theme"),
    [
        ("auto", True, "light"),
        ("auto", None, "dark"),
        ("light", False, "light"),
        ("high-contrast", True, "high-contrast"),
    ],
)
def test_the_theme_is_asked_for_where_nobody_chose(
    monkeypatch: pytest.MonkeyPatch, configured: str, answer: bool | None, theme: str
) -> None:
    monkeypatch.setattr(opening, "ask_background", lambda: answer)
    config = Config({"display.theme": configured})
    assert opening.settle_display(Display(), config, {}).theme == theme


@pytest.mark.parametrize(
    ("environ", "configured", "wide", "glyphs"),
    [
        ({"LANG": "ja_JP.UTF-8"}, False, True, "ascii"),
        ({"LANG": "ja_JP.UTF-8"}, False, False, "blocks"),
        ({"LANG": "fr_FR.UTF-8"}, False, True, "blocks"),
        ({"LANG": "fr_FR.UTF-8"}, True, True, "ascii"),
    ],
)
def test_blocks_that_are_two_cells_wide_are_not_used(
    monkeypatch: pytest.MonkeyPatch,
    environ: dict[str, str],
    configured: bool,
    wide: bool,
    glyphs: str,
) -> None:
    monkeypatch.setattr(opening, "ask_background", lambda: None)
    monkeypatch.setattr(opening, "draws_wide", lambda: wide)
    config = Config({"display.wide": configured})
    assert opening.settle_display(Display(), config, environ).glyphs == glyphs


@pytest.mark.parametrize("what", ["lobby", "room", "session"])
def test_leaving_the_only_page_ends_the_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, what: str
) -> None:
    lobby = FakeLobby(pebble_plugins())
    given = lobby if what == "lobby" else None
    shell = Shell(given, Catalogs(own_catalogs()), Config(), tmp_path, Display(), "en")
    setup = Setup("pebbles", 2)
    shows = {
        "lobby": lambda: opening.show_lobby(shell),
        "room": lambda: opening.show_room(shell, FakeRoom(lobby, setup, "Attic", True)),
        "session": lambda: opening.show_session(shell, FakeSession(lobby.plugins, setup)),
    }

    async def run() -> Ended:
        with create_pipe_input() as pipe:
            monkeypatch.setattr("bastide.cli.screens.fullscreen.create_input", lambda: pipe)
            monkeypatch.setattr("bastide.cli.screens.fullscreen.create_output", DummyOutput)
            pipe.send_text("\x03" if what == "lobby" else "\x03\x03")
            async with asyncio.timeout(10):
                return await shows[what]()

    assert asyncio.run(run()) == Ended(0)


@pytest.mark.parametrize("closed", ["", "Ada has closed the table."])
def test_a_room_that_was_closed_ends_the_program_as_in_line_mode(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], closed: str
) -> None:
    room = FakeRoom(FakeLobby(pebble_plugins()), Setup("pebbles", 2), "Attic", hosting=False)
    room.closed = closed

    async def left(shell: Shell, room: FakeRoom) -> Ended:
        return Ended(0, ("what was copied",))

    monkeypatch.setattr(screen_run, "show_room", left)
    screen = screen_run.Screen(Program(Flags()))
    if closed:
        with pytest.raises(Failed, match=closed):
            asyncio.run(screen.room(room))
    else:
        assert asyncio.run(screen.room(room)) == 0
    assert capsys.readouterr().out == "what was copied\n"


# a real terminal


class Run:
    """The demonstration in a pseudo-terminal."""

    def __init__(self, environ: dict[str, str], *words: str) -> None:
        import termios

        self.master, slave = os.openpty()
        termios.tcsetwinsize(self.master, (24, 80))
        self.slave = slave
        self.before = termios.tcgetattr(slave)
        self.text = ""
        command = [sys.executable, *(words or ("-m", "tests.cli.demo", "lobby"))]
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, cwd=ROOT, env=environ
        )

    def read_until(self, text: str, seconds: float = 20.0) -> None:
        """Read what the program writes until a text has come."""
        until = time.monotonic() + seconds
        while text not in self.text:
            assert time.monotonic() < until, self.text[-500:]
            ready, _, _ = select.select([self.master], [], [], 0.1)
            if ready:
                self.text += os.read(self.master, 65536).decode("utf-8", "replace")

    def end(self) -> None:
        """End the program, if it has not ended, and close the terminal."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def settings(self) -> list[object]:
        """Return the settings of the terminal."""
        import termios

        return termios.tcgetattr(self.slave)


@pytest.fixture
def run(unmeasured: dict[str, str]) -> Iterator[Run]:
    paths = os.pathsep.join(str(ROOT / part) for part in ("core", "net", "cli", "plugins", "."))
    run = Run({**unmeasured, "PYTHONPATH": paths})
    yield run
    run.end()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_leaves_a_real_terminal_as_it_was(run: Run, number: signal.Signals) -> None:
    run.read_until("Quit")
    assert run.settings() != run.before
    run.process.send_signal(number)
    run.read_until(RESTORE)
    assert run.process.wait(10) == (0 if number == signal.SIGINT else 128 + number)
    assert LEAVE_SCREEN in run.text
    assert run.settings() == run.before
    assert "Traceback" not in run.text


def test_a_light_terminal_gets_the_light_theme_without_configuration(
    unmeasured: dict[str, str],
) -> None:
    paths = os.pathsep.join(str(ROOT / part) for part in ("core", "net", "cli", "plugins", "."))
    run = Run({**unmeasured, "PYTHONPATH": paths, "COLORTERM": "truecolor"})
    try:
        run.read_until("\x1b]11;?")
        os.write(run.master, b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?64;1c")
        run.read_until("Quit")
        assert "48;2;246;244;238" in run.text
        os.write(run.master, b"q")
        run.read_until(RESTORE)
        assert run.process.wait(10) == 0
    finally:
        run.end()


def test_closing_the_terminal_is_no_fault(unmeasured: dict[str, str], home: Path) -> None:
    paths = os.pathsep.join(str(ROOT / part) for part in ("core", "net", "cli", "plugins"))
    words = ("-m", "bastide", "play", "carcassonne", "--bots", "greedy", "--seed", "1")
    run = Run({**unmeasured, "PYTHONPATH": paths}, *words)
    try:
        run.read_until("Leave")
    finally:
        os.close(run.slave)
        os.close(run.master)
    assert run.process.wait(20) == 129
    assert not (home / "bastide.log").exists()
