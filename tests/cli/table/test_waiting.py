"""What is said while others have to decide, and of links that are lost."""

from __future__ import annotations

import pytest

from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.ports import Awaited, Seat
from tests.cli.fakes import FakeSession
from tests.cli.table.conftest import said


def test_nothing_is_chosen_for_others(page: TablePage, session: FakeSession) -> None:
    session.mine = (1,)
    page.changed()
    page.key("enter")
    assert said(page) == "Waiting for Ada."
    for line in ("1", ":done", ":1"):
        page.submit(line)
        assert said(page) == f"It is not your turn yet: {line.removeprefix(':')} has to wait."
    assert session.draft == 0


def test_who_is_waited_for_and_how_long(page: TablePage, session: FakeSession) -> None:
    session.mine = (1,)
    session.said_seats[0] = Seat("Ada", "lost", 41)
    page.key("enter")
    assert said(page) == "Waiting for Ada, link lost, 0:41."
    session.said_seats[0] = Seat("Ada", "away", 10)
    page.key("enter")
    assert said(page) == "Waiting for Ada, who is not here yet, 0:10."
    session.cut_off = 4
    page.key("enter")
    assert said(page) == "No network is up here, 0:04: waiting for Ada."
    session.waiting = "The table has stopped: Ada's move broke a rule."
    page.key("enter")
    assert said(page).startswith("The table has stopped")


def test_who_is_not_there_is_named_alone_and_in_the_same_line(
    page: TablePage, session: FakeSession
) -> None:
    session.mine, session.said_seats[0] = (0,), Seat("Ada", "thinking")
    session.waiting, session.awaited = "Waiting for Blaise.", Awaited((1,))
    assert hint_rows(page)[0] == "Waiting for Blaise."
    session.said_seats[1] = Seat("Blaise", "left", 150)
    first, second = hint_rows(page)
    assert first == "Waiting for Blaise, who has left, 2:30."
    assert "Blaise" not in second
    session.cut_off = 65
    assert hint_rows(page)[0] == "No network is up here, 1:05: waiting for Blaise."
    assert "network" not in hint_rows(page)[1]


def test_that_no_network_is_up_here_is_said_in_ones_own_turn_too(
    page: TablePage, session: FakeSession
) -> None:
    session.said_seats[1] = Seat("Blaise", "lost", 12)
    session.cut_off = 5
    session.waiting = "The table has stopped."
    assert hint_rows(page) == ["The table has stopped.", "No network is up here, 0:05."]


def test_why_a_turn_is_kept_does_not_repeat_the_line_above(
    page: TablePage, session: FakeSession
) -> None:
    session.said_seats[1] = Seat("Blaise", "lost", 12)
    session.waiting = "Waiting until Blaise is linked."
    session.awaited = Awaited((1,), is_any_enough=True)
    page.model.message = f"{session.waiting} Your turn is kept: send it then."
    assert hint_rows(page) == [
        "Waiting for Blaise, link lost, 0:12.",
        "Your turn is kept: send it then.",
    ]


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


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 36)])
def test_why_a_table_stopped_is_read_whole(
    page: TablePage, session: FakeSession, size: tuple[int, int]
) -> None:
    def shown() -> str:
        rows = page.paint(size, "").grid.lines()
        return " ".join(" ".join(row.strip(" │") for row in rows[-6:-2]).split())

    reason = "Blaise has signed what the rules refuse: a road cannot be built where one lies"
    session.waiting = f"The table has stopped at step 41. {reason}."
    assert session.waiting in shown()
    session.said_seats[1] = Seat("Blaise", "lost", 41)
    assert "The table has stopped at step 41. Blaise has signed" in shown()
    assert "Blaise has lost the link, 0:41; the seat is kept." in shown()


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
    assert line.rstrip(" │").endswith("no link")
    assert "lost" not in line  # which would read as lost points


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
