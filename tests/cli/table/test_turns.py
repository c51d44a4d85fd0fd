"""What the table's screen does in a turn of its own: choosing, taking back, sending."""

from __future__ import annotations

import pytest

from bastide.cli.screens.hints import hints
from bastide.cli.screens.model import Tone
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.core.events import Term
from bastide.core.rules import Rules
from bastide.core.screen import Remark
from bastide.core.state import PUBLIC
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeSession
from tests.cli.table.conftest import said


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
        shown = "\n".join(page.paint((120, 36), "").grid.lines())
        assert "Your turn is complete: Enter sends it, Ctrl-Z takes it back" in shown
        assert said(page).startswith(f"{typed.removeprefix(':')} ")
        assert said(page) in shown


def test_undo_and_redo(page: TablePage, session: FakeSession) -> None:
    page.key("c-y")
    assert said(page) == "There is nothing to redo."
    page.key("enter")
    page.submit(":undo")
    assert session.draft == 0
    page.submit(":redo")
    assert session.draft == 1


def test_moves_of_others_are_taken_back_by_the_second_key_in_a_row(
    page: TablePage, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.key("enter")
    monkeypatch.setattr(FakeSession, "undoes_of_others", 2)
    question = "Ctrl-Z again takes back your last move, and 2 moves of others after it."
    for other in ("left", "c-y"):
        page.key("c-z")
        assert (said(page), session.draft) == (question, 1)
        page.key(other)
    page.key("c-z")
    page.submit(":undo")
    assert session.draft == 0


def test_why_a_turn_was_not_sent_goes_as_soon_as_it_can_be(
    page: TablePage, session: FakeSession
) -> None:
    page.key("enter")
    page.key("enter")
    session.hold = "Waiting until Bob is linked. Your turn is kept: send it then."
    page.key("enter")
    page.paint((80, 24), "")
    assert (said(page), session.sent) == (session.hold, 0)
    session.hold = ""
    page.paint((80, 24), "")
    assert (said(page), page.model.tone) == ("The link is back: Enter sends your turn.", "good")
    page.key("enter")
    assert (said(page), session.sent) == ("", 1)


def test_done_needs_a_complete_turn(page: TablePage, session: FakeSession) -> None:
    page.submit(":done")
    assert said(page) == "Your turn is not complete yet: choose first."
    page.submit(":1")
    page.submit(":1")
    page.submit(":done")
    assert session.sent == 1


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


def test_between_two_turns_of_mine_nothing_is_offered_before_the_first_is_sent(
    page: TablePage, session: FakeSession
) -> None:
    assert page.model.chooser == page.model.holder == session.eyes
    page.key("enter")
    page.key("enter")
    session.state.seat = session.eyes
    assert session.draft_end == "turn"
    assert page.model.chooser == page.model.holder == PUBLIC


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


def test_a_choice_that_all_make_at_once_is_offered_while_it_is_mine_to_make(
    page: TablePage, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rules, "together", lambda self, s: True)
    assert page.model.chooser == session.eyes

    while not session.needs_confirm:
        session.choose(session.rules.legal(session.state)[0])

    assert page.model.chooser == PUBLIC
    assert page.model.holder == session.eyes
    session.undo()
    assert page.model.chooser == session.eyes
    session.mine = (1,)  # a bot makes its choice first
    assert page.model.chooser == PUBLIC
