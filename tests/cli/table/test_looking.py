"""What the table's screen shows: panes, boxes, zoom, talk."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.screens.commands import Reply
from bastide.cli.screens.model import Notice
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.ports import Seat, TalkItem
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.screen import Style
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeLobby, FakeSession, make_shell
from tests.cli.pages import text
from tests.cli.table.conftest import LISTED, said


def test_a_typed_word_shows_what_it_names_whatever_is_open(page: TablePage) -> None:
    for word, shown in ((":scores", "players"), (":players", "players"), (":log", "log")):
        page.submit(word)
        assert page.open == shown
    page.key("f7")
    assert page.open == "", "the key that shows it hides it, too"


def test_a_cell_in_an_answer_is_not_taken_for_a_number(page: TablePage) -> None:
    def lead(text: str) -> list[tuple[str, Style]]:
        page.tell(Reply(text))
        grid = page.paint((80, 24), "").grid
        (y,) = [y for y, line in enumerate(grid.lines()) if text in line]
        return list(zip(grid.chars[y][1:5], grid.styles[y][1:5], strict=True))

    assert len({style for _, style in lead("0 1N: a tile lies there already")}) == 1


def test_a_message_goes_with_the_next_key(page: TablePage) -> None:
    page.tell(Reply("something"))
    page.key("f5")
    assert said(page) == ""


def test_what_others_did_is_told_whole_by_f6_and_the_prompt_says_so(
    page: TablePage, session: FakeSession
) -> None:
    for _ in range(3):
        page.key("enter")
    prompt = page.paint((80, 24), "").grid.lines()[-2]
    assert prompt.rstrip().endswith("F6: since your last turn")
    page.key("f6")
    shown = page.overlay((80, 24))
    assert shown
    told = "".join(shown[1].lines())
    assert all(item.sentence in told for item in session.news)
    page.key("escape")
    page.key("enter")
    assert "F6: since" not in page.paint((80, 24), "").grid.lines()[-2]


def test_closing_the_news_shows_again_what_was_looked_at_before(
    page: TablePage, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        page.key("enter")
    before, there = page.model.cursor, page.model.cursor.flagged("pan")
    monkeypatch.setattr(session.screen, "move", lambda s, seat, cursor, key: there)
    for close in ("escape", "f6", "f7"):
        page.key("f6")
        assert (page.open, page.model.cursor) == ("news", there)
        page.key(close)
        assert page.model.cursor == before
        page.close_box()
    page.key("f6")
    page.model.cursor = gone_on = before._replace(x=9)
    page.key("escape")
    assert page.model.cursor == gone_on


def test_zoom_is_kept_for_each_size(page: TablePage) -> None:
    page.key("f5")
    assert page.model.zoom(3) == 0
    assert page.model.zoom(1) == 0
    page.paint((80, 24), "")
    page.key("+")
    page.key("+")
    assert page.model.zoom(1) == 1
    assert page.model.zoom(3) == 0
    page.submit(":zoom 10x5")
    assert page.model.zoom(1) == 1
    page.submit(":zoom 9x9")
    assert said(page) == "Choose one of 6x3, 10x5."


def test_small_screens_show_one_pane_at_a_time(page: TablePage) -> None:
    page.paint((60, 18), "")
    for key, pane in (("f7", "log"), ("f7", "board"), ("f4", "talk"), ("f6", "board")):
        page.key(key)
        assert page.model.pane == pane
    page.submit(":scores")
    assert page.model.pane == "scores"


def test_keys_that_nobody_wants_are_text(page: TablePage) -> None:
    assert not page.key("z")
    assert page.key("x")
    assert page.key("h")


def test_a_key_a_second_time_closes_its_box(page: TablePage) -> None:
    for _ in range(2):
        page.key("f2")
    assert page.open == ""


def test_boxes_scroll_and_close(page: TablePage) -> None:
    page.key("f1")
    page.key("down")
    assert page.scroll == 1
    page.overlay((80, 24))
    page.key("enter")
    assert page.open == ""


def test_slash_opens_the_talk_line_and_enter_says_it(
    page: TablePage, session: FakeSession, effects: NotedEffects
) -> None:
    page.key("/")
    assert effects.prompt == "/"
    page.submit("/hello there")
    page.submit(":say again")
    assert [item.text for item in session.talk] == ["hello there", "again"]
    page.submit("/" + "é" * 300)
    assert said(page) == "That is too long: at most 500 bytes."


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
def test_talk_that_cannot_be_seen_is_noted_beside_the_prompt_and_takes_no_hint(
    page: TablePage, session: FakeSession, shell: Shell, size: tuple[int, int]
) -> None:
    before = page.paint(size, "").grid.lines()
    session.talk.append(TalkItem("Blaise", "hurry up, the pizza gets cold", 1))
    shell.changed()
    page.key("n")
    page.key("p")
    after = page.paint(size, "").grid.lines()
    assert "F4: Blaise: hurry up" in after[-2]
    assert after[-4:-2] == before[-4:-2]
    page.key("f4")
    assert "F4: Blaise" not in page.paint(size, "").grid.lines()[-2]
    assert "the pizza gets cold" in " ".join(text(page, size).split())


def test_talk_in_its_pane_is_noted_nowhere_else(
    page: TablePage, session: FakeSession, shell: Shell
) -> None:
    session.talk.append(TalkItem("Blaise", "please", 1))
    shell.changed()
    assert page.model.notice is None


def test_a_note_of_talk_goes_with_the_turn_or_the_escape_key(
    page: TablePage, session: FakeSession, shell: Shell
) -> None:
    page.model.notice = Notice("Blaise: hello", "f4")
    page.key("escape")
    assert page.model.notice is None
    page.model.notice = Notice("Blaise: hello", "f4")
    while page.model.my_turn:
        page.key("enter")
        shell.changed()
    assert page.model.notice is None


def test_a_fault_is_told_whole_above_the_hints_and_takes_none_of_them(
    page: TablePage, session: FakeSession, shell: Shell
) -> None:
    size = (60, 18)
    before = page.paint(size, "").grid.lines()
    session.faults = ["A plugin failed in a way that takes more than sixty columns to tell."]
    shell.changed()
    page.key("n")
    page.key("p")
    after = page.paint(size, "").grid.lines()
    assert after[-4:-2] == before[-4:-2]
    assert " ".join(line.strip() for line in after[-6:-4]) == session.faults[0]


def test_against_bots_alone_there_is_no_talk(page: TablePage, session: FakeSession) -> None:
    assert "Table talk" in "\n".join(page.paint((120, 36), "").grid.lines())
    session.said_seats[1] = Seat("greedy", "bot")
    shown = "\n".join(page.paint((120, 36), "").grid.lines())
    assert "Table talk" not in shown
    assert "F4" not in shown
    assert "Tab completes · : commands" in shown
    listed = {line for line, _ in page.offered(":")}
    assert not listed & {":say", ":talk"}
    for line in ("/", "/hello", ":say hello", ":talk"):
        page.submit(line)
        assert said(page) == "There is nobody to talk to here."
    page.key("/")
    assert said(page) == "There is nobody to talk to here."


def test_a_board_of_one_size_offers_no_zoom(
    page: TablePage, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "F5" in page.paint((120, 36), "").grid.lines()[-1]
    monkeypatch.setattr(session.screen, "zooms", lambda: ["6x3"])
    page.key("f1")
    shown = page.overlay((120, 99))
    assert shown
    told = "".join(shown[1].lines())
    assert "F5" not in page.paint((120, 36), "").grid.lines()[-1] + told
    assert ":zoom" not in told


def test_a_word_that_turns_to_where_one_is_already_says_that_it_changes_nothing(
    page: TablePage,
) -> None:
    page.submit(":zoom 10x5")
    page.submit(":zoom 6x3")
    assert said(page) == ""
    page.submit(":zoom 6x3")
    assert said(page) == "zoom changes nothing that can be seen now."


def test_a_table_named_after_its_game_is_named_once(page: TablePage, session: FakeSession) -> None:
    session.title = "pebbles"
    assert page.model.heading == "bastide · Pebbles"


@pytest.mark.plays("strategic")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_key_bar_of_the_smallest_screen_keeps_the_views_of_the_game(
    tmp_path: Path, language: str
) -> None:
    plugins = Plugins(built_in())
    shell = make_shell(FakeLobby(plugins), tmp_path, language=language)
    setup = Setup("carcassonne", 2, ("strategic",), LISTED)
    page = TablePage(shell, FakeSession(plugins, setup, texts=shell.texts))
    shell.open(page)

    bar = page.paint((60, 18), "").grid.lines()[-1]

    assert page.model.company, "the key for talking is there, too"
    assert [key for key in ("F1", "F2", "F3", "F4", "^Z", "F10") if f" {key} " not in bar] == []
