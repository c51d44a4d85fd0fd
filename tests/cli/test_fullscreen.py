from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from bastide.cli.screens.fullscreen import REDRAW_INTERVAL, Ended
from bastide.cli.screens.key_bindings import LONGEST
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.shell import Shell, Size
from bastide.cli.screens.table_page import TablePage
from bastide.cli.screens.terminal import LEAVE_SCREEN, RESTORE
from bastide.cli.sessions.ports import Seat
from bastide.core.plugins import Setup
from bastide.core.screen import text_width
from tests.cli.driver import (
    CTRL_C,
    CTRL_Y,
    CTRL_Z,
    DOWN,
    END,
    ENTER,
    ESCAPE,
    FUNCTION,
    HOME,
    LEFT,
    PAGE_DOWN,
    PAGE_UP,
    RIGHT,
    SHIFT_ARROWS,
    SHIFT_TAB,
    TAB,
    UP,
    Driver,
    driven,
)
from tests.cli.fakes import ROWS, FakeLobby, FakeRoom, FakeSession, make_shell
from tests.cli.pebbles import pebble_plugins

Script = Callable[[Driver], Coroutine[None, None, None]]


@pytest.fixture
def lobby() -> FakeLobby:
    return FakeLobby(pebble_plugins(), ROWS)


@pytest.fixture
def shell(lobby: FakeLobby, tmp_path: Path) -> Shell:
    return make_shell(lobby, tmp_path)


@pytest.fixture
def session() -> FakeSession:
    return FakeSession(pebble_plugins(), Setup("pebbles", 2, (), (("seating", "listed"),)))


def play(shell: Shell, page: object, script: Script, size: Size = (120, 36)) -> None:
    """Run a script against the program."""

    async def run() -> None:
        async with driven(shell, page, size) as driver:  # type: ignore[arg-type]  # pages of all kinds
            await script(driver)

    asyncio.run(run())


def at_table(shell: Shell, session: FakeSession, script: Script, size: Size = (120, 36)) -> None:
    shell.open(LobbyPage(shell))
    play(shell, TablePage(shell, session), script, size)


def test_two_keys_from_the_list_start_a_game_against_a_bot(shell: Shell, lobby: FakeLobby) -> None:
    async def script(driver: Driver) -> None:
        await driver.keys("b", ENTER)
        await driver.until(lambda: isinstance(shell.top, TablePage))
        await driver.drawn()
        assert driver.sees("Choose with the arrows")

    play(shell, LobbyPage(shell), script)
    assert [type(wish).__name__ for wish in lobby.wishes] == ["LocalWish"]


def test_a_whole_game_with_keys_alone(shell: Shell, session: FakeSession) -> None:
    async def script(driver: Driver) -> None:
        while not session.finished:
            await driver.keys(DOWN, ENTER, ENTER)
            assert session.needs_confirm
            await driver.keys(ENTER)
        assert driver.sees("Final count, step by step")
        await driver.keys("n", "q")
        await driver.until(lambda: session.left)

    at_table(shell, session, script)
    assert session.sent == sum(
        what.kind == "pebbles.take" for _, seat, what in session.done if seat == 0
    )


def test_a_whole_game_with_typed_commands_alone(shell: Shell, session: FakeSession) -> None:
    async def script(driver: Driver) -> None:
        while not session.finished:
            await driver.keys(*":1", ENTER, *":2", ENTER, *":done", ENTER)
        await driver.keys(*":quit", ENTER)
        await driver.until(lambda: session.left)

    at_table(shell, session, script)


def test_f22_letters_typed_in_the_talk_do_not_act(shell: Shell, session: FakeSession) -> None:
    page = TablePage(shell, session)
    bound = sorted(key for key in page.acts() if len(key) == 1)
    others = (CTRL_Z, CTRL_Y, TAB, SHIFT_TAB, UP, DOWN, PAGE_UP, PAGE_DOWN, *SHIFT_ARROWS)
    functions = [code for n, code in FUNCTION.items() if n not in (1, 2)]

    async def script(driver: Driver) -> None:
        await driver.keys(ENTER)
        before = (session.state, session.draft, shell.top.model.cursor)  # type: ignore[attr-defined]  # a table page
        text = "".join(bound) + "hello"
        await driver.keys("/", *text, *others, *functions, LEFT, RIGHT, HOME, END)
        assert driver.typed == f"/{text}"
        assert (session.state, session.draft, shell.top.model.cursor) == before  # type: ignore[attr-defined]  # as above
        await driver.keys(ENTER)
        assert [item.text for item in session.talk] == [text]

    shell.open(LobbyPage(shell))
    play(shell, page, script)
    assert len(bound) > 15


def test_ctrl_z_takes_a_turn_back_step_by_step(shell: Shell, session: FakeSession) -> None:
    digest = session.rules.digest

    async def script(driver: Driver) -> None:
        before = digest(session.state)
        await driver.keys(ENTER, ENTER)
        assert session.draft == 2
        await driver.keys(CTRL_Z, CTRL_Z)
        assert digest(session.state) == before
        await driver.keys(CTRL_Z)
        assert driver.sees("a move cannot be taken back")
        await driver.keys(CTRL_Y)
        assert session.draft == 1

    at_table(shell, session, script)


