"""What stored tables are called.

A table of the network has the name that its host gave it. One of this computer has none, and the
id of its game is stored instead: it is called after what is played there, against whom and since
when, in the language of who reads it. Those of older folders have a name that was written down, in
the language of that time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bastide.cli.sessions.ports import Texts
from bastide.cli.sessions.stored_games import Stored, moment
from bastide.cli.sessions.titles import titles_of
from bastide.core.plugins import Plugins
from bastide.net.errors import StoreError
from bastide.net.storage.store import SHORTEST_PREFIX, BadGame, GameRow, Store


class StoredTitles(NamedTuple):
    """Gives the tables of a data folder their titles, in one language."""

    store: Store
    plugins: Plugins
    texts: Texts

    def games(self) -> list[GameRow]:
        """Return all tables that can be read, each with a title that no other one has."""
        return self._titled(self.store.games())

    def of(self, row: GameRow) -> GameRow:
        """Return a table with its title."""
        if _is_named(row):
            return row
        return next((each for each in self.games() if each.game_id == row.game_id), row)

    def find(self, text: str) -> GameRow:
        """Return the table that a user names; see `Store.find_game`.

        Raises:
            StoreError: there is none, or more than one, or it cannot be read.
        """
        text, games = text.strip(), self.games()
        by_title = [each for each in games if each.title.casefold() == text.casefold()]
        by_game = [each for each in games if each.genesis.game == text]
        for found in (by_title, by_game):
            if len(found) > 1:
                ids = ", ".join(each.game_id.hex()[:8] for each in found)
                raise StoreError("More than one game is called {text}: {ids}.", text=text, ids=ids)
            if found:
                return found[0]
        return self.of(self.store.find_game(text))

    def find_any(self, text: str) -> Stored:
        """Return the table that a user names, be it damaged or not.

        Raises:
            StoreError: there is none, or more than one.
        """
        damaged = [bad for bad in self.store.bad_games() if _is_called(bad, text.strip())]
        try:
            return self.find(text)
        except StoreError:
            if len(damaged) != 1:
                raise
            return damaged[0]

    def _titled(self, rows: Sequence[GameRow]) -> list[GameRow]:
        taken = {row.title for row in rows if _is_named(row)}
        given: dict[bytes, str] = {}
        for row in reversed(rows):  # the oldest first, so that it is called as before
            if not _is_named(row):
                given[row.game_id] = _free(self._title(row), taken)
                taken.add(given[row.game_id])
        return [row._replace(title=given.get(row.game_id, row.title)) for row in rows]

    def _title(self, row: GameRow) -> str:
        t, genesis = self.texts("bastide"), row.genesis
        names = (genesis.game, *(extension.name for extension in genesis.extensions))
        game, began = titles_of(self.plugins, self.texts, names), moment(t, row.created)
        bots = ", ".join(bot for _, bot in sorted(row.bots.items()))
        if bots:
            return t("{game} against {bots}, {time}", game=game, bots=bots, time=began)
        return t("{game}, {time}", game=game, time=began)


def _is_named(row: GameRow) -> bool:
    return not row.genesis.local or row.title not in ("", row.genesis.game)


def _is_called(bad: BadGame, text: str) -> bool:
    is_id = len(text) >= SHORTEST_PREFIX and bad.game_id.hex().startswith(text.lower())
    return is_id or bad.title.casefold() == text.casefold()


def _free(title: str, taken: set[str]) -> str:
    n, free = 1, title
    while free in taken:
        n += 1
        free = f"{title} ({n})"
    return free
