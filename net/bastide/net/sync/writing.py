"""What this peer writes in a networked game: decisions, and all that is due without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bastide.core.draft import Draft
from bastide.core.encoding import dec, enc
from bastide.core.errors import IllegalAction
from bastide.core.events import Action
from bastide.core.journal import Entry, commitment, entry_id
from bastide.core.payloads import action_payload
from bastide.core.table import EntryError
from bastide.net.errors import PeerError, Refusal, StoreError
from bastide.net.links.messages import Head
from bastide.net.rules_guard import GameError, rules_at_work
from bastide.net.sync import stops
from bastide.net.sync.heads import Heads, Signs
from bastide.net.sync.ledger import PROVEN, Ledger
from bastide.net.sync.outbox import OURSELVES
from bastide.net.veil.desk import Desk

REVEALING = frozenset({"roll", "reveal", "v.strip"})
"""Kinds of entries behind the reveal barrier."""

_DECISIONS = frozenset({"move", "commit"})
"""Kinds of entries that somebody has to decide on."""


class Signer(Signs, Protocol):
    """Signs for one place, and knows what that place must reveal."""

    def payload(self, step: int, kind: str) -> dict[str, object]:
        """Return the payload of a dealer's entry (`join`, `roll`) of this place."""
        ...

    def nonce(self, step: int) -> bytes:
        """Return the randomness of this place's commitment at a step."""
        ...


class Choices(Protocol):
    """What our places have committed to, on the disk."""

    def keep_choice(self, step: int, place: int, choice: bytes) -> None:
        """Make durable what a place has committed to, before the commitment is sent."""
        ...

    def choice(self, step: int, place: int) -> bytes | None:
        """Return what a place has committed to."""
        ...


class Writing:
    """Writes for the places that this peer plays."""

    def __init__(
        self,
        ledger: Ledger,
        heads: Heads,
        signers: Mapping[int, Signer],
        choices: Choices,
        desk: Desk | None,
    ) -> None:
        """Write into a ledger; `signers` are ours, by place; the desk has our proofs."""
        self._desk = desk
        self._ledger, self._heads = ledger, heads
        self._signers, self._choices = signers, choices
        self._table = ledger.table

    def decide(self, draft: Draft) -> None:
        """Add the decisions of a draft, one entry each.

        Raises:
            PeerError: the table has moved on, or a decision is not legal any more.
            StoreError: the disk does not keep what is committed to.
            GameError: a plugin raised.
        """
        place = self._table.place_of(draft.seat)
        for action in draft.actions:
            if self._ledger.stop:
                return
            self._decide(place, draft.seat, action)

    def _decide(self, place: int, seat: int, action: Action) -> None:
        expected = self._table.expected()
        kind = expected.kind if expected and place in self._table.missing() else ""
        try:
            if kind == "move":
                self._put(place, kind, {"m": action_payload(action)})
            elif kind == "commit":
                self._put(place, kind, {"c": self._commitment(place, seat, action)})
            else:
                raise PeerError("The table has moved on: decide again.")
        except (EntryError, IllegalAction) as error:
            raise PeerError("{reason}.", reason=str(error)) from error

    def _commitment(self, place: int, seat: int, action: Action) -> bytes:
        """Return what a place commits to, once the choice is on the disk."""
        table, step = self._table, self._table.journal.step
        with rules_at_work(table.rules, IllegalAction):
            table.rules.check(table.state, action, seat)
        choice = enc(action_payload(action))
        self._choices.keep_choice(step, place, choice)
        nonce = self._signers[place].nonce(step)
        return commitment(table.genesis.game_id, step, place, nonce, dec(choice))

    def due(self) -> bool:
        """Add what our places must write now without a decision; False if there is nothing."""
        expected = self._table.expected()
        if self._ledger.stop or expected is None or expected.kind in _DECISIONS:
            return False
        places = [place for place in self._table.missing() if place in self._signers]
        if not places or (expected.kind in REVEALING and self.behind()):
            return False
        written = [self._put_due(place, expected.kind) for place in places]
        return any(written)

    def behind(self) -> tuple[int, ...]:
        """Return the places of others that have not said that they stand exactly where we do."""
        return self._heads.lacking(self._table.journal, self._signers)

    def _put_due(self, place: int, kind: str) -> bool:
        """Write what is due; False if its proofs are still being made."""
        step = self._table.journal.step
        try:
            payload = self._payload_due(step, place, kind)
            if payload is None:
                return False
            self._put(place, kind, payload)
        except GameError as error:
            self._ledger.break_off(stops.rules_failed(step, error))
        except (EntryError, Refusal) as error:
            self._ledger.halt(stops.own_fault(place, step, str(error).rstrip(".")))
        return True

    def _payload_due(self, step: int, place: int, kind: str) -> dict[str, object] | None:
        if kind in PROVEN:
            return self._desk.payload(step, place) if self._desk else None
        if kind != "reveal":
            return self._signers[place].payload(step, kind)
        choice = self._choices.choice(step - 1, place)
        if choice is None:
            raise StoreError("what it has chosen is not there any more")
        return {"v": dec(choice), "r": self._signers[place].nonce(step - 1)}

    def _put(self, place: int, kind: str, payload: dict[str, object]) -> None:
        """Sign an entry of ours for this step and add it.

        Raises:
            EntryError: the table does not take it.
            GameError: a plugin raised.
        """
        with rules_at_work(self._table.rules):
            body = self._table.body(place, kind, payload)
        entry = Entry(body, self._signers[place].sign("sign-entry", entry_id(body)))
        self._ledger.take(self._ledger.read(entry), entry, OURSELVES)

    def sign_heads(self) -> Sequence[Head]:
        """Return new heads of our places, where they stand somewhere new."""
        journal = self._table.journal
        if not journal.step:
            return []
        signed = [self._heads.sign(n, signer, journal) for n, signer in self._signers.items()]
        return [head for head in signed if head]
