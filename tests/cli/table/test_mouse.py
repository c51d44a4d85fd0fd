"""The mouse at the table: clicks, the wheel, dragging."""

from __future__ import annotations

import pytest

from bastide.cli.screens.table_page import TablePage
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeSession


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


def test_the_lines_below_the_board_go_on_to_the_next_choice_and_take_it(
    page: TablePage, session: FakeSession
) -> None:
    size, upper, lower = (120, 36), (5, 32), (5, 33)
    page.paint(size, "")
    first = page.model.cursor
    page.click(*upper, False, size)
    assert page.model.cursor != first
    page.click(*upper, True, size)
    assert (page.model.cursor, session.draft) == (first, 0)
    page.click(*lower, False, size)
    assert session.draft == 1


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
def test_a_long_hint_leaves_the_line_that_sends_the_turn_and_a_click_on_it_sends_nothing(
    page: TablePage, session: FakeSession, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setattr(session.screen, "say", lambda *_: " ".join(["long"] * 40))
    page.key("enter")
    page.key("enter")
    lines = page.paint(size, "").grid.lines()
    [sends] = [y for y, line in enumerate(lines) if "Your turn is complete: Enter sends" in line]
    told = range(sends + 1, size[1] - 2)
    assert len(told) > 2
    for y in told:
        page.click(5, y, False, size)
    assert (session.sent, session.draft) == (0, 2)
    page.paint(size, "")
    page.click(5, sends, False, size)
    assert session.sent == 1


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
def test_a_click_on_any_line_of_what_a_choice_would_do_takes_it(
    page: TablePage, session: FakeSession, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setattr(session.screen, "hint", lambda *_: ("Choose.", " ".join(["long"] * 40)))
    lines = page.paint(size, "").grid.lines()
    first = lines.index(" Choose.".ljust(size[0])) + 1
    assert first < size[1] - 4
    page.click(5, first, False, size)
    assert session.draft == 1


def test_a_click_on_an_answer_takes_no_choice_that_it_hides(
    page: TablePage, session: FakeSession
) -> None:
    page.submit("hello")
    page.paint((120, 36), "")
    page.click(5, 33, False, (120, 36))
    assert (page.model.message, session.draft) == ("", 0)
    page.paint((120, 36), "")
    page.click(5, 33, False, (120, 36))
    assert session.draft == 1


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
