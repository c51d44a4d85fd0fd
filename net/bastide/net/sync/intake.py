"""The entries of others: added, put aside until they can be, or handed on as trouble."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from bastide.core.journal import Body, Entry
from bastide.core.table import EntryError
from bastide.net.errors import PeerError
from bastide.net.sync.ahead import Ahead, Kept
from bastide.net.sync.catchup import CatchUp
from bastide.net.sync.ledger import Ledger, Unproven
from bastide.net.sync.troubles import Troubles


class Intake:
    """Takes the entries that peers send into the ledger of one game."""

    def __init__(self, ledger: Ledger, troubles: Troubles, catchup: CatchUp) -> None:
        """Begin with nothing put aside; `catchup` hears of entries that are far ahead."""
        self._ledger, self._troubles, self._catchup = ledger, troubles, catchup
        self._unproven: dict[tuple[int, int], Kept] = {}
        self._ahead = Ahead()

    @property
    def is_checking(self) -> bool:
        """Whether entries wait for their proofs to be checked."""
        return bool(self._unproven)

    def take(self, peer: bytes, entry: Entry) -> None:
        """Add an entry that a peer sent, or deal with what is wrong with it.

        Raises:
            PeerError: nobody has signed it, or it came out of turn.
        """
        body = self._ledger.read(entry)
        if self._ledger.holds(body, entry) or self._ahead.holds(body, entry):
            return  # nothing of it needs to be checked again
        rival = self._ledger.rival(body, entry)
        if rival:
            self._troubles.signed_twice(peer, body, rival, entry)
        if self._ledger.stop or self._waits_for_proofs(peer, body, entry):
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
            self._troubles.signed_twice(peer, body, waiting.entry, entry)
        return True

    def _keep(self, peer: bytes, body: Body, entry: Entry) -> None:
        """Keep an entry of a step to come; what lies between is asked for."""
        if self._ahead.is_near(body, self._ledger.table.journal.step):
            self._ledger.check_signature(body, entry)
            rival = self._ahead.keep(body, entry, peer)
            if rival:
                self._troubles.prove(peer, "twice", rival, entry)
        else:
            self._catchup.note(peer, body.step)

    def take_proven(self) -> None:
        """Take again what waited for its proofs; those of some have a verdict now."""
        waiting, self._unproven = self._unproven, {}
        self._take_again(waiting.values())

    def take_kept(self) -> None:
        """Add the entries that came too early and are due now."""
        while not self._ledger.stop and (due := self._ahead.due(self._ledger.table.journal.step)):
            self._take_again(due)

    def _take_again(self, entries: Iterable[Kept]) -> None:
        for kept in entries:
            # One that is out of turn by now is nobody's frame any more: it is dropped.
            with contextlib.suppress(PeerError):
                self.take(kept.source, kept.entry)
