"""How the conformance kit plays: on an omniscient state, one a seat and one for a spectator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from bastide.core.chance import ALL_SEATS, Open
from bastide.core.conformance import (
    ConformanceError,
    agrees,
    check_event,
    check_slice,
    name_of,
    need,
    plain_action,
    restore,
)
from bastide.core.dealer import LocalDealer
from bastide.core.encoding import EncodingError, dec, enc, tagged_hash
from bastide.core.errors import IllegalAction, RulesError
from bastide.core.events import Action, Event, Plain, score_of
from bastide.core.payloads import PayloadError, action_payload, read_action
from bastide.core.purity import ImpureError
from bastide.core.rules import Rules
from bastide.core.sampling import Sample
from bastide.core.state import PUBLIC, State

MOST_ANSWERS = 1_000
"""Answers in a row without a decision, after which a game is said to hang."""

Invariant = Callable[[State], None]


@dataclass(slots=True)
class Played:
    """One random game: every action with its seat, the events, and the end.

    `digests`: the state digest before each action.
    """

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


class Kit:
    """One game, played on all pairs of eyes at once."""

    def __init__(self, rules: Rules, seed: int, invariant: Invariant | None) -> None:
        self.rules, self.invariant = rules, invariant
        self.random, self.sample = Random(seed), Sample(seed)
        self.dealer = kit_dealer(seed)
        self.all = rules.new()
        self.views = {seat: rules.new(PUBLIC) for seat in (*range(rules.seats), PUBLIC)}
        self.played = Played()
        self.totals = [0] * rules.seats
        self.shown: dict[int, dict[int, Plain]] = {seat: {} for seat in self.views}
        self.claimed: set[int] = set()
        self.digest = b""  # of the position of the decision

    # going on

    def answer(self) -> None:
        """Let the dealer answer everybody, each with what it may see."""
        for _ in range(MOST_ANSWERS):
            if not self.all.waiting:
                return
            waiting = self.all.waiting
            with self._guarded("the one who knows all"):
                answers = self.dealer.answer(self.all)
                self.rules.answer(self.all, answers)
            self.claimed.difference_update(*(r.items for r in waiting if isinstance(r, Open)))
            for seat, view in self.views.items():
                cut = tuple(answer.cut(seat) for answer in answers)
                for each in cut:
                    self.shown[seat].update({x.item: x.face for x in each.shown})
                view.eyes = seat
                with self._guarded(name_of(seat)):
                    self.rules.answer(view, cut)
            self.compare()
        raise ConformanceError(f"{self.all.phase}: the rules ask for ever")

    def decide(self) -> None:
        """Let the seat to act choose, or all where they choose together, and carry it out."""
        self.check_opened()
        self.digest = self.rules.digest(self.all)
        if self.rules.together(self.all):
            chosen = [(seat, self.choose(seat)) for seat in range(self.rules.seats)]
        else:
            chosen = [(self.all.seat, self.choose(self.all.seat))]
        if self.sample.is_due("nonsense", self.all.phase):
            self.check_garbage()
            self.check_projections()
        checked = {key: self._check(key, chosen) for key in self.views}
        for n, (seat, action) in enumerate(chosen):
            if n:
                self.digest = self.rules.digest(self.all)
            self.played.actions.append((seat, action))
            self.played.digests.append(self.digest)
            self.claimed.update(self._to_be_opened(action))
            self.play_twice(seat, action)
        for key, view in checked.items():
            self.views[key] = view
            for seat, action in chosen:
                self.shown[key].update(action.claims)
                self._apply(view, action, seat, name_of(key))
        self.compare()
        if self.sample.is_due("restored", self.all.phase):
            self.check_restored()

    def choose(self, seat: int) -> Action:
        """Return a random action from a seat's own list, which must hold what there is."""
        with self._guarded(name_of(seat)):
            mine = self.rules.legal_for(self.views[seat], seat)
        with self._guarded("the one who knows all"):
            full = self.rules.legal_for(self.all, seat)
        phase = self.all.phase
        need(len(set(full)) == len(full), f"{phase}: an action is listed twice")
        need(bool(full), f"{phase}: nothing is legal for seat {seat}")
        need(
            mine == full,
            f"{phase}: seat {seat} sees other choices than there are: they depend on faces that "
            "it may not know",
        )
        if self.rules.open_ended(self.all):
            for action in full:
                if self.sample.is_due("accepted", phase, action.kind):
                    need(self.rules.accepts(self.all, action), f"{phase}: {action} is not accepted")
        return self.random.choice(mine)

    def _check(self, eyes: int, chosen: list[tuple[int, Action]]) -> State:
        """Return a view ready for what was chosen, all of it legal in these eyes, too."""
        view = self.views[eyes]
        for seat, action in chosen:
            try:
                with self._guarded(name_of(eyes)):
                    view = self.rules.check(view, action, seat)
            except IllegalAction as error:
                raise ConformanceError(
                    f"{self.all.phase}: {name_of(eyes)} refuses what seat {seat} chose "
                    f"({action.kind}: {error}): it depends on a face that is not claimed"
                ) from error
        return view

    def _to_be_opened(self, action: Action) -> list[int]:
        """Return the cards that an action claims and that not everybody has seen."""
        cards = self.all.cards()
        return [item for item, _ in action.claims if cards.seen[item] != ALL_SEATS]

    def _apply(self, s: State, action: Action, seat: int, who: str) -> None:
        with self._guarded(who):
            self.rules.apply(s, action, seat)

    @contextmanager
    def _guarded(self, who: str) -> Iterator[None]:
        """Turn what a plugin raises into a sentence that says where."""
        try:
            yield
        except (ConformanceError, IllegalAction):
            raise
        except ImpureError as error:
            raise ConformanceError(f"{self.all.phase}: the rules are not pure: {error}") from error
        except RulesError as error:
            raise ConformanceError(f"{self.all.phase}: to {who}: {error}") from error
        except Exception as error:  # a plugin may raise anything
            raise ConformanceError(
                f"{self.all.phase}: to {who} the rules fail with {type(error).__name__}: {error}; "
                "a face that these eyes do not know is None"
            ) from error

    # what must hold for a decision

    def play_twice(self, seat: int, action: Action) -> None:
        """Play an action, and before that as it is sent on a clone, with which all must agree."""
        try:
            wire = read_action(dec(enc(action_payload(action))))
        except (EncodingError, PayloadError) as error:
            raise ConformanceError(f"{action} cannot be sent: {error}") from error
        need(wire == plain_action(action), f"{action} does not survive encoding")
        stepped = self.rules.check(self.all, wire, seat)
        self._apply(stepped, wire, seat, "the one who knows all")
        if self.sample.is_due("shared", action.kind):
            same = self.rules.digest(self.all) == self.digest
            need(same, f"{action.kind}: clone() shares data")
        before = len(self.all.events)
        self._apply(self.all, action, seat, "the one who knows all")
        same = agrees(stepped, self.all) or self.rules.digest(stepped) == self.rules.digest(
            self.all
        )
        need(same, f"{action.kind}: played twice, it leads to different positions")
        same = stepped.events == self.all.events[before:]
        need(same, f"{action.kind}: played twice, the events differ")

    def check_opened(self) -> None:
        """Check that cards which were played by a claim have been opened since."""
        need(
            not self.claimed,
            f"{self.all.phase}: a claimed card was not opened before the next decision: a false "
            "claim would never show",
        )

    def check_garbage(self) -> None:
        """Check that nonsense is refused like any other wrong move, and that judging only looks."""
        s, listed = self.all.clone(), self.rules.legal(self.all)
        kinds = {action.kind for action in listed}
        with self._guarded("the one who knows all"):
            for kind in (*self.rules.kinds, "core.none"):
                for n, data in enumerate(_GARBAGE):
                    action = Action(kind, data)
                    if self.sample.is_due(s.phase, kind, n) and action not in listed:
                        self._check_refused(s, action, kind in kinds)
        same = self.rules.digest(s) == self.rules.digest(self.all) == self.digest
        need(same, f"{s.phase}: judging an action changes the position")

    def _check_refused(self, s: State, action: Action, may_pass: bool) -> None:
        """Check a refusal; what is open-ended may accept more of a kind that it lists."""
        if self.rules.accepts(s, action):
            need(may_pass, f"{s.phase}: {action} is accepted, no such kind is listed")
        else:
            self.rules.why(s, action)

    def check_projections(self) -> None:
        """Check that every pair of eyes can be shown where the game stands."""
        for seat, view in self.views.items():
            with self._guarded(name_of(seat)):
                self.rules.projections(view)
            need(
                self.rules.digest(view) == self.digest,
                "final scoring on a clone changes the original",
            )

    # what must hold after each step

    def compare(self) -> None:
        """Check that all eyes agree on what is public, and that nobody knows too much."""
        s, closely = self.all, self.sample.is_due("compared", self.all.phase)
        for seat, view in self.views.items():
            who = name_of(seat)
            same = (view.seat, view.phase, view.over) == (s.seat, s.phase, s.over)
            need(
                same,
                f"{who} is at {view.phase!r} with seat {view.seat}, the game at {s.phase!r} with "
                f"seat {s.seat}: who acts and what comes next may depend on public facts only",
            )
            need(view.waiting == s.waiting, f"{s.phase}: what is asked for depends on a face")
            need(
                (not closely and agrees(view, s))
                or self.rules.digest(view) == self.rules.digest(s),
                f"{s.phase}: to {who} the public state is another one: it depends on a face",
            )
            self.check_faces(seat, view)
            if self.rules.hidden(s):
                with self._guarded(who):
                    self.rules.legal(view)
        self.check_events()
        if closely:
            for who, part in s.parts.items():
                check_slice(self.rules, who, part)
        if self.invariant:
            self.invariant(s)

    def check_faces(self, seat: int, view: State) -> None:
        """Check that a view holds the faces that its eyes were shown, and true ones."""
        if view.secrets is None or self.all.secrets is None:
            return
        faces, known = view.secrets.faces, self.shown[seat]
        if faces.items() <= known.items() and faces.items() <= self.all.secrets.faces.items():
            return
        for item, face in faces.items():
            need(item in known, f"{name_of(seat)} knows item {item} without having been shown it")
            true = known[item] == face == self.all.secrets.faces[item]
            need(true, f"{name_of(seat)} takes item {item} for {face!r}")

    def check_events(self) -> None:
        """Check events: plain, and scores that add up."""
        events, self.all.events = self.all.events, []
        for view in self.views.values():
            view.events = []
        for event in events:
            check_event(event)
            if event.kind == "score":
                score = score_of(event)
                self.totals[score.seat] += score.points
        self.played.events += events
        scores = self.all.scores
        need(
            self.totals == scores,
            f"{self.all.phase}: the scores are {scores}, those reported add up to {self.totals}",
        )

    def check_restored(self) -> None:
        """Check that cached fields follow from the others: same choices, same projections."""
        again = self.all.clone()
        again.parts = {who: restore(self.rules, part) for who, part in again.parts.items()}
        again.legal = None
        need(
            self.rules.projections(again) == self.rules.projections(self.all)
            and self.rules.legal(again) == self.rules.legal(self.all),
            "a cached field does not follow from the others",
        )

    def finish(self) -> None:
        """Check that all see the same ranking."""
        self.check_opened()
        ranking = self.rules.ranking(self.all)
        seats = sorted(seat for _, seat in ranking)
        need(seats == list(range(self.rules.seats)), "the ranking does not hold every seat once")
        for seat, view in self.views.items():
            same = self.rules.ranking(view) == ranking
            need(same, f"{name_of(seat)} sees another ranking: a tie-break depends on a face")
        self.played.final = self.all


_GARBAGE: tuple[tuple[Plain, ...], ...] = (
    (),
    (-1,),
    (1,),
    ("x",),
    (True, False),
    ("", b"", None, ((),)),
    (2**53 - 1, -(2**53) + 1, "x", ("y", 1)),
)


def kit_dealer(seed: int) -> LocalDealer:
    """Return the dealer of the kit's game with this seed."""
    return LocalDealer(tagged_hash("kit", enc(seed)))
