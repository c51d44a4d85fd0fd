"""What a disk says when it refuses, as one sentence that says what helps."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from bastide.core.messages import Message
from bastide.net.errors import StoreError
from bastide.net.system_reasons import NO_MEMORY, NO_RIGHT, system_reason

READ_ONLY = "The data in {path} cannot be used: it can only be read; --home names another folder."
NO_FOLDER = "The data in {path} cannot be used: that is no folder; --home names another one."
FULL = "The data in {path} cannot be used: the disk is full or fails; free some space."
DAMAGED = (
    "The data in {path} cannot be used: {reason}. Put a copy of it back, or name another folder "
    "with --home."
)
OTHER = "The data in {path} cannot be used: {reason}."
SPOILT = (
    "In the data in {path} {where} is damaged. Put a copy of it back, or name another folder with "
    "--home."
)
GAME_SPOILT = (
    "The stored game {id} cannot be read: {where} is damaged. `bastide resume {id} --delete` "
    "deletes it; a copy of the data from before would bring it back."
)
GONE = (
    "The data in {path} cannot be used: the file is gone. Put it back, or write the journal of "
    "this game to a file with export."
)

_BY_NUMBER = {
    errno.EROFS: READ_ONLY,
    errno.EACCES: READ_ONLY,
    errno.EPERM: READ_ONLY,
    errno.EEXIST: NO_FOLDER,
    errno.ENOTDIR: NO_FOLDER,
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EIO: FULL,
}
_BY_NAME = {
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_CANTOPEN": READ_ONLY,
    "SQLITE_FULL": FULL,
    "SQLITE_IOERR": FULL,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
}
"""By the first two words of SQLite's name of the error: the rest says where it came up."""

_BROKEN = Message("its parts do not fit together")
_BUSY = Message("another program keeps it busy: try again")
_OTHER_TABLES = Message("it has other tables than bastide's")
_REASONS = {
    "SQLITE_CORRUPT": _BROKEN,
    "SQLITE_NOTADB": Message("it is no database"),
    "SQLITE_BUSY": _BUSY,
    "SQLITE_LOCKED": _BUSY,
    "SQLITE_NOMEM": NO_MEMORY,
    "SQLITE_TOOBIG": Message("it would be too large"),
    "SQLITE_PERM": NO_RIGHT,
    "SQLITE_AUTH": NO_RIGHT,
    "SQLITE_ERROR": _OTHER_TABLES,
    "SQLITE_SCHEMA": _OTHER_TABLES,
}
"""Of those that need one, by the same words; what else SQLite says stays as it says it."""


def refusal(path: Path, error: OSError | sqlite3.Error) -> StoreError:
    """Return the sentence for what went wrong with a file or folder of the data folder."""
    if isinstance(error, OSError):
        sentence = _BY_NUMBER.get(error.errno or 0, OTHER)
        reason = system_reason(error)
    else:
        name = "_".join((getattr(error, "sqlite_errorname", None) or "").split("_")[:2])
        sentence = _BY_NAME.get(name, OTHER)
        reason = _REASONS[name].id if name in _REASONS else str(error).rstrip(".")
    if "{reason}" in sentence:
        return StoreError(sentence, path=str(path), reason=reason)
    return StoreError(sentence, path=str(path))


def misfit(path: Path) -> StoreError:
    """Return the sentence for a file whose pages do not fit together."""
    return StoreError(DAMAGED, path=str(path), reason=_BROKEN.id)


def writes_refused(error: StoreError) -> bool:
    """Tell whether it is only writing that is refused: reading may work."""
    return error.message.id == READ_ONLY


def gone(path: Path) -> StoreError:
    """Return the sentence for a file that was taken away while it was open."""
    return StoreError(GONE, path=str(path))


def spoilt(path: Path, where: str) -> StoreError:
    """Return the sentence for a value that nobody has written; `where` is its table and column."""
    return StoreError(SPOILT, path=str(path), where=where)


def game_spoilt(game_id: bytes, where: str) -> StoreError:
    """Return the sentence for such a value of one game."""
    return StoreError(GAME_SPOILT, id=game_id.hex()[:8], where=where)
