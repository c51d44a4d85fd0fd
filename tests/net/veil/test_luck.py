"""A cheat that tries many proofs until a false one passes: with few rounds it does, with 64 not.

Where it passes, the checks that the other tests of attacks rely on notice it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

import pytest

from bastide.core.encoding import dec, enc
from bastide.core.journal import JournalError
from bastide.core.table import Table
from bastide.net import limits
from bastide.net.dealing.fair import FairDealer
from bastide.net.errors import PeerError
from bastide.net.links.messages import Genesis, Offer
from bastide.net.lobby.terms import check_started, read_genesis
from bastide.net.veil import operations, tasks
from bastide.net.veil.proofs import Statement, proof_length, verify
from bastide.net.veil.tasks import Draft, Wanted
from tests.net.adversaries import Adversary, Attack, adversary
from tests.net.room import BOB, House
from tests.net.simulation import Network, PeerMaker, master_of
from tests.net.veil.attacks import Bench, ForgeDealing, heard_by
from tests.net.veil.auditing import assert_named, audit, named, settle
from tests.net.veil.forging import ground, statements
from tests.net.veil.lies import blinded, hidden_elsewhere, is_dealt_together

CHEAT = 1


class Grinder(Adversary):
    """A peer whose own program blinds a foreign card once, with whatever proof it finds.

    tries: for one proof. tried: the statements of proofs that it looked for.
    """

    tries: int
    tried: list[Statement]

    def open_table(self) -> Table:
        """Return a table whose dealer writes the copy."""
        table = super().open_table()
        dealer = table.dealer
        assert isinstance(dealer, FairDealer)
        honest = dealer.draft

        def draft(step: int, place: int) -> Draft:
            made = honest(step, place)
            return made if self.tried else self._copied(dealer, table, made, step, place)

        dealer.draft = draft  # type: ignore[method-assign]  # a changed program
        return table

    def _copied(
        self, dealer: FairDealer, table: Table, made: Draft, step: int, place: int
    ) -> Draft:
        slot = tasks.Slot(dealer.game_id, step, place, dealer.rounds)
        assert dealer.due
        due, items = dealer.due.tasks, dealer._veil.items
        bench = Bench(slot, master_of(place), made.payload, made.wanted, due, items, table)
        if not isinstance(bench.task, operations.Mask) or not is_dealt_together(bench):
            return made
        payload = blinded(bench, next(hidden_elsewhere(bench)))
        [stated] = statements(bench.task, slot, payload, made.wanted)
        self.tried.append(stated)
        return Draft(payload, (made.wanted[0]._replace(statement=stated),))

    def prove(
        self, wanted: Sequence[Wanted], master: bytes, done: Callable[[list[bytes]], None]
    ) -> None:
        """Prove what is true, and try to prove the rest."""
        if [want.statement for want in wanted] != self.tried:
            super().prove(wanted, master, done)
            return
        found = ground(self.tried[0], self.tries, Random(1))
        proof = found or bytes(proof_length(self.tried[0]))
        self.network.work(self, lambda: done([proof]))


def grinder(tries: int) -> PeerMaker:
    """Return what makes a peer that tries so often."""

    def make(network: Network, places: Sequence[int]) -> Grinder:
        peer = Grinder.__new__(Grinder)
        peer.attack, peer.tries, peer.tried = Attack(), tries, []
        Grinder.__init__(peer, network, places)
        return peer

    return make


def doubly_held(network: Network) -> set[object]:
    """Return the faces that two places have in their hands."""
    hands: list[set[object]] = []
    for peer in network.peers.values():
        table = peer.sync.table
        cards = table.state.cards()
        hands.append({face for _, face in cards.known(table.seat_of(peer.place))})
    cheat = hands.pop(CHEAT)
    return cheat & set[object]().union(*hands)


def deal(network: Network) -> None:
    """Play until everybody has a hand."""
    while not all(
        peer.sync.table.state.secrets and all(peer.sync.table.state.cards().hands)
        for peer in network.peers.values()
    ):
        network.play(1)


@pytest.mark.parametrize("rounds", [2, 3, 4])
def test_a_copy_whose_proof_passes_by_luck_is_noticed_here(
    rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", rounds)
    network = Network(3, 3, game="cards", cheats={CHEAT: grinder(400)})
    heard = heard_by(network, CHEAT)

    deal(network)

    assert named(network) == {None}, "no honest program could know"
    assert doubly_held(network), "and the cheat holds a card of another"
    with pytest.raises(AssertionError, match="what the record takes for true is not"):
        audit(network, heard)


def test_with_sixty_four_rounds_trying_leads_to_nothing_but_proof_of_it() -> None:
    network = Network(3, 3, game="cards", cheats={CHEAT: grinder(10)})
    heard = heard_by(network, CHEAT)
    assert network.genesis.rounds == 64

    settle(network)

    assert "a proof that does not hold" in assert_named(network)
    audit(network, heard)


def test_a_false_proof_is_found_as_often_as_its_rounds_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stated, tries = statement_of_a_copy(monkeypatch), 200
    for rounds in (2, 3, 4):
        few, random = stated._replace(rounds=rounds), Random(11)
        found = [proof for _ in range(tries) if (proof := ground(few, 1, random))]
        assert all(verify(few, proof) for proof in found)
        assert 0.5 < len(found) * 2**rounds / tries < 1.5


def statement_of_a_copy(monkeypatch: pytest.MonkeyPatch) -> Statement:
    """Return what a blinded copy says."""
    monkeypatch.setattr(limits, "PROOF_ROUNDS", 2)
    spy = ForgeDealing("v.mask", 0, where=is_dealt_together)
    network = Network(3, 3, game="cards", cheats={CHEAT: adversary(spy)})
    while spy.bench is None:
        network.play(1)
    bench = spy.bench
    payload = blinded(bench, next(hidden_elsewhere(bench)))
    [stated] = statements(bench.task, bench.slot, payload, bench.wanted)
    return stated


def test_a_host_cannot_ask_for_fewer_rounds() -> None:
    house = House(2, hidden=True)
    house.knock(BOB)
    guest, offer = house.joined(BOB), house.offer()
    assert guest.check_offer(offer).rounds == 64
    said: Mapping[str, object] = dec(offer.genesis)
    for rounds in (0, 1, 63, 129):
        genesis = enc({**said, "rounds": rounds})
        with pytest.raises(JournalError, match="proof rounds must be"):
            read_genesis(genesis)
        with pytest.raises(PeerError, match="proof rounds must be"):
            guest.check_offer(Offer(genesis, offer.table))
        with pytest.raises(PeerError, match="proof rounds must be"):
            check_started(Genesis(bytes(32), genesis, ()))
