"""Every screen of the program and of its games, each in a position that is always the same.

A `Scene` is opened anew for each terminal that it is shown on. `frames` of this folder hold what
they look like; `test_frames` compares, `bench.screens` measures, and people read them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bastide.cli.depth import Display
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.shell import Page, Shell, Size
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.ports import Fact, Seat, TableRow, TalkItem
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.screen import Grid
from bastide.core.state import State
from tests.cli.fakes import NAMES, FakeLobby, FakeRoom, FakeSession, make_shell
from tests.cli.rows import ROWS

SIZES: tuple[Size, ...] = ((60, 18), (80, 24), (100, 30), (120, 36), (160, 45), (200, 60))

TALK = (
    TalkItem("Ada", "nice, you closed my city!", 0),
    TalkItem("Blaise", "who took the last slice of pizza? There were eight, and I had two.", 1),
)
FACTS = (
    Fact("Turn order", "drawn"),
    Fact("Hints", "legal places, fields, tiles left"),
    Fact("carcassonne", "1.0 = yours", True),
)
LISTED = (("seating", "listed"),)
WAITED = 6.0
"""Seconds after which an empty list of tables says what else can be done."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A screen: how it is opened, and which keys lead to it from there.

    plays: the plugins that it needs. typed: what stands in the prompt.
    """

    name: str
    open: Callable[[Shell], Page]
    keys: tuple[str, ...] = ()
    typed: str = ""
    plays: tuple[str, ...] = ()

    def page(self, folder: Path, display: Display, language: str = "en") -> Page:
        """Return the page; `folder` is for settings."""
        shell = make_shell(FakeLobby(Plugins(built_in()), ROWS), folder, display, language)
        page = self.open(shell)
        shell.open(page)
        return page

    def steer(self, page: Page, size: Size) -> None:
        """Press the keys that lead to the screen, in a terminal of a size."""
        page.paint(size, self.typed)
        for key in self.keys:
            press(page, key)


def press(page: Page, key: str) -> None:
    """Press a key, or type a line that begins with a colon."""
    if key.startswith(":") and len(key) > 1:
        page.submit(key)
    else:
        page.key(key)


def composed(page: Page, size: Size, typed: str = "") -> Grid:
    """Return a page's frame with its box on it."""
    grid = page.paint(size, typed).grid
    over = page.overlay(size)
    if over:
        at, box = over
        grid.blit(at.x, at.y, box)
    return grid


# the program


def table_list(rows: Sequence[TableRow], waited: float = 0.0) -> Callable[[Shell], Page]:
    """Return how the list of tables is opened with some rows on it."""

    def open_it(shell: Shell) -> Page:
        assert isinstance(shell.lobby, FakeLobby)
        shell.lobby.tables = rows
        page = LobbyPage(shell)
        page._since -= waited
        return page

    return open_it


def room(hosting: bool, closed: str = "") -> Callable[[Shell], Page]:
    """Return how a room with three people in it is opened."""

    def open_it(shell: Shell) -> Page:
        assert isinstance(shell.lobby, FakeLobby)
        setup = Setup("carcassonne", 5, ("inns_and_cathedrals",))
        found = FakeRoom(shell.lobby, setup, "Saturday table", hosting=hosting)
        found.seats += [
            Seat("Blaise", "lost", 12.0, "k3y9", "seen"),
            Seat(NAMES[5], key="x1y2", trust="unknown"),
        ]
        found.facts, found.talk = FACTS, [*TALK]
        found.asking = [Seat("Zoë", key="z0e3")] if hosting else []
        found.me, found.closed = 0 if hosting else 1, closed
        return RoomPage(shell, found)

    return open_it


def room_alone(shell: Shell) -> Page:
    """Open a room whose host sits alone, where people play as they sit."""
    assert isinstance(shell.lobby, FakeLobby)
    setup = Setup("carcassonne", 6, ("inns_and_cathedrals",), LISTED)
    found = FakeRoom(shell.lobby, setup, "Saturday table", hosting=True)
    found.game = "Carcassonne + Inns & Cathedrals"
    found.facts = (Fact("Turn order", "listed"), *FACTS[1:])
    return RoomPage(shell, found)


APART = (
    "Another bastide uses the network with this data folder: close it, or start this one with "
    "--home and another folder."
)


