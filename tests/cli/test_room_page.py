from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.screens.commands import Reply
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.ports import Fact, Seat, TalkItem
from bastide.core.plugins import Setup
from tests.cli.effects import NotedEffects, in_loop
from tests.cli.fakes import FakeLobby, FakeRoom
from tests.cli.pages import at_the_list, keys, text
from tests.cli.pebbles import pebble_plugins


@pytest.fixture
def effects() -> NotedEffects:
    return NotedEffects()


@pytest.fixture
def shell(tmp_path: Path, effects: NotedEffects) -> Shell:
    return at_the_list(tmp_path, effects)


@pytest.fixture
def room() -> FakeRoom:
    return FakeRoom(FakeLobby(pebble_plugins()), Setup("pebbles", 3), "Attic", hosting=True)


@pytest.fixture
def page(shell: Shell, room: FakeRoom) -> RoomPage:
    page = RoomPage(shell, room)
    shell.open(page)
    return page


def test_the_host_starts_when_there_are_enough(
    page: RoomPage, room: FakeRoom, shell: Shell
) -> None:
    keys(page, "enter")
    assert page.model.message == "One more player is needed."
    assert "Enter Start" not in text(page)
    assert text(page).count("One more player is needed.") == 1
    assert "free, needed to start" in text(page)
    room.seats.append(Seat("Blaise", key="b1a5", trust="seen"))
    assert "Enter starts with 2 players." in text(page)
    assert "Enter Start" in text(page)
    assert "b1a5 (known)" in text(page)
    keys(page, "enter")
    assert isinstance(shell.top, TablePage)


def test_a_room_that_moves_goes_on_as_the_other_one(
    page: RoomPage, room: FakeRoom, shell: Shell
) -> None:
    room.moved = FakeRoom(room.lobby, room.setup, "Cellar", hosting=False)
    shell.changed()
    assert isinstance(shell.top, RoomPage)
    assert shell.top.room is room.moved
    assert "had opened the same table: you sit there now." in text(shell.top)


def test_who_opens_a_table_since_the_host_is_gone_learns_both(
    page: RoomPage, room: FakeRoom, shell: Shell
) -> None:
    room.closed, room.moved = (
        "Ada has left.",
        FakeRoom(room.lobby, room.setup, "Cellar", hosting=True),
    )
    shell.changed()
    assert isinstance(shell.top, RoomPage)
    assert "Ada has left. You have opened a table like it" in text(shell.top)


def test_a_guest_waits_for_the_host(page: RoomPage, room: FakeRoom) -> None:
    room.hosting = False
    assert "You have a seat. The host starts the game." in text(page)
    keys(page, "enter")
    assert page.model.message == "The host starts the game."
    room.me = -1
    assert "You have knocked." in text(page)
    assert [word for word, _ in page.offered(":st")] == []


def test_no_answer_hides_from_a_guest_what_the_host_has_changed(
    page: RoomPage, room: FakeRoom
) -> None:
    room.hosting = False
    room.notice = "The host has changed: Turn order listed."
    assert room.notice in text(page)
    keys(page, "enter")
    assert "The host has changed: Turn order listed. The host starts the game." in text(page)


def test_a_long_reason_why_a_room_is_closed_is_shown_whole(page: RoomPage, room: FakeRoom) -> None:
    room.hosting = False
    room.closed = "The program of Eve has broken the rules of the network: " + "so " * 25 + "bad."
    shown = text(page).split("The program of Eve", 1)[1]
    assert " ".join(shown.split("›")[0].split()).endswith("so bad.")


def test_a_guest_agrees_to_a_change_with_enter(page: RoomPage, room: FakeRoom) -> None:
    room.hosting = False
    assert "Agree" not in text(page)
    room.seats.append(Seat("Blaise", key="b1a5", trust="seen"))  # nothing keeps this room
    assert "Enter Agree" in text(page)
    keys(page, "enter")
    assert room.session is not None


def test_a_host_is_told_why_the_last_start_came_to_nothing(page: RoomPage, room: FakeRoom) -> None:
    room.seats.append(Seat("Blaise", key="b1a5", trust="seen"))
    room.notice = "Vic left before the game began."
    assert room.notice in text(page)
    assert "Enter starts with 2 players." in text(page)


