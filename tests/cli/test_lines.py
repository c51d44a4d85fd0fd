"""The lines of standard input, the encodings of output, and the loop around both."""

import asyncio
import gc
import io
import os
import signal
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from bastide.cli import streams
from bastide.cli.answers import columns, complain, show, show_prompt
from bastide.cli.lines.line_table import LineTable
from bastide.cli.lines.typed_lines import Lines
from bastide.cli.looping import run
from bastide.cli.program import Failed, Flags, Program
from bastide.cli.sessions.local_session import begin
from bastide.cli.sessions.ports import LocalWish
from bastide.core.plugins import Setup
from bastide.net.errors import PeerError
from tests.cli.conftest import SOURCES

# what is printed


def test_lines_are_broken_between_words_where_a_terminal_shows_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "The table is kept: its journal can be written to a file."
    monkeypatch.setenv("COLUMNS", "24")
    show([line])
    assert capsys.readouterr().out == f"{line}\n"
    monkeypatch.setattr(streams, "is_tty", lambda stream: True)
    show([line])
    complain(line)
    parts = "The table is kept: its\njournal can be written\nto a file.\n"
    assert capsys.readouterr() == (parts, parts)


def test_what_is_printed_moves_no_cursor_whatever_is_in_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show(["a\x1b[31mb\x9b2J\r\x7fé\u202f: c\td\ne"])
    complain("a\x07b")
    show_prompt("\x1bc> ")
    assert capsys.readouterr() == ("a?[31mb?2J??é\u202f: c\td\ne\n?c> ", "a?b\n")


