"""Joining a table of the list, going on with mine, deleting mine."""

from __future__ import annotations

from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from tests.cli.fakes import FakeLobby
from tests.cli.lobby.listed import bar_at
from tests.cli.pages import keys, submit, text
from tests.cli.rows import ROWS


def test_enter_joins_the_chosen_table(page: LobbyPage, lobby: FakeLobby, shell: Shell) -> None:
    keys(page, "down", "enter")
    assert lobby.wishes == [("join", "2")]
    assert isinstance(shell.top, RoomPage)


def test_enter_goes_on_with_a_table_of_mine(
    page: LobbyPage, lobby: FakeLobby, shell: Shell
) -> None:
    keys(page, "down", "down", "down", "enter")
    assert lobby.wishes == [("resume", "4")]
    assert isinstance(shell.top, TablePage)


def test_a_table_with_other_rules_says_why_before_joining(
    page: LobbyPage, lobby: FakeLobby
) -> None:
    keys(page, *["down"] * 4, "enter")
    assert lobby.wishes == []
    assert page.model.message == "This table needs plugin rivers 1.2; you have none."
    assert "This table needs plugin rivers 1.2" in text(page)


def test_a_table_that_does_not_answer_is_not_joined(page: LobbyPage, lobby: FakeLobby) -> None:
    keys(page, *["down"] * 9, "enter")
    assert lobby.wishes == []
    assert page.model.message == "Gone does not answer."


def test_a_table_in_play_or_over_is_not_joined(page: LobbyPage, lobby: FakeLobby) -> None:
    keys(page, "down", "down", "enter")
    assert page.model.message == (
        "Barons is being played: nobody can join it, and watching is not possible."
    )
    submit(page, ":join Barons")
    lobby.tables = [row._replace(state="over") for row in ROWS]
    keys(page, "enter")
    assert page.model.message == "The game at Barons is over."
    assert lobby.wishes == []


def test_r_resumes_mine_wherever_the_cursor_is(page: LobbyPage, lobby: FakeLobby) -> None:
    keys(page, "r")
    assert lobby.wishes == [("resume", "4")]
    lobby.tables = [row for row in ROWS if row.state != "yours"]
    keys(page, "r")
    assert page.model.message == "No unfinished table of yours is known here."
    lobby.tables = [row._replace(state="yours") for row in ROWS[1:3]] + [ROWS[0]]
    page.model.chosen = "1"
    keys(page, "r")
    assert page.model.message == "Choose one of yours with the arrows, then r."


def test_join_takes_a_name_an_address_or_a_ticket(page: LobbyPage, lobby: FakeLobby) -> None:
    submit(page, ":join kitchen duel")
    submit(page, ":join 192.168.1.7:47100")
    assert lobby.wishes == [
        ("join", "2"),
        ("address", "192.168.1.7:47100"),
        ("join", "192.168.1.7:47100"),
    ]


def test_two_tables_of_one_name_are_told_apart_by_their_keys(
    page: LobbyPage, lobby: FakeLobby
) -> None:
    lobby.tables = [ROWS[0], ROWS[1]._replace(name="Saturday table")]
    submit(page, ":join Saturday table")
    assert lobby.wishes == []
    assert "Carcassonne · Ada …h3r0, Pebbles · Eva …e0e1" in page.model.message


def test_a_second_enter_does_not_join_twice(page: LobbyPage, lobby: FakeLobby) -> None:
    keys(page, "enter", "enter", "enter")
    assert lobby.wishes == [("join", "1")]


def test_d_deletes_an_unfinished_table_after_a_question(page: LobbyPage, lobby: FakeLobby) -> None:
    page.model.chosen = "4"
    assert " d " in bar_at(page, "4")
    keys(page, "d")
    assert "Delete Lunch game?" in "\n".join(page.overlay((80, 24))[1].lines())  # type: ignore[index]  # it is open
    keys(page, "escape")
    assert lobby.wishes == []
    keys(page, "d", "enter")
    assert lobby.wishes == [("delete", "4")]
    assert "4" not in [row.id for row in lobby.tables]


def test_only_tables_of_mine_can_be_deleted(page: LobbyPage, lobby: FakeLobby) -> None:
    assert " d " not in bar_at(page, "1")
    keys(page, "d")
    assert page.model.message == ("Only unfinished tables of yours can be deleted: choose one.")
    submit(page, ":delete Kitchen duel")
    assert page.open == ""
    submit(page, ":delete lunch game")
    assert page.open == "question"


def test_a_damaged_table_is_shown_with_the_reason_and_can_be_deleted(
    page: LobbyPage, lobby: FakeLobby
) -> None:
    reason = "The stored game is damaged: no genesis."
    lobby.tables = [ROWS[3]._replace(state="damaged", fits=False, note=reason)]
    assert "damaged" in text(page, (80, 24))
    assert reason in text(page, (80, 24))
    keys(page, "enter")
    assert page.model.message == reason
    keys(page, "d", "enter")
    assert lobby.wishes == [("delete", "4")]
