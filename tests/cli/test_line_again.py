"""What is typed at a finished table of the network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import cast

import pytest

from bastide.cli.lines.line_again import LineAgain
from bastide.cli.program import Program
from bastide.cli.sessions.ports import Refused, Room, Session, TalkItem
from tests.cli.test_line_room import FakeRoom, TypedLines


class Finished:
    """A finished table that counts what is asked of it."""

    def __init__(self, *refusals: str) -> None:
        self.refusals = [*refusals]
        self.plays_again = ""
        self.talk: Sequence[TalkItem] = (TalkItem("Bob", "earlier"),)
        self.said: list[str] = []
        self.changed: Callable[[], None] = lambda: None

    def watch(self, changed: Callable[[], None]) -> None:
        self.changed = changed

    def say(self, text: str) -> str:
        self.said.append(text)
        return ""

    async def rematch(self) -> Room:
        if self.refusals:
            raise Refused(self.refusals.pop(0))
        return cast("Room", FakeRoom())


def wanted(
    session: Finished, lines: TypedLines, *, then: Callable[[], None] | None = None
) -> LineAgain:
    """Wait for what is typed, at first and `then`; whether a room follows is checked."""

    async def story() -> LineAgain:
        again = LineAgain(cast("Session", session), Program().text, lines)
        waiting = asyncio.ensure_future(again.is_wanted())
        await asyncio.sleep(0)
        if then:
            then()
            session.changed()
        async with asyncio.timeout(5):
            assert await waiting == (again.room is not None)
        return again

    return asyncio.run(story())


def test_a_person_is_asked_and_told_who_plays_again(capsys: pytest.CaptureFixture[str]) -> None:
    session, lines = Finished("No network is up."), TypedLines()

    def others() -> None:
        session.plays_again = "Ann"
        session.talk = (*session.talk, TalkItem("Bob", "once more?"))
        for line in ("say yes", "place 1", "again", "AGAIN"):
            lines.type(line)

    assert wanted(session, lines, then=others).room
    assert session.said == ["yes"]
    assert capsys.readouterr().out.splitlines() == [
        "again opens a table like this one, or joins it; quit leaves.",
        "Bob says: once more?",
        "Ann plays again: again joins.",
        "Type again, say or quit.",
        "No network is up.",
    ]


@pytest.mark.parametrize("ending", ["quit", None])
def test_a_person_leaves(ending: str | None) -> None:
    lines = TypedLines(*([ending] if ending else []))
    assert wanted(Finished(), lines, then=None if ending else lines.end).room is None


def test_a_script_goes_on_only_with_the_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert wanted(Finished(), TypedLines("again", interactive=False)).room
    assert wanted(Finished(), TypedLines("place 1", "again", interactive=False)).room is None
    assert wanted(Finished(), TypedLines(interactive=False)).room is None
    assert capsys.readouterr().out == ""
