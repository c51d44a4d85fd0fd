"""Which process may write: one at a time listens with a data folder, or has a game of it open."""

from __future__ import annotations

from pathlib import Path

from bastide.net.errors import StoreError, UsageError
from bastide.net.storage.database import Database
from bastide.net.storage.disk import refusal
from bastide.net.storage.locks import FileLock
from bastide.net.storage.shelf import Shelf


class FolderInUse(StoreError):
    """Another program listens with this data folder."""


class GameLocks(Shelf):
    """The locks of a data folder: its identity's, and one for each game."""

    def __init__(self, database: Database, folder: Path) -> None:
        """Use an open database and the folder that it is in; nothing is locked yet."""
        super().__init__(database)
        self.folder = folder
        self._identity_lock = FileLock(folder / "locks" / "identity")
        self._game_locks: dict[bytes, FileLock] = {}

    def lock_identity(self) -> None:
        """Keep other processes from listening with this identity, until `close`.

        Raises:
            FolderInUse: another one does.
            StoreError: the disk refuses.
        """
        if not self._taken(self._identity_lock):
            raise FolderInUse(
                "Another bastide listens with this data folder; --home names another one."
            )

    def lock_game(self, game_id: bytes) -> None:
        """Open a game for writing, which one process may at a time.

        Raises:
            StoreError: another process has it open.
        """
        lock = self._game_locks.get(game_id) or FileLock(
            self.folder / "locks" / f"game-{game_id.hex()[:32]}"
        )
        if not self._taken(lock):
            raise StoreError(
                "Another bastide has this game open with this data folder; "
                "--home names another one."
            )
        self._game_locks[game_id] = lock

    def unlock_game(self, game_id: bytes) -> None:
        """Let other processes write in a game."""
        lock = self._game_locks.pop(game_id, None)
        if lock:
            lock.free()

    def _free_all(self) -> None:
        self._identity_lock.free()
        for game_id in list(self._game_locks):
            self.unlock_game(game_id)

    def _must_hold(self, game_id: bytes) -> None:
        if game_id not in self._game_locks:
            raise UsageError("the game is not locked for writing")

    def _taken(self, lock: FileLock) -> bool:
        try:
            return lock.take()
        except OSError as error:
            raise refusal(self.folder, error) from error