def list_apart(shell: Shell) -> Page:
    """Open the list of tables of a second program with the same data folder."""
    assert isinstance(shell.lobby, FakeLobby)
    lobby = shell.lobby
    lobby.tables, lobby.interfaces = (), ()
    lobby.notice = APART
    return LobbyPage(shell)


# tables

Holds = Callable[[State], bool]


def table(
    game: str, seats: int, extensions: tuple[str, ...], holds: Holds, *, mine: bool = True
) -> Callable[[Shell], Page]:
    """Return how a table is opened at the first position of a game for which something holds.

    mine: the seat to act there is played here; else the one before it.
    """

    def open_it(shell: Shell) -> Page:
        plugins = shell.lobby.plugins if shell.lobby else Plugins(built_in())
        setup = Setup(game, seats, extensions, LISTED)
        session = FakeSession(plugins, setup, range(seats), seed=7, texts=shell.texts)
        marks = [0] * seats
        while not session.finished and not holds(session.settled):
            acting = session.settled.seat
            session.step_bot()
            marks[acting] = len(session.done)
        me = (session.settled.seat - (not mine)) % seats
        session.mine, session.mark = (me,), marks[me]
        session.said_seats[(me + 1) % seats] = Seat(NAMES[(me + 1) % seats], "thinking")
        if seats > 2:
            session.said_seats[(me + 2) % seats] = Seat(NAMES[(me + 2) % seats], "lost", 41)
        session.talk = [*TALK]
        return TablePage(shell, session)

    return open_it


def replay(game: str, at: int) -> Callable[[Shell], Page]:
    """Return how a replay of a game of two is opened after some of its steps."""

    def open_it(shell: Shell) -> Page:
        plugins = Plugins(built_in())
        played = FakeSession(plugins, Setup(game, 2, (), LISTED), mine=(), texts=shell.texts)
        session = asyncio.run(played.replayed())
        session.retell(shell.texts)
        if session.replay is not None:
            session.replay.go(at)
        return TablePage(shell, session)

    return open_it


def at(turn: int, *phases: str) -> Holds:
    """Return a condition: from a turn on, the first decision of one of these phases."""
    return lambda s: s.turn >= turn and s.phase in phases


def over(s: State) -> bool:
    """Tell whether the game is over."""
    return s.over


PROGRAM = (
    Scene("list", table_list(ROWS)),
    Scene("list-empty", table_list((), WAITED)),
    Scene("list-about", table_list(ROWS), ("down", "down", "down", "down", "i")),
    Scene("list-help", table_list(ROWS), ("f1",)),
    Scene("list-host", table_list(ROWS), ("h",), plays=("carcassonne", "barony", "settlers")),
    Scene("list-play", table_list(ROWS), ("b", "down"), plays=("carcassonne", "barony")),
    Scene("list-delete", table_list(ROWS), ("down", "down", "down", "d")),
    Scene("list-refused", table_list(ROWS), (":nonsense",)),
    Scene("list-apart", list_apart),
    Scene("room-alone", room_alone, plays=("inns_and_cathedrals",)),
    Scene("room-about", room_alone, ("i",), plays=("inns_and_cathedrals",)),
    Scene("room-host", room(hosting=True), plays=("inns_and_cathedrals",)),
    Scene("room-guest", room(hosting=False), ("f1",), plays=("inns_and_cathedrals",)),
    Scene(
        "room-closed",
        room(hosting=False, closed="The host has closed this table."),
        plays=("inns_and_cathedrals",),
    ),
)


