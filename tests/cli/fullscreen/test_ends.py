"""The program ends, and the terminal is as it was."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from bastide.cli.screens.fullscreen import Ended
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.cli.screens.terminal import LEAVE_SCREEN, RESTORE
from tests.cli.driver import CTRL_C, driven
from tests.cli.fakes import FakeSession


def test_ctrl_c_leaves_a_window_of_any_size(shell: Shell) -> None:
    async def run() -> None:
        async with driven(shell, LobbyPage(shell), (20, 5)) as driver:
            await driver.keys(CTRL_C)
            assert await driver.ended() == Ended(0, ())

    asyncio.run(run())


def test_ctrl_c_asks_before_a_game_is_left_where_the_question_can_be_read(
    shell: Shell, session: FakeSession
) -> None:
    async def run(size: tuple[int, int], presses: int) -> None:
        async with driven(shell, TablePage(shell, session), size) as driver:
            for _ in range(presses):
                assert not driver.task.done()
                await driver.keys(CTRL_C)
                assert driver.task.done() or driver.sees("Leave this table?")
            assert await driver.ended() == Ended(0, ())

    asyncio.run(run((80, 24), 2))
    shell.pages.clear()
    asyncio.run(run((40, 10), 1))


def test_copied_addresses_go_to_the_clipboard_and_are_printed_afterwards(
    shell: Shell, tmp_path: Path
) -> None:
    ended: list[Ended] = []

    async def run() -> None:
        async with driven(shell, LobbyPage(shell)) as driver:
            await driver.keys("y", "q")
            ended.append(await driver.ended())
            assert "\x1b]52;c;MTkyLjE2OC4xLjc6NDcxMDA=\a" in driver.written.getvalue()

    asyncio.run(run())
    assert ended == [Ended(0, ("192.168.1.7:47100",))]


def restored(text: str) -> bool:
    """Tell whether the last thing written gives the terminal back."""
    end = text.rpartition(LEAVE_SCREEN)[2]
    return (
        text.count(LEAVE_SCREEN) == 1
        and RESTORE in end
        and "\x1b[?1" not in end.partition(RESTORE)[2]
    )


def test_ctrl_c_leaves_the_list_and_restores_the_terminal(shell: Shell) -> None:
    async def run() -> None:
        async with driven(shell, LobbyPage(shell)) as driver:
            await driver.keys(CTRL_C)
            assert await driver.ended() == Ended(0, ())
            assert restored(driver.written.getvalue())

    asyncio.run(run())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signals_end_in_order(shell: Shell, number: signal.Signals) -> None:
    async def run() -> None:
        async with driven(shell, LobbyPage(shell)) as driver:
            signal.raise_signal(number)
            ended = await driver.ended()
            assert ended.code == 128 + number
            assert restored(driver.written.getvalue())

    asyncio.run(run())


def test_a_fault_ends_with_one_sentence_and_a_restored_terminal(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = LobbyPage(shell)

    async def run() -> None:
        async with driven(shell, page) as driver:
            monkeypatch.setattr(page, "painted", lambda size, typed: 1 // 0)
            shell.redraw()
            ended = await driver.ended()
            assert ended.code == 1
            assert len(ended.lines) == 1
            assert "ZeroDivisionError" in ended.lines[0]
            assert "Traceback" not in driver.written.getvalue()
            assert restored(driver.written.getvalue())

    asyncio.run(run())
