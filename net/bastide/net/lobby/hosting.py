"""The tables that this peer holds: opening them, letting people in, starting their games."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Iterator, Mapping

from bastide.core.genesis import LEAST_LINKED
from bastide.core.journal import Genesis as GameGenesis
from bastide.core.plugins import Setup
from bastide.net import limits
from bastide.net.errors import BUSY, PeerError, Refusal
from bastide.net.here import Here
from bastide.net.links.messages import Accept, Decline, Room, TableNotice
from bastide.net.lobby.hosted import HostedTable
from bastide.net.lobby.reasons import BAD_SIGNATURE, HOST_CLOSED, LOST
from bastide.net.lobby.seating import Sitter
from bastide.net.lobby.terms import Dealing, dealer_of
from bastide.net.own_seats import OwnSeats

Begin = Callable[[HostedTable, GameGenesis], None]
"""Keeps and opens the game of a table that all have signed. Raises `Refusal`."""


class Hosting:
    """All tables of this peer.

    Attributes:
        tables: by id.
    """

    def __init__(
        self, here: Here, own_seats: OwnSeats, begin: Begin, tell: Callable[[], None]
    ) -> None:
        """Hold none yet; `tell` is called when the list of tables may have changed."""
        self.tables: dict[bytes, HostedTable] = {}
        self._here, self._own_seats = here, own_seats
        self._begin, self._tell = begin, tell
        self._offered: dict[bytes, float] = {}
        self._called: dict[bytes, tuple[bytes, str]] = {}

    def notices(self) -> list[TableNotice]:
        """Return our tables that have not started as they stand in a list."""
        return [table.notice() for table in self.tables.values() if not table.started]

    def circles(self) -> Iterator[list[bytes]]:
        """Yield the keys of those in each room."""
        for table in self.tables.values():
            if not table.started:
                yield [self._here.key, *table.guests()]

    def guests(self, table: bytes) -> list[bytes]:
        """Return the others in a room of ours; nobody if there is none."""
        hosted = self.tables.get(table)
        return hosted.guests() if hosted else []

    # what the host does

    def open(
        self,
        setup: Setup,
        name: str,
        *,
        ask: bool,
        bots: Iterable[tuple[str, str]],
        dealer: Dealing,
        company: Mapping[bytes, str],
    ) -> HostedTable:
        """Open a table to the LAN; see `Node.host`."""
        plugins = self._here.plugins
        plugins.compose(setup)
        if setup.seats < LEAST_LINKED:
            raise PeerError(
                "A table for other computers has at least {n} seats: ask for more.", n=LEAST_LINKED
            )
        if len(self.tables) >= limits.TABLES_SHOWN:
            raise PeerError("Too many tables are open here: close one first.", code=BUSY)
        table = self._new(setup, name, ask, dealer, company)
        for n, (bot, title) in enumerate(bots):
            key = self._own_seats.add_bot(f"{table.id.hex()}:{n}", bot).key
            table.add_bot(key, title)
        self.tables[table.id] = table
        self._tell()
        return table

    def _new(
        self, setup: Setup, name: str, ask: bool, dealer: Dealing, company: Mapping[bytes, str]
    ) -> HostedTable:
        key, plugins = self._here.key, self._here.plugins
        return HostedTable(
            plugins=plugins,
            send=self._here.contacts.send,
            id=os.urandom(16),
            name=name,
            setup=setup,
            least=max(LEAST_LINKED, plugins.seat_range(setup.game, setup.extensions)[0]),
            me=Sitter(key, company.get(key, self._here.me.name), key),
            ask=ask,
            deal=dealer_of(plugins, setup, dealer),
            company=company,
        )

    def start(self, table: HostedTable) -> None:
        """Offer the game of a table to those who sit there.

        Raises:
            PeerError: too few do, or it cannot be played.
        """
        offer = table.make_offer(os.urandom(32))
        self._offered[table.id] = asyncio.get_running_loop().time()
        for place, seat in self._own_seats.in_genesis(offer).items():
            signature = seat.identity.sign("accept", offer.game_id)
            self.accepted(self._here.key, Accept(offer.game_id, place, signature))

    def admit(self, table: HostedTable, peer: bytes, yes: bool) -> None:
        """Answer somebody who asks for a seat."""
        table.admit(peer, yes)
        self._changed(table)

    def rename(self, name: str) -> None:
        """Change our name at all tables that are not started."""
        for table in self.tables.values():
            table.rename(name)
        self._tell()

    def close(self, table: HostedTable, why: str) -> None:
        """Take a table out of the list; those in its room are told why."""
        if not table.started:
            table.close(why)
        self.forget(table.id)

    def close_all(self) -> None:
        """Close all tables that have not started."""
        for table in self.tables.values():
            if not table.started:
                table.close(HOST_CLOSED)

    def forget(self, table: bytes) -> None:
        """Drop a table."""
        self.tables.pop(table, None)
        self._offered.pop(table, None)
        self._tell()

    # what others do

    def knocked(self, table: bytes, key: bytes, seat: bool) -> None:
        """Take a request for a seat."""
        hosted = self.tables.get(table)
        where, name = self._called.pop(key, (b"", ""))
        if hosted:
            named = name if where == table else self._here.contacts.contact(key).name
            hosted.knock(key, named, seat, asyncio.get_running_loop().time())
            self._changed(hosted)

    def called(self, table: bytes, key: bytes, room: Room) -> None:
        """Note what a peer that is about to knock wants to be called at that table."""
        names = [seat.name for seat in room.seats if seat.key == key]
        if names and table in self.tables:
            self._called[key] = table, names[0]

    def got_up(self, table: bytes, key: bytes) -> None:
        """Free the seat of somebody who got up."""
        hosted = self.tables.get(table)
        if hosted:
            hosted.gone(key)
            self._changed(hosted)

    def _changed(self, table: HostedTable) -> None:
        """Tell of a table whose room has changed, and start it once it is full."""
        self._tell()
        if table.is_ready:
            try:
                self.start(table)
            except Refusal as error:
                table.offering.refusal = error.message

    def accepted(self, key: bytes, accept: Accept) -> None:
        """Take a signature under an offer of ours; after the last one the game begins.

        Raises:
            PeerError: it does not hold; whoever has sent it loses the seat.
        """
        for table in list(self.tables.values()):
            try:
                is_last = table.accept(accept)
            except PeerError:
                table.gone(key, BAD_SIGNATURE)
                raise
            if is_last and table.offer:
                self._all_signed(table, table.offer)

    def _all_signed(self, table: HostedTable, offer: GameGenesis) -> None:
        """Keep the game, and only then let the others have it."""
        try:
            self._begin(table, offer)
        except Refusal as error:
            table.fail(error.message)
        self._tell()

    def declined(self, key: bytes, decline: Decline) -> None:
        """Take a no to an offer of ours."""
        for table in list(self.tables.values()):
            table.decline(key, decline)
        self._tell()

    def linked(self, key: bytes) -> None:
        """Tell a peer again of the rooms where it is: the link before may have lost something."""
        for table in self.tables.values():
            if key in table.guests() and not table.started:
                table.tell_one(key)

    def unlinked(self, key: bytes) -> None:
        """Keep the seats of a peer whose link is lost for a while; free them if it is gone."""
        now = asyncio.get_running_loop().time()
        is_missed = self._here.contacts.contact(key).is_missed
        self._called.pop(key, None)
        for table in self.tables.values():
            if is_missed and key in table.guests():
                table.lost(key, now)
            else:
                table.gone(key, LOST)
        self._tell()

    def tick(self, now: float) -> None:
        """Give up offers that were not signed in time, and seats that are kept no longer."""
        for table in list(self.tables.values()):
            if table.drop_lost(now):
                self._changed(table)
                self._here.changed()
            since = self._offered.get(table.id, now)
            if table.offer and not table.started and now - since > limits.SIGN_SECONDS:
                table.give_up()
                self._tell()
                self._here.changed()
