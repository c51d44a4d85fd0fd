"""Peers that cheat: whole peers that follow the protocol up to a point and then do one wrong thing.

An `Adversary` is a peer of the simulated network with everything that others have. Its *attack*
sees each message before it is sent, and may change it, hold it back or add others; and it is asked
now and then whether it wants to send something by itself. What it signs is validly signed.

    cheat = adversary(Forge("move", 5, other_move, victims=(2,)))
    network = Network(4, seed, cheats={1: cheat})

`assert_just` holds what must be true afterwards, whatever was done. To add an attack, write an
`Attack`; `Forge` does for most that lie in an entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from bastide.core.journal import (
    MAX_STEPS,
    Body,
    Entry,
    entry_id,
    make_body,
    parse_body,
    step_digest,
)
from bastide.core.plugins import Plugins
from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.links.messages import (
    Digests,
    Entries,
    Evidence,
    Have,
    Head,
    WireMessage,
)
from bastide.net.sync.game_sync import GameSync
from bastide.net.sync.heads import Standing, read_head, signed_head
from bastide.net.sync.stops import NOBODY
from tests.net.simulation import Network, PeerMaker, SimulatedPeer, master_of

Change = Callable[[Body], Body]


class Program(Protocol):
    """A program that cheats by what it sends, in whatever network."""

    @property
    def sync(self) -> GameSync:
        """What keeps its game the same everywhere."""
        ...

    @property
    def places(self) -> Sequence[int]:
        """Its places."""
        ...

    @property
    def plugins(self) -> Plugins:
        """What is installed."""
        ...

    def master(self, place: int) -> bytes:
        """Return the master secret of one of its places."""
        ...

    def signed(self, body: Body) -> Entry:
        """Return an entry that one of its places signs."""
        ...

    def head(self, step: int, digest: bytes) -> Head:
        """Return a head that its first place signs."""
        ...


class Attack:
    """What an adversary does; this one does nothing wrong."""

    def sends(self, cheat: Program, to: int, message: WireMessage) -> Iterable[WireMessage]:
        """Return what goes to the peer of a place in place of a message."""
        return [message]

    def acts(self, cheat: Adversary) -> None:
        """Send something by itself, if it is time for that."""


class Adversary(SimulatedPeer):
    """A peer that cheats."""

    attack: Attack

    def send(self, peer: bytes, message: WireMessage) -> None:
        self._live()
        if isinstance(message, Evidence):
            return  # it does not accuse itself
        place = self.network.peers[peer].place if peer in self.network.peers else -1
        for each in self.attack.sends(self, place, message):
            self.network.post(self.key, peer, each)

    def ignores(self, message: WireMessage) -> bool:
        """It does not listen to accusations, nor to what it has signed itself."""
        if isinstance(message, Head):
            with suppress(PeerError):
                return read_head(message).place in self.places
        return isinstance(message, Evidence)

    def act(self) -> None:
        super().act()
        self.attack.acts(self)

    @property
    def plugins(self) -> Plugins:
        """What is installed."""
        return self.network.plugins

    def master(self, place: int) -> bytes:
        """Return the master secret of one of its places."""
        return master_of(place)

    def signed(self, body: Body) -> Entry:
        """Return an entry that one of its places signs."""
        data = make_body(body)
        identity = self.network.identities[body.place]
        return Entry(data, identity.sign("sign-entry", entry_id(data)))

    def head(self, step: int, digest: bytes) -> Head:
        """Return a head that its first place signs."""
        standing = Standing(self.network.genesis.game_id, self.place, step, digest)
        return signed_head(standing, self.identity)

    def victims(self) -> list[int]:
        """Return the first places of all other peers."""
        return [peer.place for peer in self.network.peers.values() if peer is not self]

    def tell(self, place: int, *messages: WireMessage) -> None:
        """Send messages past the attack."""
        for message in messages:
            self.network.post(self.key, self.network.at(place).key, message)

    def tell_entry(self, place: int, *entries: Entry) -> None:
        """Send entries past the attack."""
        self.tell(place, Entries(self.sync.game, tuple(entries)))


def adversary(attack: Attack) -> PeerMaker:
    """Return what makes a peer with an attack."""

    def make(network: Network, places: Sequence[int]) -> Adversary:
        peer = Adversary.__new__(Adversary)
        peer.attack = attack
        Adversary.__init__(peer, network, places)
        return peer

    return make


@dataclass
class Forge(Attack):
    """Show some or all peers a changed entry, validly signed, instead of one of its own.

    kind: of the entry. after: the first step at which it may be. change: what is changed.
    victims: the places that are shown it, () for all. has_fitting_heads: they are also shown heads
    that fit what they were shown.
    """

    kind: str
    after: int
    change: Change
    victims: tuple[int, ...] = ()
    has_fitting_heads: bool = False
    forged: Entry | None = None
    slot: tuple[int, int] | None = None

    def sends(self, cheat: Program, to: int, message: WireMessage) -> Iterable[WireMessage]:
        """Put the forged entry in its slot, and perhaps its digest into the head that follows."""
        if isinstance(message, Entries):
            entries = [self._seen(cheat, to, Entry(*each)) for each in message.entries]
            return [message._replace(entries=tuple(entries))]
        if isinstance(message, Head) and self._is_victim(to) and self.has_fitting_heads:
            return self._fitting(cheat, message)
        return [message]

    def _is_victim(self, place: int) -> bool:
        return not self.victims or place in self.victims

    def is_here(self, cheat: Program, body: Body) -> bool:
        """Tell whether an entry of the cheat's own is the one to change."""
        return body.kind == self.kind and body.step >= self.after

    def changed(self, cheat: Program, body: Body) -> Body:
        """Return what the victims are shown instead."""
        return self.change(body)

    def _seen(self, cheat: Program, to: int, entry: Entry) -> Entry:
        body = parse_body(entry.body)
        if self.slot is None and body.place in cheat.places and self.is_here(cheat, body):
            self.slot = body.step, body.place
            self.forged = cheat.signed(self.changed(cheat, body))
        if self.forged and self.slot == (body.step, body.place) and self._is_victim(to):
            return self.forged
        return entry

    def _fitting(self, cheat: Program, head: Head) -> Iterable[Head]:
        """Return what its own head is on the victims' history; none where it cannot know that."""
        said = read_head(head)
        if self.forged is None or self.slot is None or said.place not in cheat.places:
            return [head]
        step, place = self.slot
        if said.step <= step:
            return [head]
        if said.step > step + 1:
            return []
        journal = cheat.sync.table.journal
        bodies = [(parse_body(e.body).place, e.body) for e in journal.steps[step]]
        ids = [entry_id(self.forged.body if n == place else data) for n, data in bodies]
        digest = step_digest(said.game, step, journal.digest_before(step), ids)
        return [cheat.head(said.step, digest)]


