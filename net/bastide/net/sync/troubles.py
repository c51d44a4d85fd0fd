"""What becomes of words that do not fit: evidence, a dispute, or a comparison of histories.

    two entries for one slot, two heads that differ, a false entry     evidence: names the seat
    a head of another history, and a later word of its seat on ours    evidence, too
    a head or an entry of another history                              histories are compared
    another state, a move that the rules refuse                        a dispute: names nobody

Evidence and disputes end the game here (`Ledger.stop`); what is proven counts before what is
disputed. All of it is signed; who sends what is not is refused.
"""

from __future__ import annotations

from bastide.core.journal import Body, Entry, parse_body
from bastide.core.table import EntryError
from bastide.net import limits
from bastide.net.errors import PeerError
from bastide.net.links.messages import Evidence, Head
from bastide.net.rules_guard import GameError
from bastide.net.sync import stops
from bastide.net.sync.cases import Cases
from bastide.net.sync.evidence import Case, Undecided, entry_at, false_entry, tidy
from bastide.net.sync.heads import Heads, Standing
from bastide.net.sync.histories import Histories
from bastide.net.sync.ledger import Ledger
from bastide.net.sync.outbox import OURSELVES, NewCase, NewEntry


class Troubles:
    """Judges, for one game, what does not fit its journal."""

    def __init__(self, ledger: Ledger, heads: Heads, cases: Cases, histories: Histories) -> None:
        """Judge by these, and put what is new into the ledger's `out`."""
        self._ledger, self._heads = ledger, heads
        self._cases, self._histories = cases, histories

    # entries

    def refused(self, peer: bytes, entry: Entry, error: EntryError) -> None:
        """Deal with an entry of a peer that the table does not take, and not for being early.

        Raises:
            PeerError: nobody has signed it, or it came out of turn.
        """
        body, fault = error.body, error.fault
        is_elsewhere = body.prev != self._ledger.table.journal.digest_before(body.step)
        if fault == "invalid":
            self._ledger.set_aside(entry)
            self._keep(peer, false_entry(entry, error, self._ledger.table))
        elif fault in ("desync", "illegal"):
            self._dispute(peer, body, entry, stops.disputed(self._ledger.name(body.place), error))
        elif fault == "fork" or (fault == "unexpected" and is_elsewhere):
            self.elsewhere(peer, body, entry)
        elif fault == "unexpected":
            # Not malformed: an honest peer that was led onto another history says it, too.
            raise PeerError("An entry came out of turn: {reason}.", reason=error.reason) from error
        else:
            self._late(peer, body, entry, is_elsewhere=is_elsewhere)

    def signed_twice(self, peer: bytes, body: Body, known: Entry, entry: Entry) -> None:
        """Deal with another entry for a slot that a seat has signed one for, if that is news.

        Raises:
            PeerError: its signature does not hold.
        """
        is_known = self._cases.knows(tidy("twice", (known, entry)))
        if self._cases.needs_entries(body.place, body.step) and not is_known:
            self._ledger.check_signature(body, entry)
            self.prove(peer, "twice", known, entry)

    def _late(self, peer: bytes, body: Body, entry: Entry, *, is_elsewhere: bool) -> None:
        """Deal with an entry of a complete step that is not another one than the journal has."""
        if entry_at(self._ledger.table.journal, body.step, body.place):
            return
        if is_elsewhere:
            self.elsewhere(peer, body, entry)
        elif self._histories.has_room(body):
            self._ledger.check_signature(body, entry)
            self._histories.stray(body, entry)

    def elsewhere(self, peer: bytes, body: Body, entry: Entry) -> None:
        """Deal with an entry of another history; its own head may show that its seat has two.

        Raises:
            PeerError: its signature does not hold.
        """
        head = self._contradicting(body)
        if self._histories.is_open and body.place in self._ledger.aside and not head:
            return  # it brings nothing new
        self._ledger.check_signature(body, entry)
        self._put_aside(peer, body, entry)
        if head:
            self.prove(peer, "heads", head, entry)
        self._histories.suspect(body.place)

    def _contradicting(self, body: Body) -> Entry | None:
        """Return the head that the seat of an entry has signed for another history, if it has."""
        kept = self._heads.at(body.place, body.step)
        return Entry(*kept[1]) if kept and kept[0].digest != body.prev else None

    def _put_aside(self, peer: bytes, body: Body, entry: Entry) -> None:
        """Keep a signed entry that could not be folded, and let everybody see it."""
        if self._ledger.set_aside(entry):
            self._ledger.out.aside.append(NewEntry(body, entry, peer))

    def _dispute(self, peer: bytes, body: Body, entry: Entry, stop: stops.Stop) -> None:
        """Stop at a signed entry that does not fit the rules here, and let everybody see it."""
        self._ledger.halt(stop, entry)
        self._ledger.aside[body.place] = entry
        self._ledger.out.aside.append(NewEntry(body, entry, peer))

    # heads

    def heads(self) -> None:
        """Look for heads that contradict the journal or what is put aside, and deal with them."""
        for aside in self._ledger.aside.values():
            if rival := self._contradicting(parse_body(aside.body)):
                self.prove(OURSELVES, "heads", rival, aside)
        journal = self._ledger.table.journal
        for standing, head in self._heads.differing(journal):
            entry = entry_at(journal, standing.step, standing.place)
            if self._ledger.stop:
                return
            later = self._later_word(standing)
            if entry:
                self.prove(OURSELVES, "heads", Entry(*head), entry)
            elif later:
                self.prove(OURSELVES, "past", Entry(*head), later)
            else:
                self._other_history(standing, head)

    def _later_word(self, standing: Standing) -> Entry | None:
        """Return an entry or head of the next steps in which a seat stands on our history."""
        journal, place = self._ledger.table.journal, standing.place
        last = min(journal.step, standing.step + limits.HEADS_KEPT)
        for step in range(standing.step + 1, last + 1):
            if entry := entry_at(journal, step, place):
                return entry
            kept = self._heads.at(place, step)
            if kept and kept[0].digest == journal.digest_before(step):
                return Entry(*kept[1])
        return None

    def _other_history(self, standing: Standing, head: Head) -> None:
        if self._histories.has_other_turns(standing):
            self._ledger.halt(stops.other_turns(standing.step - 1))
        else:
            self._histories.suspect(standing.place, head)

    def rival_heads(self, peer: bytes, one: Head, other: Head) -> None:
        """Deal with two heads of one seat for one step that differ."""
        self.prove(peer, "heads", Entry(*one), Entry(*other))

    # evidence

    def prove(self, peer: bytes, kind: str, *items: Entry) -> None:
        """Take evidence that was found here; `peer` sent what completed it."""
        self._take(peer, kind, items)

    def received(self, peer: bytes, evidence: Evidence) -> None:
        """Take evidence that a peer sent.

        Raises:
            PeerError: it does not hold.
        """
        try:
            self._take(peer, evidence.kind, evidence.items)
        except Undecided as undecided:
            self.elsewhere(peer, undecided.body, undecided.entry)

    def knows(self, evidence: Evidence) -> bool:
        """Tell whether a piece of evidence is here already.

        Raises:
            PeerError: it has not the form of any.
        """
        return self._cases.knows(tidy(evidence.kind, evidence.items))

    def due(self) -> None:
        """Take the evidence that has waited for this step."""
        try:
            cases = self._cases.due()
        except GameError as error:
            self._rules_failed(error)
            return
        for case in cases:
            self._keep(OURSELVES, case)

    def _take(self, peer: bytes, kind: str, items: tuple[Entry, ...]) -> None:
        proof = tidy(kind, items)
        if self._cases.knows(proof):
            return
        try:
            case = self._cases.examine(proof)
        except GameError as error:
            self._rules_failed(error)
            return
        if case is None:
            return
        self._keep(peer, case)

    def _keep(self, peer: bytes, case: Case) -> None:
        """Keep what is proven, if it is new, end the game with it, and let everybody see it."""
        added = self._cases.add(case)
        if added.is_new:
            self._ledger.out.cases.append(NewCase(case, peer, added.instead_of))
            self.show_verdict()

    def show_verdict(self) -> None:
        """Stop at what is proven, if anything is."""
        if finding := self._cases.verdict():
            self._ledger.convict(stops.proven(finding))

    def _rules_failed(self, error: GameError) -> None:
        step = self._ledger.table.journal.step
        self._ledger.break_off(stops.rules_failed(step, error))
