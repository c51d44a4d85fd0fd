"""One game kept the same on every peer, without sockets.

Theory of operation. Every peer of a game holds the journal and pushes each new entry to the peers
that it is linked with; who gets one passes it on to those that are not linked with where it came
from (`mesh`). When a place completes a step it signs a *head*: where it stands. A place writes an
entry that reveals a secret only when it holds heads of all other places at exactly its own (the
reveal barrier), so nothing is revealed on a history that another honest place does not share.

Each call (a message, a draft, a start) works in memory first; then everything it brought is made
durable in one go, then sent and shown (`ledger`, `delivery`). Nothing is sent that is not on disk.
The entries of others come in by way of `intake`.

On connecting, and every few seconds, peers tell each other where they are (`have`, `greetings`);
who is behind gets what it lacks (`catchup`). That word is not signed, so it never stops a game. A
game that was just loaded writes nothing before it has heard where the others stand, and has taken
over what they hold of ours: its folder may be an old copy (`hearing`).

What can go wrong, and what happens:

    malformed, bad signature,    the sender of the frame is refused (`PeerError`),
    out of turn                  nothing changes
    late, known already          nothing
    two entries for one slot,    evidence (`cases`): the game stops and names the seat (`Stop`);
    two heads that differ,       the evidence is kept and passed on, so that all others stop alike
    false payload
    another history              nothing is written until histories are compared (`histories`)
    another state, a move the    a dispute: the game stops and names nobody; the signed entry is
    rules refuse                 kept and passed on
    a plugin raises, the disk    this game stops here with the reason; it can be opened again. Of
    refuses                      a plugin the others are told (`held_up`)

Effects go through a `Port`: the shell has a disk and links, this class has neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from bastide.core.draft import Draft
from bastide.core.journal import Entry, Proof
from bastide.core.messages import Message
from bastide.core.table import Table
from bastide.net import limits
from bastide.net.dealing.fair import FairDealer
from bastide.net.errors import MALFORMED, PeerError
from bastide.net.links.messages import (
    Digests,
    Entries,
    Evidence,
    Genesis,
    Have,
    Head,
    HeldUp,
    Want,
    WireMessage,
)
from bastide.net.sync.cases import Cases
from bastide.net.sync.catchup import CatchUp
from bastide.net.sync.delivery import Delivery, Shell
from bastide.net.sync.greetings import Greetings
from bastide.net.sync.heads import Heads
from bastide.net.sync.hearing import Hearing
from bastide.net.sync.held_up import Hindrances
from bastide.net.sync.histories import Histories
from bastide.net.sync.intake import Intake
from bastide.net.sync.ledger import Ledger
from bastide.net.sync.mesh import Mesh
from bastide.net.sync.outbox import NewHead
from bastide.net.sync.stops import Stop
from bastide.net.sync.teller import Teller
from bastide.net.sync.troubles import Troubles
from bastide.net.sync.writing import REVEALING, Choices, Signer, Writing
from bastide.net.veil.desk import Clerks, Desk


class Port(Shell, Choices, Protocol):
    """What a game needs of the world. What the disk refuses is a `Refusal`."""


class GameSync:
    """One networked game.

    Args:
        table: at any step; entries that are stored have been added already.
        signers: of the places that this peer plays.
        port: disk, links and screen.
        clerks: make and check proofs.
        loaded: the game comes from the disk, so another peer must be heard before writing.
        stop: why it stopped before it was loaded.
        disputed: the signed entry that it stopped at.
        proofs: the evidence that was kept.
        openings: how often the game was opened here, this time included.
    """

    def __init__(
        self,
        table: Table,
        signers: Mapping[int, Signer],
        port: Port,
        clerks: Clerks,
        *,
        loaded: bool,
        stop: Stop | None = None,
        disputed: Entry | None = None,
        proofs: Iterable[Proof] = (),
        openings: int = 1,
    ) -> None:
        self.table, self.signers, self.port = table, dict(signers), port
        self.game: bytes = table.genesis.game_id
        self.mesh = Mesh()
        self._ledger = Ledger(table, stop, disputed)
        self._heads = Heads(self.game, self.keys, self.signers)
        self._cases = Cases(table, self._ledger.check_proofs)
        self._teller = Teller(self._ledger, self._heads, self._cases, port)
        self.hindrances = Hindrances(
            self.game, table.rules.active, self.keys, self.signers, port, self.mesh, openings
        )
        self._greetings = Greetings(self._teller, self.hindrances, port)
        self._histories = Histories(table.journal, self._teller, self.signers, port)
        self._troubles = Troubles(self._ledger, self._heads, self._cases, self._histories)
        desk = None
        if isinstance(table.dealer, FairDealer):
            desk = Desk(table.dealer, clerks, self._proofs_done)
            self._ledger.is_checked = desk.is_checked
        self._writing = Writing(self._ledger, self._heads, self.signers, port, desk)
        sealed = table.genesis.deal == "veil"  # proofs take a while: ask for what can be kept
        self._catchup = CatchUp(limits.STEPS_AHEAD if sealed else limits.STEPS_WANTED)
        self._intake = Intake(self._ledger, self._troubles, self._catchup)
        self._delivery = Delivery(self._ledger, self._writing, self.hindrances, self.mesh, port)
        self._hearing = Hearing(
            table.journal, self._heads, self.signers, len(self.keys), is_done=not loaded
        )
        self._take_up(disputed, proofs)

    def _take_up(self, disputed: Entry | None, proofs: Iterable[Proof]) -> None:
        """Take up what stopped the game before it was loaded."""
        if disputed:
            self._ledger.set_aside(disputed)
        self._cases.load(proofs)
        self._troubles.show_verdict()

    # what a screen asks

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The identities of the places."""
        return tuple(seat.identity for seat in self.table.genesis.seats)

    @property
    def stop(self) -> Stop | None:
        """Why the game does not go on, or None."""
        return self._ledger.stop

    @property
    def may_write(self) -> bool:
        """Whether this peer may add entries: nothing is stopped, and another peer was heard."""
        return self.stop is None and self._hearing.is_done and not self._histories.is_open

    @property
    def pause(self) -> Message | None:
        """Why nothing is written for now, or None."""
        return None if self.stop else self._histories.pause

    def awaited(self) -> tuple[int, ...]:
        """Return the places that everybody waits for; for a barrier, those whose heads lack.

        While histories are compared: who has signed one that nobody shows.
        """
        expected = self.table.expected()
        if self.pause:
            return self._histories.unshown
        if self.stop or expected is None:
            return ()
        missing = self.table.missing()
        foreign = tuple(place for place in missing if place not in self.signers)
        if foreign or not missing or not self._is_barrier():
            return foreign or missing
        return self.behind()

    def behind(self) -> tuple[int, ...]:
        """Return the places of others that have not said that they stand exactly where we do."""
        return self._writing.behind()

    # links

    def linked(self, peer: bytes) -> None:
        """Greet a peer of this game that a link was made with."""
        if self._ledger.is_broken:
            self.hindrances.tell(peer)
        else:
            self._teller.genesis(peer)
            self._greetings.greet(peer)

    def unlinked(self, peer: bytes) -> None:
        """Take note that the link to a peer is gone; others send what it may have lost."""
        self.mesh.forget(peer)
        self._catchup.forget(peer)
        self._hearing.forget(peer, self.port.linked())
        if not self._ledger.is_broken:
            for other in self.port.linked():
                self._teller.have(other)
            self._finish()  # without a link nothing may be written

    def told_links(self, peer: bytes, linked: Iterable[bytes]) -> None:
        """Note with whom of this table a peer is linked; what it lost comes from us now."""
        if self.mesh.told(peer, linked) and not self._ledger.is_broken:
            self._teller.heads(peer)

    def tick(self, now: float) -> None:
        """Do what is due about once a second; `now` in seconds of a monotonic clock."""
        if self._ledger.is_broken:
            self._greetings.remind(now)
            return
        is_checking = self._intake.is_checking
        self._catchup.second(self.table.journal.step, is_checking=is_checking)
        self.hindrances.second()
        self._hearing.second(is_checking=is_checking)
        if self._greetings.second(now) and self.pause:
            self._histories.ask()
        self._ask()
        self._histories.second()
        if self.pause or not self._hearing.is_done:
            self._finish()  # who is silent for long is not waited for, and named

    # receiving

    def receive(self, peer: bytes, incoming: WireMessage) -> None:
        """Take a message about this game from one of its peers.

        Raises:
            PeerError: the sender broke the protocol; its link is to be closed.
        """
        if self._ledger.is_broken:
            return
        try:
            self._receive(peer, incoming)
        finally:
            self._finish()

    def _receive(self, peer: bytes, incoming: WireMessage) -> None:
        match incoming:
            case Entries(_, entries):
                for entry in entries:
                    self._intake.take(peer, entry)
            case Have():
                self._receive_have(peer, incoming)
            case Want(_, step, steps):
                if self._catchup.may_serve(peer):
                    self._teller.steps(peer, step, steps)
            case Head():
                self._receive_head(peer, incoming)
            case Genesis():
                self._greetings.greeted_by(peer)
            case HeldUp():
                if self.hindrances.take(peer, incoming):
                    self.port.happened([])
            case Digests():
                if self._catchup.may_serve(peer):
                    self._histories.answer(peer, incoming)
            case Evidence():
                if not self._troubles.knows(incoming) and self._catchup.may_serve(peer):
                    self._troubles.received(peer, incoming)
            case _:
                raise PeerError("A message came that has no place in a game.", code=MALFORMED)

    def _receive_head(self, peer: bytes, head: Head) -> None:
        taken = self._heads.take(head, self.table.journal)
        if taken.rival:
            self._troubles.rival_heads(peer, taken.rival, head)
        if taken.is_new:
            self._ledger.out.heads.append(NewHead(head, peer))

    def _proofs_done(self) -> None:
        """Go on with what waited for proofs: entries of others, and our own."""
        if self._ledger.is_broken:
            return
        self._cases.proofs_done()
        self._intake.take_proven()
        self._finish()

    def _receive_have(self, peer: bytes, have: Have) -> None:
        journal = self.table.journal
        if (self.stop or self.pause) and self._catchup.may_serve(peer):
            self._teller.troubles(peer)
        if have.step > journal.step:
            self._catchup.note(peer, have.step)
        elif have.digest != journal.digest_before(have.step):
            return  # an unsigned word: if it is true, a signed head will say so
        elif journal.step - have.step <= limits.STEPS_AHEAD:
            self._teller.what_lacks(peer, have)
            if have.step == journal.step and self._is_barrier() and self._catchup.may_serve(peer):
                self._teller.heads(peer)  # somebody may have kept one from it
        elif self._catchup.may_serve(peer):
            self._teller.have(peer)  # it asks one of us for what it lacks
        self._hearing.said(peer, have)

    def _is_barrier(self) -> bool:
        """Tell whether a secret is to be told in this step, for which all heads are needed."""
        expected = self.table.expected()
        return expected is not None and expected.kind in REVEALING

    def _ask(self) -> None:
        """Ask a peer that is ahead for what we lack."""
        peer = None if self.stop else self._catchup.whom_to_ask(self.table.journal.step)
        if peer:
            self.port.send(peer, Want(self.game, self.table.journal.step, self._catchup.stretch))

    # writing

    def start(self) -> None:
        """Begin, or go on after loading: write what is due without a decision."""
        self._ledger.check_limits()
        self._finish()

    def write(self, draft: Draft) -> None:
        """Sign, store and send the decisions of a draft.

        Raises:
            Refusal: nothing may be written now, or not this; the sentence says why.
        """
        if self.stop:
            raise PeerError.of(self.stop.reason)
        if self.pause:
            raise PeerError.of(self.pause)
        if not self._hearing.is_done:
            raise PeerError("Nothing can be sent before another player has been heard.")
        try:
            self._writing.decide(draft)
        finally:
            self._finish()
        if self._ledger.is_broken and self.stop:
            raise PeerError.of(self.stop.reason)

    # the end of each call

    def _finish(self) -> None:
        """Write what is due; make all that is new durable, then send and show it."""
        self._go_on()
        self._delivery.send(self.pause, self.may_write)
        self._ask()

    def _go_on(self) -> None:
        """Add what was kept for this step, and write what is due, as long as there is any."""
        self._take_kept()
        self._hearing.listen(self.port.linked())
        while self.may_write and self._writing.due():
            self._take_kept()

    def _take_kept(self) -> None:
        """Add the entries that came too early and are due now; look at what they bring to light."""
        self._intake.take_kept()
        self._troubles.heads()
        self._troubles.due()
