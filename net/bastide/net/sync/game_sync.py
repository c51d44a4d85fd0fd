"""One game kept the same on every peer, without sockets.

Theory of operation. Every peer of a game holds the journal and pushes each new entry to the peers
that it is linked with; who gets one passes it on to those that are not linked with where it came
from (`mesh`). When a place completes a step it signs a *head*: where it stands. A place writes an
entry that reveals a secret only when it holds heads of all other places at exactly its own (the
reveal barrier), so nothing is revealed on a history that another honest place does not share.

Each call (a message, a draft, a start) works in memory first; then everything it brought is made
durable in one go, then sent, then shown (`ledger`, `outbox`). Nothing is sent that is not on disk.

On connecting, and every few seconds, peers tell each other where they are (`have`); who is behind
gets what it lacks (`catchup`). That word is not signed, so it never stops a game. A game that was
just loaded writes nothing before it has heard where the others stand, and has taken over what
they hold of ours: its folder may be an old copy (`hearing`).

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

import contextlib
from collections.abc import Iterable, Mapping
from typing import Protocol

from bastide.core.draft import Draft
from bastide.core.journal import Body, Entry, Proof
from bastide.core.messages import Message
from bastide.core.table import Done, EntryError, Table
from bastide.net import limits
from bastide.net.dealing.fair import FairDealer
from bastide.net.errors import MALFORMED, PeerError, Refusal
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
from bastide.net.sync import stops
from bastide.net.sync.ahead import Ahead, Kept
from bastide.net.sync.cases import Cases
from bastide.net.sync.catchup import CatchUp
from bastide.net.sync.heads import Heads
from bastide.net.sync.hearing import Hearing
from bastide.net.sync.held_up import Hindrances
from bastide.net.sync.histories import Histories
from bastide.net.sync.ledger import Ledger, Unproven
from bastide.net.sync.mesh import Mesh
from bastide.net.sync.outbox import OURSELVES, Links, NewHead, Outbox
from bastide.net.sync.stops import Stop
from bastide.net.sync.teller import Teller
from bastide.net.sync.troubles import Troubles
from bastide.net.sync.writing import REVEALING, Choices, Signer, Writing
from bastide.net.veil.desk import Clerks, Desk

_COMPARING = Message(
    "Two histories of this game are being compared: until that is settled nothing is sent."
)


class Port(Links, Choices, Clerks, Protocol):
    """What a game needs of the world. What the disk refuses is a `Refusal`."""

    def persist(self, entries: list[tuple[Body, Entry]]) -> None:
        """Make entries durable, all or none, before returning."""
        ...

    def keep_evidence(self, proof: Proof) -> None:
        """Make a piece of evidence durable."""
        ...

    def stopped(self, stop: Stop, disputed: Entry | None) -> None:
        """Make durable that the game stopped for good, and the entry that it was disputed for."""
        ...

    def happened(self, done: list[Done]) -> None:
        """Show what was carried out, or that something else has changed."""
        ...


class GameSync:
    """One networked game.

    Args:
        table: at any step; entries that are stored have been added already.
        signers: of the places that this peer plays.
        port: disk, links and screen.
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
        self._heads = Heads(self.game, self.keys)
        self._cases = Cases(table, self._ledger.check_proofs)
        self._teller = Teller(self._ledger, self._heads, self._cases, port)
        self.hindrances = Hindrances(
            self.game, table.rules.active, self.keys, self.signers, port, self.mesh, openings
        )
        self._histories = Histories(table.journal, self._teller, self.signers, port)
        self._troubles = Troubles(self._ledger, self._heads, self._cases, self._histories)
        desk = None
        if isinstance(table.dealer, FairDealer):
            desk = Desk(table.dealer, port, self._proofs_done)
            self._ledger.is_checked = desk.is_checked
        self._writing = Writing(self._ledger, self._heads, self.signers, port, desk)
        self._unproven: dict[tuple[int, int], Kept] = {}
        self._ahead = Ahead()
        sealed = table.genesis.deal == "veil"  # proofs take a while: ask for what can be kept
        self._catchup = CatchUp(limits.STEPS_AHEAD if sealed else limits.STEPS_WANTED)
        self._hearing = Hearing(
            table.journal, self._heads, self.signers, len(self.keys), is_done=not loaded
        )
        self._known: tuple[Stop | None, Message | None] = stop, None
        self._next_have = 0.0
        self._greeted: set[bytes] = set()
        self._to_greet: set[bytes] = set()
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
        return _COMPARING if self.stop is None and self._histories.is_open else None

    def awaited(self) -> tuple[int, ...]:
        """Return the places that everybody waits for; for a barrier, those whose heads lack."""
        expected = self.table.expected()
        if self.stop or self.pause or expected is None:
            return ()
        missing = self.table.missing()
        foreign = tuple(place for place in missing if place not in self.signers)
        if foreign or not missing or expected.kind not in REVEALING:
            return foreign or missing
        return self._writing.lacking_heads()

    def behind(self) -> tuple[int, ...]:
        """Return the places of others that have not said that they stand where we do."""
        return self._heads.lacking(self.table.journal, self.signers)

    # links

    def linked(self, peer: bytes) -> None:
        """Greet a peer of this game that a link was made with."""
        if self._ledger.is_broken:
            self.hindrances.tell(peer)
        else:
            self._teller.genesis(peer)
            self._greet(peer)

    def unlinked(self, peer: bytes) -> None:
        """Take note that the link to a peer is gone; others send what it may have lost."""
        self.mesh.forget(peer)
        self._catchup.forget(peer)
        self._hearing.forget(peer, self.port.linked())
        if not self._ledger.is_broken:
            for other in self.port.linked():
                self._teller.have(other)

    def told_links(self, peer: bytes, linked: Iterable[bytes]) -> None:
        """Note with whom of this table a peer is linked; what it lost comes from us now."""
        if self.mesh.told(peer, linked) and not self._ledger.is_broken:
            self._teller.heads(peer)

    def _greet(self, peer: bytes) -> None:
        self._greeted.add(peer)
        self._teller.all(peer)
        self.hindrances.tell(peer)

    def tick(self, now: float) -> None:
        """Do what is due about once a second; `now` in seconds of a monotonic clock."""
        if self._ledger.is_broken:
            self._remind(now)
            return
        self._catchup.second(self.table.journal.step)
        self.hindrances.second()
        self._hearing.second()
        to_greet, self._to_greet, self._greeted = self._to_greet, set(), set()
        for peer in self.port.linked():
            if peer in to_greet:
                self._greet(peer)
            elif now >= self._next_have:
                self._teller.have(peer)
        if now >= self._next_have:
            self._next_have = now + limits.HAVE_SECONDS
            if self.pause:
                self._histories.ask()
        self._ask()
        if not self._hearing.is_done:
            self._finish()  # who is silent for long is not waited for

    def _remind(self, now: float) -> None:
        """Say every few seconds that this peer is there, if only to say what holds it up."""
        if now >= self._next_have:
            self._next_have = now + limits.HAVE_SECONDS
            for peer in self.port.linked():
                self.hindrances.tell(peer)

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
                for signed in entries:
                    self._take(peer, Entry(*signed))
            case Have():
                self._receive_have(peer, incoming)
            case Want(_, step, steps):
                if self._catchup.may_serve(peer):
                    self._teller.steps(peer, step, steps)
            case Head():
                self._receive_head(peer, incoming)
            case Genesis():
                self._greeted_by(peer)
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

    def _greeted_by(self, peer: bytes) -> None:
        """Answer a peer that has just opened the game; once a second."""
        if peer in self._greeted:
            self._to_greet.add(peer)
        else:
            self._greet(peer)

    def _receive_head(self, peer: bytes, head: Head) -> None:
        taken = self._heads.take(head, self.table.journal)
        if taken.rival:
            self._troubles.rival_heads(peer, taken.rival, head)
        if taken.is_new:
            self._ledger.out.heads.append(NewHead(head, peer))

    def _take(self, peer: bytes, entry: Entry) -> None:
        """Add an entry that a peer sent, or deal with what is wrong with it."""
        body = self._ledger.read(entry)
        rival = self._ledger.rival(body, entry)
        if rival:
            self._troubles.prove(peer, "twice", rival, entry)
        if self.stop or self._waits_for_proofs(peer, body, entry):
            return
        try:
            self._ledger.take(body, entry, peer)
        except Unproven:
            self._unproven[body.step, body.place] = Kept(entry, peer)
        except EntryError as error:
            if error.fault == "ahead":
                self._keep(peer, body, entry)
            else:
                self._troubles.refused(peer, entry, error)

    def _waits_for_proofs(self, peer: bytes, body: Body, entry: Entry) -> bool:
        """Tell whether one of its slot is being checked; another one proves a cheat."""
        waiting = self._unproven.get((body.step, body.place))
        if waiting is None:
            return False
        if waiting.entry.body != entry.body:
            self._ledger.check_signature(body, entry)
            self._troubles.prove(peer, "twice", waiting.entry, entry)
        return True

    def _proofs_done(self) -> None:
        """Go on with what waited for proofs: entries of others, and our own."""
        if self._ledger.is_broken:
            return
        self._cases.proofs_done()
        waiting, self._unproven = self._unproven, {}
        for kept in waiting.values():
            with contextlib.suppress(PeerError):  # out of turn by now: nobody's frame any more
                self._take(kept.source, kept.entry)
        self._finish()

    def _keep(self, peer: bytes, body: Body, entry: Entry) -> None:
        """Keep an entry of a step to come; what lies between is asked for."""
        if self._ahead.is_near(body, self.table.journal.step):
            self._ledger.check_signature(body, entry)
            rival = self._ahead.keep(body, entry, peer)
            if rival:
                self._troubles.prove(peer, "twice", rival, entry)
        else:
            self._catchup.note(peer, body.step)

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
        elif self._catchup.may_serve(peer):
            self._teller.have(peer)  # it asks one of us for what it lacks
        self._hearing.said(peer, have)

    def _ask(self) -> None:
        """Ask the peer that is furthest ahead for what we lack."""
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
        """Write what is due; make all that is new durable, then send it, then show it."""
        self._go_on()
        out, self._ledger.out = self._ledger.out, Outbox()
        if self._is_durable(out) and not self._ledger.is_broken:
            self._note_stop(out)
            if any(new.source == OURSELVES for new in out.entries):
                self.hindrances.say("")
            out.send_entries(self.game, self.port, self.mesh)
            # Signing takes a while: the others have the entries by now.
            out.heads += [NewHead(head, OURSELVES) for head in self._writing.sign_heads()]
            out.send_words(self.game, self.port, self.mesh)
            self._ask()
        if self._ledger.is_broken and self.stop:
            self.hindrances.say(self.stop.plugin)
        if out.entries or out.heads or self._known != (self.stop, self.pause):
            self._known = self.stop, self.pause
            self.port.happened(out.done)

    def _go_on(self) -> None:
        """Add what was kept for this step, and write what is due, as long as there is any."""
        self._take_kept()
        self._hearing.listen(self.port.linked())
        while self.may_write and self._writing.due():
            self._take_kept()

    def _take_kept(self) -> None:
        """Add the entries that came too early and are due now; look at what they bring to light."""
        while not self.stop and (due := self._ahead.due(self.table.journal.step)):
            for kept in due:
                # One that is out of turn is nobody's frame any more: it is dropped.
                with contextlib.suppress(PeerError):
                    self._take(kept.source, kept.entry)
        self._troubles.heads()
        self._troubles.due()

    def _note_stop(self, out: Outbox) -> None:
        """Make durable what is proven, and why the game stopped, if that is for good."""
        stop = self.stop
        with contextlib.suppress(Refusal):  # others have it, or it will be found again
            for new in out.cases:
                self.port.keep_evidence(new.case.proof)
            if stop and stop != self._known[0] and stop.lasting:
                self.port.stopped(stop, self._ledger.disputed)

    def _is_durable(self, out: Outbox) -> bool:
        """Put new entries on the disk; if it refuses, the game stops here."""
        if not out.entries:
            return True
        try:
            self.port.persist([(new.body, new.entry) for new in out.entries])
        except Refusal as error:
            self._ledger.break_off(stops.disk_refused(self.table.journal.step, error.message))
            return False
        return True
