"""The frozen rules of one table, and the loop that plays by them.

Once composed, nothing of pluggy is left: rules are plain functions in tuples and dicts. The order
of everything:

    new():    slices made (plugin order) -> on_setup -> turn order drawn -> first stage opens
    turn:     per phase: enter -> ask, wait for answers -> answer -> legal, wait for an action
              -> effect -> reactions -> route to the next
    score:    turn_score functions
    turn end: end_turn -> in the main stage: finished? -> next seat (None: next stage opens)
    game end: final_score -> ranking = points, then rank keys
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from bastide.core.builder import (
    GAME_END,
    SCORE,
    TURN_END,
    TURN_START,
    Auto,
    NextSeat,
    Phase,
    Route,
    RulesBuilder,
    RulesError,
    Said,
)
from bastide.core.chance import PUBLIC_REQUESTS, Answer, Order, Request, Rng, SecretRequest
from bastide.core.encoding import enc, pack, tagged_hash
from bastide.core.events import Action, Event
from bastide.core.messages import Message
from bastide.core.plain import check_plain, plain, plain_of
from bastide.core.slots import Fold, Slot, Steps, Table
from bastide.core.state import PUBLIC, State

K = TypeVar("K")
V = TypeVar("V")
P = ParamSpec("P")

MAX_AUTOMATIC = 10_000
"""Phases in a row without a decision or a request, after which a game is said to hang."""

_ORDER_PHASE = "<order>"
Effects = tuple[Callable[[State, Action], None], ...]


class IllegalAction(ValueError):
    """An action that the rules do not accept; `why` explains it in words of the rules."""

    def __init__(self, action: Action, why: Message) -> None:
        super().__init__(why.id.format(**dict(why.fields)))
        self.action, self.why = action, why


@dataclass(slots=True, frozen=True)
class _Step:
    """A phase, compiled."""

    enter: tuple[Auto, ...]
    ask: Callable[[State], tuple[Request, ...]] | None
    answer: Callable[[State, tuple[Answer, ...]], None] | None
    legal: Callable[[State], Any] | None
    accepts: Callable[[State, Action], bool] | None
    actor: Callable[[State], int] | None
    hidden: bool
    together: bool
    next: str
    routes: tuple[Route, ...]


@dataclass(slots=True, frozen=True)
class _Stage:
    id: str
    next_seat: NextSeat
    first: str


class Rules:
    """Compiled, immutable rules of one table.

    `active`: plugin ids in order. `fingerprint`: 32 bytes over everything that was composed.
    `counted`: the event kinds that statistics count.
    """

    def __init__(
        self,
        builder: RulesBuilder,
        versions: Mapping[str, str],
        options: Mapping[str, Mapping[str, Any]],
        seating: str,
    ) -> None:
        said = builder.said
        _check(said)
        self.seats, self.active, self.options = builder.seats, builder.active, options
        self.seating = seating
        self.counted = tuple(dict.fromkeys(said.counted))
        self._tables = {s: {k: v for k, (v, _) in t.items()} for s, t in said.tables.items()}
        self._lists = {slot: tuple(fn for fn, _ in fns) for slot, fns in said.lists.items()}
        self._folds = {s: _compose(fns) for s, fns in self._lists.items() if isinstance(s, Fold)}
        self._stages = tuple(_Stage(g.id, g.next_seat, g.phases[0].id) for g in said.stages)
        self._steps = _compile(said)
        self._effects: dict[str, Effects] = {
            kind: (fn, *said.after.get(kind, ())) for kind, fn in said.effects.items()
        }
        self._whys = dict(said.whys)
        self._makes, self._setup = dict(said.parts), tuple(said.setup)
        self._final, self._end_turn = tuple(said.final_score), tuple(said.end_turn)
        self._finished, self._ends_now = tuple(said.finished), tuple(said.ends_now)
        self._projections, self._ranks = tuple(said.projections), tuple(said.ranks)
        self._guesses = tuple(said.guesses)
        self._explained = {
            slot.name: [who for _, who in fns if who] for slot, fns in said.lists.items()
        }
        self.fingerprint = _fingerprint(self, said, versions)
        builder.bind(self)
        self._plains = self._compile_parts()

    # slots

    def table(self, slot: Table[K, V]) -> dict[K, V]:
        """Return the finished table; not to be changed."""
        return self._tables.get(slot, {})

    def has(self, slot: Slot) -> bool:
        """Tell whether anybody contributed to a slot."""
        return slot in self._tables or slot in self._lists

    def value(self, slot: Fold[V, P]) -> Callable[Concatenate[V, P], V]:
        """Return a fold as one function; fetch it once, with `derive`."""
        return cast("Callable[Concatenate[V, P], V]", self._folds.get(slot, slot.base))

    def steps(self, slot: Steps[P]) -> tuple[Callable[P, None], ...]:
        """Return the functions of a list of steps."""
        return self._lists.get(slot, ())

    def explain(self) -> dict[str, list[str]]:
        """Return, by slot name, the plugins that contribute, in order."""
        return self._explained

    # the state

    def new(self, eyes: int = -2) -> State:
        """Return the first position, as far as it goes without an answer."""
        s = self._blank()
        s.eyes = eyes
        if self.seating == "drawn":
            s.phase = _ORDER_PHASE
            s.waiting = (Order(self.seats),)
        else:
            self._run(s, self._open(s, 0))
        return s

    def _blank(self) -> State:
        s = State(self.seats)
        for who, make in self._makes.items():
            s.parts[who] = make(s)
        for fn in self._setup:
            fn(s)
        return s

    def _compile_parts(self) -> list[tuple[str, Callable[[Any], Any]]]:
        parts = self._blank().parts
        for who, part in parts.items():
            check_plain(type(part), f"{who}: the slice of the state")
        return [(who, plain_of(type(parts[who]))) for who in sorted(parts)]

    def stage(self, s: State) -> str:
        """Return the id of the stage that is played."""
        return self._stages[s.stage].id

    def public(self, s: State) -> list[Any]:
        """Return the plain form of what all peers share; `state_digest` covers it."""
        return [
            self.fingerprint,
            self._stages[s.stage].id,
            s.phase,
            s.seat,
            s.turn_seat,
            s.turn,
            s.stage_turn,
            s.over,
            list(s.seating),
            s.scores,
            sorted(s.sealed),
            [[who, to(s.parts[who])] for who, to in self._plains],
            s.secrets.plain() if s.secrets else None,
        ]

    def digest(self, s: State) -> bytes:
        """Return the state digest: the hash of the public state, 32 bytes."""
        return tagged_hash("state", pack(self.public(s)))

    # legality

    def legal(self, s: State) -> list[Action]:
        """Return the legal actions of the seat to act; kept with the state, not to be changed."""
        if s.legal is None:
            gen = self._steps[s.phase].legal if s.phase in self._steps else None
            s.legal = [] if gen is None or s.over or s.waiting else list(gen(s))
        return s.legal

    def legal_for(self, s: State, seat: int) -> list[Action]:
        """Return what a seat may choose now; in a phase played together each seat has its own."""
        if s.over or s.waiting or s.phase not in self._steps:
            return []
        if not self._steps[s.phase].together:
            return self.legal(s) if seat == s.seat else []
        if seat in s.sealed:
            return []
        t = s.clone()
        t.seat, t.legal = seat, None
        return self.legal(t)

    def together(self, s: State) -> bool:
        """Tell whether all seats choose unseen now."""
        step = self._steps.get(s.phase)
        return bool(step and step.together and not s.over and not s.waiting)

    def hidden(self, s: State) -> bool:
        """Tell whether the choices of this decision depend on faces others may not know."""
        step = self._steps.get(s.phase)
        return bool(step and step.hidden)

    def check(self, s: State, a: Action, seat: int = -1) -> State:
        """Return a clone in which `a` is ready to be applied, its claims laid open.

        Raises:
            IllegalAction: the rules do not accept it; `why` says so.
        """
        t = s.clone()
        if seat >= 0 and self.together(s):
            t.seat, t.legal = seat, None
        elif seat >= 0 and seat != s.seat:
            raise IllegalAction(a, Message("it is another seat's decision"))
        if s.over:
            raise IllegalAction(a, Message("the game is over"))
        if s.waiting:
            raise IllegalAction(a, Message("the dealer has not answered yet"))
        self._lay_claims(t, a)
        step = self._steps[t.phase]
        if a not in self.legal(t) and not (step.accepts and self._judge(step, t, a)):
            raise IllegalAction(a, self.why(t, a) or Message("this is not possible now"))
        t.legal = s.legal
        t.seat = s.seat
        return t

    def _judge(self, step: _Step, s: State, a: Action) -> bool:
        return a.kind in self._effects and step.accepts is not None and step.accepts(s, a)

    def _lay_claims(self, s: State, a: Action) -> None:
        """Refuse a claim that cannot be true, then believe it in this clone."""
        for item, face in a.claims:
            cards = s.secrets
            if cards is None or item not in cards.hands[s.seat]:
                raise IllegalAction(a, Message("a claimed card is not in that hand"))
            if item in cards.faces:
                if cards.faces[item] != face:
                    raise IllegalAction(a, Message("a claimed card is known to be another one"))
                continue
            if face not in cards.unknown()[cards.origin[item]][1]:
                raise IllegalAction(a, Message("a claimed card is known to be elsewhere"))
            cards.faces[item] = face
            s.legal = None

    def why(self, s: State, a: Action) -> Message | None:
        """Return why an action is not legal, in words of the rules, if anybody can say."""
        explain = self._whys.get(a.kind)
        return explain(s, a) if explain else None

    # play

    def step(self, s: State, a: Action) -> State:
        """Return the position after a checked action.

        Raises:
            IllegalAction: the rules do not accept it.
        """
        t = self.check(s, a)
        self.apply(t, a)
        return t

    def apply(self, s: State, a: Action, seat: int = -1) -> None:
        """Play an action in place, unchecked; for searches and whoever has checked it.

        `seat` matters only in a phase played together.
        """
        step = self._steps[s.phase]
        if step.together:
            if not self._seal(s, a, s.seat if seat < 0 else seat):
                return
        else:
            for fn in self._effects[a.kind]:
                fn(s, a)
        if self._ends_now and self._is_ended(s):
            self._finish(s)
            return
        nxt = step.next
        for route in step.routes:
            nxt = route(nxt, s)
        self._run(s, nxt)

    def _seal(self, s: State, a: Action, seat: int) -> bool:
        """Note one seat's choice; when all have chosen, run the effects in turn order."""
        s.sealed[seat] = a
        left = [n for n in range(s.seats) if n not in s.sealed]
        s.legal = None
        if left:
            s.seat = left[0]
            return False
        sealed, s.sealed = sorted(s.sealed.items()), {}
        for n, action in sealed:
            s.seat = n
            for fn in self._effects[action.kind]:
                fn(s, action)
        return True

    def answer(self, s: State, answers: tuple[Answer, ...]) -> None:
        """Go on, in place, from the requests that `s` waits for."""
        waiting, s.waiting = s.waiting, ()
        if s.phase == _ORDER_PHASE:
            s.seating = cast("tuple[int, ...]", tuple(answers[0].value))  # type: ignore[arg-type]  # Order
            self._run(s, self._open(s, 0))
            return
        for request, answer in zip(waiting, answers, strict=True):
            if type(request) not in PUBLIC_REQUESTS:
                s.cards().apply(cast("SecretRequest", request), answer)
        step = self._steps[s.phase]
        if step.answer:
            step.answer(s, answers)
        if self._ends_now and self._is_ended(s):
            self._finish(s)
        elif not self._decide(s, step):
            self._run(s, self._after(s, step))

    def _after(self, s: State, step: _Step) -> str:
        nxt = step.next
        for route in step.routes:
            nxt = route(nxt, s)
        return nxt

    def _run(self, s: State, phase: str) -> None:
        """Go on with a phase until a decision, a request or the end of the game."""
        steps = self._steps
        for _ in range(MAX_AUTOMATIC):
            step = steps.get(phase)
            if step is None:
                if phase == TURN_START:
                    phase = self._stages[s.stage].first
                elif phase == TURN_END:
                    phase = self._end_of_turn(s)
                elif phase == GAME_END:
                    self._finish(s)
                    return
                else:
                    raise RulesError(f"a route leads to {phase!r}, which is no phase")
                continue
            s.phase = phase
            s.legal = None
            for fn in step.enter:
                fn(s)
            if self._ends_now and self._is_ended(s):
                self._finish(s)
                return
            if step.ask:
                s.seat = s.turn_seat
                s.waiting = step.ask(s)
                if s.waiting:
                    return
            if step.legal and self._decide(s, step):
                return
            phase = step.next
            for route in step.routes:
                phase = route(phase, s)
        raise RulesError(f"phase {s.phase!r} goes on for ever: nobody can act, nothing ends")

    def _decide(self, s: State, step: _Step) -> bool:
        """Stop for a decision, or report that there is nothing to decide."""
        if step.legal is None:
            return False
        if step.together:
            s.seat, s.legal = 0, None
            return True
        s.seat = s.turn_seat if step.actor is None else step.actor(s)
        s.legal = list(step.legal(s))
        if s.legal or step.accepts:
            return True
        if step.hidden:
            raise RulesError(f"phase {s.phase!r} is hidden: its list must never be empty")
        s.events.append(Event("core", "skip", (s.seat, s.phase)))
        return False

    def _end_of_turn(self, s: State) -> str:
        for fn in self._end_turn:
            fn(s)
        s.turn += 1
        s.stage_turn += 1
        stage = self._stages[s.stage]
        if stage.id == "main" and any(fn(s) for fn in self._finished):
            return self._open(s, s.stage + 1)
        seat = stage.next_seat(s, s.stage_turn)
        if seat is None:
            return self._open(s, s.stage + 1)
        s.turn_seat = seat
        return stage.first

    def _open(self, s: State, first: int) -> str:
        for n in range(first, len(self._stages)):
            seat = self._stages[n].next_seat(s, 0)
            if seat is not None:
                s.stage, s.stage_turn, s.turn_seat = n, 0, seat
                return self._stages[n].first
        return GAME_END

    def _is_ended(self, s: State) -> bool:
        return any(fn(s) for fn in self._ends_now)

    def _finish(self, s: State) -> None:
        for fn in self._final:
            fn(s)
        s.over, s.legal, s.waiting = True, [], ()

    # results

    def ranking(self, s: State) -> list[tuple[int, int]]:
        """Return (place, seat), best first; equal seats share a place."""
        keys = {n: (s.scores[n], *(rank(s, n) for rank in self._ranks)) for n in range(s.seats)}
        return sorted((1 + sum(k > keys[n] for k in keys.values()), n) for n in keys)

    def projections(self, s: State) -> list[float]:
        """Return, for each seat, the points that it would have if the game ended now."""
        t = s
        if not s.over:
            t = s.clone()
            for fn in self._final:
                fn(t)
        values: list[float] = list(t.scores)
        for project in self._projections:
            values = [project(value, s, n) for n, value in enumerate(values)]
        return values

    def projected(self, s: State, seat: int) -> float:
        """Return the points that a seat would have if the game ended now."""
        return self.projections(s)[seat]

    def guess(self, view: State, seed: bytes) -> State:
        """Return a full position that agrees with a view: unknown faces filled in at random."""
        t = view.clone()
        if t.secrets:
            rng = Rng(seed, "guess")
            for items, faces in t.secrets.unknown().values():
                order = rng.shuffle(len(faces))
                for item, place in zip(items, order, strict=True):
                    t.secrets.faces[item] = faces[place]
            t.legal = None
        seat = t.eyes
        t.eyes = -2
        for fn in self._guesses:
            fn(t, seat)
        return t


