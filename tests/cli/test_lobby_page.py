from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.lobby_model import PATIENCE
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.ports import HostWish, LocalWish, TableRow
from bastide.core.plugins import Plugins
from bastide.core.screen import Depth, Glyphs
from tests.cli.effects import NotedEffects, in_loop
from tests.cli.fakes import FakeLobby, make_shell
from tests.cli.pages import keys, text
from tests.cli.pebbles import more_pebbles, pebble_plugins
from tests.cli.rows import ROWS


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


@pytest.fixture
def lobby() -> FakeLobby:
    return FakeLobby(pebble_plugins(), ROWS)


@pytest.fixture
def effects() -> NotedEffects:
    return NotedEffects()


@pytest.fixture
def shell(lobby: FakeLobby, tmp_path: Path, effects: NotedEffects) -> Shell:
    shell = make_shell(lobby, tmp_path)
    shell.effects = effects
    return shell


@pytest.fixture
def page(shell: Shell) -> LobbyPage:
    page = LobbyPage(shell)
    shell.open(page)
    return page


def submit(page: LobbyPage, line: str) -> None:
    in_loop(lambda: page.submit(line))


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
    assert page.model.message == "Barons is in play already; nobody can join it."
    submit(page, ":join Barons")
    lobby.tables = [row._replace(state="over") for row in ROWS]
    keys(page, "enter")
    assert page.model.message == "The game at Barons is over."
    assert lobby.wishes == []


def test_the_key_bar_offers_enter_only_where_it_does_something(
    page: LobbyPage, lobby: FakeLobby
) -> None:
    for row in ROWS:
        assert ("Enter" in _bar(page, row.id)) == (row.id in "124")
    assert "Enter Resume" in " ".join(_bar(page, "4").split())
    assert "Enter Join" in " ".join(_bar(page, "1").split())
    lobby.tables = ()
    assert "Enter" not in _bar(page, "")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("chosen", ["1", "3", "4"])
def test_help_and_name_are_in_the_key_bar_of_a_small_terminal(
    page: LobbyPage, chosen: str, language: str
) -> None:
    page.shell.speak(language)
    page.model.chosen = chosen
    bar = f" {text(page, (80, 24)).splitlines()[-1]} "
    for cap in ("b", "h", "j", "d" if chosen == "4" else "r", "n", "F1", "q"):
        assert f" {cap} " in bar
    assert ("Enter" in bar or "Entrée" in bar) == (chosen != "3")
    narrow = f" {text(page, (60, 18)).splitlines()[-1]} "
    assert " F1 " in narrow
    assert " q " in narrow


def _bar(page: LobbyPage, chosen: str) -> str:
    page.model.chosen = chosen
    return text(page).splitlines()[-1]


@pytest.mark.parametrize("glyphs", ["blocks", "unicode", "ascii"])
@pytest.mark.parametrize("depth", ["true", "256", "16", "none"])
@pytest.mark.parametrize("theme", ["dark", "light", "high-contrast"])
def test_the_chosen_row_is_marked_at_every_depth(
    page: LobbyPage, lobby: FakeLobby, theme: str, depth: Depth, glyphs: Glyphs
) -> None:
    page.shell.show(Display(depth, glyphs, theme))
    page.model.chosen = "2"
    grid = page.paint((80, 24), "").grid
    (here,) = [y for y, line in enumerate(grid.lines()[:20]) if line[1:2] in (">", "►")]
    other = next(y for y, line in enumerate(grid.lines()) if "Saturday table" in line)
    assert "Kitchen duel" in grid.lines()[here]
    at = grid.lines()[here].index("Kitchen duel")
    assert grid.styles[here][at] != grid.styles[other][at]
    empty = [(style.bg, style.reverse) for style in (grid.styles[y][70] for y in (here, other))]
    assert empty[0] != empty[1]


def test_rows_that_are_made_anew_each_time_stay_marked(page: LobbyPage, lobby: FakeLobby) -> None:
    class Fresh(tuple[TableRow, ...]):
        def __iter__(self) -> Iterator[TableRow]:
            return (row._replace(ping=row.ping) for row in super().__iter__())

    lobby.tables = Fresh(ROWS)
    keys(page, "down")
    (line,) = [line for line in text(page, (80, 24)).splitlines() if "►" in line]
    assert "Kitchen duel" in line


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