def test_digits_and_enter_go_to_a_place(shell: Shell, session: FakeSession) -> None:
    async def script(driver: Driver) -> None:
        await driver.keys("1")
        assert driver.typed == "1"
        await driver.keys(ENTER)
        assert shell.top.model.cursor.choice == 0  # type: ignore[attr-defined]  # a table page
        await driver.keys("9", "9", ENTER)
        assert driver.sees("There is no place 99")

    at_table(shell, session, script)


def test_escape_clears_the_prompt_and_closes_boxes(shell: Shell, session: FakeSession) -> None:
    async def script(driver: Driver) -> None:
        await driver.keys(":", "z", ESCAPE)
        assert driver.typed == ":z"
        await driver.keys(ESCAPE)
        assert driver.typed == ""
        await driver.keys(FUNCTION[1])
        assert driver.sees("Help — Pebbles")
        await driver.keys(ESCAPE)
        assert not driver.sees("Help — Pebbles")

    at_table(shell, session, script)


def test_the_completion_menu_lists_commands_with_their_meaning(
    shell: Shell, session: FakeSession
) -> None:
    async def script(driver: Driver) -> None:
        await driver.keys(*":un")
        await driver.until(lambda: driver.console.buffer.complete_state is not None)
        await driver.drawn()
        assert driver.sees("take the last step back")
        await driver.keys(TAB)
        assert driver.typed == ":undo"

    at_table(shell, session, script)


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
    def press(x: int, y: int) -> str:
        return f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m"

    async def script(driver: Driver) -> None:
        driver.resize(20, 5)
        await driver.keys(ENTER, DOWN, FUNCTION[1], TAB, "b", ESCAPE, press(1, 1), press(1, 1))
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


def test_ctrl_c_leaves_a_window_of_any_size(shell: Shell) -> None:
    async def run() -> None:
        async with driven(shell, LobbyPage(shell), (20, 5)) as driver:
            await driver.keys(CTRL_C)
            assert await driver.ended() == Ended(0, ())

    asyncio.run(run())


def test_what_was_typed_does_not_outlive_its_screen(shell: Shell, lobby: FakeLobby) -> None:
    async def script(driver: Driver) -> None:
        await driver.keys(DOWN, *":na")
        page = shell.top
        assert isinstance(page, LobbyPage)
        page.join_chosen()
        await driver.until(lambda: isinstance(shell.top, RoomPage))
        assert driver.typed == ""
        room = lobby.rooms[0]
        room.seats.append(Seat("Eva"))
        await driver.keys(*"/hello")
        await room.start()
        await driver.until(lambda: isinstance(shell.top, TablePage))
        assert driver.typed == "/hello"
        shell.back()
        assert driver.typed == ""
        room = FakeRoom(lobby, Setup("pebbles", 2), "Attic", hosting=False)
        room.seats.append(Seat("Eva"))
        shell.open(RoomPage(shell, room))
        await driver.keys(*":lea")
        await room.start()
        await driver.until(lambda: isinstance(shell.top, TablePage))
        assert driver.typed == ""

    play(shell, LobbyPage(shell), script)


@pytest.mark.parametrize("away", ["\x15", "\x17", "\x7f" * 4, ESCAPE + "|" + ESCAPE, "\x01\x0b"])
@pytest.mark.parametrize("burst", [":und", "\x1b[200~:und\x1b[201~"], ids=["typed", "pasted"])
def test_no_menu_stays_over_an_empty_prompt(
    shell: Shell, session: FakeSession, burst: str, away: str
) -> None:
    async def script(driver: Driver) -> None:
        for pause in (0.0, 0.002, 0.05):
            driver.send(burst.encode())
            await asyncio.sleep(pause)
            await driver.keys(*away.split("|"))
            await asyncio.sleep(0.05)
            await driver.keys(*([ESCAPE] if driver.typed else []))
            await driver.drawn()
            assert driver.typed == ""
            assert driver.console.buffer.complete_state is None
            assert not driver.sees("take the last step back")

    at_table(shell, session, script)


# what no hand types


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


def test_the_mouse_chooses_and_hands_itself_back(shell: Shell, session: FakeSession) -> None:
    def press(x: int, y: int) -> str:
        return f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m"

    async def script(driver: Driver) -> None:
        await driver.keys(press(5, 1))
        assert session.draft == 1
        help_at = driver.look()[35].index("F1")
        await driver.keys(press(help_at, 35))
        assert driver.sees("Help — Pebbles")
        await driver.keys(ESCAPE, *":mouse off", ENTER)
        assert "\x1b[?1000l" in driver.written.getvalue().rpartition("\x1b[?1000h")[2]

    at_table(shell, session, script)


def test_my_turn_rings_once_and_names_me_in_the_title(shell: Shell, session: FakeSession) -> None:
    async def script(driver: Driver) -> None:
        session.mine = ()
        shell.changed()
        driver.written.truncate(0)
        driver.written.seek(0)
        session.mine = (0,)
        shell.changed()
        shell.changed()
        await driver.drawn()
        said = driver.written.getvalue()
        assert said.count("\a") - said.count("\x1b]2;") == 1
        assert "\x1b]2;Ada, your turn" in said

    at_table(shell, session, script)


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


# ends


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
