"""My unfinished tables: of this computer and of the network, those that cannot be read included."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.journal_faults import journal_fault
from bastide.cli.sessions.lan_session import LanSession
from bastide.cli.sessions.local_session import LocalSession
from bastide.cli.sessions.ports import Refused, Session, Texts
from bastide.cli.sessions.stored_games import Stored, delete, played, question
from bastide.cli.sessions.stored_titles import StoredTitles
from bastide.cli.wording import whole_sentence
from bastide.core.journal import JournalError
from bastide.core.messages import Text
from bastide.net.errors import Refusal
from bastide.net.local import load_game
from bastide.net.node import Node, SeenTable
from bastide.net.storage.store import BadGame, GameRow


class OwnTables:
    """The tables of a data folder that are not over, in one language."""

    def __init__(self, node: Node, texts: Texts, pace: float) -> None:
        """Open tables over a node; `pace` is for the bots there, see `LanLobby`."""
        self._node, self._texts, self._pace = node, texts, pace

    def unfinished(self) -> list[GameRow]:
        """Return those that can be read, also those that are open or stopped, with their titles."""
        games = StoredTitles(self._node.store, self._node.plugins, self._texts).games()
        return [row for row in games if row.is_unfinished]

    def waiting(self) -> list[GameRow]:
        """Return those that can be read and are not open."""
        return [row for row in self.unfinished() if row.game_id not in self._node.games]

    def played(self, row: GameRow) -> int:
        """Return when something of one was stored last, in seconds since the epoch."""
        return played(self._node.store, row)

    def damaged(self) -> list[BadGame]:
        """Return those that cannot be read."""
        return self._node.store.bad_games()

    def that_is(self, table: SeenTable, waiting: Sequence[GameRow]) -> GameRow | None:
        """Return the one of `waiting` that a table of another is."""
        host, id = table.host.key, table.notice.table
        return next((row for row in waiting if self._node.came_of(row, host, id)), None)

    def with_id(self, id: str) -> GameRow:
        """Return the one of a row in the list.

        Raises:
            Refused: it is gone.
        """
        for row in self.unfinished():
            if f"game:{row.game_id.hex()}" == id:
                return row
        raise self._gone()

    def open(self, row: GameRow) -> Session:
        """Open one again; see `LanLobby.open`."""
        node = self._node
        try:
            if row.genesis.local:
                game = load_game(node.store, node.plugins, node.identity, row)
                return LocalSession(node.plugins, self._texts, game, pace=self._pace)
            return LanSession(node, self._texts, node.resume(row), row.title, pace=self._pace)
        except (Refusal, JournalError) as error:
            raise Refused(refused(self._text, error)) from error

    def deletion(self, id: str) -> str:
        """Return what to ask before one is deleted; "" if it is gone."""
        stored = self._deletable(id)
        return question(self._text, stored) if stored else ""

    def _deletable(self, id: str) -> Stored | None:
        found: list[Stored] = [*self.waiting(), *self.damaged()]
        return next((each for each in found if f"game:{each.game_id.hex()}" == id), None)

    def delete(self, id: str) -> None:
        """Delete one, or take it off the list if others sit there.

        Raises:
            Refused: it is gone, or cannot be deleted.
        """
        stored = self._deletable(id)
        if stored is None:
            raise self._gone()
        try:
            delete(self._node.store, stored)
        except Refusal as error:
            raise Refused(refused(self._text, error)) from error

    @property
    def _text(self) -> Text:
        return self._texts("bastide")

    def _gone(self) -> Refused:
        return Refused(self._text("This table is not there any more."))


def refused(text: Text, error: Exception) -> str:
    """Return a refusal, or what is wrong with a journal, as a sentence."""
    if isinstance(error, Refusal):
        return whole_sentence(text.say(error.message))
    return whole_sentence(journal_fault(text, str(error)))
