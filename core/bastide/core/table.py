"""One running table: what is due, whose entries are taken, and the game that they make up.

A table takes entries and gives events; it does no I/O and signs nothing. Solo play, hot-seat,
bots, replay and LAN use the same table, with another *dealer*: the local one answers requests at
once, the fair one lets the places write entries (`net`).
A wrong entry is refused with an `EntryError`, and nothing changes.
"""

from __future__ import annotations

from dataclasses import dataclass

from bastide.core.chance import Mark
from bastide.core.course import Course
from bastide.core.dealer import LocalDealer
from bastide.core.errors import IllegalAction
from bastide.core.events import Action
from bastide.core.exchange import Dealer, Done, EntryError, Expected
from bastide.core.journal import (
    Body,
    Entry,
    Journal,
    commitment,
    entry_id,
    make_body,
    parse_body,
)
from bastide.core.payloads import (
    Payload,
    PayloadError,
    read_action,
    read_commit,
    read_move,
    read_reveal,
)
from bastide.core.rules import Rules
from bastide.core.state import State

__all__ = ["Done", "EntryError", "Expected", "Table"]

WRONG_KIND = "an entry of another kind than the one that is due"


@dataclass(slots=True)
class _Mark:
    """Where a local table stood before a step, for take-back."""

    state: State
    chance: Mark
    done: int


