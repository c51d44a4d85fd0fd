"""What the terminal shows at every size, and how often it is drawn."""

from __future__ import annotations

import asyncio
import random
import time

import pytest

from bastide.cli.screens.fullscreen import REDRAW_INTERVAL
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.shell import Shell, Size
from bastide.core.screen import text_width
from tests.cli.driver import DOWN, ENTER, ESCAPE, FUNCTION, TAB, Driver, clicked
from tests.cli.fakes import FakeLobby, FakeSession
from tests.cli.fullscreen.conftest import at_table, play


def test_f16_no_resize_breaks_a_frame_or_loses_what_was_typed(
    shell: Shell, session: FakeSession
) -> None:
    chance = random.Random(16)

    async def script(driver: Driver) -> None:
        for n in range(200):
            if n == 60:
                driver.resize(80, 24)
                await driver.keys(ENTER, *":zoo")
            if n == 120:
                driver.resize(80, 24)
                await driver.keys(FUNCTION[1])
            # Most windows are small: what is drawn costs time by its cells, what breaks does not.
            most = (250, 80) if n % 10 == 0 else (90, 28)
            driver.resize(chance.randint(1, most[0]), chance.randint(1, most[1]))
            await asyncio.sleep(0)
        assert driver.typed == ":zoo"
        driver.resize(120, 36)
        await driver.keys("m", ESCAPE)
        assert driver.typed == ":zoom"
        driver.terminal.screen.reset()
        driver.resize(120, 36)
        rows = driver.look()
        assert "Saturday table" in rows[0]
        assert ":zoom" in rows[34]
        assert "F10" in rows[35]
        assert not driver.task.done()

    at_table(shell, session, script)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (100, 30), (120, 36), (160, 45), (200, 60)])
def test_the_terminal_shows_the_frame_that_was_painted(
    shell: Shell, session: FakeSession, size: Size
) -> None:
    async def script(driver: Driver) -> None:
        painted = [line.rstrip() for line in shell.top.paint(size, "").grid.lines()]
        assert [line.rstrip() for line in driver.look()] == painted
        assert all(text_width(line) <= size[0] for line in painted)

    at_table(shell, session, script, size)


def test_a_small_terminal_says_so_and_its_prompt_works(shell: Shell, session: FakeSession) -> None:
    async def script(driver: Driver) -> None:
        assert driver.sees("Make the window at least 60x18 (now 50x12).")
        await driver.keys(*"/still here", ENTER)
        assert session.talk[-1].text == "still here"

    at_table(shell, session, script, (50, 12))


def test_nothing_is_done_unseen_in_a_window_that_is_too_small(
    shell: Shell, lobby: FakeLobby
) -> None:
    async def script(driver: Driver) -> None:
        driver.resize(20, 5)
        await driver.keys(ENTER, DOWN, FUNCTION[1], TAB, "b", ESCAPE, clicked(1, 1), clicked(1, 1))
        driver.resize(120, 36)
        await driver.drawn()
        page = shell.top
        assert isinstance(page, LobbyPage)
        assert (page.form, page.open, page.model.chosen) == (None, "", "")
        await driver.keys("b")
        driver.resize(20, 5)
        await driver.keys(ENTER, "x")
        assert driver.typed == "x"

    play(shell, LobbyPage(shell), script)
    assert lobby.wishes == []


def test_a_frame_is_wrapped_as_one_update(shell: Shell, session: FakeSession) -> None:
    async def script(driver: Driver) -> None:
        said = driver.written.getvalue()
        assert said.count("\x1b[?2026h") == said.count("\x1b[?2026l") > 0

    at_table(shell, session, script)


def test_redraws_are_capped_at_twenty_a_second(shell: Shell, session: FakeSession) -> None:
    async def script(driver: Driver) -> None:
        before, begun = driver.console.app.render_counter, time.monotonic()
        for _ in range(100):
            shell.redraw()
            await asyncio.sleep(0.002)
        intervals = (time.monotonic() - begun) / REDRAW_INTERVAL
        assert driver.console.app.render_counter - before <= intervals + 1

    at_table(shell, session, script)


def test_what_is_wrong_with_the_settings_is_said_on_the_first_page(shell: Shell) -> None:
    shell.config.faults += ["config.toml: there is no key colour.", "config.toml: nor hue."]

    async def script(driver: Driver) -> None:
        await driver.until(lambda: driver.sees("there is no key colour"))

    play(shell, LobbyPage(shell), script)
