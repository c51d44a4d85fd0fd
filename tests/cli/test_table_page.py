from __future__ import annotations

import random
from pathlib import Path

import pytest

from bastide.cli.screens import model
from bastide.cli.screens.commands import Reply
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.model import Tone
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.cli.screens.table_view import hints
from bastide.cli.sessions.ports import Seat, TalkItem
from bastide.core.events import Term
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.screen import Remark, Style
from bastide.core.state import PUBLIC
from tests.cli.effects import NotedEffects, in_loop
from tests.cli.fakes import FakeLobby, FakeSession, make_shell
from tests.cli.pebbles import pebble_plugins

LISTED = (("seating", "listed"),)


@pytest.fixture
def effects() -> NotedEffects:
    return NotedEffects()


@pytest.fixture
def shell(tmp_path: Path, effects: NotedEffects) -> Shell:
    shell = make_shell(FakeLobby(pebble_plugins()), tmp_path)
    shell.effects = effects
    shell.open(LobbyPage(shell))
    return shell


@pytest.fixture
def session() -> FakeSession:
    return FakeSession(pebble_plugins(), Setup("pebbles", 2, (), LISTED))


@pytest.fixture
def page(shell: Shell, session: FakeSession) -> TablePage:
    page = TablePage(shell, session)
    shell.open(page)
    page.paint((120, 36), "")
    return page


def said(page: TablePage) -> str:
    return page.model.message


# a turn


@pytest.mark.parametrize(
    ("sentence", "tone"),
    [("A pebble lies there.", "bad"), (Remark("Nothing is chosen yet."), "text")],
)
def test_only_a_refusal_is_painted_as_one(
    page: TablePage, session: FakeSession, sentence: str, tone: Tone
) -> None:
    session.screen.chosen = lambda s, seat, cursor: sentence  # type: ignore[method-assign]
    assert hints(page.model, page.shell.pen)[2] == tone

    page.key("enter")
    assert (said(page), page.model.tone) == (sentence, tone)


def test_enter_chooses_step_by_step_and_confirms_once(
    page: TablePage, session: FakeSession
) -> None:
    page.key("enter")
    page.key("enter")
    assert (session.draft, session.needs_confirm, session.sent) == (2, True, 0)
    page.key("enter")
    assert session.sent == 1


def test_a_complete_turn_goes_out_at_once_where_that_is_set(
    page: TablePage, session: FakeSession, shell: Shell
) -> None:
    shell.config.values["play.send_at_once"] = True
    page.key("enter")
    page.key("enter")
    assert session.sent == 1


def test_what_is_sent_cannot_be_taken_back_and_a_sentence_says_so(page: TablePage) -> None:
    page.key("c-z")
    assert said(page) == "Sent: at this table a move cannot be taken back."


def test_a_complete_turn_says_what_its_last_step_does(
    page: TablePage, session: FakeSession
) -> None:
    page.key("enter")
    page.key("enter")
    assert session.needs_confirm
    session.state.score(0, "pebbles", "heap", (Term(2, "pebble"),))
    assert page.paint((120, 36), "").grid.lines()[-3].startswith(" Ada +2 heap (2 pebble)")


def test_a_complete_turn_takes_no_further_command_and_says_so(
    page: TablePage, session: FakeSession
) -> None:
    page.submit(":1")
    page.submit(":1")
    assert session.needs_confirm
    for typed in (":1", "1", ":title"):
        page.submit(typed)
        assert said(page).startswith("Your turn is complete: Enter sends it, Ctrl-Z takes it back")


def test_a_typed_word_shows_what_it_names_whatever_is_open(page: TablePage) -> None:
    for word, shown in ((":scores", "players"), (":players", "players"), (":log", "log")):
        page.submit(word)
        assert page.open == shown
    page.key("f7")
    assert page.open == "", "the key that shows it hides it, too"


def test_undo_and_redo(page: TablePage, session: FakeSession) -> None:
    page.key("c-y")
    assert said(page) == "There is nothing to play again."
    page.key("enter")
    page.submit(":undo")
    assert session.draft == 0
    page.submit(":redo")
    assert session.draft == 1


def test_done_needs_a_complete_turn(page: TablePage, session: FakeSession) -> None:
    page.submit(":done")
    assert said(page) == "Your turn is not complete yet: choose first."
    page.submit(":1")
    page.submit(":1")
    page.submit(":done")
    assert session.sent == 1