def test_j_and_n_begin_a_command(page: LobbyPage, effects: NotedEffects, lobby: FakeLobby) -> None:
    keys(page, "j")
    assert effects.prompt == ":join "
    assert "Type an address (192.168.1.7:47000) or a ticket" in text(page)
    keys(page, "n")
    assert effects.prompt == ":name "
    submit(page, ":name Ada")
    assert lobby.name == "Ada"
    submit(page, ":name")
    assert page.model.message == "Type the name: :name Ada"


def test_games_are_named_in_commands(page: LobbyPage) -> None:
    submit(page, ":host chess")
    assert page.model.message == "There is no game chess: installed are pebbles."
    submit(page, ":play pebbles")
    assert page.form is not None
    assert (":host pebbles", "Pebbles") in page.offered(":host ")
    assert (":join Kitchen duel", "Pebbles · Eva") in page.offered(":join k")
    assert (":resume Lunch game", "Carcassonne") in page.offered(":resume ")
    assert page.offered(":join l") == []


def test_words_that_nobody_knows(page: LobbyPage) -> None:
    submit(page, ":dance")
    assert page.model.message == "There is no command dance: F1 lists them."
    submit(page, "/hello")
    assert page.model.message == "There is nobody to talk to here."
    submit(page, ":")


def test_without_any_game(tmp_path: Path) -> None:
    shell = make_shell(FakeLobby(Plugins({})), tmp_path)
    page = LobbyPage(shell)
    shell.open(page)
    keys(page, "h")
    assert page.model.message == "No game is installed."


def test_an_empty_list_says_what_to_do_after_a_while(page: LobbyPage, lobby: FakeLobby) -> None:
    lobby.tables = ()
    shown = text(page)
    assert "Looking for tables…" in shown
    assert page.ticks
    page._since -= PATIENCE + 1
    shown = text(page)
    for word in ("h to host", "j to type an address", "ticket", "bastide doctor", "against a bot"):
        assert word in shown
    assert not page.ticks
    keys(page, "enter")
    assert "no table to join yet" in page.model.message
    lobby.interfaces = ()
    assert "No network is up" in text(page)
    page.model.message, lobby.notice = "", "Another bastide uses the network."
    assert "Another bastide uses the network." in text(page)
    assert "No network is up" not in text(page)


def test_the_pane_about_a_table(page: LobbyPage, effects: NotedEffects) -> None:
    shown = text(page)
    for word in ("Inns & Cathedrals", "legal places", "free seat — press Enter", "h3r0 (known)"):
        assert word in shown
    keys(page, "i")
    assert page.overlay((80, 24)) is not None
    keys(page, "escape", "y")
    assert effects.copied == ["192.168.1.7:47100"]
    keys(page, "down", "y")
    assert page.model.message == "There is nothing to copy here."


def test_the_mouse_chooses_a_row_and_joins_it(page: LobbyPage, lobby: FakeLobby) -> None:
    page.paint((120, 36), "")
    in_loop(lambda: page.click(10, 6, False, (120, 36)))
    assert page.model.chosen == "2"
    assert lobby.wishes == []
    in_loop(lambda: page.click(10, 6, False, (120, 36)))
    assert lobby.wishes == [("join", "2")]
    page.wheel(10, 6, 1, (120, 36))
    assert page.model.chosen == "3"


def test_q_ends_the_program(page: LobbyPage, effects: NotedEffects) -> None:
    keys(page, "q")
    assert effects.closed


def test_the_cursor_stays_on_its_table_when_the_list_changes(
    page: LobbyPage, lobby: FakeLobby
) -> None:
    keys(page, "down")
    lobby.tables = tuple(reversed(ROWS))
    assert page.model.row is not None
    assert page.model.row.id == "2"
    lobby.tables = ROWS[:1]
    assert page.model.row.id == "1"


def test_another_language_reaches_the_list(page: LobbyPage, lobby: FakeLobby) -> None:
    submit(page, ":lang fr")
    assert lobby.language == "fr"
    assert "tables sur ce réseau" in text(page)


