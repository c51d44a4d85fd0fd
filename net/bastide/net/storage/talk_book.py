"""What was said at the tables of a data folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bastide.net import limits
from bastide.net.storage import records
from bastide.net.storage.records import StoredLine
from bastide.net.storage.shelf import Shelf

TALK_SINCE = 2
"""The version of the tables from which on talk is kept."""


class TalkBook(Shelf):
    """The last lines of talk of each table."""

    def put_talk(self, game_id: bytes, lines: Iterable[Sequence[bytes]]) -> None:
        """Keep lines of talk: (key, signed bytes, signature); the oldest of a table go."""
        last = "SELECT coalesce(max(number), 0) FROM talk WHERE game = ?1"
        with self._database.writing() as connection:
            for line in lines:
                connection.execute(
                    f"INSERT INTO talk VALUES (?1, ({last}) + 1, ?2, ?3, ?4)", (game_id, *line)
                )
            connection.execute(
                f"DELETE FROM talk WHERE game = ?1 AND number <= ({last}) - ?2",
                (game_id, limits.TALK_KEPT),
            )

    def talk(self, game_id: bytes) -> list[StoredLine]:
        """Return the talk of a table, the oldest line first; a damaged line is left out."""
        found: list[StoredLine] = []
        for row in self._talk(game_id):
            with self._noted():
                found.append(records.read_line(row))
        return found

    def check_talk(self, game_id: bytes) -> None:
        """Look at all lines of talk of a table.

        Raises:
            Damaged: one cannot be read.
        """
        for line in self._talk(game_id):
            records.read_line(line)

    def _talk(self, game_id: bytes) -> list[tuple[object, ...]]:
        if self._database.version < TALK_SINCE:
            return []
        return self._database.read(
            "SELECT number, key, body, signature FROM talk WHERE game = ? ORDER BY number",
            (game_id,),
        )
