"""Keys and typed lines, from a first choice to the end of a game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.config import read_config
from bastide.cli.depth import Display
from bastide.cli.screens.commands import Reply
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.ports import About, Seat
from bastide.core.plugins import Setup
from tests.cli.driver import (
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
    clicked,
)
from tests.cli.fakes import FakeLobby, FakeRoom, FakeSession
from tests.cli.fullscreen.conftest import at_table, play


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
        await driver.keys(":", "z")
        shell.top.tell(Reply("Type on."))
        await driver.keys(ESCAPE)
        assert not driver.sees("Type on.")
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


def test_tab_writes_no_more_than_is_certain_before_it_is_pressed_again(
    shell: Shell, session: FakeSession
) -> None:
    async def script(driver: Driver) -> None:
        await driver.keys(":", TAB)
        await driver.until(lambda: driver.console.buffer.complete_state is not None)
        await driver.drawn()
        assert driver.typed == ":"
        assert driver.sees("send the turn")
        await driver.keys(*"sc", TAB)
        assert driver.typed == ":scores"
        await driver.keys(ESCAPE, ":", TAB)
        await driver.until(lambda: driver.console.buffer.complete_state is not None)
        await driver.keys(TAB)
        assert driver.typed == ":done"
        await driver.keys(ESCAPE)
        assert driver.typed == ":"

    at_table(shell, session, script)


@pytest.mark.parametrize("typed", ["regl", "rul", "règ"])
def test_tab_writes_the_only_word_that_can_be_meant_with_its_accents(
    shell: Shell, session: FakeSession, typed: str
) -> None:
    shell.speak("fr")
    session.about = (About("Pebbles", ("Take stones.",)),)

    async def script(driver: Driver) -> None:
        await driver.keys(*f":{typed}", TAB)
        assert driver.typed == ":règles"

    at_table(shell, session, script)


def test_what_was_typed_does_not_outlive_its_screen(shell: Shell, lobby: FakeLobby) -> None:
    async def script(driver: Driver) -> None:
        await driver.keys(DOWN, *":na")
        page = shell.top
        assert isinstance(page, LobbyPage)
        page.lobby_acts.join_chosen()
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


def test_f17_the_mouse_chooses_and_hands_itself_back(shell: Shell, session: FakeSession) -> None:
    async def script(driver: Driver) -> None:
        await driver.keys(clicked(5, 1))
        assert session.draft == 1
        help_at = driver.look()[35].index("F1")
        await driver.keys(clicked(help_at, 35))
        assert driver.sees("Help — Pebbles")
        assert help_says("Hold Shift to select text as usual", shell)
        await driver.keys(ESCAPE, *":mouse off", ENTER)
        assert "\x1b[?1000l" in driver.written.getvalue().rpartition("\x1b[?1000h")[2]

    at_table(shell, session, script)


def help_says(text: str, shell: Shell) -> bool:
    """Tell whether a text stands somewhere in the help that is open."""
    shown = ""
    for _ in range(60):
        over = shell.top.overlay((120, 36))
        assert over is not None
        shown += "".join(over[1].lines())
        shell.top.key("down")
    return text in shown


def test_f17_the_setting_leaves_the_mouse_to_the_terminal(
    lobby: FakeLobby, tmp_path: Path, session: FakeSession
) -> None:
    (tmp_path / "config.toml").write_text("[input]\nmouse = false\n")
    catalogs = Catalogs(own_catalogs())
    shell = Shell(lobby, catalogs, read_config(tmp_path), tmp_path, Display(), "en")

    async def script(driver: Driver) -> None:
        assert "\x1b[?1000h" not in driver.written.getvalue()

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
