"""The files that can be written at an open table: journal, transcript, board.

All of them show what was sent: a draft is nobody else's business, and may be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from bastide.cli.png import png_of
from bastide.cli.sessions.ports import Refused, Session
from bastide.cli.wording import home_path
from bastide.cli.written_files import unwritten, write_new_file
from bastide.core.journal import Journal, write_file
from bastide.core.messages import Text
from bastide.core.screen import Cursor, GameScreen, Grid, Look
from bastide.core.state import PUBLIC, State


def kinds_of(screen: GameScreen) -> Sequence[str]:
    """Return the kinds of files, by their endings."""
    kinds = ["bastide", "txt", "png"]
    return [*kinds, "svg"] if hasattr(screen, "svg") else kinds


def export(session: Session, journal: Journal, t: Text, kind: str, path: str) -> str:
    """Write a new file and return where it is, whole, as people copy it.

    Raises:
        Refused: it cannot be written, or there is no such kind.
    """
    target = Path(path).expanduser()
    content = _content(session, journal, t, kind)
    try:
        return home_path(write_new_file(target, content))
    except OSError as error:
        raise Refused(unwritten(t, target, error)) from error


def _content(session: Session, journal: Journal, t: Text, kind: str) -> bytes:
    if kind == "bastide":
        return write_file(journal)
    if kind == "txt":
        return _transcript(session).encode()
    if kind == "png":
        return png_of(whole_board(session))
    if kind == "svg" and "svg" in session.exports:
        svg: Callable[[State, tuple[str, ...]], str] = session.screen.svg  # type: ignore[attr-defined]  # optional
        return svg(session.settled, _names(session)).encode()
    kinds = ", ".join(session.exports)
    raise Refused(t("{kind} is not one of {kinds}.", kind=kind, kinds=kinds))


_FIRST_SIZE, _GROWTHS = (80, 48), 60
"""Columns and rows of the smallest picture, and how often it grows by 8 and 4 at most."""


def whole_board(session: Session) -> Grid:
    """Return the board at its largest zoom, on as many cells as it takes."""
    screen, s = session.screen, session.settled
    look = Look(len(screen.zooms()) - 1, names=_names(session), idle=True)
    size = _FIRST_SIZE
    for _ in range(_GROWTHS):
        left, above, right, below = screen.beyond(s, PUBLIC, Cursor(), size, look)
        if not (left or above or right or below):
            break
        size = size[0] + 8 * (left or right), size[1] + 4 * (above or below)
    grid = Grid(*size)
    screen.paint(grid, s, PUBLIC, Cursor(), look)
    return grid


def _transcript(session: Session) -> str:
    """Return the board in characters, then all lines of the log."""
    names = _names(session)
    look = Look(depth="none", glyphs="unicode", names=names)
    board = session.screen.board_text(session.settled, session.eyes, look)
    return "\n".join([*board, "", *(item.named(names) for item in session.log), ""])


def _names(session: Session) -> tuple[str, ...]:
    return tuple(seat.name for seat in session.seats)