# lines


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Make standard input a pipe; return where to write."""
    read, write = os.pipe()
    with os.fdopen(read, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield write


async def read_all(lines: Lines) -> list[str]:
    """Return every line until the end of input."""
    stirred = asyncio.Event()
    lines.start(stirred.set)
    found: list[str] = []
    async with asyncio.timeout(5):
        while not lines.exhausted:
            line = lines.take()
            if line is None:
                stirred.clear()
                await stirred.wait()
            else:
                found.append(line)
    return found


def write_later(descriptor: int, *parts: bytes) -> None:
    def write() -> None:
        for part in parts:
            os.write(descriptor, part)
        os.close(descriptor)

    threading.Thread(target=write).start()


def test_lines_come_whole_whatever_their_pieces(typing: int) -> None:
    write_later(typing, b"one\ntw", b"o\r\n\xc3", b"\xa9t\xc3\xa9\n", b"\n", b"last")

    assert asyncio.run(read_all(Lines())) == ["one", "two", "été", "", "last"]


def test_bytes_that_are_no_text_do_no_harm(typing: int) -> None:
    write_later(typing, b"a\xffb\n")

    assert asyncio.run(read_all(Lines())) == ["a\ufffdb"]


def test_endless_line_is_cut(typing: int) -> None:
    write_later(typing, b"x" * 20_000 + b"\n")

    assert [len(line) for line in asyncio.run(read_all(Lines()))] == [4096]


def test_endless_line_is_not_kept(typing: int) -> None:
    write_later(typing, *[b"x" * 65_536] * 64, b"\nshort")

    tracemalloc.start()
    try:
        assert [len(line) for line in asyncio.run(read_all(Lines()))] == [4096, 5]
        assert tracemalloc.get_traced_memory()[1] < 2_000_000, "bytes of 4 million"
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("stdin", [None, io.StringIO("a\nb\n")])
def test_input_without_a_descriptor(
    monkeypatch: pytest.MonkeyPatch, stdin: io.StringIO | None
) -> None:
    monkeypatch.setattr(sys, "stdin", stdin)

    assert asyncio.run(read_all(Lines())) == (["a", "b"] if stdin else [])
    assert not Lines().interactive


# a table that can never go on


def test_stopped_table_ends_a_script(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = Program(Flags())
    wish = LocalWish(Setup("carcassonne", 2), ("random",))

    async def play() -> str:
        with program.store() as store:
            session = begin(
                store, program.plugins, program.texts, store.identity(), "Ada", wish, pace=0
            )
            lines = Lines()
            table = LineTable(session, program.texts, lines, is_stopped=lambda: True)
            try:
                return await table.play()
            finally:
                await session.leave()

    assert asyncio.run(play()) == "stopped"


# the loop


async def fail() -> None:
    raise ZeroDivisionError


async def lose_a_fault() -> None:
    """Start a task that fails while nobody waits for it, and forget it."""
    task = asyncio.ensure_future(fail())
    await asyncio.sleep(0)
    del task
    gc.collect()


def test_task_that_fails_aside_ends_the_work_and_is_raised() -> None:
    closed: list[str] = []

    async def work() -> None:
        await lose_a_fault()
        try:
            await asyncio.sleep(5)
        finally:
            closed.append("closed")

    with pytest.raises(ZeroDivisionError):
        run(Program(Flags()), work())

    assert closed == ["closed"]


def test_fault_that_no_task_owns_is_said_once_and_ends_nothing(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def work() -> None:
        for _ in range(2):
            asyncio.get_running_loop().call_soon(lambda: 1 / 0)
        await asyncio.sleep(0.01)
        raise Failed("Nobody answers.")

    with pytest.raises(Failed, match=r"Nobody answers\."):
        run(Program(Flags(home=str(home))), work())

    assert capsys.readouterr().err == (
        "Something in bastide went wrong (ZeroDivisionError); what is known stands in "
        f"{home / 'bastide.log'}.\n"
    )
    written = (home / "bastide.log").read_text("utf-8")
    assert written.count("ZeroDivisionError: division by zero\n") == 2
    assert "test_lines.py" in written, "the traceback is there"


def test_fault_while_the_work_is_ending_does_not_replace_what_it_has_to_say(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def work() -> None:
        try:
            raise PeerError("Nobody answers.")
        finally:
            await lose_a_fault()
            await asyncio.sleep(5)

    with pytest.raises(PeerError, match=r"Nobody answers\."):
        run(Program(Flags(home=str(home))), work())

    assert "ZeroDivisionError" in capsys.readouterr().err


def test_link_or_disk_that_fails_aside_ends_nothing(home: Path) -> None:
    async def fails(error: Exception) -> None:
        raise error

    async def work() -> str:
        tasks = [
            asyncio.ensure_future(fails(error))
            for error in (PeerError("Nobody answers."), OSError("broken"))
        ]
        await asyncio.sleep(0)
        del tasks
        gc.collect()
        await asyncio.sleep(0)
        return "done"

    assert run(Program(Flags()), work()) == "done"


def test_signal_lets_the_work_close_what_it_has_opened() -> None:
    closed: list[str] = []

    async def work() -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        try:
            await asyncio.sleep(5)
        finally:
            closed.append("closed")

    with pytest.raises(Failed, match=r"Stopped\."):
        run(Program(Flags()), work())

    assert closed == ["closed"]


def test_work_may_end_with_its_input(typing: int) -> None:
    flags = Flags(until_eof=True)

    async def work() -> None:
        await asyncio.sleep(5)

    saved = os.dup(0)
    os.dup2(sys.stdin.fileno(), 0)
    try:
        os.close(typing)
        with pytest.raises(Failed):
            run(Program(flags), work())
    finally:
        os.dup2(saved, 0)
        os.close(saved)


# output


def test_encoding_of_the_c_locale_is_what_it_can_show() -> None:
    assert streams.true_encoding("utf-8", {}, utf8_mode=False) == "utf-8"
    assert streams.true_encoding("utf-8", {"PYTHONUTF8": "1"}, utf8_mode=True) == "utf-8"
    assert streams.true_encoding("cp1252", {"PYTHONIOENCODING": "cp1252"}, True) == "cp1252"


def test_what_an_encoding_lacks_is_written_as_its_nearest() -> None:
    assert "é → × ≈".encode("cp1252", streams.NEAREST) == b"\xe9 > \xd7 ~"
    assert "é → × 漢".encode("ascii", streams.NEAREST) == b"e > x ?"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", streams.NEAREST)


def test_columns_are_aligned_by_what_is_seen() -> None:
    assert columns([("漢字", "x"), ("a", "long"), ("", "")]) == ["漢字  x", "a     long", ""]
    assert columns([]) == []


def test_on_a_terminal_columns_stay_columns_and_cells_are_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [("option", "values", "title"), ("bank", "one of finite, endless", "Tokens in it")]
    wide = columns(rows)
    monkeypatch.setenv("COLUMNS", "30")
    assert columns(rows) == wide
    monkeypatch.setattr(streams, "is_tty", lambda stream: True)
    assert columns(rows) == [
        "option  values      title",
        "bank    one of      Tokens in",
        "        finite,     it",
        "        endless",
    ]
    assert columns(rows, fit=False) == wide
    monkeypatch.setenv("COLUMNS", "12")
    assert columns(rows) == wide, "no word is broken"


def test_commands_in_lines_need_no_library_of_screens() -> None:
    """It takes a tenth of the second in which `tables` has to answer."""
    script = (
        "import sys; from bastide.cli.app import COMMANDS\n"
        "import importlib\n"
        "for name in COMMANDS.values(): importlib.import_module(name.partition(':')[0])\n"
        "print('prompt_toolkit' in sys.modules)"
    )

    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": SOURCES},
    )

    assert (done.stdout, done.stderr) == ("False\n", "")
