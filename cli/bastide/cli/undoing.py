"""Taking back, and saying what was taken back: it may be the turn of somebody else."""

from __future__ import annotations

from typing import NamedTuple

from bastide.cli.screens.table_panes import named
from bastide.cli.sessions.ports import Session
from bastide.core.messages import Text


class Undone(NamedTuple):
    """What came of a wish to take back. told: which lines of the log are no more."""

    refusal: str = ""
    told: str = ""


def undo(session: Session, t: Text) -> Undone:
    """Take the last step back; of turns that were sent, say what everybody did in them."""
    if session.no_undo:
        return Undone(session.no_undo)
    names = tuple(seat.name for seat in session.seats)
    before = [named(item, names) for item in session.log]
    if refusal := session.undo():
        return Undone(refusal)
    gone = before[len(session.log) :]
    return Undone(told=t("Taken back: {what}", what=" ".join(gone)) if gone else "")
