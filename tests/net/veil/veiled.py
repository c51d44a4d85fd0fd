"""One game with hidden cards, dealt by all places in full, on a table for each of them.

No links and no disk: every entry is checked and added at every table. The table `None` is a
spectator's; `Veiled.all` has the secrets of all places and knows every face.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from bastide.core.draft import Draft
from bastide.core.encoding import tagged_hash
from bastide.core.events import Action
from bastide.core.journal import Genesis, Journal, Seat, commitment, make_genesis
from bastide.core.payloads import Payload, action_payload
from bastide.core.rules import Rules
from bastide.core.state import State
from bastide.core.table import Table
from bastide.net.dealing.dice import DiceChain, commit_nonce
from bastide.net.dealing.fair import FairDealer
from tests.core.tables import NAMES, NONCE, key_of, signed
from tests.net.veil.remembered import prove, verify

ROUNDS = 3
"""Proof rounds: a false statement passes once in eight, which only matters to cheats."""


def veiled_genesis(rules: Rules, deal: str = "veil", rounds: int = ROUNDS) -> Genesis:
    return make_genesis(
        game=rules.active[0],
        version="1.0",
        rules_id=bytes(32),
        extensions=(),
        options={"seating": rules.seating},
        seats=[Seat(key_of(n), NAMES[n]) for n in range(rules.seats)],
        deal=deal,
        rounds=rounds,
        nonce=NONCE,
    )


class Veiled:
    """One game on a table a place, one for a spectator, and one that knows all."""

    def __init__(self, rules: Rules, deal: str = "veil", rounds: int = ROUNDS) -> None:
        self.rules, self.genesis = rules, veiled_genesis(rules, deal, rounds)
        self.places = range(rules.seats)
        self.masters = {n: tagged_hash("test-master", bytes([n])) for n in self.places}
        self.chains = {
            n: DiceChain(master, self.genesis.game_id, n) for n, master in self.masters.items()
        }
        self.tables: dict[int | None, Table] = {
            n: self.table({n: self.masters[n]}, n) for n in self.places
        }
        self.tables[None] = self.table({}, None)
        self.all = self.table(self.masters, None)
        self.choices: dict[int, Action] = {}

    def table(self, masters: Mapping[int, bytes], place: int | None) -> Table:
        dealer = FairDealer(self.genesis, masters)
        dealer.verify = verify
        return Table(self.rules, Journal(self.genesis), dealer, place)

    @property
    def one(self) -> Table:
        return self.tables[0]

    def every(self) -> Iterator[Table]:
        yield from self.tables.values()
        yield self.all

    def dealer(self, place: int) -> FairDealer:
        dealer = self.tables[place].dealer
        assert isinstance(dealer, FairDealer)
        return dealer

    # what a place writes

    def body(self, place: int, kind: str, payload: Payload) -> bytes:
        return self.tables[place].body(place, kind, payload)

    def payload(self, place: int, kind: str) -> Payload:
        """Return what an honest place writes when nobody has to decide."""
        step = self.one.journal.step
        if kind == "join":
            return {"dice": self.chains[place].anchor}
        if kind == "roll":
            return {"s": self.chains[place].value(self.dealer(place).rolls + 1)}
        if kind == "reveal":
            nonce = commit_nonce(self.masters[place], self.genesis.game_id, step - 1, place)
            return {"v": action_payload(self.choices[place]), "r": nonce}
        draft = self.dealer(place).draft(step, place)
        master = self.masters[place]
        return draft.finished([prove(*wanted, master) for wanted in draft.wanted])

    def add(self, place: int, body: bytes) -> None:
        """Check and add an entry of a place at every table."""
        for table in self.every():
            table.check(body)
            table.add(signed(table, body, place))

    def decide(self, place: int, kind: str, random: Random) -> None:
        table = self.tables[place]
        seat = table.seat_of(place)
        action = random.choice(self.rules.legal_for(table.state, seat))
        if kind == "move":
            draft = Draft(table, seat)
            draft.choose(action)
            [body] = draft.bodies()
            self.add(place, body)
            return
        step = table.journal.step
        nonce = commit_nonce(self.masters[place], self.genesis.game_id, step, place)
        said = commitment(self.genesis.game_id, step, place, nonce, action_payload(action))
        self.choices[place] = action
        self.add(place, self.body(place, kind, {"c": said}))

    # playing

    def step(self, random: Random) -> bool:
        """Let everybody write the entries of one step; False when the game is over."""
        expected = self.one.expected()
        if expected is None:
            return False
        for place in expected.places:
            if expected.kind in ("move", "commit"):
                self.decide(place, expected.kind, random)
            else:
                self.add(place, self.body(place, expected.kind, self.payload(place, expected.kind)))
        return True

    def until(self, kind: str, random: Random) -> int:
        """Play on until entries of a kind are due; return the first place that writes one."""
        while (expected := self.one.expected()) is not None:
            if expected.kind == kind:
                return expected.places[0]
            self.step(random)
        raise AssertionError(f"the game ended without a {kind}")


def faces_known(state: State) -> dict[int, object]:
    """Return the faces that a state holds, by item."""
    return dict(state.secrets.faces) if state.secrets else {}
