"""Opening a table, or a game at this computer, from the list: the form and what it wishes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.ports import HostWish, LocalWish
from bastide.core.plugins import Plugins
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeLobby, make_shell
from tests.cli.lobby.listed import APART
from tests.cli.pages import keys, submit
from tests.cli.pebbles import more_pebbles


def offered(page: LobbyPage) -> object:
    assert page.form is not None
    return page.form.values["game"]


@pytest.mark.parametrize("key", ["b", "h"])
def test_a_new_table_is_for_the_game_begun_last_else_the_first_by_name(
    page: LobbyPage, lobby: FakeLobby, key: str
) -> None:
    keys(page, key)
    by_name = sorted(lobby.plugins.games(), key=lambda m: m.title)
    assert offered(page) == by_name[0].id
    lobby.last_game = "pebbles"
    keys(page, "escape", key)
    assert offered(page) == "pebbles"
    lobby.last_game = "a game that was taken out"
    keys(page, "escape", key)
    assert offered(page) == by_name[0].id


def test_two_keys_play_against_a_bot(page: LobbyPage, lobby: FakeLobby, shell: Shell) -> None:
    keys(page, "b", "enter")
    (wish,) = lobby.wishes
    assert isinstance(wish, LocalWish)
    assert wish.bots == ("greedy",)
    assert isinstance(shell.top, TablePage)
    assert page.form is None


def test_h_hosts_a_table(page: LobbyPage, lobby: FakeLobby, shell: Shell) -> None:
    keys(page, "h", "down", "left", "down", "backspace", "s", "enter")
    (wish,) = lobby.wishes
    assert isinstance(wish, HostWish)
    assert (wish.name, wish.setup.seats) == ("Chloé's tabls", 5)
    assert isinstance(shell.top, RoomPage)


def test_a_table_needs_a_name(page: LobbyPage, lobby: FakeLobby) -> None:
    keys(page, "h", "down", "down", *["backspace"] * 40, "enter")
    assert lobby.wishes == []
    assert page.model.message == "The table needs a name: type one."
    assert page.form is not None


def test_a_refusal_is_shown_and_the_form_stays(page: LobbyPage, lobby: FakeLobby) -> None:
    lobby.refusal = "Port 47100 is taken: choose another one with --port."
    keys(page, "h", "enter")
    assert page.model.message == lobby.refusal
    assert page.form is not None


def test_forms_take_every_letter(page: LobbyPage, effects: NotedEffects) -> None:
    keys(page, "h", "down", "down", "q", "h", "b", "?", ":")
    assert not effects.closed
    assert page.form is not None
    assert str(page.form.values["name"]).endswith("qhb?:")
    assert page.takes_text
    keys(page, "escape")
    assert page.form is None


def test_games_are_named_in_commands(page: LobbyPage) -> None:
    submit(page, ":host chess")
    assert page.model.message == "There is no game chess: installed are pebbles."
    submit(page, ":play pebbles")
    assert page.form is not None
    assert (":host pebbles", "Pebbles") in page.offered(":host ")
    assert (":join Kitchen duel", "Pebbles · Eva") in page.offered(":join k")
    assert (":resume Lunch game", "Carcassonne") in page.offered(":resume ")
    assert page.offered(":join l") == []


def test_without_any_game(tmp_path: Path) -> None:
    shell = make_shell(FakeLobby(Plugins({})), tmp_path)
    page = LobbyPage(shell)
    shell.open(page)
    keys(page, "h")
    assert page.model.message == "No game is installed."


def test_what_does_not_go_together_is_not_opened(page: LobbyPage, lobby: FakeLobby) -> None:
    lobby.plugins = more_pebbles()
    keys(page, "h", "down", "down", "right", "enter")
    assert lobby.wishes == []
    assert page.model.message == "Gravel needs Boulders: add it to the table."
    assert page.form is not None
    keys(page, "up", "right", "enter")
    (wish,) = lobby.wishes
    assert isinstance(wish, HostWish)
    assert (wish.setup.extensions, wish.setup.seats) == (("boulders", "gravel"), 6)


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
@pytest.mark.parametrize("key", ["h", "b"])
def test_enter_in_a_form_is_answered_in_it(
    page: LobbyPage, lobby: FakeLobby, key: str, size: tuple[int, int]
) -> None:
    lobby.refusal = APART
    keys(page, key)
    keys(page, "enter")
    page.paint(size, "")
    over = page.overlay(size)
    assert over
    shown = " ".join(" ".join(line.strip("│") for line in over[1].lines()).split())
    assert APART in shown