def spectator(rules: Rules) -> State:
    """Return the first position as somebody without a seat may know it."""
    return rules.new(PUBLIC)


def _compose(fns: tuple[Any, ...]) -> Callable[..., Any]:
    """Turn the functions of a fold into one."""
    if len(fns) == 1:
        return cast("Callable[..., Any]", fns[0])
    if len(fns) == 2:
        one, two = fns
        return lambda value, *args: two(one(value, *args), *args)

    def run(value: Any, *args: Any) -> Any:
        for fn in fns:
            value = fn(value, *args)
        return value

    return run


def _check(said: Said) -> None:
    """Refuse what cannot be played."""
    if not said.stages:
        raise RulesError("no plugin declared a phase: a game is missing")
    if not said.finished and not said.ends_now:
        raise RulesError("no plugin says when the game ends")
    ids = [phase.id for stage in said.stages for phase in stage.phases]
    for id in ids:
        if ids.count(id) > 1:
            raise RulesError(f"two phases are called {id!r}")
    for kind in said.after:
        if kind not in said.effects:
            raise RulesError(f"something follows the action {kind!r}, which nobody declared")
    for id in said.routes:
        if id not in ids:
            raise RulesError(f"a route starts at {id!r}, which is no phase")


def _compile(said: Said) -> dict[str, _Step]:
    steps: dict[str, _Step] = {}
    for stage in said.stages:
        following = [*(phase.id for phase in stage.phases[1:]), TURN_END]
        for phase, nxt in zip(stage.phases, following, strict=True):
            steps[phase.id] = _compile_phase(said, phase, nxt)
    return steps


