"""A room in line mode, without a network."""

import asyncio
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bastide.cli.lines.line_room import LineRoom
from bastide.cli.lines.typed_lines import Lines
from bastide.cli.program import Failed, Flags, Program
from bastide.cli.sessions.ports import Hands, Refused, Room, Seat, TalkItem
from tests.cli.conftest import Run, Said

ALONE = ["127.0.0.1:4711", "[::1]:4711", "bastide://a@127.0.0.1:4711"]
"""What a host shows whom only this computer reaches."""


class FakeRoom:
    """A room whose facts tests set."""

    title, game, places = "kitchen", "Game", (2, 4)
    hands: Hands = ""
    invites: Sequence[str] = (
        "10.0.0.1:4711",
        "[fd00::1]:4711",
        "bastide://a@10.0.0.1:4711",
        "bastide://a@b:1",
    )

    def __init__(self, hosting: bool = True) -> None:
        self.hosting = hosting
        self.seats = [Seat("Ada")]
        self.asking: list[Seat] = []
        self.talk: list[TalkItem] = []
        self.closed = self.no_start = self.notice = ""
        self.is_dissolved = False
        self.moved: FakeRoom | None = None
        self.session: object | None = None
        self.calls: list[str] = []
        self.changed: Callable[[], None] = lambda: None

    def watch(self, changed: Callable[[], None]) -> None:
        self.changed = changed

    def say(self, text: str) -> str:
        self.calls.append(f"say {text}")
        return ""

    def admit(self, name: str, yes: bool) -> str:
        self.calls.append(f"admit {name} {yes}")
        return "" if name == "Bob" else f"Nobody called {name} is asking."

    async def start(self) -> None:
        self.calls.append("start")
        if len(self.calls) == 1:
            raise Refused("Not everybody signed in time; start again.")
        self.session = SimpleNamespace()

    async def leave(self) -> None:
        self.calls.append("leave")


class TypedLines(Lines):
    """Lines that a test types."""

    def __init__(self, *lines: str, interactive: bool = True) -> None:
        super().__init__()
        self.interactive = interactive
        self._waiting.extend(lines)

    def type(self, line: str) -> None:
        self._came(line)

    def end(self) -> None:
        self._end()


def wait(
    room: FakeRoom,
    lines: Lines,
    *,
    then: Callable[[], None] | None = None,
    chosen: str = "",
    is_bots: bool = False,
) -> Any:  # noqa: ANN401  # a fake session
    program = Program(Flags(interfaces=(chosen,) if chosen else ()))

    async def story() -> object:
        here = LineRoom(cast("Room", room), program, lines, is_bots=is_bots)
        waiting = asyncio.ensure_future(here.wait())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if then:
            then()
            room.changed()
        async with asyncio.timeout(5):
            return await waiting

    return asyncio.run(story())


def test_host_is_told_how_others_join(capsys: pytest.CaptureFixture[str]) -> None:
    room = FakeRoom()

    assert wait(room, TypedLines("quit")) is None

    assert capsys.readouterr().out.splitlines() == [
        "kitchen: Game, 4 seats.",
        "Others join with: bastide join 10.0.0.1:4711",
        "Others join with: bastide join [fd00::1]:4711",
        "Others join with: bastide join bastide://a@10.0.0.1:4711",
        "The game starts when all seats are taken; Enter starts it with 2.",
        "Ada sits down.",
    ]
    assert room.calls == ["leave"]


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ("sealed", "Hands are sealed: nobody can know the cards of another."),
        (
            "readable",
            "Hands are readable by a modified program: play this way with people you trust.",
        ),
    ],
)
def test_a_room_says_who_can_know_hands(
    capsys: pytest.CaptureFixture[str], hands: Hands, said: str
) -> None:
    room = FakeRoom()
    room.hands = hands

    wait(room, TypedLines("quit"))

    assert capsys.readouterr().out.splitlines()[1] == said


@pytest.mark.parametrize(
    ("invites", "chosen", "said"),
    [
        ([], "", "No network is up: nobody else can sit down until one is."),
        (ALONE, "", "No network is up: only programs on this computer reach this table."),
        (
            [],
            "eth9",
            "No chosen interface can be used: nobody else can sit down until one can.",
        ),
        (
            ALONE,
            "lo",
            "Only programs on this computer reach this table: of what was chosen, loopback alone "
            "is up.",
        ),
    ],
)
def test_host_is_told_that_nobody_can_come(
    capsys: pytest.CaptureFixture[str], invites: list[str], chosen: str, said: str
) -> None:
    room = FakeRoom()
    room.invites = invites

    wait(room, TypedLines("quit"), chosen=chosen)

    assert capsys.readouterr().out.splitlines()[1] == said


def test_guest_waits_for_the_host(capsys: pytest.CaptureFixture[str]) -> None:
    room, session = FakeRoom(hosting=False), SimpleNamespace()

    def begin() -> None:
        room.session = session

    assert wait(room, TypedLines(), then=begin) is session

    assert "Waiting for the host to start." in capsys.readouterr().out


