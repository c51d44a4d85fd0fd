"""A table that this peer holds, before it starts: who sits there, and the genesis that all sign.

No sockets. *Host* is a role that ends when the game starts. The host tells everybody in the room on
every change. When it starts the game it offers a genesis to those who sit; when all have signed it
the game exists, and their signatures travel in `genesis`.

    open --make_offer--> offered --last accept--> signed --start--> started
      ^                     |
      +-- withdraw: a decline, a sitter leaves or loses the link, or somebody does not sign in time

A sitter whose link is lost keeps the seat for `limits.SEAT_KEPT_SECONDS`, all losses of it taken
together. Whoever knocks again in that time is back; nothing is offered while anybody is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bastide.core.hookspecs import OptionValue
from bastide.core.journal import Genesis as GameGenesis
from bastide.core.messages import Message, message
from bastide.core.plugins import Plugins, Setup
from bastide.net import limits
from bastide.net.errors import BUSY, PeerError
from bastide.net.links.messages import (
    Accept,
    Decline,
    Genesis,
    Offer,
    Room,
    TableNotice,
    WireMessage,
)
from bastide.net.lobby import reasons
from bastide.net.lobby.naming import Labels
from bastide.net.lobby.offering import Offering, offered
from bastide.net.lobby.seating import CLOSED, WAITS, Seating, Sitter, names_of
from bastide.net.lobby.terms import PUBLIC_DEAL, Dealing, extensions_of

Send = Callable[[bytes, WireMessage], None]


@dataclass(slots=True)
class HostedTable:
    """A table that this peer holds.

    id: 16 random bytes. least: the game's own least number of seats. me: the host, who sits first.
    deal: who deals hidden cards. company: whom nobody has to let in, and what they are called here.
    seating: who is there. offering: what the sitters are asked to sign. news: who has gone last.
    """

    plugins: Plugins
    send: Send
    id: bytes
    name: str
    setup: Setup
    least: int
    me: Sitter
    ask: bool = False
    deal: Dealing = PUBLIC_DEAL
    company: Mapping[bytes, str] = field(default_factory=dict)
    offering: Offering = field(default_factory=Offering)
    started: bool = False
    news: Message | None = None
    seating: Seating = field(init=False)

    def __post_init__(self) -> None:
        """Let the host sit down first."""
        self.seating = Seating(self.me, self.setup.seats, Labels(self.company))

    @property
    def most(self) -> int:
        """The seats to be filled; the game starts by itself when they are."""
        return self.setup.seats

    @property
    def sitters(self) -> list[Sitter]:
        """Who sits there, in the order of the seats."""
        return self.seating.sitters

    @property
    def asking(self) -> list[Sitter]:
        """Who waits for the host's yes."""
        return self.seating.asking

    @property
    def offer(self) -> GameGenesis | None:
        """What the sitters are asked to sign."""
        return self.offering.genesis

    @property
    def refusal(self) -> Message | None:
        """Why the last offer, or the start, came to nothing."""
        return self.offering.refusal

    @property
    def full(self) -> bool:
        """Whether all seats are taken."""
        return self.seating.is_full

    @property
    def is_ready(self) -> bool:
        """Whether the game can start by itself now: all are there, and nothing is out yet."""
        return self.full and not (self.offer or self.started or self.seating.lost)

    def options(self) -> dict[str, OptionValue]:
        """Return every option of the table."""
        return self.plugins.options(self.setup)

    def notice(self) -> TableNotice:
        """Return the table as it stands in a list."""
        return TableNotice(
            table=self.id,
            name=self.name,
            game=self.setup.game,
            version=self.plugins.manifest(self.setup.game).version,
            rules=self.plugins.rules_id(self.setup.game),
            extensions=extensions_of(self.plugins, self.setup),
            options=dict(self.options()),
            deal=self.deal,
            seats=(self.least, self.most),
            names=tuple(sitter.name for sitter in self.sitters),
            ask=self.ask,
            spectators="no",
            state="open",
        )

    # who comes and goes

    def guests(self) -> list[bytes]:
        """Return the peers in the room, those who wait for a yes included."""
        return self.seating.guests()

    def knock(self, peer: bytes, name: str, seat: bool, now: float) -> None:
        """Take a request for a seat; the same again only tells how the room is.

        Whoever had lost the link is back with it.
        """
        if self.seating.back(peer, now):
            self.news = self.offering.refusal = None
        if peer not in self.guests():
            if refusal := self._refusal(name, seat):
                self._close_for(peer, refusal)
                return
            asks = self.ask and peer not in self.company
            sitter = self.seating.called(Sitter(peer, name, peer))
            self.news = None
            (self.asking if asks else self.sitters).append(sitter)
        self.tell()

    def _refusal(self, name: str, seat: bool) -> str:
        if not seat:
            return reasons.NO_WATCHING
        if not name.strip():
            return reasons.NO_NAME
        if self.started or self.offer:
            return reasons.STARTED
        if self.full or len(self.asking) >= limits.LINKS_ALL:
            return reasons.ALL_TAKEN
        return ""

    def admit(self, peer: bytes, yes: bool) -> None:
        """Say yes or no to somebody who asked; yes while no offer is out."""
        if yes and (self.offer or self.started):
            return
        for newcomer in [s for s in self.asking if s.peer == peer]:
            self.asking.remove(newcomer)
            if yes and not self.full:
                self.sitters.append(newcomer)
            else:
                self._close_for(peer, reasons.ALL_TAKEN if yes else reasons.HOST_SAID_NO)
        self.tell()

    def add_bot(self, key: bytes, name: str) -> None:
        """Seat a bot of this peer.

        Raises:
            PeerError: no seat is free.
        """
        if self.full or self.offer:
            raise PeerError(reasons.ALL_TAKEN, code=BUSY)
        self.sitters.append(self.seating.called(Sitter(key, name, self.me.peer)))
        self.tell()

    def gone(
        self, peer: bytes, why: Message | str = reasons.LEFT, news: str = reasons.HAS_LEFT
    ) -> None:
        """Free the seat of a peer that got up, or did not come back in time, before the start.

        Args:
            peer: who is gone; of one that only asks for a seat nobody waits for a signature.
            why: what ended an offer that is out; of a text its `name` is that of the peer.
            news: what is said where none is out.
        """
        if self.started or peer not in self.guests():
            return
        name = self.seating.name_of(peer)
        self.seating.leave(peer)
        self._miss(name, why, news)
        self.tell()

    def _miss(self, name: str, why: Message | str, news: str) -> None:
        """Say that somebody who sat here is gone: as the reason, if that ended an offer."""
        if name and self.offer:
            self.news = None
            self.withdraw(message(why, name=name) if isinstance(why, str) else why)
        elif name:
            self.offering.refusal, self.news = None, message(news, name=name)

    def lost(self, peer: bytes, now: float) -> None:
        """Keep the seat of a peer whose link is lost for a while; who only asks has none."""
        name = self.seating.name_of(peer)
        if not name or self.started:
            self.gone(peer)
            return
        self.seating.lost.setdefault(peer, now)
        self._miss(name, reasons.LOST, reasons.SEAT_KEPT)
        self.tell()

    def drop_lost(self, now: float) -> bool:
        """Free the seats of those who did not come back; tell whether there were any."""
        late = self.seating.late(now)
        for peer in late:
            self._close_for(peer, reasons.AWAY_TOO_LONG)  # there is a link if it has not knocked
            self.gone(peer, news=reasons.SEAT_FREED)
        return bool(late)

    def rename(self, name: str) -> None:
        """Change the host's name, unless it is being signed or was."""
        if not self.offer and not self.started:
            self.seating.rename(name)
            self.tell()

    def close(self, why: str) -> None:
        """Tell everybody in the room that there will be no game."""
        for peer in self.guests():
            self._close_for(peer, why)

    def tell(self) -> None:
        """Tell everybody in the room how it is."""
        for peer in self.guests():
            self.tell_one(peer)

    def tell_one(self, peer: bytes) -> None:
        """Tell somebody in the room how it is, once more what is to be signed, and who has."""
        you = self.seating.seat_of(peer)
        self.send(peer, self._room(you, ""))
        if you != WAITS and not self.started:
            for each in self.offering.told(self.id):
                self.send(peer, each)

    def _close_for(self, peer: bytes, why: str) -> None:
        self.send(peer, self._room(CLOSED, why))

    def _room(self, you: int, why: str) -> Room:
        return Room(self.id, self.seating.shown(), you, dict(self.options()), why)

    # the genesis

    def no_start(self) -> Message | None:
        """Return why the game cannot start yet, or None."""
        if len(self.sitters) < self.least:
            return message("At least {n} players are needed.", n=self.least)
        if missing := self.seating.missing():
            return message(
                "The game can start when the link is back, or the seat is free: {names}.",
                names=names_of(missing),
            )
        if self.offer:
            return message(
                "Not signed yet: {names}. Each program shows the last change for a moment first.",
                names=names_of(self.offering.unsigned(self.sitters)),
            )
        return None

    def make_offer(self, nonce: bytes) -> GameGenesis:
        """Offer a genesis with who is there.

        Raises:
            PeerError: too few sit there, or it cannot be played; the sentence says so.
        """
        if fault := self.no_start():
            raise PeerError.of(fault)
        self.news = None
        genesis = offered(self.plugins, self.setup, self.sitters, self.deal, nonce)
        self.offering.make(genesis)
        for peer in self.seating.signers():
            self.send(peer, Offer(genesis.data, self.id))
        return genesis

    def withdraw(self, why: Message) -> None:
        """Drop an offer that is not signed by all."""
        if not self.started:
            self.offering.withdraw(why)

    def give_up(self) -> None:
        """Drop an offer for which time is up, and free the seats of those who did not sign."""
        if self.offer is None or self.started:
            return
        late = [
            sitter for sitter in self.offering.unsigned(self.sitters) if sitter != self.seating.me
        ]
        self.withdraw(message("Not signed in time: {names}.", names=names_of(late)))
        for peer in {sitter.peer for sitter in late} - {self.me.peer}:
            self._close_for(peer, reasons.NOT_IN_TIME)
            self.seating.leave(peer)
        self.tell()

    def accept(self, accept: Accept) -> bool:
        """Take a signature; True when it was the last one and the game can start.

        Raises:
            PeerError: it does not hold.
        """
        if self.started or not self.offering.take(accept):
            return False
        if not self.offering.is_signed:  # else the game tells more
            self._pass_on(accept)
        return self.offering.is_signed

    def _pass_on(self, accept: Accept) -> None:
        """Let the others who sit see that a seat has signed."""
        signer = self.sitters[accept.seat].peer
        for peer in self.seating.signers():
            if peer != signer:
                self.send(peer, accept)

    def start(self, offer: GameGenesis) -> None:
        """Let the signed game begin: those who sit get it, those who ask are told."""
        self.started = True
        for peer in self.seating.signers():
            self.send(peer, Genesis(offer.game_id, offer.data, self.offering.signatures()))
        for newcomer in self.asking:
            self._close_for(newcomer.peer, reasons.STARTED)
        self.asking.clear()

    def fail(self, why: Message) -> None:
        """Drop a signed offer that cannot start here."""
        self.withdraw(why)
        self.tell()

    def decline(self, peer: bytes, decline: Decline) -> None:
        """Take a no to the offer: that seat is free again, and the room knows why."""
        if self.offer is None or decline.game != self.offer.game_id or self.started:
            return
        if name := self.seating.name_of(peer):
            self.gone(peer, reasons.not_signed(name, decline.why))
