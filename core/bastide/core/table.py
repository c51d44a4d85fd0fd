"""One running table: rules, journal, who sits where, and the draft of the seat that is thinking.

A table takes entries and gives events; it does no I/O and signs nothing. Solo play, hot-seat,
bots, replay and LAN use the same table, with another *dealer*: the local one answers requests at
once, the fair one lets the places write entries (`net`).

Before it takes an entry the table checks, cheapest first: step, place, chain, state, kind and
payload, and last the rules. What is wrong is said by `EntryError.fault`:

    late        the step is complete, or the slot is taken
    ahead       a later step
    unexpected  this place or this kind is not due
    fork        another history: `prev` differs
    desync      same history, another state: the rules differ
    invalid     signed nonsense: payload, commitment, dealer value
    illegal     the rules refuse the move
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from bastide.core.chance import Answer
from bastide.core.dealer import LocalDealer
from bastide.core.encoding import EncodingError, enc
from bastide.core.events import Action, Event, Plain
from bastide.core.journal import (
    Body,
    Entry,
    Genesis,
    Journal,
    commitment,
    entry_id,
    make_body,
    parse_body,
    step_digest,
)
from bastide.core.messages import Message
from bastide.core.rules import IllegalAction, Rules
from bastide.core.state import PUBLIC, State

MAX_MOVE = 16 * 1024
Fault = Literal["late", "ahead", "unexpected", "fork", "desync", "invalid", "illegal"]


class EntryError(ValueError):
    """An entry that the table does not take, and why."""

    def __init__(self, fault: Fault, reason: str, body: Body) -> None:
        super().__init__(reason)
        self.fault, self.reason, self.body = fault, reason, body


class PayloadError(ValueError):
    """A payload that is not what its kind requires."""


class Expected(NamedTuple):
    """What the current step waits for: one entry of this kind by each of these places."""

    step: int
    kind: str
    places: tuple[int, ...]


class Dealer(Protocol):
    """Answers requests with the help of entries that the places write."""

    def expects(self, step: int, s: State) -> str:
        """Return the kind of entry that every place must write now, or "" for none."""
        ...

    def check(self, step: int, place: int, kind: str, payload: dict[str, Any]) -> None:
        """Raise `PayloadError` if an entry of the dealer's is not what this place must write."""
        ...

    def complete(
        self, step: int, prev: bytes, payloads: dict[int, dict[str, Any]], s: State
    ) -> tuple[Answer, ...] | None:
        """Take a complete step of the dealer's; return the answers, if it brings any."""
        ...


class Done(NamedTuple):
    """One entry or answer as it was carried out: what screens and logs read.

    `seat` (turn order) and `action` are those of a move, else -1 and None.
    """

    step: int
    seat: int
    action: Action | None
    events: tuple[Event, ...]


@dataclass(slots=True)
class _Mark:
    """Where a local table stood before a step, for take-back."""

    state: State
    chance: Any
    done: int


