"""One peer on the LAN: listens, finds others, shows and joins tables, plays games.

This is the asyncio shell around the cores: `lobby` (rooms and genesis), `sync` (one game),
`contacts` (links). It owns no screen; whoever does calls its methods on the event loop and is told
of changes by `watch`.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import NamedTuple

from bastide.core.encoding import EncodingError, dec, tagged_hash
from bastide.core.journal import Genesis as GameGenesis
from bastide.core.journal import JournalError
from bastide.core.messages import Message
from bastide.core.plugins import Plugins, Setup
from bastide.net import limits
from bastide.net.contacts import Contact, Contacts
from bastide.net.discovery import Discovery, Sighting
from bastide.net.errors import PeerError
from bastide.net.handshake import Myself
from bastide.net.identity import Address, Identity, Ticket, parse_key
from bastide.net.interfaces import Interface, usable_interfaces
from bastide.net.listen import Listener
from bastide.net.live import LiveGame
from bastide.net.lobby import HostedTable, JoinedTable, Sitter, check_genesis, same_rules
from bastide.net.messages import (
    Accept,
    Chat,
    Decline,
    Digests,
    Entries,
    Evidence,
    Genesis,
    Have,
    Head,
    Knock,
    Leave,
    Offer,
    PeerPlace,
    Peers,
    Room,
    TableNotice,
    Tables,
    Unknock,
    Want,
    WireMessage,
)
from bastide.net.rates import Bucket
from bastide.net.store import GameRow, GameStatus, Store, Trust

PORT_NOTE = "port"
SILENT_SHOWN = 60.0
"""Seconds for which a table whose host does not answer stays in the list."""

TICK = 1.0
_GAME_MESSAGES = (Have, Want, Entries, Digests)

Changed = Callable[[], None]


@dataclass(slots=True)
class SeenTable:
    """A table of another peer, as it said last."""

    host: Contact
    notice: TableNotice
    mismatch: Message | None

    @property
    def silent(self) -> bool:
        """Whether its host does not answer."""
        return self.host.link is None


class Invitation(NamedTuple):
    """How others can reach this peer without discovery."""

    addresses: tuple[Address, ...]
    tickets: tuple[Ticket, ...]


@dataclass(slots=True)
class RoomTalk:
    """What was said in a room before its game."""

    lines: list[tuple[bytes, str]] = field(default_factory=list)


class Node:
    """This computer as a peer.

    Args:
        store: the data folder; its identity is used and locked while listening.
        plugins: what is installed.
        name: my display name.
        identity: another identity, for commands that only look around.
        interfaces: lists the interfaces to be found on.
    """

    def __init__(
        self,
        store: Store,
        plugins: Plugins,
        name: str,
        identity: Identity | None = None,
        *,
        interfaces: Callable[[], list[Interface]] = usable_interfaces,
    ) -> None:
        self._interfaces = interfaces
        self.store, self.plugins = store, plugins
        self.throwaway = identity is not None
        self.identity = identity or store.identity()
        self.me = Myself(self.identity, name, f"bastide/{version('bastide')}")
        self.contacts = Contacts(self.me, self._receive, self._link_changed)
        self.listener = Listener(self.me, self.contacts.add, self.contacts.admission)
        self.discovery: Discovery | None = None
        self.seen: dict[tuple[bytes, bytes], SeenTable] = {}
        self.hosted: dict[bytes, HostedTable] = {}
        self.joined: dict[bytes, JoinedTable] = {}
        self.games: dict[bytes, LiveGame] = {}
        self.started: dict[bytes, bytes] = {}
        self.talk: dict[bytes, RoomTalk] = {}
        self._bots: dict[bytes, tuple[str, Identity]] = {}
        self._chats: dict[bytes, Bucket] = {}
        self._watchers: list[Changed] = []
        self._ticker: asyncio.Task[None] | None = None

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
            StoreError: another program listens with this data folder.
            PeerError: the port is in use.
        """
        if listen:
            if not self.throwaway:
                self.store.lock_identity()
            last = self.store.note(PORT_NOTE)
            wanted = port if port is not None else last if isinstance(last, int) else 0
            await self.listener.open(wanted, fixed=bool(port))
            if not self.throwaway:
                self.store.put_note(PORT_NOTE, self.listener.port)
        self.discovery = Discovery(
            self.identity.text,
            self.me.name,
            self.listener.port,
            self._sighted,
            find=self._interfaces,
        )
        await self.discovery.start(announce=listen, browse=find)
        self._ticker = asyncio.create_task(self._tick())

    async def stop(self) -> None:
        """Close everything; seats are kept."""
        if self._ticker:
            self._ticker.cancel()
        for table in list(self.hosted.values()):
            if not table.started:
                table.close("The host closed the table.")
        for game in self.games.values():
            game.close()
        await asyncio.gather(
            self._stop_discovery(), self.listener.close(), self.contacts.close()
        )

    async def _stop_discovery(self) -> None:
        if self.discovery:
            await self.discovery.stop()

    def watch(self, changed: Changed) -> Callable[[], None]:
        """Call `changed` after every change; return what ends that."""
        self._watchers.append(changed)
        return lambda: self._watchers.remove(changed)

    def _changed(self) -> None:
        for changed in list(self._watchers):
            changed()

    async def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(TICK)
            now = loop.time()
            for game in list(self.games.values()):
                game.sync.tick(now)
            self._drop_silent(now)

    def _drop_silent(self, now: float) -> None:
        gone = [
            place
            for place, table in self.seen.items()
            if table.silent and now - (table.host.lost_at or now) > SILENT_SHOWN
        ]
        for place in gone:
            del self.seen[place]
        if gone:
            self._changed()

    # others

    def invitation(self) -> Invitation:
        """Return the addresses where this peer listens, and a ticket for each."""
        hosts = self.discovery.addresses() if self.discovery else ()
        addresses = tuple(Address(host, self.listener.port) for host in hosts)
        key = self.identity.key
        return Invitation(addresses, tuple(Ticket(key, address) for address in addresses))

    def _sighted(self, sighting: Sighting) -> None:
        try:
            key = parse_key(sighting.identity)
        except PeerError:
            return
        if key == self.identity.key:
            return
        contact = self.contacts.contact(key)
        for address in sighting.addresses:
            contact.may_be_at(address)
        contact.stirred.set()
        self.contacts.want(key)

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

    def _link_changed(self, contact: Contact, linked: bool) -> None:
        if not linked:
            for table in list(self.hosted.values()):
                table.gone(contact.key)
            self._left_by_host(contact.key)
            self._tell_tables()
            self._changed()
            return
        if not self.throwaway:
            self.store.put_peer(contact.key, contact.name, contact.addresses[:4])
        self.contacts.send(contact.key, self._tables())
        self.contacts.send(contact.key, Peers(self._own_places()))
        for game in self.games.values():
            if contact.key in game.sync.keys:
                game.sync.linked(contact.key)
                game.happened([])
        self._changed()

    def _own_places(self) -> tuple[PeerPlace, ...]:
        if not self.listener.port:
            return ()
        addresses = self.invitation().addresses[: limits.PEERS_TOLD]
        return tuple(PeerPlace(self.identity.key, a.host, a.port) for a in addresses)

    def _tables(self) -> Tables:
        notices = [table.notice() for table in self.hosted.values()]
        return Tables(tuple(notices[: limits.TABLES_SHOWN]))

    def _tell_tables(self) -> None:
        for key in self.contacts.linked():
            self.contacts.send(key, self._tables())

    # messages

    def _receive(self, key: bytes, incoming: WireMessage) -> None:
        if isinstance(incoming, _GAME_MESSAGES):
            self._to_game(key, incoming.game, incoming)
        elif isinstance(incoming, Head):
            self._to_game(key, _game_of_head(incoming), incoming)
        else:
            self._receive_other(key, incoming)
            self._changed()

    def _to_game(self, key: bytes, game_id: bytes, incoming: WireMessage) -> None:
        game = self.games.get(game_id)
        if game and key in game.sync.keys:
            game.sync.receive(key, incoming)

    def _receive_other(self, key: bytes, incoming: WireMessage) -> None:
        match incoming:
            case Peers(places):
                self._told_places(key, places)
            case Tables(tables):
                self._told_tables(key, tables)
            case Knock(table, seat):
                self._hosted(table, lambda t: t.knock(key, self.contacts.contact(key).name, seat))
            case Unknock(table):
                self._hosted(table, lambda t: t.gone(key))
            case Accept():
                self._accepted(incoming)
            case Decline():
                for hosted in list(self.hosted.values()):
                    hosted.decline(key, incoming)
                self._tell_tables()
            case Room(table):
                self._told_room(key, incoming)
            case Offer(_, table):
                self._offered(key, incoming)
            case Genesis():
                self._started(key, incoming)
            case Chat():
                self._said(key, incoming)
            case Evidence() | Leave():
                pass  # this version neither judges evidence nor goes on without a seat

    def _hosted(self, table: bytes, act: Callable[[HostedTable], None]) -> None:
        hosted = self.hosted.get(table)
        if hosted:
            act(hosted)
            self._tell_tables()
            if hosted.full and not hosted.offer and not hosted.started:
                self.begin(hosted)

    def _told_places(self, key: bytes, places: tuple[PeerPlace, ...]) -> None:
        """Learn addresses; a peer's own port is looked for where its link comes from, too."""
        ours = {k for game in self.games.values() for k in game.sync.keys}
        for place in places:
            if place.key != key and place.key not in ours:
                continue
            contact = self.contacts.contact(place.key)
            if place.key == key and contact.link and not contact.link.dialled:
                contact.may_be_at(Address(contact.link.address.host, place.port))
            contact.may_be_at(Address(place.host, place.port))
        if not self.throwaway and (contact := self.contacts.contact(key)).addresses:
            self.store.put_peer(key, contact.name, contact.addresses[:4])

    def _told_tables(self, key: bytes, tables: tuple[TableNotice, ...]) -> None:
        host = self.contacts.contact(key)
        old = {place for place in self.seen if place[0] == key}
        for notice in tables:
            place = (key, notice.table)
            self.seen[place] = SeenTable(host, notice, same_rules(self.plugins, notice))
            old.discard(place)
        for place in old:
            del self.seen[place]

    # hosting

    def host(
        self,
        setup: Setup,
        name: str,
        *,
        ask: bool = False,
        bots: Iterable[tuple[str, str]] = (),
    ) -> HostedTable:
        """Open a table to the LAN.

        Args:
            setup: game, extensions, options, and the seats to be filled.
            name: the table's name.
            ask: whether each newcomer needs my yes.
            bots: (bot id, display name) of bots that take seats here.

        Raises:
            RulesError: the setup cannot be played.
            PeerError: the game deals hidden cards, which this version cannot do on a LAN.
        """
        self.plugins.compose(setup)
        if any(self.plugins.manifest(p).hidden for p in (setup.game, *setup.extensions)):
            raise PeerError("This version cannot deal hidden cards on a network.")
        least = self.plugins.seat_range(setup.game, setup.extensions)[0]
        table = HostedTable(
            plugins=self.plugins,
            send=self.contacts.send,
            id=os.urandom(16),
            name=name,
            setup=setup,
            least=least,
            me=Sitter(self.identity.key, self.me.name, self.identity.key),
            ask=ask,
        )
        self.hosted[table.id] = table
        self.talk[table.id] = RoomTalk()
        for n, (bot, title) in enumerate(bots):
            table.add_bot(self._bot_seat(f"{table.id.hex()}:{n}", bot).key, title)
        self._tell_tables()
        return table

    def begin(self, table: HostedTable) -> None:
        """Offer a hosted table's game to those who sit there.

        Raises:
            PeerError: too few do.
        """
        offer = table.make_offer(os.urandom(32))
        for place, identity in self._own_places_in(offer).items():
            signature = identity.sign("accept", offer.game_id)
            self._accepted(Accept(offer.game_id, place, signature))

    def _own_places_in(self, genesis: GameGenesis) -> dict[int, Identity]:
        """Return the places of a genesis that this peer plays: mine and those of my bots."""
        own = {key: identity for key, (_, identity) in self._bots.items()}
        own[self.identity.key] = self.identity
        return {n: own[s.identity] for n, s in enumerate(genesis.seats) if s.identity in own}

    def _bot_seat(self, label: str, bot: str) -> Identity:
        """Return the identity of a new bot seat, remembered for when the game is resumed."""
        identity = self.store.bot_identity(label)
        self.store.put_note(f"bot:{identity.key.hex()}", label)
        self._bots[identity.key] = (bot, identity)
        return identity

    def admit(self, table: HostedTable, peer: bytes, yes: bool) -> None:
        """Answer somebody who asks for a seat at a hosted table."""
        self._hosted(table.id, lambda held: held.admit(peer, yes))
        self._changed()

    def rename(self, name: str) -> None:
        """Change my display name, for links and tables from now on."""
        self.me = self.me._replace(name=name)
        self.contacts.me = self.me
        self.listener.me = self.me

    def close_table(self, table: HostedTable) -> None:
        """Take a table that has not started out of the list."""
        if not table.started:
            table.close("The host closed the table.")
        self.hosted.pop(table.id, None)
        self._tell_tables()
        self._changed()

    def _accepted(self, accept: Accept) -> None:
        for table in list(self.hosted.values()):
            if table.accept(accept) and table.offer:
                self._add_game(table.offer, table.signatures(), table.name)
                self.started[table.id] = table.offer.game_id
                self._open_new(table.offer.game_id)
                self._tell_tables()

    # joining

    def knock(self, seen: SeenTable) -> JoinedTable:
        """Ask for a seat at a table.

        Raises:
            PeerError: the rules differ, or its host does not answer.
        """
        if seen.mismatch:
            raise PeerError.of(seen.mismatch)
        if seen.silent:
            raise PeerError("The host of this table does not answer.")
        table = JoinedTable(self.plugins, seen.notice, seen.host.key, self.identity.key)
        self.joined[seen.notice.table] = table
        self.talk[seen.notice.table] = RoomTalk()
        self.contacts.send(seen.host.key, Knock(seen.notice.table, True))
        return table

    def get_up(self, table: JoinedTable) -> None:
        """Leave a room before its game starts."""
        self.contacts.send(table.host, Unknock(table.notice.table))
        self.joined.pop(table.notice.table, None)

    def _told_room(self, key: bytes, room: Room) -> None:
        table = self.joined.get(room.table)
        if table and table.host == key:
            table.room(room)

    def _left_by_host(self, key: bytes) -> None:
        """Close the rooms whose host is gone."""
        for id, table in list(self.joined.items()):
            if table.host == key and id not in self.started:
                table.you, table.why = -2, "The link to the host is lost."

    def _offered(self, key: bytes, offer: Offer) -> None:
        table = self.joined.get(offer.table)
        if not table or table.host != key:
            return
        try:
            genesis = table.check_offer(offer)
        except PeerError as error:
            text = str(error).encode()[: limits.WHY_BYTES].decode(errors="ignore")
            self.contacts.send(key, Decline(_offered_id(offer), text))
            table.you, table.why = -2, str(error)
            return
        signature = self.identity.sign("accept", genesis.game_id)
        for place in table.places():
            self.contacts.send(key, Accept(genesis.game_id, place, signature))

    def _started(self, key: bytes, incoming: Genesis) -> None:
        """Take a game that exists now, or one that we lost: our signature is under it."""
        if incoming.game in self.games or self.store.game(incoming.game):
            return
        genesis = check_genesis(self.plugins, incoming)
        if self.identity.key not in genesis.keyed:
            return
        rooms = [t for t in self.joined.values() if t.offer and t.offer.data == genesis.data]
        title = rooms[0].notice.name if rooms else genesis.game
        self._add_game(genesis, incoming.signatures, title)
        for table in rooms:
            self.started[table.notice.table] = genesis.game_id
            self._open_new(genesis.game_id)

    def _add_game(self, genesis: GameGenesis, signatures: tuple[bytes, ...], title: str) -> None:
        own = self._own_places_in(genesis)
        bots = {n: self._bots[i.key][0] for n, i in own.items() if i.key in self._bots}
        masters = {place: os.urandom(32) for place in own}
        self.store.add_game(genesis, signatures, masters, title=title, bots=bots)
        for seat in genesis.seats:
            if seat.identity not in {identity.key for identity in own.values()}:
                self.store.put_peer(seat.identity, seat.name, trust=Trust.SEEN)

    # games

    def _open_new(self, game_id: bytes) -> None:
        row = self.store.game(game_id)
        if row:
            self._open(row, loaded=False)

    def resume(self, row: GameRow) -> LiveGame:
        """Open a stored game again.

        Raises:
            StoreError: another program has it open.
            PeerError: a plugin is missing, or the stored journal does not hold.
        """
        if row.game_id in self.games:
            return self.games[row.game_id]
        return self._open(row, loaded=True)

    def _open(self, row: GameRow, *, loaded: bool) -> LiveGame:
        try:
            game = LiveGame(
                self.store,
                self.plugins,
                self.contacts,
                row,
                list(self._game_identities(row)),
                loaded=loaded,
            )
        except JournalError as error:
            raise PeerError(
                "The stored game does not hold: {reason}.", reason=str(error)
            ) from error
        self.games[row.game_id] = game
        for seat in row.genesis.seats:
            self._use_known_addresses(seat.identity)
        self._introduce(game)
        game.start()
        self._changed()
        return game

    def _game_identities(self, row: GameRow) -> Iterable[Identity]:
        yield self.identity
        for place in row.bots:
            label = self.store.note(f"bot:{row.genesis.seats[place].identity.hex()}")
            yield self.store.bot_identity(str(label))

    def _use_known_addresses(self, key: bytes) -> None:
        known = self.store.peer(key)
        if known and key != self.identity.key:
            contact = self.contacts.contact(key)
            for address in known.addresses:
                contact.may_be_at(address)

    def _introduce(self, game: LiveGame) -> None:
        """Tell the peers of a game where the others may be found."""
        places = []
        for key in game.sync.keys:
            for address in self.contacts.contact(key).addresses[:2]:
                places.append(PeerPlace(key, address.host, address.port))
        if places:
            for key in game.linked():
                self.contacts.send(key, Peers(tuple(places[: limits.PEERS_TOLD])))

    def leave(self, game: LiveGame) -> None:
        """Close a game here; the seat is kept and can be taken again."""
        game.close()
        self.games.pop(game.game_id, None)
        for table_id, game_id in list(self.started.items()):
            if game_id == game.game_id:
                self.hosted.pop(table_id, None)
                self.joined.pop(table_id, None)
                del self.started[table_id]
        self._tell_tables()
        self._changed()

    def unfinished(self) -> list[GameRow]:
        """Return the stored games that are not over."""
        return [row for row in self.store.games() if row.status is GameStatus.PLAYING]

    # talk

    def say(self, table: bytes, text: str) -> None:
        """Say something in a room."""
        self.talk.setdefault(table, RoomTalk()).lines.append((self.identity.key, text))
        said = Chat(table, 0, text)
        if table in self.hosted:
            self._relay(table, said, self.identity.key)
        elif table in self.joined:
            self.contacts.send(self.joined[table].host, said)
        self._changed()

    def _relay(self, table: bytes, said: Chat, author: bytes) -> None:
        for sitter in self.hosted[table].sitters:
            if sitter.peer not in (author, self.identity.key):
                self.contacts.send(sitter.peer, said)

    def _said(self, key: bytes, chat: Chat) -> None:
        now = asyncio.get_running_loop().time()
        full = Bucket(limits.CHATS_PER_SECOND, limits.CHATS_BURST, now)
        if not self._chats.setdefault(key, full).may_spend(1, now):
            return
        if game := self.games.get(chat.place):
            if key in game.sync.keys:
                game.said(key, chat.text)
        elif chat.place in self.talk:
            self.talk[chat.place].lines.append((key, chat.text))
            if chat.place in self.hosted:
                self._relay(chat.place, chat, key)


def _game_of_head(head: Head) -> bytes:
    """Return the id of the game that a head belongs to; b"" if it names none."""
    try:
        content = dec(head.body, limits.FRAME_BEFORE_AUTH)
    except EncodingError as error:
        raise PeerError("A malformed head came.", code="malformed") from error
    named = isinstance(content, list) and len(content) == 4 and isinstance(content[0], bytes)
    return content[0] if named else b""


def _offered_id(offer: Offer) -> bytes:
    return tagged_hash("game", offer.genesis)
