"""What all parts of the store stand on: the database, and what is said of damage in it."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

from bastide.net.errors import StoreError
from bastide.net.storage import disk
from bastide.net.storage.columns import Damaged
from bastide.net.storage.database import Database

log = logging.getLogger(__name__)


class Shelf:
    """One part of what a data folder keeps."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    @contextlib.contextmanager
    def _told(self, game_id: bytes = b"") -> Iterator[None]:
        """Turn damage, to one game or to the whole folder, into one sentence."""
        try:
            yield
        except Damaged as error:
            if game_id:
                raise disk.game_spoilt(game_id, error.where) from error
            raise self._spoilt(error) from error

    @contextlib.contextmanager
    def _noted(self) -> Iterator[None]:
        """Note damage in the log, and go on."""
        try:
            yield
        except Damaged as error:
            log.warning("%s is damaged", error.where)

    def _spoilt(self, error: Damaged) -> StoreError:
        return disk.spoilt(self._database.path, error.where)
