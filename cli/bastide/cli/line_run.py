"""Opening tables in line mode: the event loop, the lines, and what is said when a table is left."""

from __future__ import annotations

import shlex

from bastide.cli.answers import show
from bastide.cli.line_table import Ending, LineTable
from bastide.cli.lines import Lines
from bastide.cli.ports import Session
from bastide.cli.program import Program

PACE = 0.0
"""Bots do not wait in line mode: nobody has to follow a moving picture."""


async def play_session(program: Program, session: Session, lines: Lines) -> Ending:
    """Play at an open table until it is over or left; the session is closed then."""
    table = LineTable(
        session,
        program.texts,
        lines,
        program.display.glyphs,
        send_at_once=program.config.on("play.send_at_once"),
    )
    try:
        return await table.play()
    finally:
        show(_last_words(program, table))
        await session.leave()


def _last_words(program: Program, table: LineTable) -> list[str]:
    """Return the digest of the journal; for an unfinished table, how to go on."""
    digest = table.teller.digest()
    if table.session.finished:
        return [digest]
    home = ["--home", str(program.home)] if program.flags.home else []
    command = shlex.join(["bastide", *home, "resume", table.teller.id()])
    return [
        digest,
        program.text("The table is kept; `{command}` goes on with it.", command=command),
    ]
