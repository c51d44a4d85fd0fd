"""The networked games of this peer: those that are open, and those that wait in the data folder."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

from bastide.core.journal import Entry, JournalError
from bastide.core.journal import Genesis as GameGenesis
from bastide.net import limits
from bastide.net.errors import BUSY, PeerError, StoreError
from bastide.net.here import Here
from bastide.net.identity import master_secret
from bastide.net.links.messages import Have, TableNotice, WireMessage
from bastide.net.links.rates import PerPeer
from bastide.net.live import LiveGame
from bastide.net.lobby.introductions import Introductions
from bastide.net.own_seats import OwnSeats
from bastide.net.presence import State
from bastide.net.storage.store import GameRow, Trust
from bastide.net.sync.catchup import evidence_frames, frames
from bastide.net.table_talk import table_note
from bastide.net.veil.workshop import Workshop


class OpenGames:
    """Opens, closes and feeds games.

    Attributes:
        games: the open ones, by id.
        started: the game that came of each table, by table id.
    """

    def __init__(self, here: Here, own_seats: OwnSeats) -> None:
        """Begin with none."""
        self.games: dict[bytes, LiveGame] = {}
        self.started: dict[bytes, bytes] = {}
        self._here, self._own_seats = here, own_seats
        self._workshop = Workshop()
        self._served = PerPeer(limits.STRETCHES_PER_SECOND, limits.STRETCHES_PER_SECOND)
        self._states: dict[bytes, tuple[State, ...]] = {}

    def circles(self) -> Iterator[tuple[bytes, ...]]:
        """Yield the keys of each open game."""
        for game in self.games.values():
            yield game.sync.keys

    def of(self, key: bytes) -> list[LiveGame]:
        """Return the open games at which a peer sits."""
        return [game for game in self.games.values() if key in game.sync.keys]

    def notices(self) -> list[TableNotice]:
        """Return the open games as they stand in a list of tables: nobody can join them."""
        return [self._notice(game) for game in self.games.values()]

    def _notice(self, game: LiveGame) -> TableNotice:
        """Return a game under the id of the table that it came of, or of its own."""
        genesis, table = game.row.genesis, self._here.store.hint(table_note(game.game_id))
        return TableNotice(
            table=table if isinstance(table, bytes) else game.game_id[:16],
            name=game.row.title or genesis.game,
            game=genesis.game,
            version=genesis.version,
            rules=genesis.rules_id,
            extensions=tuple(genesis.extensions),
            options=dict(genesis.options),
            deal=genesis.deal,
            seats=(len(genesis.seats), len(genesis.seats)),
            names=tuple(seat.name for seat in genesis.seats),
            ask=False,
            spectators=genesis.spectators,
            state="over" if game.table.over else "playing",
        )

    # opening and closing

    def add(self, genesis: GameGenesis, signatures: tuple[bytes, ...], title: str) -> None:
        """Keep a game that all have signed.

        Raises:
            StoreError: the disk refuses.
        """
        own = self._own_seats.in_genesis(genesis)
        game_id = genesis.game_id
        masters = {n: master_secret(seat.identity, game_id) for n, seat in own.items()}
        bots = {n: seat.bot for n, seat in own.items() if seat.bot}
        store = self._here.store
        for place, seat in enumerate(genesis.seats):
            if place not in own:
                contact = self._here.contacts.contact(seat.identity)
                name = contact.name or seat.name  # at the table it may have a number
                store.put_peer(seat.identity, name, contact.addresses[:4], Trust.SEEN)
        store.add_game(genesis, signatures, masters, title=title, bots=bots)

    def open(self, row: GameRow, introductions: Introductions, *, loaded: bool) -> LiveGame:
        """Open a stored game, or return it if it is open.

        Args:
            row: as it is stored.
            introductions: where its players may be found.
            loaded: it may be an old copy: another seat is heard first.

        Raises:
            StoreError: another program has it open, or the disk refuses.
            GameError: a plugin is missing, or no seat of it is ours.
            PeerError: the stored journal does not hold, or too many games are open.
        """
        if row.game_id in self.games:
            return self.games[row.game_id]
        game = self._opened(row, loaded=loaded)
        self.games[row.game_id] = game
        for key in self._others(game):
            introductions.recall(key)
            self._here.contacts.want(key)
        introductions.tell_circle(game.sync.keys)
        game.start()
        return game

    def check_room(self) -> None:
        """Check that another game can be opened.

        Raises:
            PeerError: too many are.
        """
        if len(self.games) >= limits.GAMES_PER_PEER:
            raise PeerError("Too many games are open: close one first.", code=BUSY)

    def _opened(self, row: GameRow, *, loaded: bool) -> LiveGame:
        self.check_room()
        here = self._here
        identities = [seat.identity for seat in self._own_seats.in_genesis(row.genesis).values()]
        try:
            return LiveGame(
                here.store,
                here.plugins,
                here.contacts,
                row,
                identities,
                self._workshop,
                loaded=loaded,
            )
        except JournalError as error:
            raise PeerError(
                "The stored game does not hold: {reason}.", reason=str(error).rstrip(".")
            ) from error

    def _others(self, game: LiveGame) -> list[bytes]:
        own = game.sync.signers
        return [key for place, key in enumerate(game.sync.keys) if place not in own]

    def leave(self, game: LiveGame) -> list[bytes]:
        """Close a game here, the seat is kept; return the ids of the tables that it came from."""
        if self.games.pop(game.game_id, None) is None:
            return []
        game.close()
        for key in self._others(game):
            if not self.of(key):
                self._here.contacts.release(key)
        tables = [table for table, game_id in self.started.items() if game_id == game.game_id]
        for table in tables:
            del self.started[table]
        return tables

    def close(self) -> None:
        """Close all games."""
        while self.games:  # what still comes in is for none
            self.games.popitem()[1].close()
        self._workshop.close()

    def is_kept(self, game_id: bytes) -> bool:
        """Tell whether a game is in the data folder, readable or not."""
        try:
            return self._here.store.game(game_id) is not None
        except StoreError:
            return True

    def unfinished(self) -> list[GameRow]:
        """Return the stored games that are not over, those that stopped included."""
        return [row for row in self._here.store.games() if row.is_unfinished]

    # links and messages

    def linked(self, key: bytes) -> None:
        """Greet a peer about each game that we share."""
        for game in self.of(key):
            game.link_came(key)

    def unlinked(self, key: bytes) -> None:
        """Note that a link is gone."""
        for game in self.of(key):
            game.link_went(key)

    def told_links(self, key: bytes, linked: frozenset[bytes]) -> None:
        """Note with whom a peer says that it is linked."""
        for game in self.of(key):
            game.sync.told_links(key, linked.intersection(game.sync.keys))

    def receive(self, key: bytes, game_id: bytes, incoming: WireMessage) -> None:
        """Take a message about a game, from one of its players; from others it means nothing.

        Raises:
            PeerError: the sender broke the protocol.
        """
        game = self.games.get(game_id)
        if game and key in game.sync.keys:
            game.receive(key, incoming)
        elif isinstance(incoming, Have) and not game:
            self._serve_closed(key, incoming)

    def _serve_closed(self, key: bytes, have: Have) -> None:
        """Send a player what it lacks of a game that is not open here: it may be over for us."""
        if not self._served.may_spend(key, asyncio.get_running_loop().time()):
            return
        with contextlib.suppress(StoreError):  # nobody is owed this
            row = self._here.store.game(have.game)
            if row and key in row.genesis.keyed and have.step <= row.steps:
                stop = have.step + limits.STEPS_WANTED
                found = self._here.store.entries(have.game, have.step, stop)
                for frame in frames(have.game, [Entry(e.body, e.signature) for e in found]):
                    self._here.contacts.send(key, frame)
                for proof in self._here.store.proofs(have.game):
                    for message in evidence_frames(have.game, proof):
                        self._here.contacts.send(key, message)

    def tick(self, now: float) -> None:
        """Do what is due about once a second."""
        for game in list(self.games.values()):
            game.tick(now)
            states = tuple(game.standing(place).state for place in range(len(game.sync.keys)))
            if self._states.get(game.game_id) != states:
                self._states[game.game_id] = states
                game.happened([])
