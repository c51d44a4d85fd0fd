"""Opening tables in line mode: the event loop, the lines, and what is said when a table is left."""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bastide.cli.answers import show
from bastide.cli.lines.line_table import Ending, LineTable
from bastide.cli.lines.typed_lines import Lines
from bastide.cli.program import Program
from bastide.cli.sessions.ports import Session

if TYPE_CHECKING:
    from bastide.cli.screens.screen_run import Screen

PACE = 0.0
"""Bots do not wait in line mode: nobody has to follow a moving picture."""

EXPORTED = "game.bastide"
"""The file that is proposed for a journal."""


async def play_session(
    program: Program,
    session: Session,
    lines: Lines,
    *,
    is_stopped: Callable[[], bool] = lambda: False,
    after: Callable[[], Awaitable[None]] | None = None,
) -> Ending:
    """Play at an open table until it is over or left; the session is closed then.

    Args:
        program: the surroundings.
        session: the table.
        lines: what is typed.
        is_stopped: whether the table can never go on, so that nobody need wait.
        after: what is to be done before a finished table is closed.
    """
    table = LineTable(
        session,
        program.texts,
        lines,
        program.display.glyphs,
        send_at_once=program.config.on("play.send_at_once"),
        brief=program.flags.brief,
        is_stopped=is_stopped,
    )
    try:
        ending = await table.play()
        if session.finished and after:
            await after()
        return ending
    finally:
        try:
            show(_last_words(program, table))
        finally:  # also where nobody can read them any more
            await session.leave()


def _last_words(program: Program, table: LineTable) -> list[str]:
    """Return how to go on, or how to see a finished game again and what its journal's digest is.

    Who plays until the end of input is a program: it decides what becomes of the folder, and
    compares digests of unfinished games, too.
    """
    digest, finished = table.teller.digest(), table.session.finished
    home = ["--home", str(program.home)] if program.flags.home else []

    def command(verb: str, *rest: str) -> str:
        return shlex.join(["bastide", *home, verb, table.teller.id(), *rest])

    if table.lines.interactive and not finished:
        show([""])  # what was typed last may have left no line end
    if not finished:
        again = command("resume")
        kept = program.text("The table is kept; `{command}` goes on with it.", command=again)
        return [digest, kept] if program.flags.until_eof else [kept]
    if program.flags.until_eof:
        return [digest]
    kept = program.text(
        "The table is kept: `{replay}` shows it again, `{export}` writes its journal to a file. "
        "The digest of that journal is the same for all who played.",
        replay=command("replay"),
        export=command("export", EXPORTED),
    )
    return [kept, digest]


def screen_of(program: Program, bot: str = "") -> Screen | None:
    """Return the full screen; None for line mode, which a bot's seat is shown in, too."""
    if program.is_plain or bot:
        return None
    from bastide.cli.screens.screen_run import Screen

    return Screen(program)
