"""What one game tells a peer of itself: where it stands, its heads, and entries."""

from __future__ import annotations

from collections.abc import Iterable

from bastide.core.journal import Entry
from bastide.net import limits
from bastide.net.links.messages import Digests, Genesis, Have
from bastide.net.sync.cases import Cases
from bastide.net.sync.catchup import evidence_frames, frames
from bastide.net.sync.heads import Heads
from bastide.net.sync.ledger import Ledger
from bastide.net.sync.outbox import Links


class Teller:
    """Tells peers about one game; keeps nothing."""

    def __init__(self, ledger: Ledger, heads: Heads, cases: Cases, links: Links) -> None:
        """Tell of a ledger, its heads and its evidence over some links."""
        self._ledger, self._heads, self._cases, self._links = ledger, heads, cases, links
        self._journal = ledger.table.journal
        self._game = self._journal.genesis.game_id

    def genesis(self, peer: bytes) -> None:
        """Send what everybody signed."""
        journal = self._journal
        self._links.send(peer, Genesis(self._game, journal.genesis.data, journal.accepts))

    def have(self, peer: bytes) -> None:
        """Send where we are."""
        journal = self._journal
        held = tuple(sorted(journal.pending))
        self._links.send(peer, Have(self._game, journal.step, journal.prev, held))

    def heads(self, peer: bytes) -> None:
        """Send the heads of every place from our step on, or its last."""
        for head in self._heads.since(self._journal.step):
            self._links.send(peer, head)

    def troubles(self, peer: bytes) -> None:
        """Send what a game stops at: evidence, and signed entries that could not be folded."""
        for proof in self._cases.proofs:
            for frame in evidence_frames(self._game, proof):
                self._links.send(peer, frame)
        self.entries(peer, self._ledger.aside.values())

    def digests(self, peer: bytes, first: int, last: int) -> None:
        """Send the digests of the complete steps from one on to before another."""
        first, last = max(0, first), min(last, self._journal.step)
        if first < last:
            digests = b"".join(self._journal.digests[first:last])
            self._links.send(peer, Digests(self._game, first, digests))

    def all(self, peer: bytes) -> None:
        """Send all that a peer needs to go on with us, but the entries."""
        self.have(peer)
        self.heads(peer)
        self.troubles(peer)

    def what_lacks(self, peer: bytes, have: Have) -> None:
        """Send the few entries that a peer lacks which is nearly where we are."""
        journal = self._journal
        if have.step < journal.step:
            self.steps(peer, have.step, limits.STEPS_WANTED)
        else:
            pending = sorted(journal.pending.items())
            self.entries(peer, [entry for place, entry in pending if place not in have.seats])

    def steps(self, peer: bytes, step: int, steps: int) -> None:
        """Send the entries of steps from one on; with those of the current step, the heads."""
        journal = self._journal
        whole = [entry for entries in journal.steps[step : step + steps] for entry in entries]
        is_last = step <= journal.step < step + steps
        if is_last:
            whole += [entry for _, entry in sorted(journal.pending.items())]
        self.entries(peer, whole)
        if is_last:
            self.heads(peer)

    def entries(self, peer: bytes, entries: Iterable[Entry]) -> None:
        """Send entries."""
        for frame in frames(self._game, entries):
            self._links.send(peer, frame)
