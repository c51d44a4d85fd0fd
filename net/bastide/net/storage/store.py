"""The data folder: identities, games with their journals, known peers. Its only writer.

Everything that is written is durable when the call returns: persist, then send. Reading works
while another process writes. A game is locked while it is open for writing, the identity while
this program listens; other processes are then refused in one sentence.
"""

from __future__ import annotations

from pathlib import Path

from bastide.net.errors import StoreError
from bastide.net.storage.database import Database
from bastide.net.storage.game_list import SHORTEST_PREFIX as SHORTEST_PREFIX
from bastide.net.storage.game_list import GameList
from bastide.net.storage.game_locks import FolderInUse as FolderInUse
from bastide.net.storage.journals import Journals
from bastide.net.storage.notebook import Notebook
from bastide.net.storage.notebook import Trust as Trust  # what peers are remembered with
from bastide.net.storage.records import BadGame as BadGame  # what a store gives and takes
from bastide.net.storage.records import GameRow as GameRow
from bastide.net.storage.records import GameStatus as GameStatus
from bastide.net.storage.records import StoredEntry as StoredEntry
from bastide.net.storage.records import StoredLine as StoredLine
from bastide.net.storage.records import stored as stored
from bastide.net.storage.talk_book import TalkBook


class Store(GameList, Journals, TalkBook, Notebook):
    """One data folder, as one process sees it."""

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        """Open a data folder; it is made when it is not there, unless it is only to be read.

        Raises:
            StoreError: it cannot be used.
        """
        super().__init__(Database(folder, read_only=read_only), folder)

    def close(self) -> None:
        """Free all locks and close the files."""
        self._free_all()
        self._database.close()

    def __enter__(self) -> Store:
        """Use the store in a `with` block, which closes it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the store."""
        self.close()

    def make_room(self) -> None:
        """Get ready for many small writes that somebody waits for; some milliseconds' work."""
        self._database.make_room()

    def check(self) -> None:
        """Look at every page of the data, and at every value.

        Raises:
            StoreError: it is damaged.
        """
        self._database.check()
        with self._told():
            self.check_identities()
            self.check_notes()
        for row in self._all_games():
            if isinstance(row, BadGame):
                raise StoreError.of(row.reason)
            self._check_game(row.game_id)

    def _check_game(self, game_id: bytes) -> None:
        for read in (self.entries, self.branches, self.proofs):
            read(game_id)
        with self._told(game_id):
            self.check_talk(game_id)
            self.check_choices(game_id)