def test_nothing_is_chosen_for_others(page: TablePage, session: FakeSession) -> None:
    session.mine = (1,)
    page.changed()
    for wish in ("enter", "1", ":done", ":1"):
        page.key("enter") if wish == "enter" else page.submit(wish)
        assert said(page) == "Waiting for Ada.", wish
    assert session.draft == 0


def test_who_is_waited_for_and_how_long(page: TablePage, session: FakeSession) -> None:
    session.mine = (1,)
    session.said_seats[0] = Seat("Ada", "lost", 41)
    page.key("enter")
    assert said(page) == "Waiting for Ada, link lost, 0:41."
    session.said_seats[0] = Seat("Ada", "away")
    page.key("enter")
    assert said(page) == "Waiting for Ada, who is away. The seat is kept."
    session.waiting = "The table has stopped: Ada's move broke a rule."
    page.key("enter")
    assert said(page).startswith("The table has stopped")


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 36)])
def test_a_lost_link_is_named_whatever_is_waited_for(
    page: TablePage, session: FakeSession, size: tuple[int, int]
) -> None:
    def shown() -> str:
        return "\n".join(page.paint(size, "").grid.lines())

    session.said_seats[1] = Seat("Blaise", "lost", 41)
    session.waiting = "Waiting for Blaise."
    assert "Blaise has lost the link, 0:41; the seat is kept." in shown()
    session.waiting, session.mine = "", (1,)
    assert "Blaise has lost the link, 0:41" in shown()
    session.mine, session.said_seats[0] = (1,), Seat("Ada", "lost", 75)
    session.said_seats[1] = Seat("Blaise")
    assert "Waiting for Ada, link lost, 1:15." in shown()
    assert "has lost the link" not in shown()


def test_who_left_has_not_lost_the_link(page: TablePage, session: FakeSession) -> None:
    def shown() -> str:
        return "\n".join(page.paint((80, 24), "").grid.lines())

    session.said_seats[1] = Seat("Blaise", "left", 41)
    session.waiting = "Waiting for Blaise."
    assert "Blaise has left, 0:41; the seat is kept." in shown()
    session.waiting, session.mine, session.said_seats[0] = "", (1,), Seat("Ada", "left", 75)
    assert "Waiting for Ada, who has left, 1:15." in shown()


def test_scores_of_one_line_say_whose_link_is_lost(page: TablePage, session: FakeSession) -> None:
    session.said_seats[1] = Seat("Blaise", "lost", 41)
    (line,) = [line for line in page.paint((80, 24), "").grid.lines() if "B  Blaise" in line]
    assert line.rstrip(" │").endswith("lost")


def test_what_is_waited_for_is_said_once(page: TablePage, session: FakeSession) -> None:
    session.mine = (1,)
    page.key("enter")
    shown = "\n".join(page.paint((80, 24), "").grid.lines()[1:])
    assert shown.count("aiting for Ada") == 1


def test_an_answer_about_the_moment_goes_with_the_moment(
    page: TablePage, session: FakeSession
) -> None:
    session.mine = (1,)
    page.key("enter")
    assert said(page) == "Waiting for Ada."
    session.mine = (0,)
    page.key("x")
    session.mine = (1,)
    page.key("enter")
    while not session.settled.over:
        session.choose(session.rules.legal(session.state)[0])
        if session.needs_confirm:
            session.confirm()
    page.changed()
    assert said(page) == ""
    assert "Waiting for" not in "\n".join(page.paint((120, 36), "").grid.lines())


def test_a_cell_in_an_answer_is_not_taken_for_a_number(page: TablePage) -> None:
    def lead(text: str) -> list[tuple[str, Style]]:
        page.tell(Reply(text))
        grid = page.paint((80, 24), "").grid
        (y,) = [y for y, line in enumerate(grid.lines()) if text in line]
        return list(zip(grid.chars[y][1:5], grid.styles[y][1:5], strict=True))

    assert len({style for _, style in lead("0 1N: a tile lies there already")}) == 1


def test_a_number_goes_to_a_place(page: TablePage) -> None:
    page.model.cursor = page.model.cursor._replace(choice=0)
    page.submit("2")
    assert page.model.cursor.choice == 1 or "There is no place 2" in said(page)
    page.submit("77")
    assert "There is no place 77: they go from 1 to" in said(page)


