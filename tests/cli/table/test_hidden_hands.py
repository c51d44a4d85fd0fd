"""Hands that others must not see: the keyboard is passed on, and who can know them is said."""

from __future__ import annotations

import pytest

from bastide.cli.screens import model
from bastide.cli.screens.table_page import TablePage
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeSession
from tests.cli.table.conftest import said


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
    assert said(page) == "1 has to wait: Enter shows the hand first."
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
