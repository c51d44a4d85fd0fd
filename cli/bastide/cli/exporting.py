"""Writing a file of an open table, and saying so."""

from __future__ import annotations

from pathlib import PurePath
from typing import NamedTuple

from bastide.cli.sessions.ports import Refused, Session
from bastide.core.messages import Text


class Exported(NamedTuple):
    """What came of a wish to write a file, as one sentence."""

    said: str
    is_written: bool


def export(session: Session, t: Text, path: str) -> Exported:
    """Write a file of a table; its ending, in either case, says of what kind."""
    kind = PurePath(path).suffix.removeprefix(".").lower()
    if kind not in session.exports:
        kinds = ", ".join(f".{kind}" for kind in session.exports)
        return Exported(t("Name a file that ends in one of {kinds}.", kinds=kinds), False)
    try:
        written = session.export(kind, path)
    except Refused as refusal:
        return Exported(str(refusal), False)
    return Exported(t("Written: {path}", path=written), True)