def test_words_that_mean_nothing_get_a_sentence(page: TablePage) -> None:
    page.submit(":dance")
    assert said(page).startswith("Type a number from 1 to")
    page.submit(":pebbles")
    assert page.open == "game f2"


def test_a_message_goes_with_the_next_key(page: TablePage) -> None:
    page.tell(Reply("something"))
    page.key("f5")
    assert said(page) == ""


def test_a_refusal_of_the_turn_before_is_gone_when_it_is_my_turn_again(
    page: TablePage, session: FakeSession
) -> None:
    page.key("c-z")
    assert said(page)
    session.mine = (1,)
    page.changed()
    session.mine = (0,)
    page.changed()
    assert said(page) == ""


# looking


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


# talk


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


def test_talk_that_cannot_be_seen_is_shown_as_a_message(
    page: TablePage, session: FakeSession, shell: Shell
) -> None:
    page.paint((80, 24), "")
    session.talk.append(TalkItem("Blaise", "hurry up", 1))
    shell.changed()
    assert said(page) == "Blaise: hurry up"
    page.paint((120, 36), "")
    session.talk.append(TalkItem("Blaise", "please", 1))
    page.tell(Reply(""))
    shell.changed()
    assert said(page) == ""


# my turn


def test_the_bell_rings_once_when_it_becomes_my_turn(
    page: TablePage, session: FakeSession, shell: Shell, effects: NotedEffects
) -> None:
    session.mine = ()
    shell.changed()
    effects.rung = 0
    session.mine = (0,)
    shell.changed()
    shell.changed()
    assert effects.rung == 1
    assert effects.titles[-1] == "Ada, your turn · Saturday table"
    shell.bell = False
    session.mine = ()
    shell.changed()
    session.mine = (0,)
    shell.changed()
    assert effects.rung == 1


# settings


def test_settings_are_commands_everywhere_and_are_kept(page: TablePage, shell: Shell) -> None:
    page.submit(":theme light")
    page.submit(":depth 256")
    page.submit(":glyphs ascii")
    page.submit(":bell off")
    page.submit(":mouse off")
    assert shell.display == ("256", "ascii", "light")
    assert (shell.bell, shell.mouse) == (False, False)
    assert 'theme = "light"' in (shell.folder / "config.toml").read_text("utf-8")


def test_a_language_is_spoken_at_once(page: TablePage, shell: Shell, session: FakeSession) -> None:
    page.submit(":lang fr")
    assert said(page) == "C’est réglé."
    assert "à vous de jouer" in page.paint((120, 36), "").grid.lines()[0]


@pytest.mark.parametrize("word", ["lang", "theme", "depth", "glyphs", "mouse", "bell"])
def test_a_wrong_setting_lists_what_there_is(page: TablePage, word: str) -> None:
    page.submit(f":{word} nonsense")
    assert said(page).startswith("Choose one of ")


