"""The games of a data folder: how each began, how it stands, which secrets of it are ours."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence

from bastide.core.encoding import enc
from bastide.core.journal import Genesis
from bastide.net.errors import StoreError
from bastide.net.identity import Identity
from bastide.net.storage import records
from bastide.net.storage.game_locks import GameLocks
from bastide.net.storage.keyring import Keyring
from bastide.net.storage.records import BadGame, GameRow, GameStatus, StoredEntry

SHORTEST_PREFIX = 4
"""Hex digits of a game's id that are taken for it at least."""

_OF_A_GAME = ("secret", "entry", "branch", "choice", "head", "evidence", "talk")
_GAMES = """
    SELECT game.*, (SELECT min(step) FROM entry WHERE entry.game = game.id),
    (SELECT max(step) FROM entry WHERE entry.game = game.id)
    FROM game ORDER BY created DESC, game.rowid DESC"""


class GameList(GameLocks, Keyring):
    """The games; which of them can be read depends on the identities, too."""

    def add_game(
        self,
        genesis: Genesis,
        accepts: Sequence[bytes],
        masters: Mapping[int, bytes],
        *,
        title: str = "",
        bots: Mapping[int, str] | None = None,
        status: GameStatus = GameStatus.PLAYING,
    ) -> None:
        """Keep a new game; one that is there already stays as it is.

        Args:
            genesis: what all seats signed.
            accepts: their signatures, in the order of the keyed places.
            masters: master secret (32 bytes) of each of our own places.
            title: the table's name.
            bots: bot ids of our places that a bot plays.
            status: how it stands.
        """
        game = genesis.game_id
        pairs = sorted((bots or {}).items())
        row = (game, genesis.data, enc(list(accepts)), title, status, 0, enc(pairs), _now())
        with self._database.writing() as connection:
            if connection.execute("SELECT 1 FROM game WHERE id = ?", (game,)).fetchone():
                return
            connection.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            connection.executemany(
                "INSERT INTO secret VALUES (?, ?, ?)",
                [(game, place, master) for place, master in masters.items()],
            )

    def games(self) -> list[GameRow]:
        """Return all games that can be read, the newest first."""
        return [found for found in self._all_games() if isinstance(found, GameRow)]

    def bad_games(self) -> list[BadGame]:
        """Return the games that cannot be read, with the reason: one must not hide the others."""
        return [found for found in self._all_games() if isinstance(found, BadGame)]

    def _all_games(self) -> list[GameRow | BadGame]:
        own = self._own()
        return [self._read_game(row, own) for row in self._database.read(_GAMES)]

    def _read_game(self, row: records.Row, own: Mapping[bytes, Identity]) -> GameRow | BadGame:
        try:
            return self._game_row(row, own)
        except StoreError as error:
            id, title = records.shown_id(row[0]), records.shown_title(row[3])
            return BadGame(id, title, error.message)

    def game(self, game_id: bytes) -> GameRow | None:
        """Return a game by its id, or None.

        Raises:
            StoreError: it is there, and cannot be read.
        """
        rows = self._database.read(f"SELECT * FROM ({_GAMES}) WHERE id = ?", (game_id,))
        return self._game_row(rows[0], self._own()) if rows else None

    def find_game(self, text: str) -> GameRow:
        """Return the game that a user names: by table, by the start of its id in hex, or by game.

        Raises:
            StoreError: there is none, or more than one, or it cannot be read.
        """
        games = self.games()
        found = [each for each in games if each.title.casefold() == text.casefold()]
        if not found and len(text) >= SHORTEST_PREFIX:
            found = [each for each in games if each.game_id.hex().startswith(text.lower())]
        if not found:
            found = [each for each in games if each.genesis.game == text]
        if not found:
            for bad in self.bad_games():
                if bad.title.casefold() == text.casefold() or text.lower().startswith(bad.id):
                    raise StoreError.of(bad.reason)
            raise StoreError("No stored game is called {text}.", text=text)
        if len(found) > 1:
            ids = ", ".join(each.game_id.hex()[:8] for each in found)
            raise StoreError("More than one game is called {text}: {ids}.", text=text, ids=ids)
        return found[0]

    def delete_game(self, game_id: bytes) -> None:
        """Delete a game with all that belongs to it.

        Raises:
            StoreError: another process has it open, or the disk refuses.
        """
        self.lock_game(game_id)
        rows = self._database.read("SELECT rowid, id FROM game")
        found = [(row, id) for row, id in rows if records.shown_id(id) == game_id]
        try:
            with self._database.writing() as connection:
                for row, id in found:
                    for table in _OF_A_GAME:
                        connection.execute(f"DELETE FROM {table} WHERE game = ?", (id,))
                    connection.execute("DELETE FROM game WHERE rowid = ?", (row,))
                connection.execute("DELETE FROM note WHERE name LIKE ?", (f"%:{game_id.hex()}",))
        finally:
            self.unlock_game(game_id)

    def replace_game(
        self,
        old: bytes,
        genesis: Genesis,
        accepts: Sequence[bytes],
        entries: Iterable[StoredEntry],
    ) -> None:
        """Put another genesis and journal in the place of a locked table's, in one transaction.

        Its title, its bots and when it began stay; branches and notes of the old journal go.

        Raises:
            StoreError: the disk refuses. Everything is as it was.
        """
        self._must_hold(old)
        new = genesis.game_id
        with self._database.writing() as connection:
            for table in _OF_A_GAME:
                connection.execute(f"DELETE FROM {table} WHERE game = ?", (old,))
            connection.execute("DELETE FROM note WHERE name LIKE ?", (f"%:{old.hex()}",))
            connection.execute(
                "UPDATE game SET id = ?, genesis = ?, accepts = ? WHERE id = ?",
                (new, genesis.data, enc(list(accepts)), old),
            )
            rows = [(new, *each) for each in entries]
            connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", rows)

    def set_status(self, game_id: bytes, status: GameStatus) -> None:
        """Note how a game stands."""
        with self._database.writing() as connection:
            connection.execute("UPDATE game SET status = ? WHERE id = ?", (status, game_id))

    def _game_row(self, row: records.Row, own: Mapping[bytes, Identity]) -> GameRow:
        secrets = self._database.read("SELECT place, master FROM secret WHERE game = ?", (row[0],))
        with self._told(records.shown_id(row[0])):
            return records.read_game(row, secrets, own)


def _now() -> int:
    return int(time.time())