def test_who_comes_goes_asks_and_speaks_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    room, lines = FakeRoom(), TypedLines()

    def change() -> None:
        room.seats, room.asking = [Seat("Bob")], [Seat("Cat", key="c4t7")]
        room.talk = [TalkItem("Bob", "hi\x1b[2J", 0)]
        lines.type("quit")

    wait(room, lines, then=change)

    said = capsys.readouterr().out.splitlines()
    assert said[-4:] == [
        "Bob sits down.",
        "Ada has left.",
        "Cat (key c4t7) asks for a seat: type admit Cat, or refuse Cat.",
        "Bob says: hi [2J",
    ]


def test_lines_act_in_the_room(capsys: pytest.CaptureFixture[str]) -> None:
    room = FakeRoom()

    wait(room, TypedLines("say hello", "admit Bob", "refuse Cat", "frob", "", "quit"))

    assert room.calls == ["say hello", "admit Bob True", "admit Cat False", "start", "leave"]
    said = capsys.readouterr().out.splitlines()
    assert "Nobody called Cat is asking." in said
    assert "Type start, say, admit, refuse or quit." in said


def test_start_that_fails_is_told_and_can_be_tried_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    room = FakeRoom()

    assert wait(room, TypedLines("", "start")) is room.session

    assert "Not everybody signed in time; start again." in capsys.readouterr().out
    room.no_start = "At least 2 players are needed."
    room.session = None
    wait(room, TypedLines("", "quit"))
    assert "At least 2 players are needed." in capsys.readouterr().out


def test_what_happens_to_the_start_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    room, lines = FakeRoom(hosting=False), TypedLines()
    room.notice = "The game starts in a moment."

    def stir() -> None:
        room.changed()
        lines.type("say hello")
        lines.type("quit")

    wait(room, lines, then=stir)

    assert capsys.readouterr().out.splitlines().count(room.notice) == 1


def test_closed_room_is_a_failure() -> None:
    room = FakeRoom(hosting=False)

    def close() -> None:
        room.closed = "The host said no."

    with pytest.raises(Failed, match="The host said no"):
        wait(room, TypedLines(), then=close)


def test_script_keeps_its_lines_for_the_game() -> None:
    room, lines = FakeRoom(), TypedLines("say hello", "start", "place 1", interactive=False)
    lines.end()
    room.calls = ["earlier"]

    assert wait(room, lines) is room.session

    assert room.calls[1:] == ["say hello", "start"]
    assert lines.take() == "place 1"


ENDED = "The input has ended before the game began: nobody plays here. --bot lets a bot."


@pytest.mark.parametrize("hosting", [True, False])
@pytest.mark.parametrize("interactive", [True, False])
def test_the_end_of_input_leaves_the_room_and_a_script_is_told_so(
    interactive: bool, hosting: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    room, lines = FakeRoom(hosting=hosting), TypedLines(interactive=interactive)

    assert wait(room, lines, then=lines.end) is None

    assert room.calls == ["leave"]
    assert (ENDED in capsys.readouterr().out.splitlines()) == (not interactive)


def test_where_a_bot_plays_nothing_need_be_typed() -> None:
    room, lines = FakeRoom(), TypedLines(interactive=False)
    lines.end()

    def begin() -> None:
        room.session = SimpleNamespace()

    assert wait(room, lines, then=begin, is_bots=True) is room.session


def test_a_script_may_end_with_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    room, lines = FakeRoom(), TypedLines("start", interactive=False)
    room.calls = ["earlier"]
    lines.end()

    assert wait(room, lines) is room.session

    assert ENDED not in capsys.readouterr().out.splitlines()


def test_demonstration_needs_a_network(
    monkeypatch: pytest.MonkeyPatch, bastide: Run, sentence: Callable[[Said], str]
) -> None:
    monkeypatch.setattr("bastide.cli.demonstration.usable_interfaces", list)

    said = bastide()

    assert said.code == 1
    assert sentence(said).startswith("No network is up here")


def test_who_leaves_is_told_by_the_key_whatever_the_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    room, lines = FakeRoom(), TypedLines()
    room.seats = [Seat("Max", identity=b"1"), Seat("Max 2", identity=b"2")]
    room.seats.append(Seat("Max 3", identity=b"3"))

    def leaves() -> None:
        del room.seats[1]
        room.seats[1] = Seat("Max 2", identity=b"3")
        lines.type("quit")

    wait(room, lines, then=leaves)

    assert "Max 2 has left." in capsys.readouterr().out.splitlines()[-1]


def test_a_room_that_moves_goes_on_as_the_other_one(capsys: pytest.CaptureFixture[str]) -> None:
    room, other, lines = FakeRoom(), FakeRoom(hosting=False), TypedLines()
    other.seats.append(Seat("Bob"))

    def moves() -> None:
        room.moved = other
        lines.type("quit")

    wait(room, lines, then=moves)

    assert capsys.readouterr().out.splitlines()[-5:] == [
        "Another player had opened the same table: you sit there now.",
        "kitchen: Game, 4 seats.",
        "Waiting for the host to start.",
        "Ada sits down.",
        "Bob sits down.",
    ]
    assert (room.calls, other.calls) == ([], ["leave"])