def _compile_phase(said: Said, phase: Phase, nxt: str) -> _Step:
    scoring = phase.id == SCORE or phase.id.endswith("." + SCORE)
    return _Step(
        enter=(*phase.enter, *(said.turn_score if scoring else ())),
        ask=phase.ask,
        answer=phase.answer,
        legal=phase.legal,
        accepts=phase.accepts,
        actor=phase.actor,
        hidden=phase.hidden,
        together=phase.together,
        next=nxt,
        routes=tuple(said.routes.get(phase.id, ())),
    )


def _fingerprint(rules: Rules, said: Said, versions: Mapping[str, str]) -> bytes:
    """Hash everything that was composed, so that a difference shows at the first step."""
    tables = [
        [slot.name, plain({key: value for key, (value, _) in table.items()})]
        for slot, table in said.tables.items()
        if not isinstance(slot, Table) or slot.rules
    ]
    lists = [[slot.name, [who for _, who in fns]] for slot, fns in said.lists.items()]
    content = [
        rules.seats,
        rules.seating,
        [[who, versions[who], plain(dict(rules.options.get(who, {})))] for who in rules.active],
        [[stage.id, [phase.id for phase in stage.phases]] for stage in said.stages],
        sorted(said.effects),
        sorted(tables, key=lambda row: str(row[0])),
        sorted(lists, key=lambda row: str(row[0])),
    ]
    return tagged_hash("fingerprint", enc(content))
