"""How the conformance kit plays: on an omniscient state, one a seat and one for a spectator."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from random import Random
from types import ModuleType

from bastide.core.chance import ALL_SEATS, Open
from bastide.core.compiled import Step
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
from bastide.core.encoding import EncodingError, dec, enc, pack, tagged_hash
from bastide.core.errors import IllegalAction, RulesError
from bastide.core.events import Action, Event, Plain, score_of
from bastide.core.messages import Message, message
from bastide.core.noting import Guarded, Noted
from bastide.core.payloads import PayloadError, action_payload, read_action
from bastide.core.places import place_of, raised_at
from bastide.core.plain import plain
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
        self.all.scores, self.all.events = Guarded(self.all.scores), Noted(self.all.events)
        self.views = {seat: rules.new(PUBLIC) for seat in (*range(rules.seats), PUBLIC)}
        self.played = Played()
        self.totals = [0] * rules.seats
        self.shown: dict[int, dict[int, Plain]] = {seat: {} for seat in self.views}
        self.claimed: set[int] = set()
        self.digest = b""  # of the position of the decision
        self.latest: object = None  # the function that changed the position last

    # going on

    def answer(self) -> None:
        """Let the dealer answer everybody, each with what it may see."""
        for _ in range(MOST_ANSWERS):
            if not self.all.waiting:
                return
            waiting = self.all.waiting
            self.latest = self._step().answer or self._step().ask
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
        need(
            False,
            "{phase}: the rules ask for ever: let the phase end without a request, or route on",
            self._step().ask,
            phase=self.all.phase,
        )

    def _step(self) -> Step:
        """Return the phase that the game is at, compiled."""
        return self.rules._steps.get(self.all.phase, _NOTHING)  # of the kernel, too

    def _effect(self, kind: str) -> object:
        """Return the effect of an action, or None."""
        return next(iter(self.rules._effects.get(kind, ())), None)

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
            self.latest = self._effect(action.kind)
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
        legal = self._step().legal
        need(
            len(set(full)) == len(full),
            "{phase}: an action is listed twice ({action}): list each action once",
            legal,
            phase=phase,
            action=next((str(each) for each in full if full.count(each) > 1), ""),
        )
        need(
            bool(full),
            "{phase}: nothing is legal for seat {seat}: list at least one action for each seat",
            legal,
            phase=phase,
            seat=seat,
        )
        need(
            mine == full,
            "{phase}: seat {seat} sees other choices than there are: they depend on faces that it "
            "may not know, use only cards that the seat has seen",
            legal,
            phase=phase,
            seat=seat,
        )
        self._check_judge(full)
        return self.random.choice(mine)

    def _check_judge(self, full: list[Action]) -> None:
        """Check that a judge accepts what is listed."""
        if not self.rules.open_ended(self.all):
            return
        for action in full:
            if self.sample.is_due("accepted", self.all.phase, action.kind):
                need(
                    self.rules.accepts(self.all, action),
                    "{phase}: {action} is not accepted, and yet listed: accept all that is listed",
                    self._step().accepts,
                    phase=self.all.phase,
                    action=action,
                )

    def _check(self, eyes: int, chosen: list[tuple[int, Action]]) -> State:
        """Return a view ready for what was chosen, all of it legal in these eyes, too."""
        view = self.views[eyes]
        for seat, action in chosen:
            try:
                with self._guarded(name_of(eyes)):
                    view = self.rules.check(view, action, seat)
            except IllegalAction as error:
                said = message(
                    "{phase}: {eyes} refuses what seat {seat} chose ({kind}: {reason}): it depends "
                    "on a face that is not claimed, claim it in the action",
                    phase=self.all.phase,
                    eyes=name_of(eyes),
                    seat=seat,
                    kind=action.kind,
                    reason=str(error),
                )
                raise ConformanceError(said, place_of(self._step().legal)) from error
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
            raise ConformanceError(error.message, error.place) from error
        except RulesError as error:
            place = raised_at(error) or place_of(self._step().ask or self._step().legal)
            raise ConformanceError(error.message, place) from error
        except Exception as error:  # a plugin may raise anything
            raise ConformanceError(self._failed(who, error), raised_at(error)) from error

    def _failed(self, who: str, error: Exception) -> Message:
        """Say what a plugin raised, and the remedy where it is likely."""
        fields = {
            "phase": self.all.phase,
            "eyes": who,
            "kind": type(error).__name__,
            "reason": str(error),
        }
        if self.all.secrets is None:
            return message(
                "{phase}: to {eyes} the rules fail with {kind}: {reason}; mend that line", **fields
            )
        return message(
            "{phase}: to {eyes} the rules fail with {kind}: {reason}; mind that a face which these "
            "eyes do not know is None",
            **fields,
        )

    # what must hold for a decision

    def play_twice(self, seat: int, action: Action) -> None:
        """Play an action, and before that as it is sent on a clone, with which all must agree."""
        try:
            wire = read_action(dec(enc(action_payload(action))))
        except (EncodingError, PayloadError) as error:
            said = message(
                "{action} cannot be sent: {reason}; make actions of numbers, texts and tuples",
                action=str(action),
                reason=str(error),
            )
            raise ConformanceError(said, place_of(self._step().legal)) from error
        need(
            wire == plain_action(action),
            "{action} does not survive encoding: make actions of numbers, texts and tuples",
            self._step().legal,
            action=action,
        )
        looks = self.sample.is_due("shared", action.kind)
        kept = self._slices() if looks else {}
        stepped = self.rules.check(self.all, wire, seat)
        self._apply(stepped, wire, seat, "the one who knows all")
        if looks:
            same = self.rules.digest(self.all) == self.digest
            need(
                same,
                "{kind}: clone() shares data with {who}: copy every list and dict of the slice",
                type(self.all.parts.get(self._changed_slice(kept))),
                kind=action.kind,
                who=self._changed_slice(kept),
            )
        before = len(self.all.events)
        self._apply(self.all, action, seat, "the one who knows all")
        same = agrees(stepped, self.all) or self.rules.digest(stepped) == self.rules.digest(
            self.all
        )
        effect = self._effect(action.kind)
        need(
            same,
            "{kind}: played twice, it leads to different positions: keep all that rules remember "
            "in the state",
            effect,
            kind=action.kind,
        )
        same = stepped.events == self.all.events[before:]
        need(
            same,
            "{kind}: played twice, the events differ: let them depend on the state alone",
            effect,
            kind=action.kind,
        )

    def check_opened(self) -> None:
        """Check that cards which were played by a claim have been opened since."""
        need(
            not self.claimed,
            "{phase}: a claimed card was not opened before the next decision: a false claim would "
            "never show, ask for Open in the phase after it",
            self._step().legal,
            phase=self.all.phase,
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
        need(
            same,
            "{phase}: judging an action changes the position: only look at the state there",
            self._step().accepts or self._step().legal,
            phase=s.phase,
        )

    def _check_refused(self, s: State, action: Action, may_pass: bool) -> None:
        """Check a refusal; what is open-ended may accept more of a kind that it lists."""
        if self.rules.accepts(s, action):
            need(
                may_pass,
                "{phase}: {action} is accepted, no such kind is listed: list one, or refuse it",
                self._step().accepts,
                phase=s.phase,
                action=action,
            )
        else:
            self.rules.why(s, action)

    def check_projections(self) -> None:
        """Check that every pair of eyes can be shown where the game stands."""
        for seat, view in self.views.items():
            with self._guarded(name_of(seat)):
                self.rules.projections(view)
            need(
                self.rules.digest(view) == self.digest,
                "final scoring on a clone changes the original: copy every list and dict in "
                "clone()",
                self._final(),
            )

    # who was it?

    def _final(self) -> object:
        """Return the first function of the count at the end, or None."""
        return next(iter((*self.rules._final, *self.rules._projections)), None)

    def _on_the_way(self) -> object:
        """Return what has led to another phase: a route of the one before, or its list."""
        route = next((r for step in self.rules._steps.values() for r in step.routes), None)
        return route or self._step().legal

    def _slices(self) -> dict[str, bytes]:
        return {who: pack(plain(part)) for who, part in self.all.parts.items()}

    def _changed_slice(self, before: dict[str, bytes]) -> str:
        """Return the plugin whose slice has changed, though only a clone was played on."""
        return next((who for who, now in self._slices().items() if now != before[who]), "")

    # what must hold after each step

    def compare(self) -> None:
        """Check that all eyes agree on what is public, and that nobody knows too much."""
        s, closely = self.all, self.sample.is_due("compared", self.all.phase)
        for seat, view in self.views.items():
            who = name_of(seat)
            same = (view.seat, view.phase, view.over) == (s.seat, s.phase, s.over)
            need(
                same,
                "{eyes} is at {phase} with seat {seat}, the game at {other} with seat {n}: who "
                "acts and what comes next may depend on public facts only",
                self._on_the_way(),
                eyes=who,
                phase=repr(view.phase),
                seat=view.seat,
                other=repr(s.phase),
                n=s.seat,
            )
            need(
                view.waiting == s.waiting,
                "{phase}: what is asked for depends on a face: ask by public facts only",
                self._step().ask,
                phase=s.phase,
            )
            need(
                (not closely and agrees(view, s))
                or self.rules.digest(view) == self.rules.digest(s),
                "{phase}: to {eyes} the public state is another one: it depends on a face, keep "
                "only what all have seen in a slice",
                self.latest,
                phase=s.phase,
                eyes=who,
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
            need(
                item in known,
                "{eyes} knows item {item} without having been shown it: let the dealer show it",
                self.latest,
                eyes=name_of(seat),
                item=item,
            )
            true = known[item] == face == self.all.secrets.faces[item]
            need(
                true,
                "{eyes} takes item {item} for {face}: leave faces to the dealer",
                self.latest,
                eyes=name_of(seat),
                item=item,
                face=repr(face),
            )

    def check_events(self) -> None:
        """Check events: plain, and scores that add up."""
        events, self.all.events = self.all.events, Noted()
        places = events.places if isinstance(events, Noted) else []
        for view in self.views.values():
            view.events = []
        for event, place in zip_longest(events, places):
            check_event(event, place)
            if event.kind == "score":
                score = score_of(event)
                self.totals[score.seat] += score.points
        self.played.events += events
        scores = self.all.scores
        need(
            self.totals == scores,
            "{phase}: the scores are {scores}, those reported add up to {sums}: give points with "
            "s.score() only",
            scores.place if isinstance(scores, Guarded) else self.latest,
            phase=self.all.phase,
            scores=scores,
            sums=self.totals,
        )

    def check_restored(self) -> None:
        """Check that cached fields follow from the others: same choices, same projections."""
        again = self.all.clone()
        again.parts = {who: restore(self.rules, part) for who, part in again.parts.items()}
        again.legal = None
        need(
            self.rules.projections(again) == self.rules.projections(self.all)
            and self.rules.legal(again) == self.rules.legal(self.all),
            "a cached field does not follow from the others: make it again in recompute()",
            next((type(part) for part in again.parts.values() if hasattr(part, "recompute")), None)
            or next((type(part) for part in again.parts.values()), None),
        )

    def finish(self) -> None:
        """Check that all see the same ranking."""
        self.check_opened()
        ranking = self.rules.ranking(self.all)
        seats = sorted(seat for _, seat in ranking)
        need(
            seats == list(range(self.rules.seats)),
            "the ranking does not hold every seat once: let tie-breaks return whole numbers",
        )
        for seat, view in self.views.items():
            same = self.rules.ranking(view) == ranking
            need(
                same,
                "{eyes} sees another ranking: a tie-break depends on a face, open the cards before",
                next(iter((*self.rules._verdicts, *self.rules._ranks)), None),
                eyes=name_of(seat),
            )
        self.played.final = self.all


_NOTHING = Step((), None, None, None, None, None, False, False, "", ())
"""Stands for a phase of the kernel's own."""

_GARBAGE: tuple[tuple[Plain, ...], ...] = (
    (),
    (-1,),
    (1,),
    ("x",),
    (True, False),
    ("", b"", None, ((),)),
    (2**53 - 1, -(2**53) + 1, "x", ("y", 1)),
)


def modules_of(rules: Rules) -> list[ModuleType]:
    """Return the modules of the packages that a table's rules were written in."""
    steps, effects = rules._steps.values(), rules._effects.values()
    said: list[object] = [
        fn for s in steps for fn in (s.legal, s.ask, s.answer, s.accepts, *s.enter) if fn
    ]
    said += [fn for fns in effects for fn in fns]
    homes = {str(getattr(fn, "__module__", "")).rpartition(".")[0] for fn in said}
    starts = tuple(f"{home}." for home in homes if home and not home.startswith("bastide.core"))
    return [each for name, each in list(sys.modules.items()) if name.startswith(starts)]


def kit_dealer(seed: int) -> LocalDealer:
    """Return the dealer of the kit's game with this seed."""
    return LocalDealer(tagged_hash("kit", enc(seed)))
