"""What a call at a game has brought: made durable in one go, then sent and shown.

Nothing is sent that is not on the disk. If the disk refuses, the game stops here.
"""

from __future__ import annotations

import contextlib
from typing import Protocol

from bastide.core.journal import Body, Entry, Proof
from bastide.core.messages import Message
from bastide.core.table import Done
from bastide.net.errors import Refusal
from bastide.net.sync import stops
from bastide.net.sync.held_up import Hindrances
from bastide.net.sync.ledger import Ledger
from bastide.net.sync.mesh import Mesh
from bastide.net.sync.outbox import OURSELVES, Links, NewHead, Outbox
from bastide.net.sync.stops import Stop
from bastide.net.sync.writing import Writing


class Shell(Links, Protocol):
    """Disk, links and screen of a game. What the disk refuses is a `Refusal`."""

    def persist(self, entries: list[tuple[Body, Entry]]) -> None:
        """Make entries durable, all or none, before returning."""
        ...

    def keep_evidence(self, proof: Proof) -> None:
        """Make a piece of evidence durable."""
        ...

    def drop_evidence(self, proof: Proof) -> None:
        """Forget a piece of evidence that was kept."""
        ...

    def stopped(self, stop: Stop, disputed: Entry | None) -> None:
        """Make durable that the game stopped for good, and the entry that it was disputed for."""
        ...

    def happened(self, done: list[Done]) -> None:
        """Show what was carried out, or that something else has changed."""
        ...


class Delivery:
    """Empties the ledger's `out` at the end of each call."""

    def __init__(
        self, ledger: Ledger, writing: Writing, hindrances: Hindrances, mesh: Mesh, shell: Shell
    ) -> None:
        """Deliver from a ledger to a shell; why the game has stopped already is no news."""
        self._ledger, self._writing, self._hindrances = ledger, writing, hindrances
        self._mesh, self._shell = mesh, shell
        self._game = ledger.table.genesis.game_id
        self._known: tuple[Stop | None, Message | None, bool] = ledger.stop, None, False

    def send(self, pause: Message | None, may_write: bool) -> None:
        """Make durable what is new, send the entries, show it, send the words about it.

        Signing heads takes a while, and a peer that a frame wakes may take our place on the
        processor: neither keeps the entries from the others, or our own screen from the news.
        """
        out, self._ledger.out = self._ledger.out, Outbox()
        goes_out = self._is_durable(out) and not self._ledger.is_broken
        if goes_out:
            self._note_stop(out)
            if any(new.source == OURSELVES for new in out.entries):
                self._hindrances.say("")
            out.send_entries(self._game, self._shell, self._mesh)
        self._show(out, pause, may_write)
        if goes_out and not self._ledger.is_broken:
            out.heads += [NewHead(head, OURSELVES) for head in self._writing.sign_heads()]
            out.send_words(self._game, self._shell, self._mesh)

    def _is_durable(self, out: Outbox) -> bool:
        """Put new entries on the disk; if it refuses, the game stops here."""
        if not out.entries:
            return True
        try:
            self._shell.persist([(new.body, new.entry) for new in out.entries])
        except Refusal as error:
            step = self._ledger.table.journal.step
            self._ledger.break_off(stops.disk_refused(step, error.message))
            return False
        return True

    def _note_stop(self, out: Outbox) -> None:
        """Make durable what is proven, and why the game stopped, if that is for good."""
        stop = self._ledger.stop
        with contextlib.suppress(Refusal):  # others have it, or it will be found again
            for new in out.cases:
                self._shell.keep_evidence(new.case.proof)
                if new.instead_of:
                    self._shell.drop_evidence(new.instead_of)
            if stop and stop != self._known[0] and stop.lasting:
                self._shell.stopped(stop, self._ledger.disputed)

    def _show(self, out: Outbox, pause: Message | None, may_write: bool) -> None:
        """Show what is new, also that something may be written now, or no more.

        If a plugin holds the game up here, say so to the others.
        """
        stop = self._ledger.stop
        if stop:  # perhaps since the moment ago when the caller looked
            pause, may_write = None, False
        if self._ledger.is_broken and stop:
            self._hindrances.say(stop.plugin)
        if out.entries or out.heads or self._known != (stop, pause, may_write):
            self._known = stop, pause, may_write
            self._shell.happened(out.done)
