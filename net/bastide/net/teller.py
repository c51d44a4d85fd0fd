"""What one game tells a peer of itself: where it stands, its heads, and entries."""

from __future__ import annotations

from collections.abc import Iterable

from bastide.core.journal import Entry
from bastide.net import limits
from bastide.net.catchup import frames
from bastide.net.heads import Heads
from bastide.net.ledger import Ledger
from bastide.net.messages import Genesis, Have
from bastide.net.outbox import Links


class Teller:
    """Tells peers about one game; keeps nothing."""

    def __init__(self, ledger: Ledger, heads: Heads, links: Links) -> None:
        """Tell of a ledger and its heads over some links."""
        self._ledger, self._heads, self._links = ledger, heads, links
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
        """Send the newest head of every place."""
        for head in self._heads.newest():
            self._links.send(peer, head)

    def disputed(self, peer: bytes) -> None:
        """Send the entry that the game stopped at, if there is one."""
        if self._ledger.disputed:
            self.entries(peer, [self._ledger.disputed])

    def all(self, peer: bytes) -> None:
        """Send all that a peer needs to go on with us, but the entries."""
        self.have(peer)
        self.heads(peer)
        self.disputed(peer)

    def what_lacks(self, peer: bytes, have: Have) -> None:
        """Send the few entries that a peer lacks which is nearly where we are."""
        journal = self._journal
        if have.step < journal.step:
            self.steps(peer, have.step, limits.STEPS_WANTED)
        else:
            pending = sorted(journal.pending.items())
            self.entries(peer, [entry for place, entry in pending if place not in have.seats])

    def steps(self, peer: bytes, step: int, steps: int) -> None:
        """Send the entries of steps from one on, those of the current step included."""
        journal = self._journal
        whole = [entry for entries in journal.steps[step : step + steps] for entry in entries]
        if step <= journal.step < step + steps:
            whole += [entry for _, entry in sorted(journal.pending.items())]
        self.entries(peer, whole)

    def entries(self, peer: bytes, entries: Iterable[Entry]) -> None:
        """Send entries."""
        for frame in frames(self._game, entries):
            self._links.send(peer, frame)
