"""Exclusive locks between processes. The system frees them when a process ends, however it ends."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """A lock that one process holds at a time, named by a file that stays."""

    def __init__(self, path: Path) -> None:
        """Name the lock; `take` takes it."""
        self._path = path
        self._handle: int | None = None

    def take(self) -> bool:
        """Take the lock if it is free, and say whether it is held now."""
        if self._handle is not None:
            return True
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(handle)
        except OSError:
            os.close(handle)
            return False
        self._handle = handle
        return True

    def free(self) -> None:
        """Give the lock back."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                os.close(self._handle)
            self._handle = None
