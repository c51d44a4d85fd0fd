"""A small game with dice and unseen choices, and a network of peers in memory with a seed.

Every peer keeps its journal in a `Disk`; a killed peer starts again from it. Messages are held in
queues, one a direction, and delivered in an order that the seed decides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from types import ModuleType

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Answer, Roll
from bastide.core.draft import Draft
from bastide.core.encoding import tagged_hash
from bastide.core.events import Action, Term
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.journal import Body, Entry, Genesis, Seat, entry_id, parse_body
from bastide.core.messages import Message
from bastide.core.plugins import Plugins, Setup
from bastide.core.state import State
from bastide.core.table import Done
from bastide.net.errors import PeerError
from bastide.net.fair import FairDealer
from bastide.net.games import fold, open_table
from bastide.net.identity import Identity
from bastide.net.live import SeatSigner
from bastide.net.lobby import genesis_of
from bastide.net.messages import WireMessage
from bastide.net.sync import HAVE_EVERY, GameSync

TURNS = 6


@dataclass(slots=True)
class Track:
    """How far each runner is, the last roll, and the stakes."""

    at: list[int]
    roll: int
    stakes: list[int]

    def clone(self) -> Track:
        return Track(self.at[:], self.roll, self.stakes[:])


def track(s: State) -> Track:
    part: Track = s.parts["race"]
    return part


def race() -> ModuleType:
    """Return the plugin: roll, then run or rest; at the end of a turn all stake unseen."""
    module = ModuleType("race")
    module.__package__ = ""

    @hookimpl
    def bastide_manifest() -> Manifest:
        return Manifest("race", "1.0", "game", seats=(2, 6))

    @hookimpl
    def bastide_setup(rules: RulesBuilder) -> None:
        rules.part(lambda s: Track([0] * s.seats, 0, [0] * s.seats))

    @hookimpl
    def bastide_turn(rules: RulesBuilder) -> None:
        def rolled(s: State, answers: tuple[Answer, ...]) -> None:
            value = answers[0].value
            assert isinstance(value, int)
            track(s).roll = value

        def run(s: State, a: Action) -> None:
            track(s).at[s.seat] += track(s).roll
            s.score(s.seat, "race", "run", (Term(track(s).roll, "step"),))

        def stake(s: State, a: Action) -> None:
            value = a.data[0]
            assert isinstance(value, int)
            track(s).stakes[s.seat] += value

        def why(s: State, a: Action) -> Message | None:
            return Message("only 0 to 2 may be staked")

        rules.phase(Phase("roll", ask=lambda s: (Roll(6),), answer=rolled))
        rules.phase(Phase("run", lambda s: [Action("race.run"), Action("race.rest")]))
        rules.phase(
            Phase("stake", lambda s: [Action("race.stake", (n,)) for n in range(3)], together=True)
        )
        rules.action("race.run", run)
        rules.action("race.rest", lambda s, a: None)
        rules.action("race.stake", stake, why)

    @hookimpl
    def bastide_scoring(rules: RulesBuilder) -> None:
        rules.finished(lambda s: s.turn >= TURNS)

    for hook in (bastide_manifest, bastide_setup, bastide_turn, bastide_scoring):
        setattr(module, hook.__name__, hook)
    return module


def plugins() -> Plugins:
    return Plugins({"race": race})


@dataclass
class Disk:
    """What survives a kill."""

    entries: list[Entry] = field(default_factory=list)
    choices: dict[tuple[int, int], bytes] = field(default_factory=dict)


class SimulatedPeer:
    """One peer with its disk; also its `Port`."""

    def __init__(self, network: Network, place: int) -> None:
        self.network, self.place = network, place
        self.identity, self.key = network.identities[place], network.identities[place].key
        self.disk = Disk()
        self.refused: list[PeerError] = []
        self.random = Random(place)
        self.boot(loaded=False)

    def boot(self, *, loaded: bool) -> None:
        """Start, or start again from the disk."""
        network = self.network
        table = open_table(network.plugins, network.genesis, network.accepts, self.place)
        fold(table, sorted(self.disk.entries, key=self._order))
        assert isinstance(table.dealer, FairDealer)
        master = bytes([self.place]) * 32
        signer = SeatSigner(
            self.identity, master, network.genesis.game_id, self.place, table.dealer
        )
        self.sync = GameSync(table, {self.place: signer}, self, loaded=loaded)

    @staticmethod
    def _order(entry: Entry) -> tuple[int, int]:
        body = parse_body(entry.body)
        return body.step, body.place

    # the port

    def persist(self, entries: list[tuple[Body, Entry]]) -> None:
        self.disk.entries += [entry for _, entry in entries]

    def keep_choice(self, step: int, place: int, choice: bytes) -> None:
        self.disk.choices[step, place] = choice

    def choice(self, step: int, place: int) -> bytes | None:
        return self.disk.choices.get((step, place))

    def send(self, peer: bytes, message: WireMessage) -> None:
        self.network.post(self.key, peer, message)

    def linked(self) -> list[bytes]:
        return [key for key in self.network.keys if self.network.is_linked(self.key, key)]

    def happened(self, done: list[Done]) -> None:
        """Nobody looks."""

    # play

    def act(self) -> None:
        """Decide if it is this peer's turn."""
        table = self.sync.table
        if not self.sync.may_write or not table.state.phase or table.state.waiting:
            return
        if table.journal.step == 0 or not any(
            table.place_of(s) == self.place for s in table.acting
        ):
            return
        draft = Draft(table, table.seat_of(self.place))
        draft.choose(self.random.choice(draft.legal()))
        self.sync.write(draft)