class Table:
    """One game in progress.

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
        self.rules, self.journal, self.dealer = rules, journal, dealer
        self.place = place
        self.done: list[Done] = []
        self._commits: dict[int, bytes] = {}
        self._checked: tuple[bytes, State] | None = None
        self._digest: tuple[bytes, bytes] = (b"", b"")
        self._marks: list[_Mark] = []
        self.state = rules.new() if self.genesis.local else rules.new(PUBLIC)
        self._settle(-1, None)

    @property
    def genesis(self) -> Genesis:
        """What all players signed."""
        return self.journal.genesis

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def names(self) -> tuple[str, ...]:
        """The display names in turn order."""
        return tuple(self.genesis.seats[place].name for place in self.state.seating)

    def seat_of(self, place: int) -> int:
        """Return the seat (turn order) of a place."""
        return self.state.seating.index(place)

    def place_of(self, seat: int) -> int:
        """Return the place of a seat (turn order)."""
        return self.state.seating[seat]

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
            self._digest = (self.journal.prev, self.rules.digest(self.state))
        return self._digest[1]

    # what is due

    def expected(self) -> Expected | None:
        """Return what the current step waits for; None when the game is over."""
        step, s = self.journal.step, self.state
        everybody = tuple(range(s.seats))
        if not isinstance(self.dealer, LocalDealer):
            kind = self.dealer.expects(step, s)
            if kind:
                return Expected(step, kind, everybody)
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

    def body(self, place: int, kind: str, payload: dict[str, Any]) -> bytes:
        """Return the body of an entry for the current step."""
        return make_body(
            Body(
                self.genesis.game_id,
                self.journal.step,
                place,
                self.journal.prev,
                self.state_digest,
                kind,
                payload,
            )
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
        """Check what needs no signature: game, step, place, kind. Cheap."""
        if body.game_id != self.genesis.game_id:
            raise EntryError("fork", "the entry belongs to another game", body)
        expected = self.expected()
        if body.step < self.journal.step:
            raise EntryError("late", f"step {body.step} is complete already", body)
        if body.step > self.journal.step:
            raise EntryError("ahead", f"step {body.step} is not due yet", body)
        if expected is None:
            raise EntryError("unexpected", "the game is over", body)
        if body.place not in expected.places:
            raise EntryError("unexpected", f"seat {body.place + 1} has nothing to do now", body)
        if body.place in self.journal.pending:
            raise EntryError("late", f"seat {body.place + 1} has acted in this step already", body)

    def check_content(self, data: bytes, body: Body) -> None:
        """Check what a signature vouches for: chain, state, payload, rules."""
        if body.prev != self.journal.prev:
            raise EntryError("fork", "the entry continues another history", body)
        if body.state != self.state_digest:
            raise EntryError("desync", "the same history led to another position there", body)
        expected = self.expected()
        if expected is None or body.kind != expected.kind:
            due = expected.kind if expected else "nothing"
            raise EntryError("invalid", f"a {body.kind} where a {due} is due", body)
        try:
            self._check_payload(data, body)
        except PayloadError as error:
            raise EntryError("invalid", str(error), body) from error
        except IllegalAction as error:
            raise EntryError("illegal", str(error), body) from error

    def _check_payload(self, data: bytes, body: Body) -> None:
        if body.kind == "move":
            action = _action(body.payload, "m")
            self._checked = (entry_id(data), self.rules.check(self.state, action))
        elif body.kind == "commit":
            binary_fields(body.payload, {"c": 32})
        elif body.kind == "reveal":
            self._check_reveal(body)
        elif not isinstance(self.dealer, LocalDealer):
            self.dealer.check(body.step, body.place, body.kind, body.payload)

    def _check_reveal(self, body: Body) -> None:
        value, nonce = body.payload.get("v"), body.payload.get("r")
        if set(body.payload) != {"v", "r"} or not isinstance(nonce, bytes) or len(nonce) != 32:
            raise PayloadError("a reveal needs a value and a nonce of 32 bytes")
        said = commitment(body.game_id, body.step - 1, body.place, nonce, value)
        if said != self._commits[body.place]:
            raise PayloadError("the revealed choice is not the one that was committed to")
        self.rules.check(self.state, _action(body.payload, "v"), self.seat_of(body.place))

    def add(self, entry: Entry) -> list[Done]:
        """Take a checked entry; return what was done if it completed its step."""
        body = parse_body(entry.body)
        self.journal.add(body.place, entry)
        expected = self.expected()
        if expected is None or any(p not in self.journal.pending for p in expected.places):
            return []
        first = len(self.done)
        self._complete(expected, entry)
        return self.done[first:]

    def _complete(self, expected: Expected, last: Entry) -> None:
        """Fold a complete step into the state."""
        payloads = {p: parse_body(e.body).payload for p, e in self.journal.pending.items()}
        prev = self.journal.prev
        self._mark()
        self.journal.close_step()
        if expected.kind == "move":
            self._move(expected.places[0], payloads, entry_id(last.body))
        elif expected.kind == "commit":
            self._commits = {place: payload["c"] for place, payload in payloads.items()}
        elif expected.kind == "reveal":
            self._reveal(payloads)
        elif not isinstance(self.dealer, LocalDealer):
            answers = self.dealer.complete(expected.step, prev, payloads, self.state)
            if answers is not None:
                self.rules.answer(self.state, answers)
            self._settle(-1, None)

    def _move(self, place: int, payloads: dict[int, dict[str, Any]], id: bytes) -> None:
        seat, action = self.state.seat, _action(payloads[place], "m")
        if self._checked and self._checked[0] == id:
            self.state = self._checked[1]
        else:
            self.state = self.rules.check(self.state, action)
        self._checked = None
        self.rules.apply(self.state, action)
        self._settle(seat, action)

    def _reveal(self, payloads: dict[int, dict[str, Any]]) -> None:
        self._commits = {}
        self.state = self.state.clone()
        by_seat = sorted((self.seat_of(p), _action(v, "v")) for p, v in payloads.items())
        for seat, action in by_seat:
            self.rules.apply(self.state, action, seat)
        self._settle(-1, None)

    def _settle(self, seat: int, action: Action | None) -> None:
        """Let a local dealer answer, then note what was done."""
        s = self.state
        if isinstance(self.dealer, LocalDealer):
            while s.waiting:
                self.rules.answer(s, self.dealer.answer(s))
        elif self.place is not None and s.phase and not s.waiting:
            s.eyes = self.seat_of(self.place)
        events, s.events = tuple(s.events), []
        if action is not None or events:
            self.done.append(Done(self.journal.step - 1, seat, action, events))

    # taking back, at a local table

    def _mark(self) -> None:
        if isinstance(self.dealer, LocalDealer):
            self._marks.append(_Mark(self.state, self.dealer.rng.mark(), len(self.done)))
            self.state = self.state.clone()

    def rewind(self, step: int) -> list[Entry]:
        """Go back to before a step of a local table; return the entries that were dropped."""
        if not isinstance(self.dealer, LocalDealer):
            raise ValueError("what was sent cannot be taken back")
        if step >= self.journal.step:
            return []
        mark = self._marks[step]
        self.state, self._checked = mark.state, None
        self.dealer.rng.reset(mark.chance)
        del self.done[mark.done :], self._marks[step:]
        return self.journal.truncate(step)

    def state_before(self, step: int) -> State:
        """Return the state before a step of a local table; not to be changed."""
        return self._marks[step].state if step < len(self._marks) else self.state


@dataclass(slots=True)
class Draft:
    """The decisions of one seat that are not signed yet, played on clones.

    It grows until the seat confirms, the dealer is needed, or another seat is to decide.
    """

    table: Table
    seat: int
    actions: list[Action] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    redo: list[Action] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The position after the decisions so far."""
        return self.states[-1] if self.states else self.table.state

    @property
    def open(self) -> bool:
        """Whether this seat has another decision before the turn can be sent."""
        s = self.state
        if self.table.rules.together(s):
            return not self.actions and self.seat not in s.sealed
        return not s.over and not s.waiting and s.seat == self.seat and bool(self.legal())

    def legal(self) -> list[Action]:
        """Return what the seat may choose next."""
        s = self.state
        if self.actions and (s.turn != self.table.state.turn or s.over or s.waiting):
            return []
        return self.table.rules.legal_for(s, self.seat)

    def choose(self, action: Action) -> State:
        """Add a decision; return the position after it.

        Raises:
            IllegalAction: the rules do not accept it.
        """
        state = self._after(action)
        self.actions.append(action)
        self.states.append(state)
        self.redo.clear()
        return state

    def _after(self, action: Action) -> State:
        rules, s = self.table.rules, self.state
        if rules.together(s):
            rules.check(s, action, self.seat)
            return s.clone()
        if s.seat != self.seat:
            raise IllegalAction(action, Message("it is another seat's decision"))
        return rules.step(s, action)

    def undo(self) -> bool:
        """Drop the last decision; False if there is none."""
        if not self.actions:
            return False
        self.redo.append(self.actions.pop())
        self.states.pop()
        return True

    def again(self) -> bool:
        """Choose once more what was undone last; False if there is nothing."""
        if not self.redo:
            return False
        later = self.redo[:-1]
        self.choose(self.redo[-1])
        self.redo[:] = later
        return True

    def bodies(self) -> list[bytes]:
        """Return the entries' bodies, one a decision, each continuing the one before."""
        table, out = self.table, []
        place = table.place_of(self.seat)
        step, prev, before = table.journal.step, table.journal.prev, table.state
        for action, after in zip(self.actions, self.states, strict=True):
            digest = table.rules.digest(before)
            payload = {"m": action_payload(action)}
            body = make_body(
                Body(table.genesis.game_id, step, place, prev, digest, "move", payload)
            )
            out.append(body)
            prev = step_digest(table.genesis.game_id, step, prev, [entry_id(body)])
            step, before = step + 1, after
        return out


