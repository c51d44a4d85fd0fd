"""The tables of others where this peer has knocked, and the games that come of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bastide.core.encoding import tagged_hash
from bastide.core.journal import Genesis as GameGenesis
from bastide.net import limits
from bastide.net.errors import BUSY, PeerError, Refusal
from bastide.net.here import Here
from bastide.net.links.messages import Accept, Decline, Genesis, Knock, Offer, Room, Unknock
from bastide.net.lobby.hosted import CLOSED
from bastide.net.lobby.joined import JoinedTable
from bastide.net.lobby.tables import SeenTable
from bastide.net.lobby.terms import check_started

Keep = Callable[[GameGenesis, tuple[bytes, ...], str], None]
"""Keeps a game that all have signed: genesis, signatures, title. Raises `StoreError`."""
Begin = Callable[[bytes, bytes], None]
"""Opens a kept game that came of a table: table id, game id. Raises `Refusal`."""

LINK_LOST = "The link to the host is lost."


class Joining:
    """All rooms of others where we are.

    Attributes:
        tables: by table id.
    """

    def __init__(self, here: Here, keep: Keep, begin: Begin) -> None:
        """Begin outside."""
        self.tables: dict[bytes, JoinedTable] = {}
        self._here, self._keep, self._begin = here, keep, begin

    def circles(self) -> Iterator[list[bytes]]:
        """Yield the keys of those in each room where we have a seat or wait for one."""
        for table in self.tables.values():
            yield [self._here.key, *table.others()]

    def others(self, table: bytes) -> list[bytes]:
        """Return the others in a room where we are; nobody if there is none."""
        joined = self.tables.get(table)
        return joined.others() if joined else []

    # what we do

    def knock(self, seen: SeenTable) -> JoinedTable:
        """Ask for a seat at a table; see `Node.knock`."""
        if seen.mismatch:
            raise PeerError.of(seen.mismatch)
        if seen.silent:
            raise PeerError("The host of this table does not answer.")
        if len(self.tables) >= limits.TABLES_SHOWN:
            raise PeerError("Too many tables are joined: leave one first.", code=BUSY)
        table = JoinedTable(self._here.plugins, seen.notice, seen.host.key, self._here.key)
        self.tables[seen.notice.table] = table
        self._here.contacts.send(table.host, Knock(seen.notice.table, True))
        return table

    def get_up(self, table: JoinedTable) -> None:
        """Leave a room before its game starts."""
        self._here.contacts.send(table.host, Unknock(table.notice.table))
        self.forget(table.notice.table)

    def forget(self, table: bytes) -> None:
        """Drop a room."""
        self.tables.pop(table, None)

    # what the host does

    def _room_of(self, host: bytes, table: bytes) -> JoinedTable | None:
        joined = self.tables.get(table)
        return joined if joined and joined.host == host else None

    def told(self, key: bytes, room: Room) -> None:
        """Take what the host says of a room.

        Raises:
            PeerError: it contradicts itself.
        """
        table = self._room_of(key, room.table)
        if table:
            table.room(room)

    def offered(self, key: bytes, offer: Offer) -> None:
        """Sign an offer that is what the room showed; decline any other, with the reason."""
        table = self._room_of(key, offer.table)
        if not table:
            return
        try:
            genesis = table.check_offer(offer)
        except PeerError as error:
            text = str(error).encode()[: limits.WHY_BYTES].decode(errors="ignore")
            self._here.contacts.send(key, Decline(tagged_hash("game", offer.genesis), text))
            table.closed(text)
            return
        signature = self._here.me.identity.sign("accept", genesis.game_id)
        for place in table.places():
            self._here.contacts.send(key, Accept(genesis.game_id, place, signature))

    def started(self, incoming: Genesis) -> None:
        """Take a game that exists now, or one that we lost: our signature is under it.

        Raises:
            PeerError: malformed, or a signature does not hold.
        """
        genesis = check_started(incoming)
        if self._here.key not in genesis.keyed:
            return
        rooms = [t for t in self.tables.values() if t.offer and t.offer.data == genesis.data]
        try:
            title = rooms[0].notice.name if rooms else genesis.game
            self._keep(genesis, incoming.signatures, title)
            for table in rooms:
                table.you, table.why = table.places()[0], ""
                self._begin(table.notice.table, genesis.game_id)
        except Refusal as error:
            for table in rooms:
                table.closed(str(error))

    # links

    def linked(self, key: bytes) -> None:
        """Knock again at a host's rooms: the link before may have lost something."""
        for id, table in self.tables.items():
            if table.host == key and table.you >= -1:
                self._here.contacts.send(key, Knock(id, True))

    def unlinked(self, key: bytes, started: set[bytes]) -> None:
        """Close the rooms whose host is gone, but those whose game has started.

        A room that the host has closed stays what it was told to be.
        """
        for id, table in self.tables.items():
            if table.host == key and id not in started and table.you != CLOSED:
                table.closed(LINK_LOST)
