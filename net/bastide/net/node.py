"""One peer on the LAN: listens, finds others, shows and joins tables, plays games.

This is the asyncio shell around the cores, and the one thing that a front end holds. What it does
is in its parts: `tables` (the list), `hosting` and `joining` (rooms and genesis), `open_games`,
`introductions` (who is where), `talking`, `contacts` (links). It owns no screen; whoever does calls
its methods on the event loop and is told of changes by `watch`.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import version
from typing import NamedTuple

from bastide.core.journal import Genesis as GameGenesis
from bastide.core.plugins import Plugins, Setup
from bastide.net.contacts import Contacts
from bastide.net.copies import Copies
from bastide.net.dispatch import Dispatch, Parts
from bastide.net.finding.choosing import Choice
from bastide.net.finding.discovery import Discovery
from bastide.net.finding.interfaces import Interface
from bastide.net.finding.sighting import Sighting
from bastide.net.finding.unanswered import Sightings
from bastide.net.here import Here
from bastide.net.identity import Address, Identity, Ticket, parse_key, player_name, table_name
from bastide.net.links.handshake import Myself, app_of_this_run
from bastide.net.links.listen import Listener
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
from bastide.net.own_seats import OwnSeats
from bastide.net.storage.store import GameRow, Store
from bastide.net.table_talk import table_note
from bastide.net.talk import Conversation

PORT_NOTE = "port"
TICK_SECONDS = 1.0
_YOUNG = 20_000
"""So many new objects may be there before Python looks for garbage by itself."""
_AMONG_THE_YOUNG, _EVERYWHERE = 1, 2
"""Generations of objects, for `gc.collect`."""

Changed = Callable[[], None]


class Invitation(NamedTuple):
    """How others can reach this peer without discovery."""

    addresses: tuple[Address, ...]
    tickets: tuple[Ticket, ...]


class Node:
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
        self.listener = Listener(self.me, self.contacts.add, self.contacts.admission)
        self.discovery: Discovery | None = None
        self._sightings = Sightings(self.contacts)
        self.choice = choice or Choice()
        self._interfaces = interfaces or self.choice.look
        self._watchers: list[Changed] = []
        self._ticker: asyncio.Task[None] | None = None
        copies = Copies(lambda: self._dispatch.copies_changed())
        self._here = Here(
            store, plugins, self.me, self.contacts, self._changed, self.throwaway, copies
        )
        self._parts = self._make_parts()
        self._dispatch = Dispatch(self._here, self._parts)

    def _make_parts(self) -> Parts:
        here, own_seats = self._here, OwnSeats(self.store, self.identity)
        games = OpenGames(here, own_seats)
        hosting = Hosting(here, own_seats, self._begin_hosted, self._tell_tables)
        return Parts(
            TableList(here, hosting.notices),
            hosting,
            Joining(here, games.add, self._begin),
            games,
            Talking(here, self._guests),
            Introductions(here, self._own_addresses, self._circles),
        )

    # what there is

    @property
    def seen(self) -> dict[tuple[bytes, bytes], SeenTable]:
        """The tables of others, by host and table id."""
        return self._parts.list.seen

    @property
    def hosted(self) -> dict[bytes, HostedTable]:
        """The tables that this peer holds, by id."""
        return self._parts.hosting.tables

    @property
    def joined(self) -> dict[bytes, JoinedTable]:
        """The tables of others where this peer has knocked, by id."""
        return self._parts.joining.tables

    @property
    def games(self) -> dict[bytes, LiveGame]:
        """The open games, by id."""
        return self._parts.games.games

    @property
    def started(self) -> dict[bytes, bytes]:
        """The game that came of each table, by table id."""
        return self._parts.games.started

    @property
    def talk(self) -> dict[bytes, Conversation]:
        """What was said in rooms, by table id."""
        return self._parts.talking.rooms

    @property
    def left_behind(self) -> dict[bytes, str]:
        """The names of the tables whose game began when we had just left the room, by game id."""
        return self._parts.joining.left_behind

    def unfinished(self) -> list[GameRow]:
        """Return the stored games that are not over."""
        return self._parts.games.unfinished()

    def unanswered(self) -> list[Sighting]:
        """Return who announced itself on the network, but was never reached there."""
        return self._sightings.unanswered()

    def invitation(self) -> Invitation:
        """Return the addresses where this peer listens, and a ticket for each."""
        addresses = tuple(self._own_addresses())
        return Invitation(addresses, tuple(Ticket(self.identity.key, a) for a in addresses))

    def _own_addresses(self) -> list[Address]:
        hosts = self.discovery.addresses() if self.discovery and self.listener.port else ()
        return [Address(host, self.listener.port) for host in hosts]

    def watch(self, changed: Changed) -> Callable[[], None]:
        """Call `changed` after every change; return what ends that."""
        self._watchers.append(changed)
        return lambda: self._watchers.remove(changed)

    def _changed(self) -> None:
        for changed in list(self._watchers):
            changed()

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
        _spare_the_loaded()
        if listen:
            await self._listen(port)
        self.discovery = Discovery(
            self.identity.text,
            self.me.name,
            self.listener.port,
            self._sighted,
            find=self._interfaces,
            confined=self._is_confined,
            on_use=self._uses,
            on_own=self._announced,
        )
        await self.discovery.start(announce=listen, browse=find)
        self._ticker = asyncio.create_task(self._tick())

    async def _listen(self, port: int | None) -> None:
        """Listen on a port; by default on that of the last time, so that others find it again."""
        if not self.throwaway:
            self.store.lock_identity()
        wanted = port if port is not None else last_port(self.store)
        if self._is_confined:
            await self.listener.open(wanted, fixed=bool(port), hosts=())
        else:
            await self.listener.open(wanted, fixed=bool(port))
        if not self.throwaway:
            self.store.put_note(PORT_NOTE, self.listener.port)

    @property
    def _is_confined(self) -> bool:
        return bool(self.choice.words)

    def _uses(self, interfaces: list[Interface]) -> None:
        """Use these interfaces from now on; chosen ones are the only ones that are listened on."""
        try:
            if self._is_confined and self.listener.port:
                self.listener.move(host for each in interfaces for host in each.hosts)
        finally:
            self._changed()

    async def stop(self) -> None:
        """Close everything; seats are kept."""
        if self._ticker:
            self._ticker.cancel()
        self._parts.list.close()
        self._parts.hosting.close_all()
        self._parts.games.close()
        await asyncio.gather(self._stop_discovery(), self.listener.close(), self.contacts.close())

    async def _stop_discovery(self) -> None:
        if self.discovery:
            await self.discovery.stop()

    async def _tick(self) -> None:
        """Look after what changes with time alone; the loop hears of a fault, and it goes on."""
        loop, parts = asyncio.get_running_loop(), self._parts
        due = (parts.games.tick, parts.hosting.tick, parts.talking.tick, self._drop_silent)
        for second in itertools.count(1):
            await asyncio.sleep(TICK_SECONDS)
            for part in due:
                loop.call_soon(part, loop.time())
            loop.call_soon(gc.collect, _EVERYWHERE if second % 60 == 0 else _AMONG_THE_YOUNG)

    def _drop_silent(self, now: float) -> None:
        self._here.copies.forget(now)
        dropped = (self._parts.list.drop_silent(now), self._sightings.forget(now))
        if any(dropped):
            self._changed()

    # links

    async def dial(self, address: Address, expected: bytes | None = None) -> bytes:
        """Link with whoever answers at an address; return its key.

        Raises:
            PeerError: nobody does, or another than expected.
        """
        link = await self.contacts.dial([address], expected)
        key = link.peer.key
        self.contacts.add(link)
        self.contacts.want(key)
        return key

    def _sighted(self, sighting: Sighting) -> None:
        now = asyncio.get_running_loop().time()
        self._sightings.take(parse_key(sighting.identity), sighting, now)

    def _announced(self, sighting: Sighting) -> None:
        """Take what is announced with our own key, be it by us."""
        if self.discovery and self.listener.port:
            own = [host for each in self.discovery.interfaces for host in each.hosts]
            now = asyncio.get_running_loop().time()
            self._here.copies.announced(sighting.addresses, own, self.listener.port, now)

    @property
    def copies(self) -> list[str]:
        """The hosts where my key is in use as well, as was said lately."""
        return self._here.copies.hosts

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

    def _tell_tables(self) -> None:
        self._parts.list.tell()

    def _begin_hosted(self, table: HostedTable, offer: GameGenesis) -> None:
        self._parts.games.check_room()
        self._parts.games.add(offer, table.signatures(), table.name)
        table.start(offer)
        self._begin(table.id, offer.game_id)

    def _begin(self, table: bytes, game_id: bytes) -> None:
        """Open the game that came of a table."""
        row = self.store.game(game_id)
        if row:
            self.started[table] = game_id
            self.store.put_note(table_note(game_id), table)
            game = self._open(row, loaded=False)
            talking, now = self._parts.talking, asyncio.get_running_loop().time()
            game.talking.take_over(talking.of(table), talking.take_unsent(table), now)

    def came_of(self, row: GameRow, host: bytes, table: bytes) -> bool:
        """Tell whether a stored game is the one that a host shows as a table."""
        return host in row.genesis.keyed and self.store.hint(table_note(row.game_id)) == table

    # joining

    def knock(self, seen: SeenTable, *, is_watched: bool = True) -> JoinedTable:
        """Ask for a seat at a table.

        Args:
            seen: the table.
            is_watched: a person sees what its room shows.

        Raises:
            PeerError: the rules differ, its host does not answer, or we are at too many tables.
        """
        table = self._parts.joining.knock(seen, is_watched=is_watched)
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
        game = self._open(row, loaded=True)
        self.left_behind.pop(row.game_id, None)
        return game

    def _open(self, row: GameRow, *, loaded: bool) -> LiveGame:
        game = self._parts.games.open(row, self._parts.introductions, loaded=loaded)
        game.listen(lambda _: self._played(game))
        self._changed()
        return game

    def _played(self, game: LiveGame) -> None:
        """Show in the list that a game of ours is over."""
        if game.table.over:
            for id, table in self.hosted.items():
                if self.started.get(id) == game.game_id and not table.over:
                    table.over = True
                    self._tell_tables()

    def leave(self, game: LiveGame) -> None:
        """Close a game here; the seat is kept and can be taken again."""
        for table in self._parts.games.leave(game):
            self._parts.hosting.forget(table)
            self._parts.joining.forget(table)
            self._parts.talking.close(table)
        self._changed()


@cache
def _spare_the_loaded() -> None:
    """Let garbage collection pass over what the program has loaded, from now on; once.

    Modules and plugins are most of all objects and stay anyway; going through them takes 20 ms,
    again and again, for which every move would wait. New ones are gone through by the clock
    (`_tick`), which seldom meets a move, rather than by their number, which grows with moves.
    """
    gc.freeze()
    gc.set_threshold(_YOUNG)


def last_port(store: Store) -> int:
    """Return the port that this folder listened on last, 0 if that is not known."""
    port = store.hint(PORT_NOTE)
    return port if isinstance(port, int) and 0 < port < 65536 else 0
