"""The SQLite file of the data folder: opening it safely, its transactions.

Write-ahead log and full synchronisation: what is committed survives a crash, and others read while
one writes. Which tables it has is told in `migrations`.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from bastide.net.errors import StoreError
from bastide.net.storage import disk, migrations
from bastide.net.storage.columns import decoded

FILE_NAME = "bastide.sqlite"
_BUSY_SECONDS = 10.0
_LOG_BYTES = 4 * 1024 * 1024
"""So long does the log get before SQLite carries its pages over (1,000 of them) and begins anew."""


class Database:
    """One connection to the file; made with its folder when it is not there yet."""

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        """Open the file and bring its tables up to date.

        Args:
            folder: the data folder.
            read_only: change nothing; the file must be there.

        Raises:
            StoreError: the folder or the file cannot be used, or is of a newer bastide.
        """
        self.path = folder / FILE_NAME
        self._file: tuple[int, int] | None = None
        with self._told():
            if not read_only:
                _make_private(folder, self.path)
            self._connection = self._connect(read_only)
        try:
            with self._told():
                self._prepare(read_only)
                self._file = _identity(self.path)
        except StoreError:
            self._connection.close()
            raise

    def _connect(self, read_only: bool) -> sqlite3.Connection:
        if not read_only:
            return _connected(str(self.path))
        name, last = f"{self.path.absolute().as_uri()}?mode=ro", None
        # The write-ahead log needs files beside this one; where they cannot be made the file alone
        # is read, which nobody can be writing then.
        for each in (name, f"{name}&immutable=1"):
            connection = _connected(each, uri=True)
            try:
                connection.execute("PRAGMA schema_version").fetchone()
            except sqlite3.OperationalError as error:
                connection.close()
                last = error
                continue
            return connection
        raise last or sqlite3.OperationalError(name)

    def _prepare(self, read_only: bool) -> None:
        """Set how the file is written; bring old tables up to date, or refuse to."""
        if not read_only:
            self._check_version()  # what is of a newer one is not touched
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute("PRAGMA foreign_keys = ON")
            self._migrate()
        else:
            self._check_version()
            if self.version < migrations.OLDEST_READ:
                raise StoreError("The data in {path} is of another bastide.", path=str(self.path))

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def read(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        """Return the rows of a query."""
        with self._told():
            return self._connection.execute(statement, values).fetchall()

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Make one durable transaction of what happens inside; nothing of it on an error.

        Raises:
            StoreError: the disk refuses, or the file is not there any more: what is written into
                it then is lost when it is closed.
        """
        with self._told():
            self._must_be_there()
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                if self._connection.in_transaction:  # a full disk has ended it already
                    self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def make_room(self) -> None:
        """Make the log as long as it gets; what is in the file stays as it is.

        A commit that writes over bytes of a file is there sooner than one that makes it longer:
        the file system need not write down where they are. A disk without room for it keeps what
        it has left.
        """
        log = self.path.with_name(f"{FILE_NAME}-wal")
        with contextlib.suppress(OSError, sqlite3.Error):
            if log.exists() and log.stat().st_size >= _LOG_BYTES:
                return
            try:
                self._write_and_take_back(_LOG_BYTES)
            except sqlite3.Error:
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _write_and_take_back(self, size: int) -> None:
        """Write so many bytes into the log in a transaction that comes to nothing."""
        [(pages,)] = self._connection.execute("PRAGMA cache_size")
        self._connection.execute("PRAGMA cache_size = 10")  # what has no place there is written
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._connection.execute("INSERT INTO note VALUES ('room', zeroblob(?))", (size,))
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._connection.execute(f"PRAGMA cache_size = {pages}")

    def check(self) -> None:
        """Look at every page of the file, and for rows of games that are not there.

        Raises:
            StoreError: it is damaged.
        """
        for (found,) in self.read("PRAGMA quick_check(1)"):
            if found != "ok":
                raise disk.misfit(self.path)
        for table, *_ in self.read("PRAGMA foreign_key_check"):
            raise disk.spoilt(self.path, f"{table}.game")

    def _must_be_there(self) -> None:
        try:
            found = _identity(self.path)
        except (FileNotFoundError, NotADirectoryError):
            found = None
        if self._file and self._file != found:
            raise disk.gone(self.path)

    def _migrate(self) -> None:
        if migrations.is_newest(self.version):
            return
        with self.writing() as connection:
            self._check_version()  # Another process may have been first.
            migrations.migrate(connection)

    def _check_version(self) -> None:
        if migrations.is_newer(self.version):
            raise StoreError(
                "The data in {path} is of a newer bastide; update this one.", path=str(self.path)
            )

    @property
    def version(self) -> int:
        """The version of its tables, 1 for the first: below the newest only where it is read."""
        return migrations.version_of(self._connection)

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what the disk says into one sentence."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            raise disk.refusal(self.path, error) from error


def _connected(name: str, *, uri: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(name, timeout=_BUSY_SECONDS, isolation_level=None, uri=uri)
    connection.text_factory = decoded
    return connection


def _identity(path: Path) -> tuple[int, int]:
    """Return what tells a file from another one at the same place."""
    found = path.stat()
    return found.st_dev, found.st_ino


def _make_private(folder: Path, path: Path) -> None:
    """Make the folder for its owner alone, unless others use it, and the file in any case."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not any(folder.iterdir()):
        folder.chmod(0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    path.chmod(0o600)
