"""What must hold of an attacked game besides justice: secrecy, and a journal that proves it.

`audit` goes through all that the honest wrote, and lets the cheats search (`searching`) alone and
together with each other place. `judged` writes the journal of a peer to a file, and has it judged
by somebody who was not there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from bastide.core.chance import ALL_SEATS
from bastide.core.journal import Entry, Journal, parse_body, write_file
from bastide.core.messages import English
from bastide.net.dealing.dice import DiceChain, chain_root
from bastide.net.dealing.fair import FairDealer
from bastide.net.games import Verdict, judge, open_table
from bastide.net.links.messages import WireMessage
from bastide.net.sync.evidence import end_of_game
from tests.net.adversaries import assert_just, honest_peers
from tests.net.simulation import Network, SimulatedPeer, master_of
from tests.net.veil.attacks import Believer, entries_in
from tests.net.veil.holdings import holdings
from tests.net.veil.searching import Record, Search, points_of

Masters = Mapping[bytes, bytes]
"""By body, the master secret from which a cheat made an entry, if not from its own."""
NEXT_VALUES = 5
"""Dice values to come that are looked for."""


class Audit:
    """One journal, gone through with the eyes of the cheats.

    written: all entries with proofs that were in it.
    """

    def __init__(self, network: Network, journal: Journal, masters: Masters) -> None:
        places = range(len(network.identities))
        self.cheats = frozenset(network.cheats)
        self.table = open_table(network.plugins, network.genesis, network.accepts)
        assert isinstance(self.table.dealer, FairDealer)
        self.dealer = self.table.dealer
        self.dealer.verify = lambda statement, proof: True
        self.record = Record({place: master_of(place) for place in places})
        others = [n for n in places if n not in self.cheats and len(places) > 2]
        parties = [self.cheats, *(self.cheats | {n} for n in others)]
        self.searches = [Search(self.record, party) for party in parties]
        self.written: set[bytes] = set()
        self._masters = masters
        for step in journal.steps:
            self._step(step)
        self._step(list(journal.pending.values()), is_complete=False)

    def _step(self, entries: Sequence[Entry], *, is_complete: bool = True) -> None:
        for entry in entries:
            self._note(entry)
        if is_complete:
            for entry in entries:
                self.table.add(entry)
        for search in self.searches:
            search.go_on()
            assert search.leaks == []
            self._check_known(search)
        assert self.record.told_apart == []

    def _note(self, entry: Entry) -> None:
        body = parse_body(entry.body)
        self.written.add(entry.body)
        if not body.kind.startswith("v."):
            return
        masters = self.record.masters
        made_with = self._masters.get(entry.body, master_of(body.place))
        self.record.masters = {**masters, body.place: made_with}
        self.record.note(self.dealer, body.step, body.place, body.payload)
        self.record.masters = masters

    def _check_known(self, search: Search) -> None:
        """Hold, where nothing is being dealt, that a party knows what it was shown."""
        if not self.table.state.secrets or self.dealer.due or self.table.accused:
            return
        cards, points = self.table.state.cards(), points_of(self.table)
        seats = sum(1 << self.table.seat_of(place) for place in search.party)
        known = search.knows(points.values())
        for item, point in points.items():
            may = cards.seen[item] & seats or cards.seen[item] == ALL_SEATS
            assert may or point not in known, "a party knows a card that it was not shown"


def audit(network: Network, heard: Sequence[WireMessage], masters: Masters | None = None) -> None:
    """Hold that nothing that was sent to the cheats shows a face or a secret of others."""
    journals = {
        (journal.prev, tuple(sorted(journal.pending.items()))): journal
        for journal in (peer.sync.table.journal for peer in honest_peers(network))
    }
    audits = [Audit(network, journal, masters or {}) for journal in journals.values()]
    seen = set[bytes]().union(*(each.written for each in audits))
    received = [each.body for each in entries_in(heard)]
    foreign = [data for data in received if parse_body(data).place not in network.cheats]
    assert {*foreign} <= seen, "what was sent to the cheats is not all looked at"
    secrets = set[int]().union(*(_secrets_of_honest(each) for each in audits))
    assert not holdings(heard).secrets(secrets), "a secret of somebody honest was sent"


@cache
def _chain(master: bytes, game_id: bytes, place: int) -> DiceChain:
    return DiceChain(master, game_id, place)


def _secrets_of_honest(audit: Audit) -> set[int]:
    found: set[int] = set()
    game_id, rolls = audit.dealer.game_id, audit.dealer.rolls
    for place, master in audit.record.masters.items():
        if place in audit.cheats:
            continue
        dice = _chain(master, game_id, place)
        # the next value may have been shown in a step that is not complete
        values = [dice.value(rolls + 2 + n) for n in range(NEXT_VALUES)]
        numbers = [
            int.from_bytes(each, "big") for each in (*values, chain_root(master, game_id, place))
        ]
        found |= audit.record.secrets(place) | {*numbers}
    return found


def judged(network: Network, peer: SimulatedPeer) -> Verdict:
    """Write the journal of a peer to a file and judge it, as `bastide verify` does."""
    return judge(network.plugins, exported(peer))


def exported(peer: SimulatedPeer) -> bytes:
    """Return the journal of a peer as a file, with the evidence that it has kept."""
    return write_file(peer.sync.table.journal, peer.disk.proofs)


def assert_proven_by_files(network: Network) -> None:
    """Hold that the journal file of each honest peer shows the cheat, as its screen did."""
    for peer in honest_peers(network):
        verdict, stop = judged(network, peer), peer.sync.stop
        assert verdict.good, verdict.fault
        assert stop is not None
        assert {finding.place for finding in verdict.findings} == network.cheats
        assert stop.reason in map(end_of_game, verdict.findings)


# what becomes of a game


def settle(network: Network) -> None:
    """Play until all honest peers have stopped alike, or the game is over; then a little more."""
    for _ in range(30):
        network.play(200)
        stops = {peer.sync.stop for peer in honest_peers(network)}
        if len(stops) == 1 and (stops != {None} or honest_peers(network)[0].sync.table.over):
            break
    network.play(100)


def named(network: Network) -> set[int | None]:
    """Return the places that the honest name; None stands for those that go on."""
    stops = [peer.sync.stop for peer in honest_peers(network)]
    return {stop.place if stop else None for stop in stops}


def assert_named(network: Network) -> str:
    """Hold that all who are honest name the cheat, and can prove it; return what they say."""
    assert_just(network)
    assert named(network) == network.cheats
    assert_proven_by_files(network)
    [said] = {peer.sync.stop.reason for peer in honest_peers(network) if peer.sync.stop}
    return English().say(said)


def told(cheat: SimulatedPeer) -> bool:
    """Tell whether one who believes its own lies had the occasion to tell one."""
    return isinstance(cheat, Believer) and bool(cheat.lies)


def assert_caught(network: Network, cheat: SimulatedPeer, why: str) -> None:
    """Hold that P1, who believes its own lies, has told one and is named for it."""
    assert isinstance(cheat, Believer)
    assert cheat.lies, "there was an occasion"
    said = assert_named(network)
    assert "P1 said something false of hidden cards" in said
    assert why in said
