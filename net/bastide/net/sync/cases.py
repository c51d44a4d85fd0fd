"""The evidence of one game as one peer holds it: what is proven, and what waits for its step.

A seat that misbehaves can make as much evidence against itself as it likes, so a few pieces of each
seat are kept: one is enough to end the game. All peers pass on what they keep, and order it alike;
where there is no room the one that would be shown last goes. So they come to show the same finding.

That ends, too: what a seat makes up of steps that the game has not reached takes the place of
nothing, and no more is replaced than the others of a table can have kept. After that all name the
same seat, if not the same step.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from bastide.core.journal import Body, Proof
from bastide.core.table import Table
from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.sync.evidence import Case, Finding, Undecided, Waiting, examine
from bastide.net.sync.ledger import Unproven


class Added(NamedTuple):
    """Whether a case is kept that was not, and the evidence that made room for it."""

    is_new: bool
    instead_of: Proof | None = None


class Cases:
    """What is proven in one game.

    Attributes:
        held: the cases, in the order in which they came.
    """

    def __init__(self, table: Table, check_proofs: Callable[[Body], None]) -> None:
        """Begin without any; `check_proofs` has the proofs of an entry checked (`Unproven`)."""
        self._table, self._check_proofs = table, check_proofs
        self.held: list[Case] = []
        self._replaced: Counter[int] = Counter()
        self._waiting: dict[Proof, int] = {}
        self._examined_at = -1

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """All evidence that holds."""
        return tuple(case.proof for case in self.held)

    def verdict(self) -> Finding | None:
        """Return what is shown of all that is proven: the same at all who hold the same."""
        return min(self.held, key=Case.order).finding if self.held else None

    def knows(self, proof: Proof) -> bool:
        """Tell whether a piece of evidence is here already, proven or waiting."""
        return proof in self.proofs or proof in self._waiting

    def examine(self, proof: Proof) -> Case | None:
        """Return the case that a piece of evidence makes, or None as long as nobody can tell.

        A false entry of a later step waits for it, one with proofs until they are checked: up to
        a few of each seat.

        Raises:
            PeerError: it does not hold.
            Undecided: it is of another history.
            GameError: a plugin raised.
        """
        try:
            return examine(proof, self._table, self._check_proofs)
        except Unproven as waits:
            self._wait(proof, waits.body.place)
        except Undecided as undecided:
            if not undecided.is_ahead:
                raise
            self._wait(proof, undecided.place)
        except Waiting as waits:
            self._wait(proof, waits.place)
        return None

    def add(self, case: Case) -> Added:
        """Keep a case, if it is new; where there is no room, only in place of one after it."""
        place, step = case.finding.place, case.finding.step
        if self.knows(case.proof):
            return Added(is_new=False)
        last = self._last(place)
        if last is None:
            self.held.append(case)
            return Added(is_new=True)
        if not self._may_replace(place, step) or case.order() >= last.order():
            return Added(is_new=False)
        self._replaced[place] += 1
        self.held[self.held.index(last)] = case
        return Added(is_new=True, instead_of=last.proof)

    def needs_entries(self, place: int, step: int) -> bool:
        """Tell whether two entries of a place for a step would be kept as evidence."""
        last = self._last(place)
        if last is None:
            return True
        return self._may_replace(place, step) and (False, step, False) < last.order()[:3]

    def _may_replace(self, place: int, step: int) -> bool:
        """Tell whether evidence of a step may take the place of other evidence about a seat."""
        is_reached = step <= self._table.journal.step
        return is_reached and self._replaced[place] < limits.EVIDENCE_REPLACED

    def _last(self, place: int) -> Case | None:
        """Return the case of a place that would have to go for another; None if there is room."""
        held = [case for case in self.held if case.finding.place == place]
        return max(held, key=Case.order) if len(held) >= limits.EVIDENCE_PER_SEAT else None

    def _wait(self, proof: Proof, place: int) -> None:
        if list(self._waiting.values()).count(place) < limits.EVIDENCE_PER_SEAT:
            self._waiting[proof] = place

    def due(self) -> list[Case]:
        """Examine what waits; return the cases that it makes now. What comes to nothing goes."""
        if self._examined_at == self._table.journal.step:
            return []
        self._examined_at = self._table.journal.step
        found = [self._due(proof) for proof in list(self._waiting)]
        return [case for case in found if case]

    def _due(self, proof: Proof) -> Case | None:
        case = None
        try:
            case = examine(proof, self._table, self._check_proofs)
        except Unproven:
            return None
        except Undecided as undecided:
            if undecided.is_ahead:
                return None
        except Waiting:
            return None
        except PeerError:
            pass  # nobody's message any more
        del self._waiting[proof]
        return case

    def proofs_done(self) -> None:
        """Examine again what waits: proofs have been checked."""
        self._examined_at = -1

    def load(self, proofs: Iterable[Proof]) -> None:
        """Take up what was proven before the game was opened."""
        for proof in proofs:
            with contextlib.suppress(PeerError, Undecided):  # other rules: it stays on the disk
                if case := self.examine(proof):
                    self.add(case)