@dataclass
class ForgeHead(Attack):
    """Show some or all peers heads with another digest, from a step on.

    count: how many steps long; later heads are true again. early: they come one step early, too:
    before anybody could verify what they cover.
    """

    after: int
    victims: tuple[int, ...] = ()
    count: int = 1
    early: bool = False
    done: set[int] = field(default_factory=set)

    def sends(self, cheat: Program, to: int, message: WireMessage) -> Iterable[WireMessage]:
        """Replace its own heads of these steps, or add one of the step to come."""
        if not isinstance(message, Head) or (self.victims and to not in self.victims):
            return [message]
        said = read_head(message)
        if said.place not in cheat.places or not self.after <= said.step < self.after + self.count:
            return [message]
        self.done.add(said.step)
        if self.early:
            return [message, cheat.head(said.step + 1, bytes([said.step + 1]) * 32)]
        return [cheat.head(said.step, bytes([said.step]) * 32)]


@dataclass
class Once(Attack):
    """Send something by itself, once, when its journal is at a step.

    what: gets the cheat and the first place of another peer; called for each of them.
    """

    after: int
    what: Callable[[Adversary, int], None]
    is_done: bool = False

    def acts(self, cheat: Adversary) -> None:
        """Send it to all others when it is time."""
        if not self.is_done and cheat.sync.table.journal.step >= self.after:
            self.is_done = True
            for place in cheat.victims():
                self.what(cheat, place)


@dataclass
class KeepHeads(Attack):
    """Show some peers none of its own heads from a step on."""

    victims: tuple[int, ...]
    after: int = 0

    def sends(self, cheat: Program, to: int, message: WireMessage) -> Iterable[WireMessage]:
        """Leave its heads out."""
        if not isinstance(message, Head) or to not in self.victims:
            return [message]
        said = read_head(message)
        return [] if said.place in cheat.places and said.step >= self.after else [message]


@dataclass
class Starve(Attack):
    """Say that it is far ahead, and give nobody the entries of others."""

    def sends(self, cheat: Program, to: int, message: WireMessage) -> Iterable[WireMessage]:
        """Lie about its step, which is not signed; leave the entries of others out."""
        if isinstance(message, Have):
            return [message._replace(step=MAX_STEPS)]
        if isinstance(message, Entries):
            own = [e for e in message.entries if parse_body(e.body).place in cheat.places]
            return [message._replace(entries=tuple(own))] if own else []
        return [message]