def _tiles() -> tuple[Scene, ...]:
    plain: tuple[str, ...] = ()
    full = ("inns_and_cathedrals", "strategic")
    plays = ("carcassonne",)
    place = table("carcassonne", 4, plain, at(20, "place"))
    meeple = table("carcassonne", 4, plain, at(31, "meeple"))
    end = table("carcassonne", 4, plain, over)
    return (
        Scene("carcassonne-place", place, plays=plays),
        Scene("carcassonne-refused", place, ("s-right", "right", "right", "enter"), plays=plays),
        Scene("carcassonne-meeple", meeple, ("n",), plays=plays),
        Scene("carcassonne-complete", meeple, ("n", "enter"), plays=plays),
        Scene(
            "carcassonne-waiting",
            table("carcassonne", 4, plain, at(40, "place"), mine=False),
            plays=plays,
        ),
        Scene("carcassonne-fields", place, ("f3",), plays=plays),
        Scene("carcassonne-tiles", place, ("f2",), plays=plays),
        Scene("carcassonne-help", place, ("f1",), plays=plays),
        Scene("carcassonne-log", place, ("f7",), plays=plays),
        Scene("carcassonne-news", place, ("f6",), plays=plays),
        Scene("carcassonne-talk", place, ("f4",), "/merci :)", plays=plays),
        Scene("carcassonne-players", place, (":players",), plays=plays),
        Scene("carcassonne-leave", place, ("f10",), plays=plays),
        Scene("carcassonne-rules", place, (":rules",), plays=plays),
        Scene(
            "carcassonne-six",
            table("carcassonne", 6, full, at(50, "place")),
            plays=(*plays, *full),
        ),
        Scene("carcassonne-end", end, plays=plays),
        Scene("carcassonne-counted", end, ("n",) * 10, plays=plays),
        Scene("carcassonne-sums", end, ("a",), plays=plays),
        Scene("carcassonne-end-board", end, (*("n",) * 5, "b"), plays=plays),
        Scene(
            "carcassonne-six-end",
            table("carcassonne", 6, full, over),
            plays=(*plays, *full),
        ),
        Scene("carcassonne-replay", replay("carcassonne", 40), plays=plays),
    )


def _hexes() -> tuple[Scene, ...]:
    plays = ("barony",)
    act = table("barony", 4, (), at(30, "act"))
    end = table("barony", 4, (), over)
    return (
        Scene("barony-settle", table("barony", 4, (), at(4, "settle")), plays=plays),
        Scene("barony-act", act, plays=plays),
        Scene("barony-move", act, ("m",), plays=plays),
        Scene("barony-refused", act, ("t", "enter"), plays=plays),
        Scene("barony-complete", act, ("a", "enter"), plays=plays),
        Scene("barony-more", table("barony", 3, (), at(20, "more")), plays=plays),
        Scene("barony-waiting", table("barony", 2, (), at(24, "act"), mine=False), plays=plays),
        Scene("barony-titles", act, ("f2",), plays=plays),
        Scene("barony-coordinates", act, ("f3",), plays=plays),
        Scene("barony-help", act, ("f1",), plays=plays),
        Scene("barony-news", act, ("f6",), plays=plays),
        Scene("barony-log", act, ("f7",), plays=plays),
        Scene("barony-end", end, plays=plays),
        Scene("barony-end-board", end, ("b",), plays=plays),
        Scene("barony-replay", replay("barony", 30), plays=plays),
    )


def _cards() -> tuple[Scene, ...]:
    plays = ("settlers",)
    main = table("settlers", 2, (), at(20, "main"))
    return (
        Scene("settlers-arrange", table("settlers", 2, (), at(0, "arrange")), plays=plays),
        Scene("settlers-opening", table("settlers", 2, (), at(0, "opening")), plays=plays),
        Scene("settlers-before", table("settlers", 2, (), at(12, "before")), plays=plays),
        Scene("settlers-main", main, plays=plays),
        Scene("settlers-refused", main, ("y", "enter"), plays=plays),
        Scene("settlers-trade", main, ("t",), plays=plays),
        Scene("settlers-answer", table("settlers", 2, (), at(4, "answer")), plays=plays),
        Scene("settlers-complete", table("settlers", 2, (), at(8, "complete")), plays=plays),
        Scene("settlers-pay", table("settlers", 2, (), at(4, "pay")), plays=plays),
        Scene("settlers-gain", table("settlers", 2, (), at(8, "gain")), plays=plays),
        Scene("settlers-rob", table("settlers", 2, (), at(20, "rob")), plays=plays),
        Scene("settlers-target", table("settlers", 2, (), at(40, "target")), plays=plays),
        Scene(
            "settlers-waiting",
            table("settlers", 2, (), at(30, "main"), mine=False),
            plays=plays,
        ),
        Scene("settlers-cards", main, ("f2",), plays=plays),
        Scene("settlers-points", main, ("f3",), plays=plays),
        Scene("settlers-help", main, ("f1",), plays=plays),
        Scene("settlers-news", main, ("f6",), plays=plays),
        Scene("settlers-log", main, ("f7",), plays=plays),
        Scene("settlers-end", table("settlers", 2, (), over), plays=plays),
        Scene("settlers-end-board", table("settlers", 2, (), over), ("b",), plays=plays),
        Scene("settlers-replay", replay("settlers", 120), plays=plays),
    )


SCENES = (*PROGRAM, *_tiles(), *_hexes(), *_cards())