def test_a_host_reads_to_the_end_whom_a_start_waits_for(
    page: RoomPage, room: FakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "Not signed yet: Ann, Ann 3. Each program shows the last change for a moment first."
    monkeypatch.setattr(FakeRoom, "no_start", why)
    for _ in range(2):
        assert why in " ".join(text(page, (80, 24)).split())
        keys(page, "enter")


def test_a_full_room_tells_no_ways_in(page: RoomPage, room: FakeRoom) -> None:
    assert "Others join with" in text(page)
    room.places, room.seats = (2, 2), [*room.seats, Seat("Blaise")]
    assert "Others join with" not in text(page)


def test_the_host_answers_who_asks(page: RoomPage, room: FakeRoom) -> None:
    room.asking = [Seat("Zoë", key="z0e3"), Seat("Ivo", key="1v0a")]
    assert "Zoë (z0e3) asks for a seat: a says yes, x says no. 1 more asks." in text(page)
    keys(page, "a", "x")
    assert [seat.name for seat in room.seats] == ["Ada", "Zoë"]
    assert room.asking == []


def test_no_answer_of_before_stands_below_a_knock(page: RoomPage, room: FakeRoom) -> None:
    keys(page, "a")
    assert "Nobody asks for a seat." in text(page)
    room.asking = [Seat("Zoë", key="z0e3")]
    page.changed()
    assert "Zoë (z0e3) asks for a seat" in text(page)
    assert "Nobody asks for a seat." not in text(page)


def test_why_a_start_came_to_nothing_is_said_no_longer_than_it_is_news(
    page: RoomPage, room: FakeRoom
) -> None:
    room.notice = "The link to Bob was lost before the game began."
    page.changed()
    page.tell(Reply(room.notice))  # the start that failed
    assert room.notice in text(page)
    room.notice = "The link to Bob is lost: the seat is kept for a minute."
    page.changed()
    assert room.notice in text(page)
    assert "before the game began" not in text(page)


def test_where_nobody_hears_there_is_no_talk(
    page: RoomPage, room: FakeRoom, effects: NotedEffects
) -> None:
    room.is_heard, room.closed = False, "The game has started already."
    shown = text(page)
    assert "Talk / " not in " ".join(shown.splitlines()[-1].split())
    assert "/ talk" not in shown.lower()
    assert "/ to speak" not in shown
    keys(page, "/")
    assert effects.prompt == ""
    assert page.model.message == "There is nobody to talk to here."


def test_whose_link_is_lost_is_shown_so_at_the_seat(page: RoomPage, room: FakeRoom) -> None:
    room.seats.append(Seat("Blaise", "lost", 17.0, "b1a5"))
    room.notice = "The link to Blaise is lost: the seat is kept for up to a minute."
    shown = text(page)
    assert "link lost, 0:17" in shown
    assert page.ticks
    assert room.notice in shown


def test_the_ticket_is_shown_whole_and_copied(
    page: RoomPage, room: FakeRoom, effects: NotedEffects
) -> None:
    assert room.invites[0] in text(page)
    keys(page, "y")
    assert effects.copied == [room.invites[0]]
    assert page.model.message == f"Ticket copied: {room.invites[0]}"


def test_a_ticket_that_is_too_long_for_a_line_breaks_before_its_address(
    page: RoomPage, room: FakeRoom
) -> None:
    assert room.invites[0] not in text(page, (80, 24))
    assert "│ @192.168.1.23:47100 " in text(page, (80, 24))


def test_the_ticket_is_copied_wherever_it_stands(
    page: RoomPage, room: FakeRoom, effects: NotedEffects
) -> None:
    ticket = room.invites[0]
    room.invites = ("192.168.1.23:47100", "10.0.0.5:47100", ticket)
    assert "Copy the ticket" in text(page)
    page.submit(":copy")
    assert effects.copied == [ticket]
    room.invites = ("192.168.1.23:47100",)
    assert "Copy the address" in text(page)
    keys(page, "y")
    assert page.model.message == "Address copied: 192.168.1.23:47100"


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
def test_talk_that_is_cut_off_is_signed_and_its_key_shows_all(
    page: RoomPage, room: FakeRoom, size: tuple[int, int]
) -> None:
    room.talk = [TalkItem("Bo", f"line {n}", 0) for n in range(60)]
    shown = text(page, size)
    assert "line 59" in shown
    assert "↑ " in shown
    assert "F4 all" in shown
    page.key("f4")
    for _ in range(9):
        page.key("pageup")
        page.overlay(size)
    over = page.overlay(size)
    assert over is not None
    assert "line 0" in "\n".join(over[1].lines())


def test_talk_and_commands(page: RoomPage, room: FakeRoom, effects: NotedEffects) -> None:
    keys(page, "/")
    assert effects.prompt == "/"
    page.submit("/welcome")
    page.submit("/")
    assert [item.text for item in room.talk] == ["welcome"]
    page.key("f1")
    assert page.overlay((120, 36)) is not None


def test_leaving_closes_a_table_with_others_only_after_a_question(
    page: RoomPage, room: FakeRoom, shell: Shell
) -> None:
    room.seats.append(Seat("Blaise"))
    keys(page, "escape")
    assert page.open == "question"
    assert not room.gone
    keys(page, "escape")
    assert not page.open
    assert not room.gone
    keys(page, "escape")
    keys(page, "enter")
    assert room.gone
    assert isinstance(shell.top, LobbyPage)


@pytest.mark.parametrize("asking", [[], [Seat("Zoë")]], ids=["nobody", "somebody asks"])
def test_a_host_is_always_asked_before_the_table_goes(
    page: RoomPage, room: FakeRoom, asking: list[Seat]
) -> None:
    room.asking = asking
    for key in ("escape", "f10", "c-c"):
        keys(page, key)
        assert page.open == "question"
        assert not room.gone
        keys(page, "escape")


def test_a_closed_room_says_why_and_enter_leaves_it(
    page: RoomPage, room: FakeRoom, shell: Shell
) -> None:
    room.hosting = False
    room.closed = "Ada has closed the table."
    assert "Ada has closed the table." in text(page)
    assert "seats" not in text(page).splitlines()[0]
    keys(page, "enter")
    assert isinstance(shell.top, LobbyPage)


def test_a_room_that_its_host_closes_gives_way_to_the_list_which_says_so(
    page: RoomPage, room: FakeRoom, shell: Shell
) -> None:
    room.hosting, room.is_dissolved = False, True
    room.closed = "Ada has closed the table."
    in_loop(shell.changed)
    assert isinstance(shell.top, LobbyPage)
    assert room.gone
    assert "Ada has closed the table." in text(shell.top)


def test_a_small_room_says_who_can_know_hands(page: RoomPage, room: FakeRoom) -> None:
    def small() -> str:
        return "\n".join(page.paint((80, 24), "").grid.lines())

    assert "hands:" not in small()
    room.hands = "sealed"
    assert "hands: sealed" in small()
    room.hands = "readable"
    assert "hands: readable by a modified program" in small()
    page.submit("/hello")
    page.submit(":nosuch")
    assert "hands:" not in small()


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 36)])
def test_game_and_extensions_are_shown_whatever_else_has_no_room(
    page: RoomPage, room: FakeRoom, size: tuple[int, int]
) -> None:
    room.game = "Carcassonne + Inns & Cathedrals + Hand of three tiles"
    room.facts = [Fact(f"Fact {n}", "yes", True) for n in range(9)]
    shown = " ".join("".join(page.paint(size, "").grid.lines()[2:]).split())
    for word in ("Carcassonne", "Inns &", "Cathedrals", "three"):
        assert word in shown