def test_a_second_enter_does_not_join_twice(page: LobbyPage, lobby: FakeLobby) -> None:
    keys(page, "enter", "enter", "enter")
    assert lobby.wishes == [("join", "1")]


# hands, additions, deleting


def test_a_row_says_who_can_know_hands(page: LobbyPage, lobby: FakeLobby) -> None:
    sealed, readable, neither = (row._replace(note="") for row in ROWS[:3])
    lobby.tables = [sealed._replace(hands="sealed"), readable._replace(hands="readable"), neither]
    lines = text(page, (80, 24)).splitlines()
    assert sum("hands:" in line for line in lines) == 2
    assert any(line.strip(" │").startswith("↳ hands: sealed") for line in lines)
    assert any("↳ hands: readable by a modified program" in line for line in lines)
    lobby.tables = [readable._replace(note="Your seat is kept.", hands="readable")]
    assert "↳ Your seat is kept. · hands: readable by a modified program" in text(page)


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


def test_d_deletes_an_unfinished_table_after_a_question(page: LobbyPage, lobby: FakeLobby) -> None:
    page.model.chosen = "4"
    assert " d " in _bar(page, "4")
    keys(page, "d")
    assert "Delete Lunch game?" in "\n".join(page.overlay((80, 24))[1].lines())  # type: ignore[index]  # it is open
    keys(page, "escape")
    assert lobby.wishes == []
    keys(page, "d", "enter")
    assert lobby.wishes == [("delete", "4")]
    assert "4" not in [row.id for row in lobby.tables]


def test_what_to_do_with_a_table_of_mine_stands_once_below_the_list(
    page: LobbyPage, lobby: FakeLobby
) -> None:
    """Names of the same beginning are cut alike; the line below tells when and who."""
    long, mine = "Pebbles against greedy and greedy 2, 30 Nov 11:48", ROWS[3]
    lobby.tables = [
        mine._replace(id=id, name=long, note=f"30 Nov {time} · Ada 1, greedy 2")
        for id, time in (("x", "11:48"), ("y", "12:05"))
    ]
    seen = text(page)
    assert seen.count("Enter goes on with it, d deletes it.") == 1
    assert "30 Nov 11:48 · Ada 1" in seen
    assert "30 Nov 12:05 · Ada 1" in seen
    assert "Ping" not in seen
    lobby.tables = ROWS
    assert "Enter goes on with it" not in text(page)


def test_only_tables_of_mine_can_be_deleted(page: LobbyPage, lobby: FakeLobby) -> None:
    assert " d " not in _bar(page, "1")
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


APART = (
    "Un autre bastide utilise le réseau avec ce dossier de données : fermez-le, ou lancez "
    "celui-ci avec un autre dossier (--home). Les tables de cet ordinateur vous sont ouvertes."
)


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
def test_a_notice_is_read_whole_on_the_smallest_screen(
    page: LobbyPage, lobby: FakeLobby, size: tuple[int, int]
) -> None:
    lobby.tables, lobby.interfaces, lobby.notice = (), (), APART
    shown = text(page, size)
    assert APART in " ".join(shown.split())
    assert "Looking for" not in shown
    assert "Tables of others are not looked for now." in shown


def test_a_notice_that_is_too_long_says_that_there_is_more(
    page: LobbyPage, lobby: FakeLobby
) -> None:
    lobby.interfaces, lobby.notice = (), APART * 5
    assert text(page, (60, 18)).splitlines()[15].rstrip().endswith("…")


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


def test_a_refusal_that_repeats_the_notice_is_seen_without_colours(
    page: LobbyPage, lobby: FakeLobby
) -> None:
    page.shell.show(Display("none"))
    lobby.interfaces, lobby.notice, lobby.refusal = (), APART, APART
    before = page.paint((60, 18), "").grid.styles
    submit(page, ":join 192.168.1.7:47000")
    assert text(page, (60, 18)).count("Un autre bastide") == 1
    assert page.paint((60, 18), "").grid.styles != before


def test_the_smallest_list_says_how_to_play_at_once(page: LobbyPage, lobby: FakeLobby) -> None:
    lobby.tables = ()
    for waited in (0.0, PATIENCE):
        page._since -= waited
        assert "To play here at once" in text(page, (60, 18))
