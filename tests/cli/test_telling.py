"""What line mode tells of others, without a table."""

from types import SimpleNamespace
from typing import cast

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.lines.progress import APART, PATIENCE, Progress
from bastide.cli.lines.telling import Teller, safe, tells_score
from bastide.cli.sessions.ports import LogItem, Seat, Session, TalkItem
from bastide.core.events import Action, Event, Score, Term


@pytest.fixture
def session() -> SimpleNamespace:
    """A table where nothing has happened yet."""
    return SimpleNamespace(
        talk=[], log=[], waiting="", cut_off=None, progress="", seats=[Seat("Ada"), Seat("Bob")]
    )


def teller(session: SimpleNamespace, *, brief: bool = False) -> Teller:
    return Teller(cast("Session", session), Catalogs([]).texts("en"), "ascii", brief=brief)


def test_each_line_is_told_once_with_a_name(
    session: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    tells = teller(session)
    session.log = [
        LogItem("takes 3", 1, 0),
        LogItem("Ada +2 gold", 0, 0, is_named=True),
        LogItem("Rain.", None, 1),
    ]

    assert tells.news()
    assert not tells.news()
    session.log = [*session.log[:1], LogItem("takes 1", 0, 0)]
    tells.news()

    assert capsys.readouterr().out.splitlines() == ["Bob takes 3", "Ada +2 gold", "Rain."]


def test_talk_is_told_without_what_could_move_the_cursor(
    session: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    tells = teller(session)
    session.talk.append(TalkItem("Bob", "a\x1b[2J\nb", 1))

    tells.news()

    assert capsys.readouterr().out == "Bob says: a [2J b\n"
    assert safe("ok é") == "ok é"


def test_standstill_is_told_once(
    session: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    tells = teller(session)
    session.waiting = "waiting for Bob"
    tells.news()
    assert capsys.readouterr().out == ""

    tells.standstill()
    tells.standstill()

    assert capsys.readouterr().out == "Waiting for Bob.\n"


def test_lost_and_returning_players_are_told(
    session: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    tells = teller(session)
    session.seats[1] = Seat("Bob", "lost")
    tells.standstill()
    tells.standstill()
    session.seats[1] = Seat("Bob", "thinking")
    tells.news()
    tells.news()

    assert capsys.readouterr().out.splitlines() == [
        "Bob is not linked; the seat is kept.",
        "Bob is back.",
    ]


def test_while_no_network_is_up_here_nobody_else_is_to_blame(
    session: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    tells = teller(session)
    session.cut_off, session.seats[1] = 3.0, Seat("Bob", "lost", 3.0)
    tells.standstill()
    tells.standstill()
    session.cut_off, session.seats[1] = None, Seat("Bob", "away", 3.0)
    tells.standstill()

    assert capsys.readouterr().out.splitlines() == [
        "No network is up here.",
        "A network is up here again.",
        "Bob is not here yet; the seat is kept.",
    ]


def test_brief_leaves_out_all_but_points() -> None:
    def scored(points: int) -> LogItem:
        score = Score(0, points, "gold", (), (Term(points, "coin"),), False)
        return LogItem("x", 0, 0, Event("game", "score", score))

    assert tells_score(scored(3))
    assert not tells_score(scored(0))
    assert not tells_score(LogItem("x", 0, 0, Action("game.take", (1,))))
    assert tells_score(LogItem("The bot failed.", None, 0))


def test_who_left_has_not_lost_the_link(
    session: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    session.seats[1] = Seat("Bob", "left", 3.0)
    teller(session).standstill()
    assert capsys.readouterr().out == "Bob has left; the seat is kept.\n"


def test_what_players_do_is_said_in_the_language_of_the_program(
    session: SimpleNamespace,
) -> None:
    french = Catalogs(own_catalogs()).texts("fr")
    session.seats = [Seat("Ada"), Seat("Bob", "bot"), Seat("Cy", "lost", 61.0, "ab12")]
    session.seats.append(Seat("Di", "thinking"))
    told = Teller(cast("Session", session), french, "ascii").players()
    assert [" ".join(line.split()) for line in told] == [
        "Ada -",
        "Bob robot",
        "Cy lien perdu, 1:01 ab12",
        "Di réfléchit",
    ]


# what takes its time


class Clock:
    """A clock that a test moves, and what goes on at its time."""

    def __init__(self) -> None:
        self.now, self.going_on = 100.0, ""
        self.progress = Progress(lambda: self.going_on, lambda: self.now)

    def at(self, now: float, going_on: str) -> str:
        self.now, self.going_on = 100.0 + now, going_on
        return self.progress.news()


def test_progress_is_said_once_a_change_and_never_in_a_flood() -> None:
    clock = Clock()
    assert clock.at(0.0, "Ada, 1 of 6") == ""
    assert clock.progress.due == pytest.approx(PATIENCE)
    assert clock.at(PATIENCE, "Ada, 1 of 6") == "Ada, 1 of 6"
    assert clock.progress.due is None
    assert clock.at(PATIENCE + 0.2, "Ada, 1 of 6") == ""
    assert clock.at(PATIENCE + 0.3, "Bob, 2 of 6") == ""
    assert clock.progress.due == pytest.approx(APART - 0.3)
    assert clock.at(PATIENCE + 1.0, "Cat, 3 of 6") == ""
    assert clock.at(PATIENCE + APART, "Cat, 3 of 6") == "Cat, 3 of 6"


def test_what_is_done_in_a_moment_is_not_said() -> None:
    clock = Clock()
    assert clock.at(0.0, "Drawing.") == ""
    assert clock.at(0.2, "") == ""
    assert clock.progress.due is None
    assert clock.at(0.6, "Drawing.") == ""
    assert clock.at(1.2, "Drawing.") == "Drawing."


def test_the_same_again_after_a_pause_is_news() -> None:
    clock = Clock()
    clock.at(0.0, "Drawing.")
    assert clock.at(1.0, "Drawing.") == "Drawing."
    clock.at(1.5, "")
    clock.at(4.0, "Drawing.")
    assert clock.at(4.5, "Drawing.") == "Drawing."


def test_progress_is_printed(session: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> None:
    tells = teller(session)
    session.progress = "Sealing the tiles: Ada shuffles, 2 of 6."
    tells.tell_progress()
    assert 0 < tells.due(9.0) <= PATIENCE
    assert capsys.readouterr().out == ""