def test_an_answer_too_long_for_a_line_takes_both_hint_lines(page: RoomPage) -> None:
    said = "That is not possible, for a reason that takes more than eighty columns to tell in full."
    page.model.message = said
    lines = page.paint((80, 24), "").grid.lines()
    assert " ".join(line.strip() for line in lines[20:22]) == said


def test_escape_in_a_closed_room_goes_where_the_room_says(
    shell: Shell, room: FakeRoom, tmp_path: Path
) -> None:
    """Without a list of tables below it there is none to go back to."""
    room.closed = "The host has closed this table."
    below, alone = RoomPage(shell, room), RoomPage(shell, room)
    shell.open(below)
    assert "Esc goes back to the list of tables." in text(below)

    shell.pages[:] = [alone]

    assert "Esc ends bastide." in text(alone)
    keys(alone, "escape")
    assert isinstance(shell.effects, NotedEffects)
    assert shell.effects.closed


def test_a_room_whose_order_is_listed_says_of_no_drawing(page: RoomPage, room: FakeRoom) -> None:
    assert "the turn order is drawn later" in text(page)
    room.is_listed = True
    assert "drawn later" not in text(page)


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
def test_all_that_is_played_can_be_read_in_a_small_room(
    page: RoomPage, room: FakeRoom, size: tuple[int, int]
) -> None:
    room.facts = [Fact(f"An option with number {n}", f"value {n}", True) for n in range(20)]
    room.say("hello")
    assert "i all" in text(page, size)
    shown = ""
    keys(page, "i")
    for _ in range(4):
        page.paint(size, "")
        over = page.overlay(size)
        assert over
        shown += "\n".join(over[1].lines())
        keys(page, "pagedown")
    assert [n for n in range(20) if f"value {n} " not in shown] == []


def test_a_title_that_has_no_room_ends_with_an_ellipsis(page: RoomPage, room: FakeRoom) -> None:
    room.facts = [Fact("Carcassonnette and more", "a value of many words " * 9)]
    room.say("hello")
    assert "│ Carcassonn… a value o… │" in text(page, (60, 18))


def test_a_ticket_stands_in_a_paragraph_of_its_own(page: RoomPage, room: FakeRoom) -> None:
    keys(page, "t")
    over = page.overlay((60, 18))
    assert over
    rows = [line.strip("│ ") for line in over[1].lines()]
    last = next(n for n, row in enumerate(rows) if row.startswith("A QR code needs"))
    assert rows[last - 1] == ""
    assert rows[last - 2].endswith("47100")
