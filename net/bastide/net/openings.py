"""Opening the games that come of tables, and stored ones; closing them with their rooms."""

from __future__ import annotations

import asyncio

from bastide.core.journal import Genesis as GameGenesis
from bastide.net.dispatch import Parts
from bastide.net.here import Here
from bastide.net.live import LiveGame
from bastide.net.lobby.hosted import HostedTable
from bastide.net.storage.store import GameRow
from bastide.net.table_talk import table_note


class Openings:
    """The way from a table, or a stored game, to an open game and back."""

    def __init__(self, here: Here, parts: Parts) -> None:
        """Use the parts of one peer."""
        self._here, self._parts = here, parts

    def begin_hosted(self, table: HostedTable, offer: GameGenesis) -> None:
        """Keep the game of a table of ours that all have signed, let the others have it, open it.

        Raises:
            Refusal: too many games are open, or the disk refuses.
        """
        self._parts.games.check_room()
        self._parts.games.add(offer, table.offering.signatures(), table.name)
        table.start(offer)
        self.begin(table.id, offer.game_id)

    def begin(self, table: bytes, game_id: bytes) -> None:
        """Open the game that came of a table."""
        row = self._here.store.game(game_id)
        if row:
            self._parts.games.started[table] = game_id
            self._here.store.put_note(table_note(game_id), table)
            game = self._open(row, loaded=False)
            talking, now = self._parts.talking, asyncio.get_running_loop().time()
            game.talking.take_over(talking.of(table), talking.take_unsent(table), now)

    def came_of(self, row: GameRow, host: bytes, table: bytes) -> bool:
        """Tell whether a stored game is the one that a host shows as a table."""
        return host in row.genesis.keyed and self._here.store.hint(table_note(row.game_id)) == table

    def resume(self, row: GameRow) -> LiveGame:
        """Open a stored game again; see `Node.resume`."""
        game = self._open(row, loaded=True)
        self._parts.joining.left_behind.pop(row.game_id, None)
        return game

    def _open(self, row: GameRow, *, loaded: bool) -> LiveGame:
        game = self._parts.games.open(row, self._parts.introductions, loaded=loaded)
        game.listen(lambda _: self._played(game))
        self._parts.list.tell()
        self._here.changed()
        return game

    def _played(self, game: LiveGame) -> None:
        """Show in the list that a game of ours is over; a list that is as before is not told."""
        if game.table.over:
            self._parts.list.tell()

    def leave(self, game: LiveGame) -> None:
        """Close a game here; the seat is kept and can be taken again."""
        for table in self._parts.games.leave(game):
            self._parts.hosting.forget(table)
            self._parts.joining.forget(table)
            self._parts.talking.close(table)
        self._parts.list.tell()
        self._here.changed()