def test_a_settings_file_that_cannot_be_written_is_one_sentence(
    page: TablePage, shell: Shell, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    shell.folder = tmp_path / "file"
    page.submit(":theme light")
    assert said(page) == "Set for now; the settings file cannot be written."
    assert shell.display.theme == "light"


# leaving


def test_leaving_in_mid_game_is_asked_about(
    page: TablePage, session: FakeSession, shell: Shell
) -> None:
    page.key("f10")
    assert page.open == "question"
    page.key("escape")
    assert page.open == ""

    def leave() -> None:
        page.key("f10")
        page.key("enter")

    in_loop(leave)
    assert session.left
    assert isinstance(shell.top, LobbyPage)


def test_completion_lists_only_what_is_possible_now(page: TablePage, session: FakeSession) -> None:
    words = [text for text, _ in page.offered(":")]
    assert ":undo" in words
    assert ":1" in words
    assert ":export" in words
    assert ":again" not in words
    assert ":copy" not in words
    assert page.offered("/any") == ()
    session.mine = ()
    assert ":1" not in [text for text, _ in page.offered(":")]
    assert page.offered(":zoom 6") == [(":zoom 6x3", "cells a tile, width x height")]


def test_an_invitation_can_be_copied(
    page: TablePage, session: FakeSession, effects: NotedEffects
) -> None:
    session.invite = "192.168.1.7:47100"
    page.key("y")
    assert effects.copied == ["192.168.1.7:47100"]
    assert said(page) == "Address copied: 192.168.1.7:47100"


# mouse


def test_a_click_puts_the_cursor_there_and_another_one_chooses(
    page: TablePage, session: FakeSession
) -> None:
    page.model.cursor = page.model.cursor._replace(choice=-1)
    page.click(5, 1, False, (120, 36))
    assert (session.draft, page.model.cursor.choice) == (0, 0)
    page.click(5, 1, False, (120, 36))
    assert session.draft == 1


def test_a_complete_turn_is_sent_by_a_click_on_the_line_that_says_so_and_by_one_click_only(
    page: TablePage, session: FakeSession
) -> None:
    size, hint = (120, 36), (5, 32)
    page.click(*hint, False, size)
    assert session.draft == 0
    page.key("enter")
    page.key("enter")
    assert "complete" in page.paint(size, "").grid.lines()[hint[1]]
    page.click(*hint, False, size)
    assert session.sent == 1
    page.paint(size, "")
    page.click(*hint, False, size)
    assert (session.sent, session.draft) == (1, 0)


def test_a_click_beside_the_key_bar_closes_a_box(page: TablePage, session: FakeSession) -> None:
    size = (120, 36)
    for at in ((5, 1), (60, 20), (100, 31), (5, 33)):
        page.key("f1")
        assert page.open
        page.click(*at, False, size)
        assert not page.open
    page.key("f10")
    page.click(5, 1, False, size)
    assert not page.open
    assert not session.left
    assert session.draft == 0


def test_between_two_turns_of_mine_nothing_is_offered_before_the_first_is_sent(
    page: TablePage, session: FakeSession
) -> None:
    assert page.model.chooser == page.model.holder == session.eyes
    page.key("enter")
    page.key("enter")
    session.state.seat = session.eyes
    assert session.draft_end == "turn"
    assert page.model.chooser == page.model.holder == PUBLIC


def test_clicks_elsewhere(page: TablePage, effects: NotedEffects) -> None:
    size = (120, 36)
    page.click(100, 22, False, size)
    assert page.open == "log"
    page.key("escape")
    page.click(100, 31, False, size)
    assert effects.prompt == "/"
    page.click(100, 3, False, size)
    assert page.open == "players"
    page.key("escape")
    page.click(100, 14, False, size)
    page.click(5, 5, True, size)
    assert page.open == ""


def test_the_wheel_zooms_the_board_and_scrolls_the_lists(page: TablePage) -> None:
    size = (120, 36)
    page.wheel(5, 5, 1, size)
    assert page.model.zoom(3) == 0
    page.wheel(100, 22, -1, size)
    assert page.model.back["log"] == 1
    page.wheel(100, 22, 1, size)
    assert page.model.back["log"] == 0


def test_dragging_moves_the_board_by_whole_cells(
    page: TablePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved: list[str] = []
    monkeypatch.setattr(page.game, "move", lambda s, seat, cursor, key: moved.append(key) or cursor)
    page.drag(5, 5, (7, 0), (120, 36))
    assert moved == []
    page.drag(5, 5, (4, -5), (120, 36))
    assert moved == ["s-left", "s-down"]


# whole games of Carcassonne


def carcassonne(shell: Shell, seed: int) -> tuple[TablePage, FakeSession]:
    plugins = Plugins(built_in())
    session = FakeSession(plugins, Setup("carcassonne", 2), seed=seed)
    page = TablePage(shell, session)
    shell.open(page)
    page.paint((120, 36), "")
    return page, session


def test_f08_a_whole_game_of_carcassonne_with_keys_alone(shell: Shell) -> None:
    page, session = carcassonne(shell, 8)
    chance = random.Random(8)
    turns = 0
    while not session.finished:
        before = session.draft
        page.key(chance.choice(["n", "p", "r", "right", "s", "n"]))
        page.key("enter")
        if session.needs_confirm:
            page.key("enter")
            turns += 1
        elif session.draft == before:
            page.key("n")
    assert turns >= 30
    assert page.ending


def test_f08_a_whole_game_of_carcassonne_with_typed_commands_alone(shell: Shell) -> None:
    page, session = carcassonne(shell, 9)
    chance = random.Random(9)
    while not session.finished:
        if session.needs_confirm:
            page.submit(":done")
            continue
        lines = [line for line, _ in session.screen.commands(session.state, session.eyes)]
        before = session.draft
        line = chance.choice(lines)
        page.submit(f":{line}")
        assert session.draft == before + 1, (line, page.model.message)
    assert page.ending


def test_against_bots_alone_there_is_no_talk(page: TablePage, session: FakeSession) -> None:
    assert "Table talk" in "\n".join(page.paint((120, 36), "").grid.lines())
    session.said_seats[1] = Seat("greedy", "bot")
    shown = "\n".join(page.paint((120, 36), "").grid.lines())
    assert "Table talk" not in shown
    assert "F4" not in shown
    page.key("/")
    assert said(page) == "There is nobody to talk to here."


def test_a_table_named_after_its_game_is_named_once(page: TablePage, session: FakeSession) -> None:
    session.title = "pebbles"
    assert page.model.heading == "bastide · Pebbles"


# hidden hands


def box_text(page: TablePage) -> str:
    box = page.overlay((80, 24))
    return "\n".join(box[1].lines()) if box else ""


def test_the_keyboard_is_passed_on_before_anything_is_done(
    page: TablePage,
    session: FakeSession,
    effects: NotedEffects,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session.handover = "Blaise"
    page.changed()
    assert "Pass the keyboard to Blaise, who presses Enter." in box_text(page)
    assert not page.model.my_turn
    page.submit("1")
    assert said(page) == "Pass the keyboard to Blaise, who presses Enter."
    assert session.draft == 0
    page.key("f1")
    assert "Keys" in box_text(page)
    page.key("escape")
    rung = effects.rung
    page.key("enter")
    assert session.handover == "Blaise", "this may be a second Enter of the player before"
    monkeypatch.setattr(model, "HANDS_OFF", 0.0)
    page.key("enter")
    assert (session.handover, session.draft) == ("", 0)
    assert box_text(page) == ""
    assert page.model.my_turn
    assert effects.rung == rung


def test_a_click_chooses_nothing_while_the_hand_is_covered(
    page: TablePage, session: FakeSession
) -> None:
    session.handover = "Blaise"
    cursor = page.model.cursor
    for y in range(2, 12):
        page.click(3, y, False, (120, 36))
    assert (page.model.cursor, session.draft, page.model.message) == (cursor, 0, "")


def test_the_hand_says_who_can_know_it(page: TablePage, session: FakeSession) -> None:
    assert "sealed" not in "\n".join(page.paint((120, 36), "").grid.lines())
    session.hands = "sealed"
    assert "In hand · sealed" in "\n".join(page.paint((80, 24), "").grid.lines())
    session.hands = "readable"
    assert "In hand · readable by a mod" in "\n".join(page.paint((120, 36), "").grid.lines())
    page.submit(":players")
    assert "play this way with people you" in box_text(page)


def test_what_takes_its_time_stands_below_the_board(page: TablePage, session: FakeSession) -> None:
    session.mine = (1,)
    session.progress = "Sealing the tiles: Ada shuffles, 2 of 6."
    assert hint_rows(page) == ["Waiting for Ada.", session.progress]
    session.waiting = "Waiting for Ada."
    assert hint_rows(page) == ["Waiting for Ada.", session.progress]


def test_what_takes_its_time_is_said_alone_while_nobody_has_to_decide(
    page: TablePage, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeSession, "acting", None)
    session.progress = "Sealing the tiles: Ada shuffles, 2 of 6."
    assert hint_rows(page)[0] == session.progress


def test_the_title_says_how_long_a_dealer_has_been_waited_for(
    page: TablePage, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeSession, "acting", None)
    session.waiting, session.progress = "Waiting for Ada.", "Dealing hidden cards: Ada."
    assert page.paint((120, 36), "").grid.lines()[0].rstrip().endswith("7:31")


def hint_rows(page: TablePage) -> list[str]:
    return [line[:80].strip() for line in page.paint((120, 36), "").grid.lines()[-4:-2]]


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


def test_a_games_own_key_says_why_it_does_nothing_once_the_turn_is_complete(
    page: TablePage, session: FakeSession
) -> None:
    page.key("x")
    assert said(page) == ""
    while not session.needs_confirm:
        page.key("enter")
    page.key("x")
    assert said(page) == "The turn is complete: Ctrl-Z takes it back, to choose anew."
    page.key("up")
    assert said(page) == ""


def test_a_letter_that_nothing_begins_with_is_answered(page: TablePage) -> None:
    assert page.key("w")
    assert said(page) == "No key and no command is w: F1 lists them."
    for begins in "dq:/":  # done, quit
        page.key("escape")
        assert not page.key(begins) or begins in ":/"
        assert said(page) == ""
    assert page.words.begin_with("P")  # the overlay of pebbles
