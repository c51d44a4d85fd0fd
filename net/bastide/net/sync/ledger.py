"""The journal of a networked game as it grows here, and why it goes no further.

Entries are checked and folded in memory; what is new waits in `out` until it is durable. Once
`stop` is set nothing is added any more. After a plugin has raised, or the disk has refused, memory
and disk may differ: the ledger is broken then, and nothing of it is told to anybody; only that a
plugin holds this peer up (`held_up`).
"""

from __future__ import annotations

from collections.abc import Callable

from bastide.core.journal import MAX_STEPS, Body, Entry, JournalError, entry_id, parse_body
from bastide.core.table import Table
from bastide.net import limits
from bastide.net.dealing.fair import FairDealer
from bastide.net.errors import MALFORMED, SIGNATURE, PeerError
from bastide.net.identity import verify
from bastide.net.rules_guard import GameError, rules_at_work
from bastide.net.sync import stops
from bastide.net.sync.evidence import accusation, entry_at
from bastide.net.sync.outbox import OURSELVES, NewEntry, Outbox
from bastide.net.sync.stops import Stop


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
        aside: of each place the first entry that was signed and could not be folded, or the one
            that the game stopped at.
        is_broken: memory and disk may differ.
        is_checked: tells whether the proofs of an entry have a verdict, and sees to it.
    """

    def __init__(self, table: Table, stop: Stop | None, disputed: Entry | None) -> None:
        """Go on with a table, which may have stopped before."""
        self.is_checked: Callable[[Body], bool] = lambda body: True
        self.table, self.stop, self.disputed = table, stop, disputed
        self.aside: dict[int, Entry] = {}
        self.is_broken = False
        self.out = Outbox()
        self._bytes = sum(_size(entry) for step in table.journal.steps for entry in step)

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The identities of the places."""
        return tuple(seat.identity for seat in self.table.genesis.seats)

    def name(self, place: int) -> str:
        """Return the display name of a place."""
        return self.table.genesis.names[place]

    def take(self, body: Body, entry: Entry, source: bytes) -> None:
        """Check one entry, which says `body`, cheapest first, and add it.

        Raises:
            PeerError: its signature does not hold.
            EntryError: the table does not take it. Its signature has been checked, unless `fault`
                is "late", "ahead" or "unexpected".
            Unproven: it can be taken when its proofs have been checked.
        """
        table = self.table
        try:
            with rules_at_work(table.rules, Unproven):
                table.check_slot(body)
                if source != OURSELVES:
                    self.check_signature(body, entry)
                    self.check_proofs(body)
                table.check_content(entry.body, body)
                done = table.add(entry)
        except GameError as error:
            self.break_off(stops.rules_failed(body.step, error))
            return
        self.out.entries.append(NewEntry(body, entry, source))
        self.out.done += done
        if table.journal.step > body.step:
            self._bytes += sum(map(_size, table.journal.steps[-1]))
            self.check_limits()

    def check_proofs(self, body: Body) -> None:
        """Have the proofs of an entry checked, unless something plainer is wrong with it.

        Raises:
            Unproven: they are being checked.
        """
        table, expected = self.table, self.table.expected()
        due = expected is not None and body.kind == expected.kind and body.kind in PROVEN
        ours = body.prev == table.journal.prev and body.state == table.state_digest
        if due and ours and not self.is_checked(body):
            raise Unproven(body)

    def read(self, entry: Entry) -> Body:
        """Return what an entry says, if it could belong to this game at all.

        Raises:
            PeerError: malformed, or of another game.
        """
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

    def holds(self, body: Body, entry: Entry) -> bool:
        """Tell whether just this entry is in the journal, or put aside."""
        journal, aside = self.table.journal, self.aside.get(body.place)
        if aside and aside.body == entry.body:
            return True
        if body.step < journal.step:
            return any(known.body == entry.body for known in journal.steps[body.step])
        known = journal.pending.get(body.place)
        return known is not None and known.body == entry.body

    def rival(self, body: Body, entry: Entry) -> Entry | None:
        """Return another entry that the same seat signed for the same slot, if one is here."""
        journal, rivals = self.table.journal, [self.aside.get(body.place)]
        if body.step <= journal.step:
            rivals.append(entry_at(journal, body.step, body.place))
        for known in rivals:
            if known and known.body != entry.body and _slot(known) == (body.step, body.place):
                return known
        return None

    def set_aside(self, entry: Entry) -> bool:
        """Remember a signed entry that could not be folded; False if one of its seat was there."""
        place = parse_body(entry.body).place
        return self.aside.setdefault(place, entry) is entry

    def halt(self, stop: Stop, disputed: Entry | None = None) -> None:
        """Add nothing any more; the first reason counts."""
        if self.stop is None:
            self.stop, self.disputed = stop, disputed

    def convict(self, stop: Stop) -> None:
        """Add nothing any more, because of what is proven: that counts before other reasons."""
        if not self.is_broken and self.stop != stop:
            self.stop = stop

    def break_off(self, stop: Stop) -> None:
        """Add nothing any more, and tell nobody anything."""
        self.halt(stop)
        self.is_broken = True

    def check_limits(self) -> None:
        """Stop a game that is too long, proves a lie, or asks for chance that cannot be had."""
        table = self.table
        step = table.journal.step
        if finding := accusation(table):
            self.halt(stops.proven(finding))
        if step >= MAX_STEPS or self._bytes >= limits.GAME_BYTES:
            self.halt(stops.too_long(step))
        if isinstance(table.dealer, FairDealer):
            fault = table.dealer.fault(table.state)
            if fault:
                self.halt(stops.no_chance(step, fault))


def _size(entry: Entry) -> int:
    return len(entry.body) + len(entry.signature)


PROVEN = frozenset({"v.shuffle", "v.mask", "v.strip", "v.rehand"})
"""Kinds of entries that bring proofs."""


def _slot(entry: Entry) -> tuple[int, int]:
    body = parse_body(entry.body)
    return body.step, body.place