# changes for `Forge`


def other_move(body: Body) -> Body:
    """Rest instead of running, or run instead of resting: both are legal."""
    move = body.payload["m"]
    other = "race.rest" if move == ["race.run", [], []] else "race.run"
    return body._replace(payload={"m": [other, [], []]})


def other_commitment(body: Body) -> Body:
    """Commit to something that cannot be opened."""
    return body._replace(payload={"c": bytes(32)})


def false_opening(body: Body) -> Body:
    """Open a commitment with another choice."""
    return body._replace(payload={"v": ["race.stake", [2], []], "r": bytes(32)})


def false_roll(body: Body) -> Body:
    """Show a value that is not of its chain."""
    return body._replace(payload={"s": bytes(32)})


def wrong_kind(body: Body) -> Body:
    """Write what is not due."""
    return body._replace(kind="dance")


def wrong_shape(body: Body) -> Body:
    """Write a payload without the fields of its kind."""
    return body._replace(payload={"x": 1})


def other_past(body: Body) -> Body:
    """Continue a history that nobody has."""
    return body._replace(prev=bytes(32))


def other_state(body: Body) -> Body:
    """Say that the same history led elsewhere."""
    return body._replace(state=bytes(32))


def illegal(body: Body) -> Body:
    """Do what the rules refuse."""
    return body._replace(payload={"m": ["race.fly", [], []]})


# things for `Once`


def early_entry(cheat: Adversary, to: int) -> None:
    """Send an entry of a step that has not begun, on a history that nobody has."""
    journal = cheat.sync.table.journal
    body = Body(
        cheat.sync.game,
        journal.step + 2,
        cheat.place,
        bytes(32),
        bytes(32),
        "roll",
        {"s": bytes(32)},
    )
    cheat.tell_entry(to, cheat.signed(body))


def far_head(cheat: Adversary, to: int) -> None:
    """Sign that it stands where nobody can be."""
    cheat.tell(to, cheat.head(MAX_STEPS - 1, bytes(32)))


def near_head(cheat: Adversary, to: int) -> None:
    """Sign that it stands a few steps further than all."""
    step = cheat.sync.table.journal.step + limits.STEPS_AHEAD
    cheat.tell(to, cheat.head(step, bytes(32)))


def false_evidence(cheat: Adversary, to: int) -> None:
    """Accuse somebody honest with what is true, in every way that there is."""
    game, journal = cheat.sync.game, cheat.sync.table.journal
    honest = next(n for n in range(len(cheat.network.identities)) if n not in cheat.places)
    own = [e for e in journal.entries() if parse_body(e.body).place == honest]
    first, last = own[0], own[-1]
    unsigned = Entry(first.body, bytes(64))
    for kind, items in (
        ("twice", (first, last)),
        ("twice", (first, first)),
        ("twice", (first,)),
        ("heads", (first, last)),
        ("invalid", (first,)),
        ("invalid", (last,)),
        ("invalid", (unsigned,)),
        ("claim", (last,)),
        ("cheating", (first,)),
    ):
        cheat.tell(to, Evidence(game, kind, items))


def false_digests(cheat: Adversary, to: int) -> None:
    """Say, without signing anything, that all is different here."""
    for first in range(0, 60, 3):
        cheat.tell(to, Digests(cheat.sync.game, first, bytes(range(32)) * 3))


# what must hold


def honest_peers(network: Network) -> list[SimulatedPeer]:
    return [peer for peer in network.peers.values() if not isinstance(peer, Adversary)]


def assert_just(network: Network) -> None:
    """Hold what must be true of honest peers that can reach each other, whatever was done."""
    honest = honest_peers(network)
    stops = {peer.sync.stop for peer in honest}
    keys = {peer.key for peer in honest}
    for peer in honest:
        stop = peer.sync.stop
        assert stop is None or stop.place in {*network.cheats, NOBODY}, "somebody honest is named"
        assert stop is None or stop.lasting, stop
        assert not keys.intersection(peer.refused_senders), "honest peers refuse each other"
        if stop and stop.place != NOBODY:
            is_proven = peer.disk.proofs or peer.sync.table.accused  # then the journal is the proof
            assert is_proven, "accused without proof"
            assert peer.disk.stop == (stop, peer.disk.stop[1] if peer.disk.stop else None)
    assert len(stops) == 1, "not all stop alike"
