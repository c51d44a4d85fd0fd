"""What line mode tells of others, without a table."""

from types import SimpleNamespace
from typing import cast

import pytest

from bastide.cli.catalogs import Catalogs
from bastide.cli.lines.telling import Teller, safe, tells_score
from bastide.cli.sessions.ports import LogItem, Seat, Session, TalkItem
from bastide.core.events import Action, Event, Score, Term


@pytest.fixture
def session() -> SimpleNamespace:
    """A table where nothing has happened yet."""
    return SimpleNamespace(talk=[], log=[], waiting="", seats=[Seat("Ada"), Seat("Bob")])


def teller(session: SimpleNamespace, *, brief: bool = False) -> Teller:
    return Teller(cast("Session", session), Catalogs([]).texts("en"), "ascii", brief=brief)


def test_each_line_is_told_once_with_a_name(
    session: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    tells = teller(session)
    session.log = [
        LogItem("takes 3", 1, 0),
        LogItem("Ada +2 gold", 0, 0),
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


def test_brief_leaves_out_all_but_points() -> None:
    def scored(points: int) -> LogItem:
        score = Score(0, points, "gold", (), (Term(points, "coin"),), False)
        return LogItem("x", 0, 0, Event("game", "score", score))

    assert tells_score(scored(3))
    assert not tells_score(scored(0))
    assert not tells_score(LogItem("x", 0, 0, Action("game.take", (1,))))
    assert tells_score(LogItem("The bot failed.", None, 0))
