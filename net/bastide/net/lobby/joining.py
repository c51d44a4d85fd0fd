"""The tables of others where this peer has knocked, and the games that come of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from bastide.core.encoding import tagged_hash
from bastide.core.journal import Genesis as GameGenesis
from bastide.core.messages import Message, message
from bastide.net import limits
from bastide.net.contact import Contact
from bastide.net.errors import BUSY, PeerError, Refusal
from bastide.net.here import Here
from bastide.net.links.messages import (
    Accept,
    Decline,
    Genesis,
    Knock,
    Offer,
    Room,
    RoomSeat,
    Unknock,
)
from bastide.net.lobby.joined import JoinedTable
from bastide.net.lobby.reasons import GIVEN_UP, LINK_LOST, NOT_OPEN, broken_by_host
from bastide.net.lobby.seating import CLOSED, WAITS
from bastide.net.lobby.tables import SeenTable
from bastide.net.lobby.terms import check_started, read_started
from bastide.net.table_talk import table_note

Keep = Callable[[GameGenesis, tuple[bytes, ...], str], None]
"""Keeps a game that all have signed: genesis, signatures, title. Raises `StoreError`."""
Begin = Callable[[bytes, bytes], None]
"""Opens a kept game that came of a table: table id, game id. Raises `Refusal`."""

_SIGNED_KEPT = 64


class _Signed(NamedTuple):
    """The table that an offer which we have signed was for: its id, its name, our seat."""

    table: bytes
    name: str
    place: int


class Joining:
    """All rooms of others where we are.

    Attributes:
        tables: by table id.
        left_behind: names of the tables whose game began when we had just left, by game id.
    """

    def __init__(self, here: Here, keep: Keep, begin: Begin) -> None:
        """Begin outside."""
        self.tables: dict[bytes, JoinedTable] = {}
        self.left_behind: dict[bytes, str] = {}
        self._here, self._keep, self._begin = here, keep, begin
        self._names = {here.me.name}
        self._signed: dict[bytes, _Signed] = {}

    def circles(self) -> Iterator[list[bytes]]:
        """Yield the keys of those in each room where we have a seat or wait for one."""
        for table in self.tables.values():
            yield [self._here.key, *table.others()]

    def others(self, table: bytes) -> list[bytes]:
        """Return the others in a room where we are; nobody if there is none."""
        joined = self.tables.get(table)
        return joined.others() if joined else []

    # what we do

    def knock(self, seen: SeenTable, *, is_watched: bool, name: str) -> JoinedTable:
        """Ask for a seat at a table; see `Node.knock`."""
        if seen.mismatch:
            raise PeerError.of(seen.mismatch)
        if seen.silent:
            raise PeerError("The host of this table does not answer.")
        if len(self.tables) >= limits.TABLES_SHOWN:
            raise PeerError("Too many tables are joined: leave one first.", code=BUSY)
        here, host = self._here, seen.host.key
        called = name or here.me.name
        table = JoinedTable(
            *(here.plugins, seen.notice, host, here.key, {*self._names, called}),
            called=called,
            is_watched=is_watched,
        )
        self.tables[seen.notice.table] = table
        self._ask(table)
        return table

    def _ask(self, table: JoinedTable) -> None:
        """Say what we want to be called at a table, and knock there."""
        me, id = RoomSeat(self._here.key, table.called), table.notice.table
        self._here.contacts.send(table.host, Room(id, (me,), 0, {}, ""))
        self._here.contacts.send(table.host, Knock(id, True))

    def get_up(self, table: JoinedTable) -> None:
        """Leave a room before its game starts."""
        self._here.contacts.send(table.host, Unknock(table.notice.table))
        self.forget(table.notice.table)

    def forget(self, table: bytes) -> None:
        """Drop a room."""
        self.tables.pop(table, None)

    def agree(self, table: JoinedTable) -> None:
        """Agree to what the host has changed, and sign what waits for it."""
        table.agree(asyncio.get_running_loop().time())
        self._waited(table)

    def rename(self, name: str) -> None:
        """Answer to another name as well: hosts that we are linked with still know the old one."""
        self._names.add(name)
        for table in self.tables.values():
            table.names = {*table.names, name}

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
            table.room(room, asyncio.get_running_loop().time())

    def offered(self, key: bytes, offer: Offer) -> None:
        """Sign an offer that is what the room has shown for a while; decline any other.

        One that comes too early waits, or until we have agreed to other options. Once the game has
        begun there is nothing more to sign.
        """
        table = self._room_of(key, offer.table)
        if not table or table.is_begun:
            return
        try:
            genesis = table.check_offer(offer)
        except PeerError as error:
            text = str(error).encode()[: limits.WHY_BYTES].decode(errors="ignore")
            self._here.contacts.send(key, Decline(tagged_hash("game", offer.genesis), text))
            table.closed(error.message)
            return
        loop = asyncio.get_running_loop()
        table.offer = offer
        table.propose(genesis)
        if (wait := table.wait(loop.time())) > 0:
            loop.call_later(wait, self._waited, table)
        elif not table.changed:
            self._sign(table, genesis)

    def accepted(self, key: bytes, accept: Accept) -> None:
        """Take a signature of another that a host passes on.

        Raises:
            PeerError: it does not hold.
        """
        for table in self.tables.values():
            if table.host == key:
                table.accepted(accept)

    def _waited(self, table: JoinedTable) -> None:
        """Take the offer of a room that may have stood for long enough, if we are still there."""
        if table.offer and self._room_of(table.host, table.offer.table) is table:
            self.offered(table.host, table.offer)
            self._here.changed()

    def _sign(self, table: JoinedTable, genesis: GameGenesis) -> None:
        table.offer, table.is_signed = None, True
        game, place = genesis.game_id, genesis.keyed.index(self._here.key)
        self._signed[game] = _Signed(table.notice.table, table.notice.name, place)
        while len(self._signed) > _SIGNED_KEPT:
            del self._signed[next(iter(self._signed))]
        signature = self._here.me.identity.sign("accept", game)
        self._here.contacts.send(table.host, Accept(game, place, signature))

    def is_named(self, incoming: Genesis) -> bool:
        """Tell whether a game that exists now has a seat of ours; games of others are many.

        Raises:
            PeerError: malformed.
        """
        return self._here.key in read_started(incoming).keyed

    def started(self, incoming: Genesis) -> None:
        """Take a game with a seat of ours that exists now, or that we lost: we have signed it.

        Raises:
            PeerError: malformed, or a signature does not hold.
        """
        genesis = check_started(incoming)
        signed = self._signed.get(genesis.game_id)
        table = self.tables.get(signed.table) if signed else None
        try:
            self._keep(genesis, incoming.signatures, signed.name if signed else genesis.game)
            if signed and table and not table.is_begun:
                table.begin(signed.place)
                self._begin(signed.table, genesis.game_id)
            elif signed:
                self._left_behind(signed, genesis.game_id)
        except Refusal as error:
            if table:
                table.closed(error.message)

    def _left_behind(self, signed: _Signed, game_id: bytes) -> None:
        """Note where a game came from that began when we had just left its room."""
        self._here.store.put_note(table_note(game_id), signed.table)
        self.left_behind[game_id] = signed.name

    # links

    def linked(self, key: bytes) -> None:
        """Knock again at a host's rooms: the link before may have lost something."""
        for table in self.tables.values():
            if table.host == key and table.you >= WAITS:
                self._ask(table)

    def unlinked(self, key: bytes, started: set[bytes]) -> None:
        """Close the rooms whose host is gone, but those whose game has started.

        Where the link is lost we keep the room, as the host keeps our seat. A room that the host
        has closed stays what it was told to be.
        """
        host = self._here.contacts.contact(key)
        for id, table in self.tables.items():
            if table.host != key or id in started or table.you == CLOSED:
                continue
            if host.is_missed:
                table.unlinked(asyncio.get_running_loop().time())
            else:
                table.closed(_why_gone(host))

    def listed(self, key: bytes, shown: Collection[bytes]) -> None:
        """Close the rooms of a host that is linked again and does not hold them any more."""
        for id, table in self.tables.items():
            if table.host == key and table.lost_at is not None and id not in shown:
                table.closed(message(NOT_OPEN))

    def told_links(self, key: bytes, linked: frozenset[bytes]) -> None:
        """Take with whom a host says that it is linked."""
        for table in self.tables.values():
            if table.host == key:
                table.told_links(linked, asyncio.get_running_loop().time())

    def tick(self, now: float) -> None:
        """Close the rooms whose host has been out of reach for as long as it keeps a seat."""
        for table in list(self.tables.values()):
            if table.is_given_up(now):
                table.closed(message(GIVEN_UP))
                self._here.changed()


def _why_gone(host: Contact) -> Message:
    """Return why the link to a host is gone for good: it broke the protocol, or ended."""
    if host.is_at_fault:
        return broken_by_host(host.name, str(host.fault))
    return message(LINK_LOST)
