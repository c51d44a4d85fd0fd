"""The journal of a networked game as it grows here, and why it goes no further.

Entries are checked and folded in memory; what is new waits in `out` until it is durable. Once
`stop` is set nothing is added any more. After a plugin has raised, or the disk has refused, memory
and disk may differ: the ledger is broken then, and nothing of it is told to anybody.
"""

from __future__ import annotations

from collections.abc import Callable

from bastide.core.journal import Body, Entry, JournalError, entry_id, parse_body
from bastide.core.table import Table
from bastide.net import limits, stops
from bastide.net.errors import MALFORMED, SIGNATURE, PeerError
from bastide.net.fair import FairDealer
from bastide.net.identity import verify
from bastide.net.outbox import OURSELVES, NewEntry, Outbox
from bastide.net.rules_guard import GameError, rules_at_work
from bastide.net.stops import Stop


class Unproven(Exception):
    """An entry that is due and signed, and whose proofs have no verdict yet."""

    def __init__(self, body: Body) -> None:
        super().__init__("its proofs are being checked")
        self.body = body


class Ledger:
    """One journal with its table.

    Attributes:
        table: the fold of all entries.
        out: what is new since it was last made durable.
        stop: why nothing is added any more, or None.
        disputed: the signed entry that it stopped at, if that was the reason.
        is_broken: memory and disk may differ.
        is_checked: tells whether the proofs of an entry have a verdict, and sees to it.
    """

    def __init__(self, table: Table, stop: Stop | None, disputed: Entry | None) -> None:
        """Go on with a table, which may have stopped before."""
        self.is_checked: Callable[[Body], bool] = lambda body: True
        self.table, self.stop, self.disputed = table, stop, disputed
        self.is_broken = False
        self.out = Outbox()
        self._bytes = sum(_size(entry) for step in table.journal.steps for entry in step)

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The identities of the places."""
        return tuple(seat.identity for seat in self.table.genesis.seats)

    def name(self, place: int) -> str:
        """Return the display name of a place."""
        return self.table.genesis.seats[place].name

    def take(self, entry: Entry, source: bytes) -> None:
        """Check one entry, cheapest first, and add it.

        Raises:
            PeerError: malformed, of another game, or its signature does not hold.
            EntryError: the table does not take it. Only where `fault` is one of `SIGNED` has its
                signature been checked.
            Unproven: it can be taken when its proofs have been checked.
        """
        body = self._read(entry)
        table = self.table
        try:
            with rules_at_work(table.genesis.game, Unproven):
                table.check_slot(body)
                if source != OURSELVES:
                    self.check_signature(body, entry)
                    self._check_proofs(body)
                table.check_content(entry.body, body)
                done = table.add(entry)
        except GameError as error:
            self.break_off(stops.rules_failed(body.step, error.message))
            return
        self.out.entries.append(NewEntry(body, entry, source))
        self.out.done += done
        if table.journal.step > body.step:
            self._bytes += sum(map(_size, table.journal.steps[-1]))
            self.check_limits()

    def _check_proofs(self, body: Body) -> None:
        """Have the proofs of an entry checked, unless something plainer is wrong with it."""
        table, expected = self.table, self.table.expected()
        due = expected is not None and body.kind == expected.kind and body.kind in PROVEN
        ours = body.prev == table.journal.prev and body.state == table.state_digest
        if due and ours and not self.is_checked(body):
            raise Unproven(body)

    def _read(self, entry: Entry) -> Body:
        """Return what an entry says, if it could belong to this game at all."""
        try:
            body = parse_body(entry.body)
        except JournalError as error:
            raise PeerError("A malformed entry came.", code=MALFORMED) from error
        if body.game_id != self.table.genesis.game_id:
            raise PeerError("An entry of another game came.", code=MALFORMED)
        if body.place >= len(self.keys):
            raise PeerError("An entry came for a seat that is not there.", code=MALFORMED)
        return body

    def check_signature(self, body: Body, entry: Entry) -> None:
        """Check who signed an entry.

        Raises:
            PeerError: it was not the seat that it names; the sender of the frame is to blame.
        """
        if not verify(self.keys[body.place], "sign-entry", entry_id(entry.body), entry.signature):
            raise PeerError(
                "An entry came whose signature is not that of seat {seat}.",
                code=SIGNATURE,
                seat=body.place + 1,
            )

    def contradicts(self, body: Body, entry: Entry) -> bool:
        """Tell whether a slot holds another entry than this one, signed by the same seat.

        Raises:
            PeerError: the signature does not hold.
        """
        known = self._entry_at(body.step, body.place)
        if known is None or known.body == entry.body:
            return False
        self.check_signature(body, entry)
        return True

    def _entry_at(self, step: int, place: int) -> Entry | None:
        journal = self.table.journal
        if step == journal.step:
            return journal.pending.get(place)
        return next((e for e in journal.steps[step] if parse_body(e.body).place == place), None)

    def halt(self, stop: Stop, disputed: Entry | None = None) -> None:
        """Add nothing any more; the first reason counts."""
        if self.stop is None:
            self.stop, self.disputed = stop, disputed

    def break_off(self, stop: Stop) -> None:
        """Add nothing any more, and tell nobody anything."""
        self.halt(stop)
        self.is_broken = True

    def check_limits(self) -> None:
        """Stop a game that is too long, in which a seat was found out, or without chance."""
        table = self.table
        step = table.journal.step
        if step >= limits.STEPS or self._bytes >= limits.GAME_BYTES:
            self.halt(stops.too_long(step))
        if table.accused:
            place = table.place_of(table.accused.seat)
            self.halt(stops.false_claim(self.name(place), place, step, table.accused.why))
        if isinstance(table.dealer, FairDealer):
            fault = table.dealer.fault(table.state)
            if fault:
                self.halt(stops.no_chance(step, fault))


def _size(entry: Entry) -> int:
    return len(entry.body) + len(entry.signature)


PROVEN = frozenset({"v.shuffle", "v.mask", "v.strip", "v.rehand"})
"""Kinds of entries that bring proofs."""

SIGNED = frozenset({"fork", "desync", "invalid", "illegal"})
"""Faults of entries that are found after the signature has been checked."""
