"""One peer on the LAN: listens, finds others, shows and joins tables, plays games.

This is the asyncio shell around the cores, and the one thing that a front end holds. What it does
is in its parts: `whereabouts` (listening and looking for others), `tables` (the list), `hosting`
and `joining` (rooms and genesis), `openings` and `open_games`, `introductions` (who is where),
`talking`, `contacts` (links), `dispatch` (messages); what can be looked at is in `shown_node`. It
owns no screen; whoever does calls its methods on the event loop and is told of changes by `watch`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from importlib.metadata import version

from bastide.core.plugins import Plugins, Setup
from bastide.net.contacts import Contacts
from bastide.net.copies import Copies
from bastide.net.dispatch import Dispatch, Parts
from bastide.net.finding.choosing import Choice
from bastide.net.finding.interfaces import Interface
from bastide.net.here import Here
from bastide.net.identity import Address, Identity, player_name, table_name
from bastide.net.links.handshake import Myself, app_of_this_run
from bastide.net.live import LiveGame
from bastide.net.lobby.hosted import HostedTable
from bastide.net.lobby.hosting import Hosting
from bastide.net.lobby.introductions import Introductions
from bastide.net.lobby.joined import JoinedTable
from bastide.net.lobby.joining import Joining
from bastide.net.lobby.reasons import HOST_CLOSED
from bastide.net.lobby.tables import SeenTable as SeenTable  # what `seen` holds, for its users
from bastide.net.lobby.tables import TableList
from bastide.net.lobby.talking import Talking
from bastide.net.lobby.terms import Dealing
from bastide.net.open_games import OpenGames
from bastide.net.openings import Openings
from bastide.net.own_seats import OwnSeats
from bastide.net.shown_node import ShownNode
from bastide.net.storage.store import GameRow, Store
from bastide.net.ticking import spare_the_loaded, tick
from bastide.net.whereabouts import Whereabouts


class Node(ShownNode):
    """This computer as a peer.

    Args:
        store: the data folder; its identity is used and locked while listening.
        plugins: what is installed.
        name: my display name.
        identity: another identity, for commands that only look around.
        choice: the network interfaces that the user has chosen; nothing listens on others.
        interfaces: lists the network interfaces to use; by default those of the choice.
    """

    def __init__(
        self,
        store: Store,
        plugins: Plugins,
        name: str,
        identity: Identity | None = None,
        *,
        choice: Choice | None = None,
        interfaces: Callable[[], list[Interface]] | None = None,
    ) -> None:
        self.store, self.plugins = store, plugins
        self.throwaway = identity is not None
        self.identity = identity or store.identity()
        self.me = Myself(self.identity, name, app_of_this_run(f"bastide/{version('bastide')}"))
        self.contacts = Contacts(
            self.me,
            lambda key, incoming: self._dispatch.receive(key, incoming),
            lambda contact, linked: self._dispatch.link_changed(contact, linked),
            lambda contact: self._dispatch.copied(contact),
        )
        self._watchers = []
        self._ticker: asyncio.Task[None] | None = None
        copies = Copies(lambda: self._dispatch.copies_changed())
        self._here = Here(
            store, plugins, self.me, self.contacts, self._changed, self.throwaway, copies
        )
        self._place = Whereabouts(
            self._here,
            choice or Choice(),
            interfaces,
            lambda: self._parts.introductions.tell_all(),
        )
        self._parts = self._make_parts()
        self._openings = Openings(self._here, self._parts)
        self._dispatch = Dispatch(self._here, self._parts)

    def _make_parts(self) -> Parts:
        here, own_seats = self._here, OwnSeats(self.store, self.identity)
        games = OpenGames(here, own_seats)
        hosting = Hosting(
            here,
            own_seats,
            lambda table, offer: self._openings.begin_hosted(table, offer),
            lambda: self._parts.list.tell(),
        )
        return Parts(
            TableList(here, lambda: [*hosting.notices(), *games.notices()]),
            hosting,
            Joining(here, games.add, lambda table, game: self._openings.begin(table, game)),
            games,
            Talking(here, self._guests),
            Introductions(here, self._place.addresses, self._circles),
        )

    # life

    async def start(
        self, port: int | None = None, *, listen: bool = True, find: bool = True
    ) -> None:
        """Begin to listen and to look for others.

        Args:
            port: the TCP port; None for the last one used, or any.
            listen: accept links and announce this peer.
            find: look for others by multicast.

        Raises:
            FolderInUse: another program listens with this data folder.
            StoreError: the disk refuses.
            PeerError: the port is in use.
        """
        spare_the_loaded()
        await self._place.start(port, listen=listen, find=find)
        parts = self._parts
        due = (
            self._watch_network,
            parts.games.tick,
            parts.hosting.tick,
            parts.joining.tick,
            parts.talking.tick,
            self._drop_silent,
        )
        self._ticker = asyncio.create_task(tick(due))

    async def stop(self) -> None:
        """Close everything; seats are kept."""
        if self._ticker:
            self._ticker.cancel()
        self._parts.list.close()
        self._parts.hosting.close_all()
        self._parts.games.close()
        await asyncio.gather(self._place.stop(), self.contacts.close())

    def _watch_network(self, now: float) -> None:
        if self.games or self.hosted or self.joined:
            self._place.watch_network(now)

    def _drop_silent(self, now: float) -> None:
        self._here.copies.forget(now)
        dropped = (self._parts.list.drop_silent(now), self._place.sightings.forget(now))
        if any(dropped):
            self._changed()

    # links

    async def dial(self, address: Address, expected: bytes | None = None) -> bytes:
        """Link with whoever answers at an address; return its key.

        Raises:
            PeerError: nobody does, or another than expected.
        """
        return await self._place.dial(address, expected)

    def _circles(self) -> Iterator[Collection[bytes]]:
        """Yield the groups of peers that may know of each other."""
        yield from self._parts.games.circles()
        yield from self._parts.hosting.circles()
        yield from self._parts.joining.circles()

    def _guests(self, table: bytes) -> Iterable[bytes]:
        """Return the others in a room."""
        return self._parts.hosting.guests(table) or self._parts.joining.others(table)

    # hosting

    def host(
        self,
        setup: Setup,
        name: str,
        *,
        ask: bool = False,
        bots: Iterable[tuple[str, str]] = (),
        dealer: Dealing = "veil",
        company: Mapping[bytes, str] | None = None,
    ) -> HostedTable:
        """Open a table to the LAN.

        Args:
            setup: game, extensions, options, and the seats to be filled.
            name: the table's name.
            ask: whether each newcomer needs my yes.
            bots: (bot id, display name) of bots that take seats here.
            dealer: who deals hidden cards, if the game has any.
            company: keys that need no yes, and what those players are called here.

        Raises:
            RulesError: the setup cannot be played.
            PeerError: there are too many tables or bots, or the name is empty or cannot be shown.
        """
        table = self._parts.hosting.open(
            setup, table_name(name), ask=ask, bots=bots, dealer=dealer, company=company or {}
        )
        self._parts.talking.open(table.id)
        return table

    def begin(self, table: HostedTable) -> None:
        """Offer a hosted table's game to those who sit there.

        Raises:
            PeerError: too few do, or it cannot be played.
        """
        self._parts.hosting.start(table)
        self._changed()

    def admit(self, table: HostedTable, peer: bytes, yes: bool) -> None:
        """Answer somebody who asks for a seat at a hosted table."""
        self._parts.hosting.admit(table, peer, yes)
        self._parts.introductions.tell_circle(table.guests())
        self._changed()

    def close_table(self, table: HostedTable, why: str = HOST_CLOSED) -> None:
        """Take a table that has not started out of the list; those in its room are told why."""
        self._parts.hosting.close(table, why)
        self._parts.talking.close(table.id)
        self._changed()

    # joining

    def knock(self, seen: SeenTable, *, is_watched: bool = True, name: str = "") -> JoinedTable:
        """Ask for a seat at a table.

        Args:
            seen: the table.
            is_watched: a person sees what its room shows.
            name: what I want to be called there, if not by my display name.

        Raises:
            PeerError: the rules differ, its host does not answer, or we are at too many tables.
        """
        table = self._parts.joining.knock(seen, is_watched=is_watched, name=name)
        self._parts.talking.open(seen.notice.table)
        return table

    def get_up(self, table: JoinedTable) -> None:
        """Leave a room before its game starts."""
        self._parts.joining.get_up(table)
        self._parts.talking.close(table.notice.table)

    def agree(self, table: JoinedTable) -> None:
        """Agree to the options that the host has changed since we knocked."""
        self._parts.joining.agree(table)
        self._changed()

    def rename(self, name: str) -> None:
        """Change my display name, for links and tables from now on.

        Raises:
            PeerError: it is empty or cannot be shown.
        """
        self.me = self.me._replace(name=player_name(name))
        self.contacts.me = self.listener.me = self._here.me = self.me
        self._parts.hosting.rename(self.me.name)
        self._parts.joining.rename(self.me.name)

    def say(self, table: bytes, text: str) -> None:
        """Say something in a room.

        Raises:
            PeerError: too much of what was said before is still to be sent.
        """
        self._parts.talking.say(table, text, asyncio.get_running_loop().time())
        self._changed()

    # games

    def resume(self, row: GameRow) -> LiveGame:
        """Open a stored game again.

        Raises:
            StoreError: another program has it open, or the disk refuses.
            GameError: a plugin is missing, or no seat of it is ours.
            PeerError: the stored journal does not hold, or too many games are open.
        """
        return self._openings.resume(row)

    def leave(self, game: LiveGame) -> None:
        """Close a game here; the seat is kept and can be taken again."""
        self._openings.leave(game)
