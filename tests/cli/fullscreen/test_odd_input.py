"""What no hand types, and faults behind what one types: all of it is survived."""

from __future__ import annotations

import asyncio
import random

import pytest

from bastide.cli.screens.key_bindings import LONGEST
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.shell import Shell
from tests.cli.driver import CTRL_Y, DOWN, ESCAPE, Driver
from tests.cli.fakes import FakeSession
from tests.cli.fullscreen.conftest import at_table, play


def test_a_paste_without_brackets_neither_acts_nor_takes_long(
    shell: Shell, session: FakeSession
) -> None:
    presses: list[str] = []

    async def script(driver: Driver) -> None:
        page = shell.top
        act = page.key
        page.key = lambda key: presses.append(key) or act(key)  # type: ignore[method-assign,func-returns-value]  # noted on the way
        for _ in range(100):
            driver.send(b"x" * 500 + b"\t" + b"y" * 498 + b"\n")
            await asyncio.sleep(0)
        await driver.drawn()
        assert len(driver.typed) == LONGEST
        assert driver.typed.startswith("x" * 500 + " y")
        assert driver.sees("The line is full: it takes 1000 characters.")
        assert len(driver.console.buffer._undo_stack) < 10

    at_table(shell, session, script)
    assert presses == []
    assert session.talk == []


def test_a_paste_with_brackets_is_cut_too(shell: Shell, session: FakeSession) -> None:
    async def script(driver: Driver) -> None:
        await driver.keys(f"\x1b[200~{'x' * 30_000}\x1b[201~")
        assert driver.typed == "x" * LONGEST
        await driver.keys("\x01", "\x0b", "z", CTRL_Y)
        assert driver.typed == "z" + "x" * (LONGEST - 1)

    at_table(shell, session, script)


def test_a_paste_into_a_form_is_cut(shell: Shell) -> None:
    async def script(driver: Driver) -> None:
        await driver.keys("h", DOWN, DOWN)
        for _ in range(10):
            await driver.keys("x" * 1000)
        page = shell.top
        assert isinstance(page, LobbyPage)
        assert page.form is not None
        assert len(str(page.form.values["name"])) == 100
        assert driver.typed == ""

    play(shell, LobbyPage(shell), script)


@pytest.mark.parametrize(
    "data",
    [
        "\x1b[M\xff\xff\xff",
        "\x1b[M\x24\x21\x21",
        "\x1b[35M",
        "\x1b[;M",
        "\x1b[<;;m",
        "\x1b[<0;99999;99999M",
        "\x1b[999999;0;0M",
        "\x1b[<0;0;0M",
        f"\x1b[<0;{'9' * 5000};1M",
        f"\x1b[{'9' * 5000};1R",
        "\x1b[0;0R",
    ],
    ids=lambda data: repr(data[:12]),
)
def test_odd_reports_of_a_terminal_are_ignored(shell: Shell, data: str) -> None:
    async def script(driver: Driver) -> None:
        driver.send(data.encode("latin-1"))
        await driver.drawn()
        await driver.keys(ESCAPE, DOWN)
        assert not driver.task.done()
        assert driver.sees("Saturday table")

    play(shell, LobbyPage(shell), script)


def test_any_bytes_are_survived(shell: Shell) -> None:
    chance = random.Random(4)
    page = LobbyPage(shell)

    async def script(driver: Driver) -> None:
        heads = (b"\x1b[M", b"\x1b[<", b"\x1b[", b"\x1bO", b"\x1b", b"", b"\x1b[200~")
        for _ in range(150):
            data = chance.choice(heads) + chance.randbytes(chance.randint(1, 8))
            # Ctrl-C ends the program, and so does q.
            driver.send(bytes(byte for byte in data if byte not in b"\x03qQ") + b"\x1b[201~")
            await asyncio.sleep(0)
        await driver.drawn()
        assert not driver.task.done()

    play(shell, page, script)


def test_a_fault_behind_a_click_ends_nothing(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    page = LobbyPage(shell)

    async def script(driver: Driver) -> None:
        monkeypatch.setattr(page, "click", lambda *words: 1 // 0)
        await driver.keys("\x1b[<0;5;5M\x1b[<0;5;5m")
        assert not driver.task.done()

    play(shell, page, script)
    assert "ZeroDivisionError" in caplog.text


def test_a_fault_of_the_parser_ends_nothing(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def script(driver: Driver) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(driver.parser, "feed", lambda data: 1 // 0)
            await driver.keys(DOWN)
        await driver.keys(DOWN)
        page = shell.top
        assert isinstance(page, LobbyPage)
        assert page.model.chosen == "2"

    play(shell, LobbyPage(shell), script)
    assert "unreadable input" in caplog.text