def action_payload(action: Action) -> list[object]:
    """Return an action as it stands in an entry."""
    return [action.kind, action.data, action.claims]


def _action(payload: dict[str, Any], key: str) -> Action:
    """Return the action that a payload holds.

    Raises:
        PayloadError: it does not have the form of one.
    """
    value = payload.get(key)
    if key == "m" and set(payload) != {"m"}:
        raise PayloadError("a move has one field")
    if not isinstance(value, list) or len(value) != 3 or not isinstance(value[0], str):
        raise PayloadError("a move that is no action")
    if not isinstance(value[1], list) or not isinstance(value[2], list):
        raise PayloadError("a move that is no action")
    try:
        if len(enc(value)) > MAX_MOVE:
            raise PayloadError(f"a move of more than {MAX_MOVE} bytes")
    except EncodingError as error:
        raise PayloadError(str(error)) from error
    claims = tuple(_claim(claim) for claim in value[2])
    return Action(value[0], _tuples(value[1]), claims)


def _claim(claim: object) -> tuple[int, Plain]:
    if not isinstance(claim, list) or len(claim) != 2 or type(claim[0]) is not int:
        raise PayloadError("a claim that names no card")
    return claim[0], _tuples(claim[1])


def _tuples(value: Any) -> Any:
    if isinstance(value, dict):
        raise PayloadError("a map inside a move")
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def binary_fields(payload: dict[str, Any], fields: dict[str, int]) -> None:
    """Check that a payload has exactly these binary fields of these lengths."""
    if set(payload) != set(fields):
        raise PayloadError("wrong fields in a payload")
    for name, length in fields.items():
        if not isinstance(payload[name], bytes) or len(payload[name]) != length:
            raise PayloadError(f"a field that is not {length} bytes")
