"""A networked game that is open: its journal on the disk, its links, and who is there."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Sequence

from bastide.core.draft import Draft
from bastide.core.journal import Body, Entry, Proof
from bastide.core.messages import Message, message
from bastide.core.plugins import Plugins
from bastide.core.table import Done, Table
from bastide.net import limits
from bastide.net.contacts import Contacts
from bastide.net.dealing.fair import FairDealer
from bastide.net.dealing.seat_signer import SeatSigner
from bastide.net.errors import Refusal
from bastide.net.games import NOT_OURS, GameError, fold, open_table
from bastide.net.identity import Identity
from bastide.net.links.messages import Chat, Entries, Evidence, Genesis, HeldUp, Leave, WireMessage
from bastide.net.presence import Presence, Standing, State
from bastide.net.storage.disk import game_spoilt
from bastide.net.storage.store import GameRow, GameStatus, Store, stored
from bastide.net.sync.game_sync import GameSync
from bastide.net.sync.stops import NOBODY, Stop, plain_stop, read_stop
from bastide.net.table_talk import TableTalk
from bastide.net.talk import Talk
from bastide.net.veil.office import Office
from bastide.net.veil.workshop import Workshop

Heard = Callable[[list[Done]], None]

_SILENT_SECONDS = limits.PING_AFTER + 2.0
"""Without an answer for so long, a link is doubted; it is closed later."""


class LiveGame:
    """One open networked game.

    Attributes:
        table: the running table.
        sync: what keeps it the same on all peers.
        talking: what is said there.
        bots: the bot of each own place that a bot plays.
        past: how much was done at the table before it was opened here.
    """

    def __init__(
        self,
        store: Store,
        plugins: Plugins,
        contacts: Contacts,
        row: GameRow,
        identities: Sequence[Identity],
        workshop: Workshop,
        *,
        loaded: bool,
    ) -> None:
        """Open a stored game and take the exclusive right to write in it.

        Raises:
            StoreError: another program has it open, the disk refuses, or what it gives back is
                damaged.
            GameError, JournalError: a plugin is missing, the stored journal does not hold, or no
                seat of it is ours.
        """
        self.store, self.contacts, self.row = store, contacts, row
        self.game_id: bytes = row.game_id
        self.bots = dict(row.bots)
        self._heard: list[Heard] = []
        self._is_over = False
        self._next_word = 0.0
        self._office = Office(workshop)
        store.lock_game(self.game_id)
        try:
            self._load(plugins, {each.key: each for each in identities}, loaded=loaded)
            store.make_room()
        except BaseException:
            store.unlock_game(self.game_id)
            raise

    def _load(self, plugins: Plugins, own: dict[bytes, Identity], *, loaded: bool) -> None:
        row = self.row
        seats = row.genesis.seats
        places = [n for n, seat in enumerate(seats) if seat.identity in own and n in row.masters]
        lost = row.masters.keys() - set(places)
        if not places or lost - row.bots.keys():
            raise GameError(NOT_OURS)
        if lost:  # we have the secrets of a bot, but not the note that says whose it is
            raise game_spoilt(self.game_id, "note.name")
        masters = {place: row.masters[place] for place in places}
        self.table: Table = open_table(plugins, row.genesis, row.accepts, places[0], masters)
        fold(self.table, [Entry(e.body, e.signature) for e in self.store.entries(self.game_id)])
        self.past = len(self.table.done) if self.table.journal.step else 0
        signers = {n: self._signer(own[seats[n].identity], n) for n in places}
        stop, disputed = self._kept_stop()
        proofs = self.store.proofs(self.game_id)
        self.sync = GameSync(
            self.table,
            signers,
            self,
            self._office,
            loaded=loaded,
            stop=stop,
            disputed=disputed,
            proofs=proofs,
            openings=self.store.counted(f"opened:{self.game_id.hex()}"),
        )
        self.presence = Presence(
            self.contacts.spoke, self.sync.keys, places, _now(), has_just_begun=not loaded
        )
        self.sync.hindrances.on_word = lambda n, peer: self.presence.worded(n, peer, _now())
        self._own = own
        mesh, keys = self.sync.mesh, self.sync.keys
        self.talking = TableTalk(self.store, self.game_id, keys, self, mesh)

    @property
    def talk(self) -> deque[Talk]:
        """What was said in the room before and since then, the last 500 lines."""
        return self.talking.lines

    def _signer(self, identity: Identity, place: int) -> SeatSigner:
        dealer = self.table.dealer
        if not isinstance(dealer, FairDealer):
            raise GameError("This game was played at one computer.")
        return SeatSigner(identity, self.row.masters[place], self.game_id, place, dealer)

    @property
    def mine(self) -> tuple[int, ...]:
        """The places that people at this keyboard play."""
        return tuple(place for place in self.sync.signers if place not in self.bots)

    @property
    def stop(self) -> Stop | None:
        """Why the game does not go on, or None."""
        return self.sync.stop

    @property
    def progress(self) -> Message | None:
        """What is being dealt, and by whom; None when nothing is."""
        dealer = self.table.dealer
        due = dealer.due if isinstance(dealer, FairDealer) else None
        if self.stop or due is None or not due.tasks:
            return None
        shown = self.table.genesis.names
        names = ", ".join(shown[place] for place in self.table.missing())
        if due.kind != "v.shuffle":
            return message("Dealing hidden cards: {names}.", names=names)
        return message(
            "Sealing the cards: {name} shuffles, {n} of {total}.",
            name=names,
            n=due.places[0] + 1,
            total=len(shown),
        )

    def start(self) -> None:
        """Greet who is linked, and write what is due."""
        for key in self.linked():
            self.sync.linked(key)
        self.sync.start()

    def link_came(self, key: bytes) -> None:
        """Greet a member that a link was made with; in a second it hears that we are there."""
        self._next_word = 0.0
        self.sync.linked(key)
        self.happened([])

    def link_went(self, key: bytes) -> None:
        """Note that the link to a member is gone."""
        contact = self.contacts.contact(key)
        self.presence.unlinked(key, contact.heard_at, is_goodbye=contact.has_left)
        self.sync.unlinked(key)
        self.happened([])

    def receive(self, key: bytes, incoming: WireMessage) -> None:
        """Take a message of a member about this game.

        Raises:
            PeerError: the sender broke the protocol.
        """
        if isinstance(incoming, Leave):
            self._left(key, incoming)
            return
        if not isinstance(incoming, (Entries, Evidence, HeldUp)):
            self.presence.heard(key, _now())
        self.sync.receive(key, incoming)
        if isinstance(incoming, Genesis):  # it has just opened the table
            self._next_word = 0.0
            self.talking.tell(key, _now())

    def _left(self, key: bytes, leave: Leave) -> None:
        """Take word that somebody has closed this table."""
        if self.sync.hindrances.take_leave(key, leave):
            self.presence.left(leave.seat, _now())
            self.happened([])

    def tick(self, now: float) -> None:
        """Do what is due about once a second."""
        self.sync.tick(now)
        self.talking.tick(now)
        if now >= self._next_word:
            self._next_word = now + limits.HAVE_SECONDS
            self.sync.hindrances.say_here()

    def write(self, draft: Draft) -> None:
        """Send the decisions of a draft.

        Raises:
            Refusal: nothing may be written now, or not this.
        """
        self.sync.write(draft)

    def listen(self, heard: Heard) -> Callable[[], None]:
        """Call `heard` after every change; return what ends that."""
        self._heard.append(heard)
        return lambda: self._heard.remove(heard)

    def say(self, key: bytes, text: str) -> None:
        """Send something said by one of our keys.

        Raises:
            PeerError: too much of what was said before is still to be sent.
        """
        self.talking.say(self._own[key], text, _now())
        self.happened([])

    def said(self, peer: bytes, chat: Chat) -> None:
        """Take what a peer says or passes on.

        Raises:
            PeerError: malformed, or not signed by whom it names.
        """
        if self.talking.said(peer, chat, _now()):
            self.happened([])

    def standing(self, place: int) -> Standing:
        """Return whether the player of a place is there, or what became of it, and since when."""
        return self.presence.standing(place, _now())

    def is_here(self, place: int) -> bool:
        """Tell whether a place is played here, or by somebody who has this table open."""
        return self.standing(place).state is State.HERE

    @property
    def is_out_of_reach(self) -> bool:
        """Whether somebody is missing, or about to be, whom only a network can bring back."""
        others = [n for n in range(len(self.sync.keys)) if n not in self.sync.signers]
        return any(map(self._lacks_network, others))

    def _lacks_network(self, place: int) -> bool:
        bearer = self.presence.bearer(place)
        if not self.contacts.contact(bearer).needs_network:
            return False
        if (state := self.standing(place).state) is not State.HERE:
            return state is not State.LEFT
        span = self.contacts.spoke(bearer)
        return span is not None and _now() - span.last > _SILENT_SECONDS

    def close(self) -> None:
        """Say so, and let another program have the game; the seat is kept."""
        self.talking.close()
        self.sync.hindrances.say_leaving()
        self._office.close()
        self.store.unlock_game(self.game_id)

    # what the sync core needs

    def persist(self, entries: list[tuple[Body, Entry]]) -> None:
        """Make entries durable before returning."""
        self.store.append(self.game_id, [stored(entry) for _, entry in entries])

    def keep_choice(self, step: int, place: int, choice: bytes) -> None:
        """Make durable what a place has committed to."""
        self.store.put_choice(self.game_id, step, place, choice)

    def choice(self, step: int, place: int) -> bytes | None:
        """Return what a place has committed to."""
        return self.store.choice(self.game_id, step, place)

    def keep_evidence(self, proof: Proof) -> None:
        """Make a piece of evidence durable."""
        self.store.put_evidence(self.game_id, proof)

    def drop_evidence(self, proof: Proof) -> None:
        """Forget a piece of evidence that plainer evidence stands in for."""
        self.store.drop_evidence(self.game_id, proof)

    def stopped(self, stop: Stop, disputed: Entry | None) -> None:
        """Make durable that the game stopped for good, and the entry that it was disputed for.

        A seat that is accused of something proven is remembered as a cheat.
        """
        if stop.place not in (NOBODY, *self.sync.signers):
            self.store.put_cheat(self.sync.keys[stop.place], self.game_id)
        kept = list(disputed) if disputed else None
        self.store.put_note(self._stop_note, [plain_stop(stop), kept])
        self.store.set_status(self.game_id, GameStatus.FROZEN)

    def _kept_stop(self) -> tuple[Stop | None, Entry | None]:
        """Return why the game stopped before it was opened, and the entry that shows it."""
        if self.row.status is not GameStatus.FROZEN:
            return None, None
        stop, disputed = None, None
        match self.store.hint(self._stop_note):
            case [kept, [bytes(body), bytes(signature)]]:
                stop, disputed = read_stop(kept), Entry(body, signature)
            case [kept, None]:
                stop = read_stop(kept)
            case _:
                pass
        if stop is None or not NOBODY <= stop.place < len(self.row.genesis.seats):
            raise game_spoilt(self.game_id, "note.value[stop]")
        return stop, disputed

    @property
    def _stop_note(self) -> str:
        return f"stop:{self.game_id.hex()}"

    def send(self, peer: bytes, message: WireMessage) -> None:
        """Send to a linked peer."""
        self.contacts.send(peer, message)

    def linked(self) -> list[bytes]:
        """Return the keys of the linked peers that sit at this table."""
        return [key for key in self.contacts.linked() if key in self.sync.keys]

    def happened(self, done: list[Done]) -> None:
        """Tell whoever listens, and note the end."""
        if self.table.over and not self._is_over:
            self._is_over = True
            with contextlib.suppress(Refusal):  # the journal says so anyway, when it is opened
                self.store.set_status(self.game_id, GameStatus.OVER)
        for heard in list(self._heard):
            try:
                heard(done)
            except Exception as error:  # whoever listens is no reason to drop a peer's link
                told = {"message": "a listener of a game failed", "exception": error}
                asyncio.get_running_loop().call_exception_handler(told)


def _now() -> float:
    return asyncio.get_running_loop().time()
