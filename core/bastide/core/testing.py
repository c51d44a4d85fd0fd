"""The conformance kit: what every plugin, ours and others', must hold.

`check_game` plays random games of a table at once on an omniscient state, one state a seat and one
for a spectator. The seat to act chooses from *its* list, which must equal the omniscient one; each
state gets the dealer's answer cut to its eyes; after every step all must agree on what is public.
A game that peeks at a face it may not know fails at once, without any network.

Every check raises `ConformanceError` with one sentence; nothing here depends on pytest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bastide.core.dealer import LocalDealer
from bastide.core.encoding import dec, enc, tagged_hash
from bastide.core.events import Action, Event, score_of
from bastide.core.plain import plain, unplain
from bastide.core.rules import IllegalAction, Rules
from bastide.core.state import PUBLIC, State

RESTORE_SHARE = 0.1
"""The share of steps at which cached fields are made again and compared."""

Invariant = Callable[[State], None]


class ConformanceError(AssertionError):
    """A plugin breaks the contract."""


@dataclass(slots=True)
class Played:
    """One random game: every action with its seat, the events, and the end."""

    actions: list[tuple[int, Action]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    digests: list[bytes] = field(default_factory=list)
    final: State | None = None

    @property
    def state(self) -> State:
        """The position at the end."""
        if self.final is None:
            raise ConformanceError("the game was not played")
        return self.final


def check_game(
    rules: Rules,
    seed: int,
    *,
    invariant: Invariant | None = None,
    max_steps: int = 20_000,
) -> Played:
    """Play one random game on all pairs of eyes and check every step.

    Args:
        rules: of one table.
        seed: chooses chance and actions.
        invariant: raises if something of the game's own does not hold; called after each step.
        max_steps: decisions after which the game is said not to end.
    """
    kit = _Kit(rules, seed, invariant)
    for _ in range(max_steps):
        kit.answer()
        if kit.all.over:
            kit.finish()
            return kit.played
        kit.decide()
    raise ConformanceError(f"after {max_steps} decisions the game is not over")


class _Kit:
    def __init__(self, rules: Rules, seed: int, invariant: Invariant | None) -> None:
        self.rules, self.invariant = rules, invariant
        self.random = Random(seed)
        self.dealer = LocalDealer(tagged_hash("kit", enc(seed)))
        self.all = rules.new()
        self.views = {seat: rules.new(PUBLIC) for seat in (*range(rules.seats), PUBLIC)}
        self.played = Played()
        self.totals = [0] * rules.seats
        self.shown: dict[int, dict[int, Any]] = {seat: {} for seat in self.views}

    def states(self) -> Iterator[State]:
        yield self.all
        yield from self.views.values()

    def answer(self) -> None:
        """Let the dealer answer everybody, each with what it may see."""
        while self.all.waiting:
            answers = self.dealer.answer(self.all)
            _need(enc([a.value for a in answers]) != b"", "an answer has no plain form")
            self.rules.answer(self.all, answers)
            for seat, view in self.views.items():
                cut = tuple(answer.cut(seat) for answer in answers)
                for each in cut:
                    self.shown[seat].update({x.item: x.face for x in each.shown})
                view.eyes = seat
                self.rules.answer(view, cut)
            self.compare()

    def decide(self) -> None:
        """Let the seat to act choose, and everybody carry it out."""
        seat = self.all.seat
        action = self.choose(seat)
        self.check_clone(action)
        wire = dec(enc([action.kind, action.data, action.claims]))
        _need(_tuples(wire) == tuple(action), f"{action} does not survive encoding")
        self.played.actions.append((seat, action))
        self.played.digests.append(self.rules.digest(self.all))
        self.rules.apply(self.all, action)
        for key, view in list(self.views.items()):
            after = self.rules.check(view, action)
            self.rules.apply(after, action)
            self.views[key] = after
        self.compare()
        if self.random.random() < RESTORE_SHARE:
            self.check_restored()

    def choose(self, seat: int) -> Action:
        """Return a random action from the acting seat's own list."""
        mine = self.rules.legal(self.views[seat])
        full = self.rules.legal(self.all)
        _need(len(set(full)) == len(full), f"{self.all.phase}: an action is listed twice")
        _need(bool(full), f"{self.all.phase}: nothing is legal")
        _need(
            [a._replace(claims=()) for a in mine] == [a._replace(claims=()) for a in full],
            f"{self.all.phase}: seat {seat} sees other choices than there are: it may not know "
            "what they depend on",
        )
        return self.random.choice(mine)

    def check_clone(self, action: Action) -> None:
        """Check that playing on a clone leaves the original alone, and that step equals apply."""
        before = self.rules.digest(self.all)
        stepped = self.rules.step(self.all, action)
        _need(self.rules.digest(self.all) == before, f"{action.kind}: a clone shares data")
        again = self.all.clone()
        self.rules.apply(again, action)
        _need(
            self.rules.digest(again) == self.rules.digest(stepped),
            f"{action.kind}: apply and step lead to different positions",
        )
        _need(stepped.events == again.events, f"{action.kind}: events differ when played again")

    def compare(self) -> None:
        """Check that all eyes agree on what is public, and that nobody knows too much."""
        s = self.all
        digest = self.rules.digest(s)
        for seat, view in self.views.items():
            same = (view.seat, view.phase, view.over) == (s.seat, s.phase, s.over)
            _need(same, f"{s.phase}: the eyes of {seat} see another phase or seat")
            _need(view.waiting == s.waiting, f"{s.phase}: the requests depend on hidden faces")
            _need(
                self.rules.digest(view) == digest,
                f"{s.phase}: the public state depends on what only some may know",
            )
            self.check_faces(seat, view)
        self.check_events()
        if self.invariant:
            self.invariant(s)

    def check_faces(self, seat: int, view: State) -> None:
        if view.secrets is None:
            return
        for item, face in view.secrets.faces.items():
            _need(
                self.shown[seat].get(item) == face,
                f"the eyes of {seat} know item {item}, which was not shown to them",
            )

    def check_events(self) -> None:
        """Check events: plain, and scores that add up."""
        events, self.all.events = self.all.events, []
        for view in self.views.values():
            view.events = []
        for event in events:
            enc([event.source, event.kind, event.data])
            if event.kind == "score":
                self.totals[score_of(event).seat] += score_of(event).points
        self.played.events += events
        _need(
            self.totals == self.all.scores,
            f"{self.all.phase}: scores {self.all.scores}, but the events add up to {self.totals}",
        )
        self.check_plain()

    def check_plain(self) -> None:
        """Check that each slice is made again from its plain form."""
        for who, part in self.all.parts.items():
            again = restore(self.rules, part)
            _need(
                enc(plain(again)) == enc(plain(part)),
                f"{who}: the slice does not survive its plain form",
            )

    def finish(self) -> None:
        places = self.rules.ranking(self.all)
        _need(sorted(seat for _, seat in places) == list(range(self.rules.seats)), "ranking")
        self.played.final = self.all

    def check_restored(self) -> None:
        """Check that cached fields follow from the others: same choices, same projections."""
        again = self.all.clone()
        again.parts = {who: restore(self.rules, part) for who, part in again.parts.items()}
        again.legal = None
        same = self.rules.projections(again) == self.rules.projections(self.all)
        if not self.all.waiting and not self.rules.together(self.all):
            same = same and self.rules.legal(again) == self.rules.legal(self.all)
        _need(same, "a cached field does not follow from the others")


