"""A network of peers in memory with a seed.

Every peer keeps its journal in a `Disk`; a killed peer starts again from it. Messages are held in
queues, one a direction, and delivered in an order that the seed decides.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from types import MappingProxyType

from bastide.core.draft import Draft
from bastide.core.encoding import tagged_hash
from bastide.core.journal import Body, Entry, Genesis, Proof, Seat, entry_id, parse_body
from bastide.core.plugins import Plugins, Setup
from bastide.core.table import Done, Table
from bastide.net.dealing.fair import FairDealer
from bastide.net.dealing.seat_signer import SeatSigner
from bastide.net.errors import PeerError
from bastide.net.games import fold, open_table
from bastide.net.identity import Identity
from bastide.net.limits import HAVE_SECONDS
from bastide.net.links.messages import Entries, Head, PeerPlace, Peers, WireMessage
from bastide.net.lobby.terms import dealer_of, genesis_of
from bastide.net.sync.game_sync import GameSync
from bastide.net.sync.heads import read_head
from bastide.net.sync.stops import Stop
from bastide.net.sync.writing import REVEALING
from bastide.net.veil.tasks import Proven, Wanted
from tests.net.disks import Disk, Killed
from tests.net.race import plugins
from tests.net.veil.remembered import prove, verify

STILL_SECONDS = 12 * HAVE_SECONDS
"""Without anything new for so long, all have told each other often enough: nothing more comes."""


def master_of(place: int) -> bytes:
    """Return the master secret of a place."""
    return bytes([place + 1]) * 32


class SimulatedPeer:
    """One peer with its disk; also its `Port`. It plays one place or more."""

    def __init__(self, network: Network, places: Sequence[int]) -> None:
        self.network, self.places = network, places
        self.place = places[0]
        self.identity = network.identities[self.place]
        self.key = self.identity.key
        self.disk = Disk()
        self.refused: list[PeerError] = []
        self.refused_senders: list[bytes] = []
        self.random = Random(self.place)
        self.heads_heard: set[tuple[int, int, bytes]] = set()
        self.is_dead = False
        self.boots = 0
        self.boot(loaded=False)

    def boot(self, *, loaded: bool) -> None:
        """Start, or start again from the disk."""
        self.is_dead = False
        self.boots += 1
        self.heads_heard.clear()
        table = self.open_table()
        fold(table, sorted(self.disk.entries, key=_order))
        signers = {place: self._signer(table, place) for place in self.places}
        stop, disputed = self.disk.stop or (None, None)
        proofs = list(self.disk.proofs)
        self.sync = GameSync(
            table,
            signers,
            self,
            self,
            loaded=loaded,
            stop=stop,
            disputed=disputed,
            proofs=proofs,
            openings=self.boots,
        )

    def open_table(self) -> Table:
        """Return a fresh table for the eyes of this peer."""
        network = self.network
        masters = {place: master_of(place) for place in self.places}
        return open_table(network.plugins, network.genesis, network.accepts, self.place, masters)

    def _signer(self, table: Table, place: int) -> SeatSigner:
        assert isinstance(table.dealer, FairDealer)
        identity, master = self.network.identities[place], master_of(place)
        return SeatSigner(identity, master, self.network.genesis.game_id, place, table.dealer)

    # the port

    def persist(self, entries: list[tuple[Body, Entry]]) -> None:
        self._live()
        for body, _ in entries:
            is_new = (body.step, body.place) not in self.network.written
            if is_new and body.place in self.places and body.kind in REVEALING:
                self._must_have_heads(body)
                self.network.note_revealed(body)
        with self.disk.write():
            self.disk.entries += [entry for _, entry in entries]
            for body, entry in entries:
                self.network.note_written(body, entry)

    def _must_have_heads(self, body: Body) -> None:
        """Hold the reveal barrier, from what really arrived here."""
        for place in range(len(self.network.identities)):
            head = (place, body.step, body.prev)
            assert place in self.places or head in self.heads_heard, "revealed without the barrier"

    def keep_choice(self, step: int, place: int, choice: bytes) -> None:
        self._live()
        with self.disk.write():
            self.disk.choices[step, place] = choice

    def choice(self, step: int, place: int) -> bytes | None:
        return self.disk.choices.get((step, place))

    def keep_evidence(self, proof: Proof) -> None:
        self._live()
        with self.disk.write():
            self.disk.proofs.append(proof)

    def drop_evidence(self, proof: Proof) -> None:
        self._live()
        with self.disk.write():
            self.disk.proofs = [kept for kept in self.disk.proofs if kept != proof]

    def stopped(self, stop: Stop, disputed: Entry | None) -> None:
        self._live()
        with self.disk.write():
            self.disk.stop = stop, disputed

    def prove(
        self, wanted: Sequence[Wanted], master: bytes, done: Callable[[list[bytes]], None]
    ) -> None:
        self.network.work(self, lambda: done([prove(*each, master) for each in wanted]))

    def verify(self, stated: Sequence[Proven], done: Callable[[list[bool]], None]) -> None:
        self.network.work(self, lambda: done([verify(*each) for each in stated]))

    def send(self, peer: bytes, message: WireMessage) -> None:
        self._live()
        if isinstance(message, Entries) and not self.sync.stop:
            sent = {signed.body for signed in message.entries}
            sent &= {entry.body for entry in self.sync.table.journal.entries()}
            assert sent <= {entry.body for entry in self.disk.entries}, "sent before it was durable"
        self.network.post(self.key, peer, message)

    def linked(self) -> list[bytes]:
        return [key for key in self.network.keys if self.network.is_linked(self.key, key)]

    def happened(self, done: list[Done]) -> None:
        """Nobody looks."""

    def ignores(self, message: WireMessage) -> bool:
        """Tell whether this program does not even read a message."""
        return False

    def _live(self) -> None:
        if self.is_dead:
            raise Killed

    # play

    def act(self) -> None:
        """Decide for a place of ours that has to."""
        table = self.sync.table
        if not self.sync.may_write:
            return
        seat = next((s for s in table.acting if table.place_of(s) in self.places), None)
        if seat is not None:
            draft = Draft(table, seat)
            draft.choose(self.random.choice(draft.legal()))
            self.sync.write(draft)


def _order(entry: Entry) -> tuple[int, int]:
    body = parse_body(entry.body)
    return body.step, body.place


PeerMaker = Callable[["Network", Sequence[int]], SimulatedPeer]


class Network:
    """Peers of one game, linked pairwise unless a link is cut.

    Args:
        peers: their number, or the places that each of them plays.
        seed: decides in which order messages arrive.
        missing: pairs of peers, by number, that have no link.
        game: what is played.
        cheats: what makes the peers that cheat, by their first place.
        installed: the plugins of all peers; those of this module if it is left out.
    """

    def __init__(
        self,
        peers: int | Sequence[Sequence[int]],
        seed: int,
        missing: Sequence[tuple[int, int]] = (),
        game: str | Setup = "race",
        cheats: Mapping[int, PeerMaker] = MappingProxyType({}),
        installed: Plugins | None = None,
    ) -> None:
        self.random = Random(seed)
        self.plugins = installed or plugins()
        groups = [[n] for n in range(peers)] if isinstance(peers, int) else peers
        seats = sum(map(len, groups))
        self._agree(game if isinstance(game, Setup) else Setup(game, seats), seed)
        self.keys = [self.identities[group[0]].key for group in groups]
        self.queues: dict[tuple[bytes, bytes], deque[WireMessage]] = {}
        self.jobs: list[tuple[SimulatedPeer, int, Callable[[], None]]] = []
        self.sent: Counter[str] = Counter()
        self.said: set[tuple[bytes, bytes, WireMessage]] = set()
        self.cut = {frozenset((self.keys[a], self.keys[b])) for a, b in missing}
        self.down: set[bytes] = set()
        self.clock = 0.0
        self.tamper: Callable[[bytes, bytes, WireMessage], WireMessage | None] = lambda a, b, m: m
        self.written: dict[tuple[int, int], bytes] = {}
        self.cheats: set[int] = {n for group in groups if group[0] in cheats for n in group}
        self.revealed: dict[int, bytes] = {}
        self.peers: dict[bytes, SimulatedPeer] = {}
        for key, group in zip(self.keys, groups, strict=True):
            self.peers[key] = cheats.get(group[0], SimulatedPeer)(self, group)
        for peer in self.peers.values():
            self.tell_links(peer.key)
            self.run(peer, peer.sync.start)

    def _agree(self, setup: Setup, seed: int) -> None:
        places = range(setup.seats)
        self.identities = [Identity(tagged_hash("test-peer", bytes([n]))) for n in places]
        self.genesis: Genesis = genesis_of(
            self.plugins,
            setup,
            [Seat(identity.key, f"P{n}") for n, identity in enumerate(self.identities)],
            deal=dealer_of(self.plugins, setup, "veil"),
            nonce=seed.to_bytes(32, "big"),
        )
        game_id = self.genesis.game_id
        self.accepts = tuple(each.sign("accept", game_id) for each in self.identities)

    def note_written(self, body: Body, entry: Entry) -> None:
        """Hold that no honest place ever has two entries in one slot, wherever they are."""
        known = self.written.setdefault((body.step, body.place), entry_id(entry.body))
        assert known == entry_id(entry.body) or body.place in self.cheats, "two entries in one slot"

    def note_revealed(self, body: Body) -> None:
        """Hold that honest places reveal on one history alone."""
        if body.place not in self.cheats:
            prev = self.revealed.setdefault(body.step, body.prev)
            assert prev == body.prev, "revealed on two histories"

    def at(self, place: int) -> SimulatedPeer:
        """Return the peer that plays a place."""
        return next(peer for peer in self.peers.values() if place in peer.places)

    # links

    def is_linked(self, one: bytes, other: bytes) -> bool:
        pair = frozenset((one, other))
        return one != other and pair not in self.cut and not self.down & pair

    def tell_links(self, key: bytes) -> None:
        """Let a peer tell all others with whom it is linked."""
        linked = [other for other in self.keys if self.is_linked(key, other)]
        places = tuple(PeerPlace(other, "192.168.1.1", 1) for other in linked)
        for other in linked:
            self.post(key, other, Peers(places))

    def unlink(self, one: bytes, other: bytes) -> None:
        """Lose a link and what was on it."""
        self.cut.add(frozenset((one, other)))
        self._lost(one, other)

    def _lost(self, one: bytes, other: bytes) -> None:
        for near, far in ((one, other), (other, one)):
            self.queues.pop((near, far), None)
            if near not in self.down:
                self.tell_links(near)
                self.peers[near].sync.unlinked(far)

    def relink(self, one: bytes, other: bytes) -> None:
        self.cut.discard(frozenset((one, other)))
        if self.is_linked(one, other):
            self._greet(one, other)

    def _greet(self, one: bytes, other: bytes) -> None:
        for near, far in ((one, other), (other, one)):
            self.tell_links(near)
            self.peers[near].sync.linked(far)

    def kill(self, key: bytes) -> None:
        """Stop a peer; what it had not made durable is gone."""
        linked = [other for other in self.keys if self.is_linked(key, other)]
        self.down.add(key)
        for other in linked:
            self._lost(key, other)

    def restart(self, key: bytes) -> None:
        self.down.discard(key)
        peer = self.peers[key]
        peer.boot(loaded=True)
        for other in self.keys:
            if self.is_linked(key, other):
                self._greet(key, other)
        self.run(peer, peer.sync.start)

    def run(self, peer: SimulatedPeer, work: Callable[[], object]) -> None:
        """Let a peer do something; note a refusal of another's message, and a cut of its power."""
        try:
            work()
        except PeerError as error:
            peer.refused.append(error)
        except Killed:
            peer.is_dead = True
            self.kill(peer.key)

    # time

    def post(self, sender: bytes, to: bytes, message: WireMessage) -> None:
        if self.is_linked(sender, to):
            self.sent[type(message).__name__] += 1
            self.said.add((sender, to, message))
            self.queues.setdefault((sender, to), deque()).append(message)

    def work(self, peer: SimulatedPeer, job: Callable[[], None]) -> None:
        """Let another process of a peer do something, some time."""
        self.jobs.append((peer, peer.boots, job))

    def deliver(self) -> bool:
        """Deliver one message, or end one job, as the seed picks."""
        waiting = [pair for pair, queue in self.queues.items() if queue]
        if self.jobs and self.random.randrange(len(waiting) + 1) == 0:
            peer, boots, job = self.jobs.pop(self.random.randrange(len(self.jobs)))
            if peer.boots == boots and peer.key not in self.down:  # else it was killed since
                self.run(peer, job)
            return True
        if not waiting:
            return False
        sender, to = self.random.choice(waiting)
        message = self.tamper(sender, to, self.queues[sender, to].popleft())
        if message:
            self.receive(to, sender, message)
        return True

    def receive(self, to: bytes, sender: bytes, message: WireMessage) -> None:
        """Let a peer receive a message."""
        peer = self.peers[to]
        if peer.ignores(message):
            return
        if isinstance(message, Peers):
            peer.sync.told_links(sender, {place.key for place in message.places})
            return
        if isinstance(message, Head):
            with suppress(PeerError):
                said = read_head(message)
                peer.heads_heard.add((said.place, said.step, said.digest))
        refused = len(peer.refused)
        self.run(peer, lambda: peer.sync.receive(sender, message))
        if len(peer.refused) > refused:
            peer.refused_senders.append(sender)

    def second(self) -> None:
        """Let a second go by."""
        self.clock += 1.0
        for key, peer in self.peers.items():
            if key not in self.down:
                peer.sync.tick(self.clock)

    def play(self, most: int = 20_000, disturb: Callable[[], None] = lambda: None) -> None:
        """Deliver and decide until all are done, or nothing new is said or kept for a minute."""
        self.said.clear()
        news, heard_at = self._news(), self.clock
        for _ in range(most):
            disturb()
            written = len(self.written)
            moved = self.deliver()
            for key, peer in self.peers.items():
                if key not in self.down:
                    self.run(peer, peer.act)
            if self._news() != news:
                news, heard_at = self._news(), self.clock
            if moved or any(self.queues.values()) or len(self.written) > written:
                continue
            if self.is_over() or self.clock - heard_at > STILL_SECONDS:
                return
            self.second()

    def is_over(self) -> bool:
        """Tell whether all have seen the end."""
        return all(peer.sync.table.over for peer in self.peers.values())

    def _news(self) -> tuple[int, int, int]:
        """Return figures that stand still while all say again only what they have said."""
        return len(self.written), len(self.said), sum(p.disk.writes for p in self.peers.values())

    def finish(self) -> None:
        """Start again who is down, as often as that happens, and play to the end."""
        self.play()
        while self.down:
            for key in sorted(self.down):
                self.restart(key)
            self.play()

    def drain(self) -> None:
        """Deliver all that is under way; nobody decides."""
        while self.deliver():
            pass

    def entry_of(self, place: int, step: int) -> Entry:
        return self.at(place).sync.table.journal.steps[step][0]


def ids(peer: SimulatedPeer) -> list[bytes]:
    return [entry_id(entry.body) for entry in peer.sync.table.journal.entries()]
