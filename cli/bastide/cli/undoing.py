"""Taking back, and saying what was taken back: it may be the turn of somebody else."""

from __future__ import annotations

from typing import NamedTuple

from bastide.cli.sessions.ports import Session
from bastide.core.messages import Text

_TOLD = 2
"""Lines of the log that are said in full: more would cover the board."""


class Undone(NamedTuple):
    """What came of a wish to take back. told: which lines of the log are no more."""

    refusal: str = ""
    told: str = ""


def undo(session: Session, t: Text) -> Undone:
    """Take the last step back; of turns that were sent, say what everybody did in them."""
    if session.no_undo:
        return Undone(session.no_undo)
    names = tuple(seat.name for seat in session.seats)
    before = [item.named(names) for item in session.log]
    if refusal := session.undo():
        return Undone(refusal)
    gone = before[len(session.log) :]
    return Undone(told=_told(gone, t))


def asks_first(session: Session, t: Text, key: str = "Ctrl-Z") -> str:
    """Return what to ask before the next step back, if it takes moves of others; else "".

    Args:
        session: the table.
        t: the program's messages.
        key: what is pressed or typed once more for a yes.
    """
    if session.no_undo:
        return ""
    name, others = session.undoes_turn_of, session.undoes_of_others
    if name and others:
        return t.count(
            "{key} again takes back the last move of {name}, and {n} move of others after it.",
            "{key} again takes back the last move of {name}, and {n} moves of others after it.",
            others,
            key=key,
            name=name,
        )
    if name:
        return t("{key} again takes back the last move of {name}.", key=key, name=name)
    if not others:
        return ""
    return t.count(
        "{key} again takes back your last move, and {n} move of others after it.",
        "{key} again takes back your last move, and {n} moves of others after it.",
        others,
        key=key,
    )


def _told(gone: list[str], t: Text) -> str:
    """Return what is no more: its first lines, and how many there are."""
    what = " ".join(gone[:_TOLD])
    if len(gone) > _TOLD:
        return t("Taken back: {what} … {n} lines of the log in all.", what=what, n=len(gone))
    return t("Taken back: {what}", what=what) if gone else ""