def restore(rules: Rules, part: Any) -> Any:
    """Return a slice made again from its plain form, its cached fields recomputed."""
    again = unplain(type(part), dec(enc(plain(part)), 1 << 20))
    if hasattr(again, "recompute"):
        again.recompute(rules)
    return again


def replay(rules: Rules, seed: int, played: Played) -> State:
    """Play a recorded game again and check every digest; return the end."""
    dealer = LocalDealer(tagged_hash("kit", enc(seed)))
    s = rules.new()
    pairs = zip(played.actions, played.digests, strict=True)
    for n, ((seat, action), digest) in enumerate(pairs):
        while s.waiting:
            rules.answer(s, dealer.answer(s))
        _need(s.seat == seat, f"decision {n}: another seat is to act when played again")
        _need(rules.digest(s) == digest, f"decision {n}: another position when played again")
        s = rules.step(s, action)
    while s.waiting:
        rules.answer(s, dealer.answer(s))
    return s


def check_refusal(rules: Rules, s: State, action: Action) -> str:
    """Check that an action is refused with a reason, and return it."""
    before = rules.digest(s)
    try:
        rules.step(s, action)
    except IllegalAction as error:
        _need(rules.digest(s) == before, "a refused action changed the state")
        return str(error)
    raise ConformanceError(f"{action} was accepted")


def count_positions(rules: Rules, s: State, depth: int, dealer_seed: bytes) -> int:
    """Count the positions `depth` decisions away; a number to compare after a change."""
    if depth == 0 or s.over:
        return 1
    total = 0
    for action in rules.legal(s):
        t = s.clone()
        rules.apply(t, action)
        dealer = LocalDealer(dealer_seed)
        while t.waiting:
            rules.answer(t, dealer.answer(t))
        total += count_positions(rules, t, depth - 1, dealer_seed)
    return total


def _need(holds: bool, fault: str) -> None:
    if not holds:
        raise ConformanceError(fault)


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value
