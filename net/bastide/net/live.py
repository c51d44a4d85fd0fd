"""A networked game that is open: its journal on the disk, its links, and who is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bastide.core.draft import Draft
from bastide.core.journal import Body, Entry
from bastide.core.plugins import Plugins
from bastide.core.table import Done, Table
from bastide.net.contacts import Contacts
from bastide.net.dealing import DiceChain, commit_nonce
from bastide.net.fair import FairDealer
from bastide.net.games import fold, open_table
from bastide.net.identity import Identity
from bastide.net.messages import Chat, WireMessage
from bastide.net.store import GameRow, GameStatus, Store, stored
from bastide.net.sync import GameSync, Stop

Heard = Callable[[list[Done]], None]


class SeatSigner:
    """Signs for one place of a game, and knows what its dice chain shows next."""

    def __init__(
        self, identity: Identity, master: bytes, game_id: bytes, place: int, dealer: FairDealer
    ) -> None:
        """Use the master secret (32 bytes) of this place; it never leaves the device."""
        self.identity = identity
        self._master, self._game_id, self._place = master, game_id, place
        self._dice, self._dealer = DiceChain(master, game_id, place), dealer

    def sign(self, purpose: str, data: bytes) -> bytes:
        """Return the signature of data for a purpose."""
        return self.identity.sign(purpose, data)

    def payload(self, step: int, kind: str) -> dict[str, object]:
        """Return the payload of a `join` or `roll` entry of this place."""
        if kind == "join":
            return {"dice": self._dice.anchor}
        return {"s": self._dice.value(self._dealer.rolls + 1)}

    def nonce(self, step: int) -> bytes:
        """Return the randomness of this place's commitment at a step."""
        return commit_nonce(self._master, self._game_id, step, self._place)


class Talk(NamedTuple):
    """Something said at a table: the key of who said it, and the text."""

    key: bytes
    text: str


class LiveGame:
    """One open networked game.

    Attributes:
        table: the running table.
        sync: what keeps it the same on all peers.
        talk: what was said since it was opened here.
        bots: the bot of each own place that a bot plays.
    """

    def __init__(
        self,
        store: Store,
        plugins: Plugins,
        contacts: Contacts,
        row: GameRow,
        identities: Sequence[Identity],
        *,
        loaded: bool,
    ) -> None:
        """Open a stored game and take the exclusive right to write in it.

        Raises:
            StoreError: another program has it open.
            GameError, JournalError: a plugin is missing, or the stored journal does not hold.
        """
        self.store, self.contacts, self.row = store, contacts, row
        self.game_id: bytes = row.genesis.game_id
        self.bots = dict(row.bots)
        self.talk: list[Talk] = []
        self._heard: list[Heard] = []
        store.lock_game(self.game_id)
        own = {identity.key: identity for identity in identities}
        places = [n for n, seat in enumerate(row.genesis.seats) if seat.identity in own]
        self.table: Table = open_table(plugins, row.genesis, row.accepts, places[0])
        fold(self.table, [Entry(e.body, e.signature) for e in store.entries(self.game_id)])
        dealer = self.table.dealer
        if not isinstance(dealer, FairDealer):
            raise TypeError("a networked game has a fair dealer")
        signers = {
            place: SeatSigner(
                own[row.genesis.seats[place].identity],
                row.masters[place],
                self.game_id,
                place,
                dealer,
            )
            for place in places
        }
        self.sync = GameSync(self.table, signers, self, loaded=loaded)
        for seat in row.genesis.seats:
            if seat.identity not in own:
                contacts.want(seat.identity)

    @property
    def mine(self) -> tuple[int, ...]:
        """The places that people at this keyboard play."""
        return tuple(place for place in self.sync.signers if place not in self.bots)

    @property
    def stop(self) -> Stop | None:
        """Why the game does not go on, or None."""
        return self.sync.stop

    def start(self) -> None:
        """Greet who is linked, and write what is due."""
        for key in self.linked():
            self.sync.linked(key)
        self.sync.start()

    def write(self, draft: Draft) -> None:
        """Send the decisions of a draft.

        Raises:
            PeerError: nothing may be written now.
        """
        self.sync.write(draft)

    def listen(self, heard: Heard) -> Callable[[], None]:
        """Call `heard` after every change; return what ends that."""
        self._heard.append(heard)
        return lambda: self._heard.remove(heard)

    def say(self, key: bytes, text: str) -> None:
        """Send something said by one of our keys."""
        self.talk.append(Talk(key, text))
        for peer in self.linked():
            self.contacts.send(peer, Chat(self.game_id, len(self.talk), text))
        self.happened([])

    def said(self, key: bytes, text: str) -> None:
        """Take something said by another."""
        self.talk.append(Talk(key, text))
        self.happened([])

    def lost_at(self, place: int) -> float | None:
        """Return the loop time since when a place's peer has no link; None while it has one.

        Bots of others have no link of their own: their peer's is not known here.
        """
        contact = self.contacts.contact(self.table.genesis.seats[place].identity)
        return None if contact.link else contact.lost_at

    def is_linked(self, place: int) -> bool:
        """Tell whether a place is played here, or its peer has a link to us."""
        if place in self.sync.signers:
            return True
        return self.contacts.contact(self.table.genesis.seats[place].identity).link is not None

    def close(self) -> None:
        """Let another program have the game; the seat is kept."""
        self.store.unlock_game(self.game_id)

    # what the sync core needs

    def persist(self, entries: list[tuple[Body, Entry]]) -> None:
        """Make entries durable before returning."""
        self.store.append(self.game_id, [stored(entry) for _, entry in entries])

    def keep_choice(self, step: int, place: int, choice: bytes) -> None:
        """Make durable what a place has committed to."""
        self.store.put_note(self._choice_note(step, place), choice)

    def choice(self, step: int, place: int) -> bytes | None:
        """Return what a place has committed to."""
        kept = self.store.note(self._choice_note(step, place))
        return kept if isinstance(kept, bytes) else None

    def _choice_note(self, step: int, place: int) -> str:
        return f"choice:{self.game_id.hex()}:{step}:{place}"

    def send(self, peer: bytes, message: WireMessage) -> None:
        """Send to a linked peer."""
        self.contacts.send(peer, message)

    def linked(self) -> list[bytes]:
        """Return the keys of the linked peers that sit at this table."""
        return [key for key in self.contacts.linked() if key in self.sync.keys]

    def happened(self, done: list[Done]) -> None:
        """Tell whoever listens, and note the end."""
        if self.table.over:
            self.store.set_status(self.game_id, GameStatus.OVER)
        for heard in list(self._heard):
            heard(done)
