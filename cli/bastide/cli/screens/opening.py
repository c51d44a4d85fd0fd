"""Opening the full-screen program: the list of tables, a waiting room, or one table."""

from __future__ import annotations

from collections.abc import Mapping

from bastide.cli.config import Config
from bastide.cli.depth import THEMES, Display, wide_language
from bastide.cli.screens.fullscreen import Ended, run_console
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.cli.screens.terminal import ask_background, draws_wide
from bastide.cli.sessions.ports import Room, Session


def settle_display(display: Display, config: Config, environ: Mapping[str, str]) -> Display:
    """Return how to draw, after asking the terminal what only it knows.

    Called before the program reads keys: the answers come back as if they were typed. The theme
    is asked for where the configuration says `auto`; the width of block glyphs where the language
    or the configuration makes one doubt it.
    """
    theme = config.text("display.theme")
    if theme not in THEMES:
        theme = "light" if display.depth != "none" and ask_background() else "dark"
    glyphs = display.glyphs
    doubtful = config.on("display.wide") or wide_language(environ)
    if glyphs == "blocks" and doubtful and draws_wide():
        glyphs = "ascii"
    return Display(display.depth, glyphs, theme)


async def show_lobby(shell: Shell) -> Ended:
    """Show the list of tables until the program is left."""
    return await run_console(shell, LobbyPage(shell))


async def show_room(shell: Shell, room: Room) -> Ended:
    """Show a waiting room and its table; leaving it ends the program."""
    return await run_console(shell, RoomPage(shell, room))


async def show_session(shell: Shell, session: Session) -> Ended:
    """Show one table; leaving it ends the program."""
    return await run_console(shell, TablePage(shell, session))
