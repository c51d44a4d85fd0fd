"""What the list of tables shows and answers to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bastide.cli.config import read_config
from bastide.cli.depth import Display
from bastide.cli.screens.lobby_model import PATIENCE
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.sessions.ports import TableRow
from bastide.core.screen import Depth, Glyphs
from tests.cli.effects import NotedEffects, in_loop
from tests.cli.fakes import FakeLobby
from tests.cli.lobby.listed import APART, bar_at
from tests.cli.pages import keys, submit, text
from tests.cli.rows import ROWS


def test_the_key_bar_offers_enter_only_where_it_does_something(
    page: LobbyPage, lobby: FakeLobby
) -> None:
    for row in ROWS:
        assert ("Enter" in bar_at(page, row.id)) == (row.id in "124")
    assert "Enter Resume" in " ".join(bar_at(page, "4").split())
    assert "Enter Join" in " ".join(bar_at(page, "1").split())
    lobby.tables = ()
    assert "Enter" not in bar_at(page, "")


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


def test_j_and_n_begin_a_command(page: LobbyPage, effects: NotedEffects, lobby: FakeLobby) -> None:
    keys(page, "j")
    assert effects.prompt == ":join "
    assert "Type an address (192.168.1.7:47000) or a ticket" in text(page)
    keys(page, "n")
    assert effects.prompt == ":name "
    assert "You are called Chloé: type another name, then Enter." in text(page)
    submit(page, ":name Ada")
    assert lobby.name == "Ada"
    submit(page, ":name")
    assert page.model.message == "Type the name: :name Ada"


def test_words_that_nobody_knows(page: LobbyPage) -> None:
    submit(page, ":dance")
    assert page.model.message == "There is no command dance: F1 lists them."
    submit(page, "/hello")
    assert page.model.message == "There is nobody to talk to here."
    submit(page, ":")


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


def test_a_row_says_who_can_know_hands(page: LobbyPage, lobby: FakeLobby) -> None:
    sealed, readable, neither = (row._replace(note="") for row in ROWS[:3])
    lobby.tables = [sealed._replace(hands="sealed"), readable._replace(hands="readable"), neither]
    lines = text(page, (80, 24)).splitlines()
    assert sum("hands:" in line for line in lines) == 2
    assert any(line.strip(" │").startswith("↳ hands: sealed") for line in lines)
    assert any("↳ hands: readable by a modified program" in line for line in lines)
    lobby.tables = [readable._replace(note="Your seat is kept.", hands="readable")]
    assert "↳ Your seat is kept. · hands: readable by a modified program" in text(page)


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


def test_a_name_that_is_typed_is_kept(page: LobbyPage, lobby: FakeLobby) -> None:
    submit(page, ":name Dan")
    assert (lobby.name, page.model.message) == ("Dan", "Set.")
    assert read_config(page.shell.folder).text("player.name") == "Dan"


def test_the_border_says_how_many_tables_are_not_in_view(page: LobbyPage, lobby: FakeLobby) -> None:
    lobby.tables = [ROWS[1]._replace(id=str(n), name=f"T{n}", note="Why.") for n in range(20)]
    top, low = page_borders(page)
    assert ("↑" in top, "↓ 13" in low) == (False, True)
    keys(page, *["down"] * 12)
    top, low = page_borders(page)
    assert ("↑ 6" in top, "↓ 7" in low) == (True, True)


def page_borders(page: LobbyPage) -> tuple[str, str]:
    """Return the upper and the lower border of the list."""
    lines = text(page, (80, 24)).splitlines()
    return lines[1], next(line for line in lines[2:] if line.startswith("╰"))


def test_two_hosts_of_one_name_are_told_apart_by_their_keys(
    page: LobbyPage, lobby: FakeLobby
) -> None:
    lobby.tables = [ROWS[0], ROWS[1]._replace(host="Ada")]
    shown = text(page, (80, 24))
    assert "Ada h3r0" in shown
    assert "Ada e0e1" in shown


def test_why_a_table_cannot_be_joined_is_read_whole_when_it_is_chosen(
    page: LobbyPage, lobby: FakeLobby
) -> None:
    why = "This table needs plugin rivers 1.2; you do not have it: install it, then join again."
    lobby.tables = [ROWS[4]._replace(note=why)]
    shown = " ".join(text(page, (80, 24)).split())
    assert why in shown


def test_a_table_of_this_computer_does_not_name_its_game_twice(
    page: LobbyPage, lobby: FakeLobby
) -> None:
    row = ROWS[3]._replace(name="Carcassonne against greedy, 29 Nov 21:40")
    lobby.tables = [row._replace(short="against greedy, 29 Nov 21:40")]
    line = next(each for each in text(page, (80, 24)).splitlines() if "against" in each)
    assert line.count("Carcassonne") == 1


def test_who_waits_at_a_table_of_mine_is_in_its_state(page: LobbyPage, lobby: FakeLobby) -> None:
    lobby.tables = [ROWS[3]._replace(there=("Blaise",), note="there now: Blaise · 29 Nov")]
    shown = text(page, (80, 24))
    assert "others there" in shown
    assert "there now: Blaise" in shown
