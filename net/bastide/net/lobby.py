"""Tables before they start: who holds one, who sits, and the genesis that all sign. No sockets.

A table is held by one peer, its *host*, a role that ends when the game starts. Whoever wants a
seat knocks; the host tells everybody in the room on every change. When the host starts, it offers
a genesis; each client checks it against the room that it showed and signs, and when all have
signed, the signatures travel in `genesis` and the game exists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bastide.core.builder import RulesError
from bastide.core.hookspecs import OptionValue
from bastide.core.journal import Extension as GenesisExtension
from bastide.core.journal import Genesis as GameGenesis
from bastide.core.journal import JournalError, make_genesis, parse_genesis
from bastide.core.journal import Seat as GenesisSeat
from bastide.core.messages import Message, message
from bastide.core.plugins import Plugins, Setup
from bastide.net import limits
from bastide.net.errors import BUSY, PeerError
from bastide.net.identity import verify
from bastide.net.messages import (
    Accept,
    Decline,
    Extension,
    Genesis,
    Offer,
    Room,
    RoomSeat,
    TableNotice,
    WireMessage,
)

WAITS = -1
CLOSED = -2
PUBLIC_DEAL = "open"
"""How a game without hidden cards is dealt: rolls are fair either way, there is no deck."""

Send = Callable[[bytes, WireMessage], None]


class Sitter(NamedTuple):
    """Somebody with a seat: the key that signs for it, the name, and the peer that plays it."""

    key: bytes
    name: str
    peer: bytes


def same_rules(plugins: Plugins, notice: TableNotice) -> Message | None:
    """Return why a table cannot be joined from here, or None: its rules are ours."""
    wanted = [(notice.game, notice.version, notice.rules), *notice.extensions]
    for plugin, version, rules in wanted:
        if fault := _plugin_mismatch(plugins, plugin, version, rules):
            return fault
    return None


def _plugin_mismatch(plugins: Plugins, name: str, version: str, rules: bytes) -> Message | None:
    if name not in plugins.manifests:
        return message(
            "This table needs plugin {plugin} {version}; you do not have it: install it, "
            "then look again.",
            plugin=name,
            version=version,
        )
    own = plugins.manifests[name].version
    if own != version:
        return message(
            "This table needs plugin {plugin} {version}; you have {own}: install {version}, "
            "or let the host install {own}.",
            plugin=name,
            version=version,
            own=own,
        )
    if plugins.rules_id(name) != rules:
        return message(
            "Plugin {plugin} {version} of this table has other rules files than yours: "
            "install the same release on both sides.",
            plugin=name,
            version=version,
        )
    return None


def extensions_of(plugins: Plugins, setup: Setup) -> tuple[Extension, ...]:
    """Return the extensions of a table in the order in which they apply."""
    order = plugins.order((setup.game, *setup.extensions))
    return tuple(
        Extension(name, plugins.manifests[name].version, plugins.rules_id(name))
        for name in order
        if name != setup.game
    )


def genesis_of(
    plugins: Plugins,
    setup: Setup,
    seats: Iterable[GenesisSeat],
    *,
    deal: str,
    nonce: bytes,
    seed: bytes = b"",
) -> GameGenesis:
    """Return the genesis of a new game with these plugins.

    Raises:
        RulesError: the setup cannot be played.
    """
    manifest = plugins.manifest(setup.game)
    extensions = extensions_of(plugins, setup)
    return make_genesis(
        game=setup.game,
        version=manifest.version,
        rules_id=plugins.rules_id(setup.game),
        extensions=[GenesisExtension(*extension) for extension in extensions],
        options=plugins.options(setup),
        seats=seats,
        deal=deal,
        nonce=nonce,
        seed=seed,
    )


def setup_of(genesis: GameGenesis) -> Setup:
    """Return what a host chose, from the genesis."""
    return Setup(
        genesis.game,
        len(genesis.seats),
        tuple(extension.name for extension in genesis.extensions),
        genesis.options,
    )


@dataclass(slots=True)
class HostedTable:
    """A table that this peer holds.

    id: 16 random bytes. me: the host's own seat, always the first. most: seats to be filled;
    the game starts by itself when they are. least: the game's own least number.
    """

    plugins: Plugins
    send: Send
    id: bytes
    name: str
    setup: Setup
    least: int
    me: Sitter
    ask: bool = False
    sitters: list[Sitter] = field(default_factory=list)
    asking: list[Sitter] = field(default_factory=list)
    offer: GameGenesis | None = None
    accepts: dict[int, bytes] = field(default_factory=dict)
    started: bool = False
    refusal: Message | None = None

    def __post_init__(self) -> None:
        """Sit down first."""
        self.sitters.insert(0, self.me)

    @property
    def most(self) -> int:
        """The seats to be filled."""
        return self.setup.seats

    @property
    def full(self) -> bool:
        """Whether all seats are taken."""
        return len(self.sitters) >= self.most

    def options(self) -> dict[str, OptionValue]:
        """Return every option of the table."""
        return self.plugins.options(self.setup)

    def notice(self) -> TableNotice:
        """Return the table as it stands in a list."""
        manifest = self.plugins.manifest(self.setup.game)
        return TableNotice(
            table=self.id,
            name=self.name,
            game=self.setup.game,
            version=manifest.version,
            rules=self.plugins.rules_id(self.setup.game),
            extensions=extensions_of(self.plugins, self.setup),
            options=dict(self.options()),
            deal=PUBLIC_DEAL,
            seats=(self.least, self.most),
            names=tuple(sitter.name for sitter in self.sitters),
            ask=self.ask,
            spectators="no",
            state="playing" if self.started else "open",
        )

    # who comes and goes

    def knock(self, peer: bytes, name: str, seat: bool) -> None:
        """Take a request for a seat."""
        newcomer = Sitter(peer, name, peer)
        if any(s.key == peer for s in (*self.sitters, *self.asking)):
            self.tell()
            return
        refusal = self._refusal(seat)
        if refusal:
            self._close_for(peer, refusal)
            return
        (self.asking if self.ask else self.sitters).append(newcomer)
        self.tell()

    def _refusal(self, seat: bool) -> str:
        if not seat:
            return "Watching is not possible at this table."
        if self.started or self.offer:
            return "The game has started already."
        if self.full or len(self.asking) >= limits.LINKS_ALL:
            return "All seats are taken."
        return ""

    def admit(self, peer: bytes, yes: bool) -> None:
        """Say yes or no to somebody who asked."""
        for newcomer in [s for s in self.asking if s.peer == peer]:
            self.asking.remove(newcomer)
            if yes and not self.full:
                self.sitters.append(newcomer)
            else:
                self._close_for(peer, "The host said no." if not yes else "All seats are taken.")
        self.tell()

    def add_bot(self, key: bytes, name: str) -> None:
        """Seat a bot of this peer.

        Raises:
            PeerError: no seat is free.
        """
        if self.full or self.offer:
            raise PeerError("All seats are taken.", code=BUSY)
        self.sitters.append(Sitter(key, name, self.me.peer))
        self.tell()

    def gone(self, peer: bytes) -> None:
        """Free the seat of a peer that got up or whose link is lost, before the start."""
        if self.started or peer == self.me.peer:
            return
        here = [s for s in (*self.sitters, *self.asking) if s.peer == peer]
        if not here:
            return
        self.sitters = [s for s in self.sitters if s.peer != peer]
        self.asking = [s for s in self.asking if s.peer != peer]
        self.withdraw()
        self.tell()

    def close(self, why: str) -> None:
        """Tell everybody in the room that there will be no game."""
        for peer in self._guests():
            self._close_for(peer, why)

    def _guests(self) -> list[bytes]:
        peers = [s.peer for s in (*self.sitters, *self.asking)]
        return [peer for peer in dict.fromkeys(peers) if peer != self.me.peer]

    def _close_for(self, peer: bytes, why: str) -> None:
        self.send(peer, self._room(CLOSED, why))

    def tell(self) -> None:
        """Tell everybody in the room how it is."""
        keys = [sitter.peer for sitter in self.sitters]
        for peer in self._guests():
            self.send(peer, self._room(keys.index(peer) if peer in keys else WAITS, ""))

    def _room(self, you: int, why: str) -> Room:
        seats = [RoomSeat(s.key, s.name) for s in self.sitters]
        seats += [RoomSeat(None, "-")] * (self.most - len(seats))
        return Room(self.id, tuple(seats), you, dict(self.options()), why)

    # the genesis

    def no_start(self) -> Message | None:
        """Return why the game cannot start yet, or None."""
        if len(self.sitters) < self.least:
            return message("At least {n} players are needed.", n=self.least)
        if self.offer:
            return message("The others are being asked to sign.")
        return None

    def make_offer(self, nonce: bytes) -> GameGenesis:
        """Offer a genesis with who is there.

        Raises:
            PeerError: too few sit there; the sentence says so.
        """
        fault = self.no_start()
        if fault:
            raise PeerError.of(fault)
        setup = Setup(self.setup.game, len(self.sitters), self.setup.extensions, self.setup.options)
        try:
            self.plugins.compose(setup)
            seats = [GenesisSeat(s.key, s.name) for s in self.sitters]
            offer = genesis_of(self.plugins, setup, seats, deal=PUBLIC_DEAL, nonce=nonce)
        except RulesError as error:
            raise PeerError("{reason}.", reason=str(error)) from error
        self.offer, self.accepts, self.refusal = offer, {}, None
        for peer in self._guests():
            self.send(peer, Offer(offer.data, self.id))
        return offer

    def withdraw(self) -> None:
        """Drop an offer that is not signed by all."""
        if not self.started:
            self.offer, self.accepts = None, {}

    def accept(self, accept: Accept) -> bool:
        """Take a signature; True when it was the last one and the game exists now.

        Raises:
            PeerError: it does not hold.
        """
        offer = self.offer
        if offer is None or accept.game != offer.game_id or self.started:
            return False
        if accept.seat >= len(offer.seats):
            raise PeerError("A signature came for a seat that is not there.")
        key = offer.seats[accept.seat].identity
        if not verify(key, "accept", offer.game_id, accept.signature):
            raise PeerError("A signature under the game does not hold.", code="signature")
        self.accepts[accept.seat] = accept.signature
        if len(self.accepts) < len(offer.seats):
            return False
        self.started = True
        started = Genesis(offer.game_id, offer.data, self.signatures())
        for peer in self._guests():
            self.send(peer, started)
        return True

    def signatures(self) -> tuple[bytes, ...]:
        """Return the signatures in the order of the seats."""
        return tuple(self.accepts[place] for place in sorted(self.accepts))

    def decline(self, peer: bytes, decline: Decline) -> None:
        """Take a no to the offer: that seat is free again, and the room knows why."""
        if self.offer is None or decline.game != self.offer.game_id or self.started:
            return
        names = [s.name for s in self.sitters if s.peer == peer]
        if names:
            self.refusal = message(
                "{name} did not sign: {why}", name=names[0], why=decline.why or "no reason given"
            )
        self.gone(peer)


@dataclass(slots=True)
class JoinedTable:
    """A table of another peer where we have knocked.

    seats: as the last `room` said. you: our seat, -1 while we wait, -2 when it is closed.
    """

    plugins: Plugins
    notice: TableNotice
    host: bytes
    me: bytes
    seats: tuple[RoomSeat, ...] = ()
    you: int = WAITS
    why: str = ""
    offer: GameGenesis | None = None

    def room(self, room: Room) -> None:
        """Take what the host says of the room."""
        self.seats, self.you, self.why = room.seats, room.you, room.why
        self.notice = self.notice._replace(options=dict(room.options))

    def check_offer(self, offer: Offer) -> GameGenesis:
        """Return the offered genesis if it is what the room showed.

        Raises:
            PeerError: it is not, or our rules differ; the sentence goes into `decline`.
        """
        try:
            genesis = parse_genesis(offer.genesis)
        except JournalError as error:
            raise PeerError("{reason}.", reason=str(error)) from error
        if fault := self._difference(genesis):
            raise PeerError(fault)
        if mismatch := same_rules(self.plugins, self._offered_notice(genesis)):
            raise PeerError.of(mismatch)
        try:
            self.plugins.compose(setup_of(genesis))
        except RulesError as error:
            raise PeerError("{reason}.", reason=str(error)) from error
        self.offer = genesis
        return genesis

    def _difference(self, genesis: GameGenesis) -> str:
        shown = [(seat.key, seat.name) for seat in self.seats if seat.key is not None]
        offered = [(seat.identity, seat.name) for seat in genesis.seats]
        if offered != shown:
            return "The offer names other players than the room."
        if dict(genesis.options) != dict(self.notice.options):
            return "The offer has other options than the room."
        if genesis.deal != self.notice.deal:
            return "The offer deals in another way than the room."
        if genesis.game != self.notice.game:
            return "The offer is for another game than the room."
        return ""

    def _offered_notice(self, genesis: GameGenesis) -> TableNotice:
        return self.notice._replace(
            game=genesis.game,
            version=genesis.version,
            rules=genesis.rules_id,
            extensions=tuple(Extension(*extension) for extension in genesis.extensions),
        )

    def places(self) -> Sequence[int]:
        """Return our places in the offered genesis."""
        seats = self.offer.seats if self.offer else ()
        return [n for n, seat in enumerate(seats) if seat.identity == self.me]


def check_genesis(plugins: Plugins, incoming: Genesis) -> GameGenesis:
    """Return a started game's genesis, its signatures checked.

    Raises:
        PeerError: malformed, or a signature does not hold.
    """
    try:
        genesis = parse_genesis(incoming.genesis)
    except JournalError as error:
        raise PeerError("{reason}.", reason=str(error), code="malformed") from error
    keys = genesis.keyed
    held = len(incoming.signatures) == len(keys) and all(
        verify(key, "accept", genesis.game_id, signature)
        for key, signature in zip(keys, incoming.signatures, strict=True)
    )
    if genesis.game_id != incoming.game or not held or genesis.local:
        raise PeerError("The signatures under a game do not hold.", code="signature")
    return genesis
