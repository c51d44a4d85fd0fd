"""Peers that cheat at hidden cards: a kit on top of `tests.net.adversaries`.

`ForgeDealing` changes an entry with proofs; its `lie` is told all that an honest place has at hand
there (a `Bench`). `Withhold` never sends one. A `Believer` is a peer whose program believes all
that its own seat says of its cards, so that it can go on after a false claim.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from bastide.core.draft import Draft
from bastide.core.events import Action
from bastide.core.journal import Body, Entry, parse_body
from bastide.core.payloads import Payload, PayloadError
from bastide.core.plugins import Plugins
from bastide.core.rules import Rules
from bastide.core.table import Table
from bastide.net.dealing.fair import FairDealer
from bastide.net.games import fold, open_table
from bastide.net.links.messages import Entries, Head, WireMessage
from bastide.net.sync.heads import read_head
from bastide.net.veil.items import Items
from bastide.net.veil.tasks import Slot, Task, Wanted
from tests.net.adversaries import Adversary, Attack, Forge, Program
from tests.net.simulation import Network, PeerMaker, master_of
from tests.net.veil.forging import forged, statements, with_proofs


class Bench(NamedTuple):
    """What a place has at hand that has to write when cards are dealt.

    payload: what it would honestly write. wanted: the proofs in it, with their secrets. tasks: what
    is due of all places. items: all cards as they lie.
    """

    slot: Slot
    master: bytes
    payload: Payload
    wanted: tuple[Wanted, ...]
    tasks: Mapping[int, Task]
    items: Items
    table: Table

    @property
    def task(self) -> Task:
        """What is due of this place."""
        return self.tasks[self.slot.place]

    def proven_anyway(self, payload: Payload) -> Payload:
        """Return a payload with proofs that the honest secrets give for what it states."""
        try:
            stated = statements(self.task, self.slot, payload, self.wanted)
        except PayloadError:
            return payload  # nothing that could be proven
        pairs = zip(stated, self.wanted, strict=True)
        return with_proofs(payload, [forged(st, want, self.master) for st, want in pairs])


Lie = Callable[[Bench], Payload]


def bench_of(table: Table, plugins: Plugins, body: Body, master: bytes) -> Bench:
    """Return what a place had at hand when it wrote an entry with proofs."""
    journal = table.journal
    then = open_table(plugins, journal.genesis, journal.accepts, None, {body.place: master})
    fold(then, chain.from_iterable(journal.steps[: body.step]))
    dealer = then.dealer
    assert isinstance(dealer, FairDealer)
    assert dealer.due is not None
    slot = Slot(dealer.game_id, body.step, body.place, dealer.rounds)
    wanted = dealer.draft(body.step, body.place).wanted
    items = dealer._veil.items
    return Bench(slot, master, body.payload, wanted, dealer.due.tasks, items, then)


def unchanged(body: Body) -> Body:
    """Return what was to be written."""
    return body


@dataclass
class ForgeDealing(Forge):
    """Show some or all peers another entry with proofs than the honest one.

    lie: what it says. where: whether it is time for that.
    """

    change: Callable[[Body], Body] = unchanged
    lie: Lie = lambda bench: bench.payload
    where: Callable[[Bench], bool] = lambda _: True
    bench: Bench | None = None
    _seen_slots: set[tuple[int, int]] = field(default_factory=set)

    def is_here(self, cheat: Program, body: Body) -> bool:
        """Tell whether an entry is the one to change; each is looked at once."""
        slot = body.step, body.place
        if not super().is_here(cheat, body) or slot in self._seen_slots:
            return False
        self._seen_slots.add(slot)
        bench = bench_of(cheat.sync.table, cheat.plugins, body, cheat.master(body.place))
        if not self.where(bench):
            return False
        self.bench = bench
        return True

    def changed(self, cheat: Program, body: Body) -> Body:
        """Return the entry with the lie in it."""
        assert self.bench is not None
        return body._replace(payload=self.lie(self.bench))


@dataclass
class Withhold(Attack):
    """Never send an own entry of a kind, from a step on, nor the heads that follow it."""

    kind: str
    after: int = 0
    slot: tuple[int, int] | None = None
    is_over: bool = False

    def sends(self, cheat: Program, to: int, message: WireMessage) -> Sequence[WireMessage]:
        """Leave the entries out."""
        if self.is_over:
            return [message]
        if isinstance(message, Head) and self.slot and read_head(message).step > self.slot[0]:
            return []
        if not isinstance(message, Entries):
            return [message]
        left = [each for each in message.entries if not self._is_held_back(cheat, Entry(*each))]
        return [message._replace(entries=tuple(left))] if left else []

    def _is_held_back(self, cheat: Program, entry: Entry) -> bool:
        body = parse_body(entry.body)
        is_own = body.place in cheat.places and body.kind == self.kind
        if is_own and self.slot is None and body.step >= self.after:
            self.slot = body.step, body.place
        return self.slot == (body.step, body.place)


Liar = Callable[[Table, int], Action | None]
"""Gets a table and the seat that has to decide."""


class Believer(Adversary):
    """A peer whose program believes what its own seat says, and says what is not so.

    liar: chooses what to do where its seat has to decide; None for what anybody would do.
    alter: changes the rules of its program.
    lies: what it said.
    """

    liar: Liar
    alter: Callable[[Rules], None]
    lies: list[Action]

    def open_table(self) -> Table:
        """Return a table with nobody's eyes: of its own cards it knows the faces all the same."""
        network = self.network
        masters = {place: master_of(place) for place in self.places}
        table = open_table(network.plugins, network.genesis, network.accepts, None, masters)
        self.alter(table.rules)
        return table

    def act(self) -> None:
        """Lie if there is an occasion."""
        table = self.sync.table
        seat = next((s for s in table.acting if table.place_of(s) in self.places), None)
        if seat is not None and self.sync.may_write and not self.lies:
            lie = self.liar(table, seat)
            if lie is not None:
                draft = Draft(table, seat)
                draft.choose(lie)
                self.lies.append(lie)
                self.sync.write(draft)
                return
        super().act()


def believer(liar: Liar, alter: Callable[[Rules], None] = lambda _: None) -> PeerMaker:
    """Return what makes a peer that says what is not so."""

    def make(network: Network, places: Sequence[int]) -> Believer:
        peer = Believer.__new__(Believer)
        peer.attack, peer.liar, peer.alter, peer.lies = Attack(), liar, alter, []
        Believer.__init__(peer, network, places)
        return peer

    return make


def heard_by(network: Network, *places: int) -> list[WireMessage]:
    """Return the list to which all goes that these places receive from now on."""
    heard: list[WireMessage] = []
    keys = {network.at(place).key for place in places}

    def hear(sender: bytes, to: bytes, message: WireMessage) -> WireMessage:
        if to in keys and sender not in keys:
            heard.append(message)
        return message

    network.tamper = hear
    return heard


def entries_in(heard: Sequence[WireMessage]) -> list[Entry]:
    """Return all entries among messages."""
    return [each for message in heard if isinstance(message, Entries) for each in message.entries]
