"""Faults while a full screen is shown: what is told and goes on, and what ends the program."""

from __future__ import annotations

import asyncio
import errno
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bastide.cli.loop_faults import part_of
from bastide.cli.screens.fullscreen import Ended
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.shell import Shell
from bastide.core.errors import RulesError
from tests.cli import pebbles
from tests.cli.driver import DOWN, Driver, driven
from tests.cli.fakes import FakeLobby, make_shell
from tests.cli.rows import ROWS


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return make_shell(FakeLobby(pebbles.pebble_plugins(), ROWS), tmp_path)


async def failing() -> None:
    raise ZeroDivisionError("no seats")


async def forget(task: asyncio.Task[None]) -> None:
    """Let a task fail that nobody waits for."""
    await asyncio.sleep(0)
    del task
    gc.collect()


async def in_a_task(driver: Driver) -> None:
    await forget(asyncio.ensure_future(failing()))


async def in_a_wish(driver: Driver) -> None:
    driver.shell.start(failing())
    await asyncio.sleep(0)
    gc.collect()


async def in_a_callback(driver: Driver) -> None:
    asyncio.get_running_loop().call_soon(lambda: 1 // 0)


async def in_a_key(driver: Driver) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(driver.shell.top, "key", lambda key: 1 // 0)
        await driver.keys(DOWN)


Fails = Callable[[Driver], Awaitable[None]]


@pytest.mark.parametrize("fails", [in_a_task, in_a_wish, in_a_callback, in_a_key])
def test_a_fault_beside_the_screen_is_told_with_its_part_and_all_goes_on(
    shell: Shell, fails: Fails, caplog: pytest.LogCaptureFixture
) -> None:
    page = LobbyPage(shell)

    async def run() -> None:
        async with driven(shell, page) as driver:
            await fails(driver)
            await driver.drawn()
            assert driver.sees("tests.cli.test_screen_faults failed (ZeroDivisionError: ")
            await driver.keys(DOWN)
            assert page.model.chosen == "2"
            assert not driver.task.done()

    asyncio.run(run())
    assert "Traceback" in caplog.text


def test_a_frame_that_cannot_be_painted_leaves_the_last_one_and_is_told(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = LobbyPage(shell)

    async def run() -> None:
        async with driven(shell, page) as driver:
            for _ in range(2):
                with monkeypatch.context() as patch:
                    patch.setattr(page, "painted", lambda size, typed: 1 // 0)
                    driver.console.app._redraw()
                await driver.drawn()
                assert driver.sees("the rest goes on")
                await driver.keys(DOWN)
                assert not driver.task.done()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("number", "code", "words"), [(errno.EIO, 129, 0), (errno.ENOSPC, 1, 1)], ids=["gone", "full"]
)
def test_a_terminal_that_cannot_be_written_to_ends_the_program(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, number: int, code: int, words: int
) -> None:
    def refuse() -> None:
        raise OSError(number, "refused")

    ended: list[Ended] = []

    async def run() -> None:
        async with driven(shell, LobbyPage(shell)) as driver:
            monkeypatch.setattr(driver.written, "flush", refuse)
            shell.redraw()
            ended.append(await driver.ended())

    asyncio.run(run())
    assert (ended[0].code, len(ended[0].lines)) == (code, words)


def test_a_link_or_disk_that_fails_aside_is_noted_and_not_told(
    shell: Shell, caplog: pytest.LogCaptureFixture
) -> None:
    async def lose() -> None:
        raise BrokenPipeError(errno.EPIPE, "a link broke")

    async def run() -> None:
        async with driven(shell, LobbyPage(shell)) as driver:
            await forget(asyncio.ensure_future(lose()))
            await driver.drawn()
            assert not driver.sees("failed")
            assert not driver.task.done()

    asyncio.run(run())
    assert "a link broke" in caplog.text


def test_the_part_is_the_innermost_module_that_others_do_not_share() -> None:
    with pytest.raises(RulesError) as unknown:
        pebbles.pebble_plugins().order(("nim",))
    assert part_of(unknown.value) == __name__, "the kernel only tells of it"
    assert part_of(ValueError()) == "bastide"
