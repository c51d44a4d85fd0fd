"""The list of tables over a `Node`: what the lobby screen shows and does."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from bastide.cli.networks import passed_over
from bastide.cli.sessions import local_session
from bastide.cli.sessions.bot_play import BOT_PACE
from bastide.cli.sessions.list_order import in_order, listed
from bastide.cli.sessions.lobby_notice import LobbyNotice
from bastide.cli.sessions.node_waits import wait_until
from bastide.cli.sessions.own_tables import OwnTables, refused
from bastide.cli.sessions.ports import (
    Changed,
    HostWish,
    LocalWish,
    Refused,
    Room,
    Session,
    TableRow,
    Texts,
)
from bastide.cli.sessions.rooms import GuestRoom, HostRoom
from bastide.cli.sessions.table_rows import TableRows
from bastide.core.errors import RulesError
from bastide.core.plugins import Plugins
from bastide.net.errors import PeerError, Refusal
from bastide.net.identity import (
    Address,
    is_address_like,
    is_ticket,
    last_four,
    parse_address,
    parse_ticket,
)
from bastide.net.node import Node, SeenTable
from bastide.net.storage.store import GameRow

FIND_SECONDS = 5.0
"""How long a peer that was dialled has to tell its tables."""


class LanLobby:
    """The port `Lobby` over a node.

    Args:
        node: started or not; local games need no network.
        texts: messages in the chosen language.
        pace: least seconds that a bot takes for a turn.
        is_apart: another program has the network, with this data folder; only the tables of this
            computer can be played here.
        is_watched: a person sees the rooms that are joined here, not only a bot.
    """

    def __init__(
        self,
        node: Node,
        texts: Texts,
        *,
        pace: float = BOT_PACE,
        is_apart: bool = False,
        is_watched: bool = True,
    ) -> None:
        self._node, self._texts, self._pace = node, texts, pace
        self._is_apart, self._is_watched = is_apart, is_watched
        self._changed: Changed = lambda: None
        node.watch(lambda: self._changed())

    @property
    def name(self) -> str:
        """Return my name."""
        return self._node.me.name

    @property
    def key(self) -> str:
        """Return the last four characters of my key."""
        return last_four(self._node.identity.key)

    @property
    def plugins(self) -> Plugins:
        """Return what is installed."""
        return self._node.plugins

    @property
    def last_game(self) -> str:
        """Return the id of the game that I began last, or ""."""
        stored = self._node.store.games()
        return stored[0].genesis.game if stored else ""

    @property
    def interfaces(self) -> Sequence[str]:
        """Return where tables are looked for."""
        discovery = self._node.discovery
        found = discovery.interfaces if discovery else []
        return [f"{each.name} {(each.ipv4 + each.ipv6)[0]}" for each in found]

    @property
    def left_out(self) -> Sequence[str]:
        """Return where else they could be, and why they are not looked for."""
        return passed_over(self._texts("bastide"), self._node.choice.last)

    @property
    def notice(self) -> str:
        """Return why there is no network here, or what keeps others from being found, or ""."""
        if not self._is_apart:
            return self._notice.first
        return self._say(
            "Another bastide uses the network with this data folder: close it, or start this one "
            "with another folder (--home). Tables at this computer are open to you."
        )

    @property
    def _notice(self) -> LobbyNotice:
        return LobbyNotice(self._node, self._texts("bastide"))

    def _check_network(self) -> None:
        if self._is_apart:
            raise Refused(self.notice)

    @property
    def tables(self) -> Sequence[TableRow]:
        """Return those of others and mine, in the order to show; see `list_order`."""
        return listed(self._own, self._rows, self._node.seen.values())

    @property
    def shown(self) -> Sequence[TableRow]:
        """Return the tables that others show, those that I sit at included."""
        return [self._rows.seen(table) for table in in_order(self._node.seen.values())]

    @property
    def _rows(self) -> TableRows:
        return TableRows(self._node, self._texts)

    @property
    def _own(self) -> OwnTables:
        return OwnTables(self._node, self._texts, self._pace)

    def retell(self, texts: Texts) -> None:
        """Say everything in another language from now on."""
        self._texts = texts

    def watch(self, changed: Changed) -> None:
        """Call `changed` after every change."""
        self._changed = changed

    # what can be done

    async def host(self, wish: HostWish) -> Room:
        """Open a table to the network."""
        self._check_network()
        try:
            table = self._node.host(wish.setup, wish.name, ask=wish.ask, dealer=wish.dealer)
        except (Refusal, RulesError) as error:
            raise Refused(self._refusal(error)) from error
        return HostRoom(self._node, self._texts, table, pace=self._pace)

    async def join(self, id: str) -> Room:
        """Ask for a seat at a table of the list."""
        self._check_network()
        for (host, table), seen in self._node.seen.items():
            if f"{host.hex()}:{table.hex()}" == id:
                return self._knock(seen)
        raise Refused(self._say("This table is not there any more."))

    def _knock(self, seen: SeenTable) -> Room:
        self._check_open(seen)
        try:
            table = self._node.knock(seen, is_watched=self._is_watched)
        except Refusal as error:
            raise Refused(self._refusal(error)) from error
        return GuestRoom(self._node, self._texts, table, pace=self._pace)

    def _check_open(self, seen: SeenTable) -> None:
        """Refuse a table whose game has begun, before anything is sent.

        Raises:
            Refused: it has; the sentence says how to go on if the game is mine.
        """
        name = seen.notice.name
        if seen.notice.state == "open":
            return
        if row := self._own.that_is(seen, self._own.waiting()):
            id = row.game_id.hex()[:8]
            raise Refused(
                self._say(
                    "You have a seat at {name}: `bastide resume {id}` goes on with it.",
                    name=name,
                    id=id,
                )
            )
        if seen.notice.state == "over":
            raise Refused(self._say("The game at {name} is over.", name=name))
        raise Refused(
            self._say(
                "{name} is being played: nobody can join it, and watching is not possible.",
                name=name,
            )
        )

    async def join_address(self, text: str) -> Room:
        """Ask for a seat at `host:port` or a ticket."""
        self._check_network()
        if not is_address_like(text):
            raise Refused(
                self._say(
                    "No table called {name} is in the list. An address looks like "
                    "192.168.1.20:47100, a ticket begins with bastide://.",
                    name=text,
                )
            )
        try:
            key = await self._node.dial(*_target(text))
        except Refusal as error:
            raise Refused(self._refusal(error)) from error
        there = await self._tables_of(key)
        open_there = [table for table in there if table.notice.state == "open"]
        if not open_there:
            for table in there:
                self._check_open(table)
            raise Refused(self._notice.copied or self._say("No open table there."))
        if len(open_there) > 1:
            rows = [self._rows.seen(table) for table in open_there]
            names = ", ".join(f"{row.name} ({row.game})" for row in rows)
            raise Refused(
                self._say("There are several tables there: {names}; join one by name.", names=names)
            )
        return self._knock(open_there[0])

    async def _tables_of(self, key: bytes) -> list[SeenTable]:
        """Return the tables of a peer that was just dialled, as soon as it has told them."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FIND_SECONDS):
                await wait_until(self._node, lambda: bool(self._of(key)))
        return self._of(key)

    def _of(self, key: bytes) -> list[SeenTable]:
        return [table for (host, _), table in self._node.seen.items() if host == key]

    async def resume(self, id: str) -> Session:
        """Open an unfinished table of mine."""
        return self.open(self._own.with_id(id))

    def open(self, row: GameRow) -> Session:
        """Open a stored game again.

        Raises:
            Refused: it cannot be opened; the sentence says why.
        """
        if not row.genesis.local:
            self._check_network()
        return self._own.open(row)

    def deletion(self, id: str) -> str:
        """Return what to ask before an unfinished table of mine is deleted; "" if it is gone."""
        return self._own.deletion(id)

    async def delete(self, id: str) -> None:
        """Delete an unfinished table of mine, or take it off the list if others sit there."""
        self._own.delete(id)
        self._changed()

    async def play(self, wish: LocalWish) -> Session:
        """Open a game at this computer."""
        node = self._node
        return local_session.begin(
            node.store, node.plugins, self._texts, node.identity, self.name, wish, pace=self._pace
        )

    async def rename(self, name: str) -> None:
        """Change my name."""
        try:
            self._node.rename(name)
        except PeerError as error:
            raise Refused(self._refusal(error)) from error

    def _refusal(self, error: Exception) -> str:
        return refused(self._texts("bastide"), error)

    def _say(self, id: str, /, **fields: object) -> str:
        return self._texts("bastide")(id, **fields)


def _target(text: str) -> tuple[Address, bytes | None]:
    if is_ticket(text):
        ticket = parse_ticket(text)
        return ticket.address, ticket.key
    return parse_address(text), None