class Network:
    """Peers of one game, linked pairwise unless a link is cut."""

    def __init__(self, peers: int, seed: int) -> None:
        self.random = Random(seed)
        self.plugins = plugins()
        self.identities = [Identity(tagged_hash("test-peer", bytes([n]))) for n in range(peers)]
        seats = [Seat(identity.key, f"P{n}") for n, identity in enumerate(self.identities)]
        self.genesis: Genesis = genesis_of(
            self.plugins, Setup("race", peers), seats, deal="open", nonce=seed.to_bytes(32, "big")
        )
        self.accepts = tuple(
            identity.sign("accept", self.genesis.game_id) for identity in self.identities
        )
        self.keys = [identity.key for identity in self.identities]
        self.queues: dict[tuple[bytes, bytes], deque[WireMessage]] = {}
        self.cut: set[frozenset[bytes]] = set()
        self.down: set[bytes] = set()
        self.clock = 0.0
        self.tamper: Callable[[bytes, bytes, WireMessage], WireMessage] = lambda a, b, m: m
        self.peers = {}
        for place in range(peers):
            self.peers[self.keys[place]] = SimulatedPeer(self, place)
        for peer in self.peers.values():
            peer.sync.start()

    def is_linked(self, one: bytes, other: bytes) -> bool:
        return (
            one != other
            and frozenset((one, other)) not in self.cut
            and not self.down & {one, other}
        )

    def post(self, sender: bytes, to: bytes, message: WireMessage) -> None:
        if self.is_linked(sender, to):
            self.queues.setdefault((sender, to), deque()).append(message)

    def deliver(self) -> bool:
        """Deliver one message from a queue that the seed picks."""
        waiting = [pair for pair, queue in self.queues.items() if queue]
        if not waiting:
            return False
        sender, to = self.random.choice(waiting)
        message = self.tamper(sender, to, self.queues[sender, to].popleft())
        try:
            self.peers[to].sync.receive(sender, message)
        except PeerError as error:
            self.peers[to].refused.append(error)
        return True

    def unlink(self, one: bytes, other: bytes) -> None:
        """Lose a link and what was on it."""
        self.cut.add(frozenset((one, other)))
        self.queues.pop((one, other), None)
        self.queues.pop((other, one), None)

    def relink(self, one: bytes, other: bytes) -> None:
        self.cut.discard(frozenset((one, other)))
        if self.is_linked(one, other):
            self.peers[one].sync.linked(other)
            self.peers[other].sync.linked(one)

    def kill(self, key: bytes) -> None:
        """Stop a peer; what it had not persisted is gone."""
        self.down.add(key)
        for pair in list(self.queues):
            if key in pair:
                del self.queues[pair]

    def restart(self, key: bytes) -> None:
        self.down.discard(key)
        self.peers[key].boot(loaded=True)
        for other in self.keys:
            if self.is_linked(key, other):
                self.peers[key].sync.linked(other)
                self.peers[other].sync.linked(key)
        self.peers[key].sync.start()

    def play(self, most: int = 20_000, disturb: Callable[[], None] = lambda: None) -> None:
        """Deliver and decide until all are done or nothing moves."""
        for _ in range(most):
            disturb()
            moved = self.deliver()
            for key, peer in self.peers.items():
                if key not in self.down:
                    peer.act()
            if not moved and not any(self.queues.values()):
                if all(peer.sync.table.over for peer in self.peers.values()):
                    return
                self.clock += HAVE_EVERY
                for peer in self.peers.values():
                    if peer.key not in self.down:
                        peer.sync.tick(self.clock)
                if not any(self.queues.values()):
                    return

    def entry_of(self, place: int, step: int) -> Entry:
        return self.peers[self.keys[place]].sync.table.journal.steps[step][0]


def ids(peer: SimulatedPeer) -> list[bytes]:
    return [entry_id(entry.body) for entry in peer.sync.table.journal.entries()]