class Table(Course):
    """One game in progress, as its entries come.

    Args:
        rules: composed for this genesis.
        journal: fresh; entries are added through `add`.
        dealer: a `LocalDealer` at a local table, else one that writes entries.
        place: whose eyes the state has; None for a spectator, or for all at a local table.
    """

    def __init__(
        self,
        rules: Rules,
        journal: Journal,
        dealer: LocalDealer | Dealer,
        place: int | None = None,
    ) -> None:
        super().__init__(rules, journal, dealer, place)
        self._commits: dict[int, bytes] = {}
        self._checked: tuple[bytes, State] | None = None
        self._digest: tuple[bytes, bytes] = (b"", b"")
        self._marks: list[_Mark] = []

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats (turn order) that have to decide now."""
        expected = self.expected()
        if expected is None or expected.kind not in ("move", "commit"):
            return ()
        places = [place for place in expected.places if place not in self.journal.pending]
        return tuple(sorted(self.seat_of(place) for place in places))

    @property
    def state_digest(self) -> bytes:
        """The digest of the public state before the current step."""
        if self._digest[0] != self.journal.prev:
            self._digest = (self.journal.prev, self.digest_of(self.state))
        return self._digest[1]

    def digest_of(self, s: State) -> bytes:
        """Return the digest of a public state that follows from this one without the dealer."""
        dealt = b"" if isinstance(self.dealer, LocalDealer) else self.dealer.progress()
        return self.rules.digest(s, dealt)

    # what is due

    def expected(self) -> Expected | None:
        """Return what the current step waits for; None when the game is over."""
        step, s = self.journal.step, self.state
        everybody = tuple(range(s.seats))
        if self.accused:
            return None
        if not isinstance(self.dealer, LocalDealer):
            due = self.dealer.expects(step)
            if due:
                return due
        if s.over:
            return None
        if self.rules.together(s) and not self.genesis.local:
            return Expected(step, "reveal" if self._commits else "commit", everybody)
        return Expected(step, "move", (self.place_of(s.seat),))

    def missing(self) -> tuple[int, ...]:
        """Return the places whose entry for the current step is not there yet."""
        expected = self.expected()
        if expected is None:
            return ()
        return tuple(place for place in expected.places if place not in self.journal.pending)

    # writing

    def body(self, place: int, kind: str, payload: Payload) -> bytes:
        """Return the body of an entry for the current step."""
        journal, game_id = self.journal, self.genesis.game_id
        return make_body(
            Body(game_id, journal.step, place, journal.prev, self.state_digest, kind, payload)
        )

    # reading

    def check(self, data: bytes) -> Body:
        """Check an entry's body against history, state, dealer and rules.

        Raises:
            EntryError: it cannot be taken; `fault` says why.
            JournalError: the bytes are no entry.
        """
        body = parse_body(data)
        self.check_slot(body)
        self.check_content(data, body)
        return body

    def check_slot(self, body: Body) -> None:
        """Check what needs no signature: game, step, place, slot. Cheap."""
        place, step = body.place, body.step
        if body.game_id != self.genesis.game_id:
            raise EntryError("fork", "the entry belongs to another game", body)
        if step < self.journal.step:
            raise EntryError("late", f"step {step} is complete already", body)
        if step > self.journal.step:
            raise EntryError("ahead", f"step {step} is not due yet", body)
        expected = self.expected()
        if expected is None:
            raise EntryError("unexpected", "the game is over", body)
        if place not in expected.places:
            raise EntryError("unexpected", f"seat {place + 1} has nothing to do now", body)
        if place in self.journal.pending:
            raise EntryError("late", f"seat {place + 1} has acted in this step already", body)

    def check_content(self, data: bytes, body: Body) -> None:
        """Check what a signature vouches for: chain, state, payload, rules."""
        if body.prev != self.journal.prev:
            raise EntryError("fork", "the entry continues another history", body)
        if body.state != self.state_digest:
            raise EntryError("desync", "the same history led to another position there", body)
        expected = self.expected()
        if expected is None or body.kind != expected.kind:
            raise EntryError("invalid", WRONG_KIND, body)
        try:
            self._check_payload(data, body)
        except PayloadError as error:
            raise EntryError("invalid", str(error), body) from error
        except IllegalAction as error:
            raise EntryError("illegal", str(error), body) from error

    def _check_payload(self, data: bytes, body: Body) -> None:
        if body.kind == "move":
            action = read_move(body.payload)
            self._checked = (entry_id(data), self.rules.check(self.state, action))
        elif body.kind == "commit":
            read_commit(body.payload)
        elif body.kind == "reveal":
            self._check_reveal(body)
        elif not isinstance(self.dealer, LocalDealer):
            self.dealer.check(body.step, body.place, body.kind, body.payload)

    def _check_reveal(self, body: Body) -> None:
        value, nonce = read_reveal(body.payload)
        said = commitment(body.game_id, body.step - 1, body.place, nonce, value)
        if said != self._commits[body.place]:
            raise PayloadError("the revealed choice is not the one that was committed to")
        self.rules.check(self.state, read_action(value), self.seat_of(body.place))

    def add(self, entry: Entry) -> list[Done]:
        """Take a checked entry; return what was done if it completed its step."""
        body = parse_body(entry.body)
        self.journal.add(body.place, entry)
        expected = self.expected()
        if expected is None or self.missing():
            return []
        first = len(self.done)
        self._complete(expected)
        return self.done[first:]

    def _complete(self, expected: Expected) -> None:
        """Fold a complete step into the state."""
        pending, prev = self.journal.pending, self.journal.prev
        payloads = {place: parse_body(entry.body).payload for place, entry in pending.items()}
        self._mark()
        self.journal.close_step()
        if expected.kind == "move":
            [(place, payload)] = payloads.items()
            self._move(read_move(payload), entry_id(pending[place].body))
        elif expected.kind == "commit":
            self._commits = {place: read_commit(payload) for place, payload in payloads.items()}
        elif expected.kind == "reveal":
            self._reveal({place: read_reveal(each)[0] for place, each in payloads.items()})
        elif not isinstance(self.dealer, LocalDealer):
            answers = self.dealer.complete(expected.step, prev, payloads)
            if answers is not None:
                self._answer(answers)
            self._settle([])

    def _move(self, action: Action, id: bytes) -> None:
        """Play the one move of a step; what was checked last need not be checked again."""
        checked, self._checked = self._checked, None
        if checked and checked[0] == id:
            self._play(checked[1], action)
        else:
            self._play(self.rules.check(self.state, action), action)

    def _reveal(self, values: dict[int, object]) -> None:
        """Play what all places have revealed."""
        self._commits = {}
        self._play_together(
            sorted((self.seat_of(place), read_action(value)) for place, value in values.items())
        )

    # taking back, at a local table

    def _mark(self) -> None:
        if isinstance(self.dealer, LocalDealer):
            self._marks.append(_Mark(self.state, self.dealer.rng.mark(), len(self.done)))

    def rewind(self, step: int) -> list[Entry]:
        """Go back to before a step of a local table; return the entries that were dropped."""
        if not isinstance(self.dealer, LocalDealer):
            raise ValueError("what was sent cannot be taken back")
        if step >= self.journal.step:
            return []
        mark = self._marks[step]
        self.state, self._checked, self._turn = mark.state, None, mark.state.turn
        self.dealer.rng.reset(mark.chance)
        del self.done[mark.done :], self._marks[step:]
        self._dealt = [dealt for dealt in self._dealt if dealt < step]
        return self.journal.truncate(step)

    def has_dealt_since(self, step: int) -> bool:
        """Tell whether a step of a local table or a later one made its dealer answer."""
        return bool(self._dealt) and self._dealt[-1] >= step
