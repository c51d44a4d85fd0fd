"""Tables for tests: signatures that need no cryptography, and a dealer for several tables.

`Tables` plays one game on the table of each place, as peers would: every entry is checked and
added everywhere. Its dealer is fair in form only: every place writes a `join`, and a `roll` for
whatever is asked; answers come from a position that knows all and are cut to the eyes of a place.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bastide.core.chance import Answer
from bastide.core.dealer import LocalDealer
from bastide.core.draft import Draft
from bastide.core.encoding import enc, tagged_hash
from bastide.core.events import Action
from bastide.core.exchange import Expected
from bastide.core.journal import (
    Entry,
    Genesis,
    Journal,
    Seat,
    commitment,
    entry_id,
    make_genesis,
)
from bastide.core.payloads import Payload, action_payload, binary_fields
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.table import Done, Table

NAMES = ("Ada", "Blaise", "Carl", "Dora", "Emmy", "Felix")
NONCE = b"n" * 32


def key_of(place: int) -> bytes:
    return bytes([place + 1]) * 32


def sign(key: bytes, purpose: str, data: bytes) -> bytes:
    """Return a signature that anybody could make, but only for this key, purpose and data."""
    half = tagged_hash("test-sign", key, purpose.encode(), data)
    return half + half


def verify(key: bytes, purpose: str, data: bytes, signature: bytes) -> bool:
    return sign(key, purpose, data) == signature


def genesis_for(rules: Rules, deal: str = "veil", seed: bytes = bytes(32)) -> Genesis:
    local = deal == "local"
    return make_genesis(
        game=rules.active[0],
        version="1.0",
        rules_id=bytes(32),
        extensions=(),
        options={"seating": rules.seating},
        seats=[Seat(key_of(0 if local else n), NAMES[n]) for n in range(rules.seats)],
        deal=deal,
        nonce=NONCE,
        seed=seed if local else b"",
    )


def signed(table: Table, body: bytes, place: int) -> Entry:
    key = table.genesis.seats[place].identity
    return Entry(body, sign(key, "sign-entry", entry_id(body)))


# at one computer


def local_table(rules: Rules, seed: bytes = bytes(32)) -> Table:
    genesis = genesis_for(rules, "local", seed)
    accepts = (sign(key_of(0), "accept", genesis.game_id),)
    return Table(rules, Journal(genesis, accepts), LocalDealer(seed))


def send(table: Table, draft: Draft) -> list[Done]:
    """Sign, check and add what a draft holds."""
    done: list[Done] = []
    place = table.place_of(draft.seat)
    for body in draft.bodies():
        table.check(body)
        done += table.add(signed(table, body, place))
    return done


def move(table: Table, action: Action) -> list[Done]:
    """Play one decision of the seat to act at a local table."""
    draft = Draft(table, table.state.seat)
    draft.choose(action)
    return send(table, draft)


# at several


@dataclass
class Oracle:
    """A position that knows all, and the answers of each step."""

    rules: Rules
    state: State
    dealer: LocalDealer
    answers: dict[int, tuple[Answer, ...]] = field(default_factory=dict)

    def at(self, step: int) -> tuple[Answer, ...]:
        if step not in self.answers:
            self.answers[step] = self.dealer.answer(self.state)
            self.rules.answer(self.state, self.answers[step])
        return self.answers[step]


class FormalDealer:
    """A dealer that wants entries of all places and takes its answers from an oracle."""

    def __init__(self, oracle: Oracle, place: int | None) -> None:
        self.oracle, self.place = oracle, place
        self.asked, self.state = False, oracle.state

    def begin(self, s: State) -> None:
        self.asked, self.state = True, s

    def progress(self) -> bytes:
        return b""

    def expects(self, step: int) -> Expected | None:
        kind = "join" if step == 0 else "roll" if self.asked else ""
        return Expected(step, kind, tuple(range(self.state.seats))) if kind else None

    def check(self, step: int, place: int, kind: str, payload: Payload) -> None:
        binary_fields(payload, {"s": 32})

    def complete(
        self, step: int, prev: bytes, payloads: dict[int, Payload]
    ) -> tuple[Answer, ...] | None:
        if step == 0:
            return None
        self.asked, s = False, self.state
        eyes = -1
        if self.place is not None and len(s.waiting) and s.phase != "<order>":
            eyes = s.seating.index(self.place)
        return tuple(answer.cut(eyes) for answer in self.oracle.at(step))


class Tables:
    """One game on a table for each place and one for a spectator."""

    def __init__(self, rules: Rules, seed: bytes = bytes(32)) -> None:
        self.rules, self.genesis = rules, genesis_for(rules)
        self.oracle = Oracle(rules, rules.new(), LocalDealer(seed))
        self.places = range(rules.seats)
        self.tables = {
            place: Table(rules, Journal(self.genesis), FormalDealer(self.oracle, place), place)
            for place in (*self.places, None)
        }

    @property
    def one(self) -> Table:
        return self.tables[0]

    def add(self, place: int, body: bytes) -> dict[int | None, list[Done]]:
        """Check and add an entry of a place at every table."""
        out = {}
        for key, table in self.tables.items():
            table.check(body)
            out[key] = table.add(signed(table, body, place))
        assert len({table.state_digest for table in self.tables.values()}) == 1
        assert len({table.journal.prev for table in self.tables.values()}) == 1
        return out

    def deal(self) -> None:
        """Write what the dealer wants, until a decision is due."""
        while (expected := self.one.expected()) and expected.kind in ("join", "roll"):
            for place in expected.places:
                self.add(place, self.one.body(place, expected.kind, {"s": bytes(32)}))

    def move(self, action: Action) -> None:
        """Play a decision of the seat to act."""
        place = self.one.place_of(self.one.state.seat)
        self.add(place, self.one.body(place, "move", {"m": action_payload(action)}))
        self.rules.apply(self.oracle.state, action)

    def commit(self, chosen: dict[int, Action]) -> None:
        """Commit to what each seat chose."""
        step = self.one.journal.step
        for seat, action in chosen.items():
            place = self.one.place_of(seat)
            value = action_payload(action)
            said = commitment(self.genesis.game_id, step, place, self.nonce(place), value)
            self.add(place, self.one.body(place, "commit", {"c": said}))

    def reveal(self, chosen: dict[int, Action]) -> dict[int | None, list[Done]]:
        """Reveal what each seat chose."""
        done: dict[int | None, list[Done]] = {}
        for seat, action in chosen.items():
            self.rules.apply(self.oracle.state, action, seat)
        for seat, action in chosen.items():
            place = self.one.place_of(seat)
            payload: Payload = {"v": action_payload(action), "r": self.nonce(place)}
            done = self.add(place, self.one.body(place, "reveal", payload))
        return done

    def nonce(self, place: int) -> bytes:
        return tagged_hash("test-nonce", enc(place))
