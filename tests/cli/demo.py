"""Show the screens over fakes: `tests.cli.demo [lobby|table|end] [game] [seats] [turns] [lang]`."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from bastide.cli.config import Config
from bastide.cli.depth import Display, detect_depth, detect_glyphs
from bastide.cli.screens.fullscreen import run_console
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.opening import settle_display
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.ports import Seat, TalkItem
from bastide.core.plugins import Plugins, Setup, built_in
from tests.cli.fakes import NAMES, FakeLobby, FakeSession, make_shell
from tests.cli.pebbles import pebbles
from tests.cli.rows import ROWS


def demo_session(plugins: Plugins, game: str, seats: int, turns: int) -> FakeSession:
    """Return a table some turns into its game, the third seat to act; a great number: its end."""
    setup, me = Setup(game, seats, (), (("seating", "listed"),)), 2 % seats
    session = FakeSession(plugins, setup, mine=range(seats), seed=7)
    session.mine = (me,)
    while not session.finished and (session.settled.turn < turns or session.settled.seat != me):
        if session.settled.seat == me:
            session.mark = len(session.done)
        session.step_bot()
    session.said_seats[0] = Seat(NAMES[0], "thinking")
    session.said_seats[seats - 1] = Seat(NAMES[seats - 1], "lost", 41)
    session.talk = [
        TalkItem("Ada", "nice, you closed my city!", 0),
        TalkItem("Chloé", "merci :)  pizza is here", 2),
        TalkItem("Blaise", "who took the last slice?", 1),
    ]
    return session


def main() -> int:
    """Show what the arguments name; return the exit code."""
    given, usual = sys.argv[1:], ("lobby", "pebbles", "4", "6", "en")
    what, game, seats, turns, language = [*given, *usual[len(given) :]]
    plugins = Plugins({**built_in(), "pebbles": pebbles})
    lobby = FakeLobby(plugins, ROWS if what == "lobby" else ())
    display = Display(detect_depth(os.environ), detect_glyphs(os.environ, "utf-8"))
    display = settle_display(display, Config(), os.environ)
    with tempfile.TemporaryDirectory() as folder:
        shell = make_shell(lobby, Path(folder), display, language)
        page: LobbyPage | TablePage = LobbyPage(shell)
        if what in ("table", "end"):
            shell.open(page)
            last = 10**6 if what == "end" else int(turns)
            session = demo_session(plugins, game, int(seats), last)
            session.retell(shell.texts)
            page = TablePage(shell, session)
        ended = asyncio.run(run_console(shell, page))
    sys.stdout.write("".join(line + "\n" for line in ended.lines))
    return ended.code


if __name__ == "__main__":
    sys.exit(main())
