"""Composition: plugins fill one builder a table, which is then frozen into `Rules`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from bastide.core.chance import Answer, Request
from bastide.core.events import Action
from bastide.core.messages import Message
from bastide.core.slots import Fold, Slot, Steps, Table
from bastide.core.state import Part, State

if TYPE_CHECKING:
    from bastide.core.rules import Rules

K = TypeVar("K")
V = TypeVar("V")
P = ParamSpec("P")
T = TypeVar("T")

Effect = Callable[[State, Action], None]
Auto = Callable[[State], None]
Test = Callable[[State], bool]
NextSeat = Callable[[State, int], int | None]
Route = Callable[[str, State], str]
Why = Callable[[State, Action], Message | None]

SCORE = "score"
TURN_START = "<turn start>"
TURN_END = "<turn end>"
GAME_END = "<game end>"


class RulesError(Exception):
    """The active plugins do not fit together, or one of them breaks the contract."""


@dataclass(slots=True)
class Phase:
    """A named stop in the turn.

    legal: a decision: what may be chosen, in an order that depends on the position only.
    accepts: judges open-ended actions; then `legal` lists a sensible part, each of which it accepts.
    hidden: choices depend on faces that others may not know; never skipped by the kernel.
    ask: requests for chance or secrets; () for nothing to ask.
    answer: what the answers do.
    enter: effects on arrival.
    actor: who decides, if not the seat whose turn it is.
    together: every seat chooses unseen, then all effects run in turn order.

    With neither `legal` nor `ask` the phase is automatic.
    """

    id: str
    legal: Callable[[State], Iterable[Action]] | None = None
    accepts: Callable[[State, Action], bool] | None = None
    hidden: bool = False
    ask: Callable[[State], tuple[Request, ...]] | None = None
    answer: Callable[[State, tuple[Answer, ...]], None] | None = None
    enter: tuple[Auto, ...] = ()
    actor: Callable[[State], int] | None = None
    together: bool = False


@dataclass(slots=True)
class Stage:
    """A stretch of turns: who plays next (None ends it), and the phases of each turn."""

    id: str
    next_seat: NextSeat
    phases: list[Phase]


def in_turn(s: State, n: int) -> int | None:
    """The n-th turn of a stage goes round the table without end."""
    return n % s.seats


@dataclass(slots=True)
class Said:
    """All that the plugins said to a builder; what `Rules` is compiled from."""

    tables: dict[Slot, dict[Any, tuple[Any, str]]] = field(default_factory=dict)
    lists: dict[Slot, list[tuple[Any, str]]] = field(default_factory=dict)
    stages: list[Stage] = field(default_factory=list)
    routes: dict[str, list[Route]] = field(default_factory=dict)
    effects: dict[str, Effect] = field(default_factory=dict)
    whys: dict[str, Why] = field(default_factory=dict)
    after: dict[str, list[Effect]] = field(default_factory=dict)
    parts: dict[str, Callable[[State], Part]] = field(default_factory=dict)
    setup: list[Auto] = field(default_factory=list)
    turn_score: list[Auto] = field(default_factory=list)
    final_score: list[Auto] = field(default_factory=list)
    end_turn: list[Auto] = field(default_factory=list)
    finished: list[Test] = field(default_factory=list)
    ends_now: list[Test] = field(default_factory=list)
    projections: list[Callable[[float, State, int], float]] = field(default_factory=list)
    ranks: list[Callable[[State, int], int]] = field(default_factory=list)
    guesses: list[Callable[[State, int], None]] = field(default_factory=list)
    counted: list[str] = field(default_factory=list)
    derived: list[Callable[[], Any]] = field(default_factory=list)


class RulesBuilder:
    """What `bastide_setup`, `bastide_turn` and `bastide_scoring` receive.

    `seats`: number at this table. `active`: ids of all plugins of the table, in their order.
    `options`: those of the plugin that is speaking.
    """

    def __init__(
        self, seats: int, active: tuple[str, ...], options: Mapping[str, Mapping[str, Any]]
    ) -> None:
        self.seats, self.active = seats, active
        self.said = Said()
        self._options = options
        self._who = ""
        self._rules: Rules | None = None

    @property
    def options(self) -> Mapping[str, Any]:
        """The speaking plugin's own options, complete and checked."""
        return self._options.get(self._who, {})

    def speak(self, who: str) -> None:
        """Note whose contributions come next. For the kernel."""
        self._who = who

    def bind(self, rules: Rules) -> None:
        """Note the finished rules and compute what was derived from them. For the kernel."""
        self._rules = rules
        for get in self.said.derived:
            get()

    # slots

    def put(self, slot: Table[K, V]) -> Callable[[K, V], None]:
        """Return a function that adds a component; a second one of a key is an error."""
        return lambda key, value: self._put(slot, key, value, False)

    def replace(self, slot: Table[K, V]) -> Callable[[K, V], None]:
        """Return a function that replaces the component of an existing key."""
        return lambda key, value: self._put(slot, key, value, True)

    def _put(self, slot: Slot, key: Any, value: Any, replace: bool) -> None:
        table = self.said.tables.setdefault(slot, {})
        if key in table and not replace:
            raise RulesError(f"{self._who}: {slot.name}[{key!r}] is already set by {table[key][1]}")
        if key not in table and replace:
            raise RulesError(f"{self._who}: {slot.name}[{key!r}] has nothing to replace")
        table[key] = (value, self._who)

    def fold(
        self, slot: Fold[V, P]
    ) -> Callable[[Callable[Concatenate[V, P], V]], Callable[Concatenate[V, P], V]]:
        """Decorate a function that takes the value so far and returns the next."""

        def add(fn: Callable[Concatenate[V, P], V]) -> Callable[Concatenate[V, P], V]:
            self.said.lists.setdefault(slot, [(slot.base, "")]).append((fn, self._who))
            return fn

        return add

    def step(self, slot: Steps[P]) -> Callable[[Callable[P, None]], Callable[P, None]]:
        """Decorate a function to run after those already in a list of steps."""

        def add(fn: Callable[P, None]) -> Callable[P, None]:
            self.said.lists.setdefault(slot, []).append((fn, self._who))
            return fn

        return add

    def derive(self, fn: Callable[[Rules], T]) -> Callable[[], T]:
        """Return a getter of `fn(rules)`, computed once, after every plugin has spoken."""
        box: list[T] = []

        def get() -> T:
            if not box:
                if self._rules is None:
                    raise RulesError("the rules are not composed yet: call this during play")
                box.append(fn(self._rules))
            return box[0]

        self.said.derived.append(get)
        return get

    # setup

    def part(self, make: Callable[[State], Part]) -> None:
        """Declare this plugin's slice of the state, `state.parts[<my id>]`."""
        if self._who in self.said.parts:
            raise RulesError(f"{self._who}: a plugin has one slice of the state")
        self.said.parts[self._who] = make

    def on_setup(self, fn: Auto) -> None:
        """Run `fn` on the first state, after every slice exists. Chance is for phases."""
        self.said.setup.append(fn)

    # turn

    def stage(self, id: str, next_seat: NextSeat = in_turn) -> None:
        """Open a stage; stages follow one another in the order in which they are opened.

        `next_seat(state, n)` is the seat of the stage's n-th turn, or None when it is over.
        """
        if any(stage.id == id for stage in self.said.stages):
            raise RulesError(f"{self._who}: there is a stage {id!r} already")
        score = SCORE if id == "main" else f"{id}.{SCORE}"
        self.said.stages.append(Stage(id, next_seat, [Phase(score)]))

    def phase(
        self,
        phase: Phase,
        *,
        after: str = "",
        before: str = "",
        replace: str = "",
        stage: str = "main",
    ) -> None:
        """Place a phase in a stage's turn: before its scoring, unless an anchor is given."""
        phases = self._phases(stage)
        ids = [p.id for p in phases]
        anchor = after or before or replace or next(i for i in ids if i.endswith(SCORE))
        if anchor not in ids:
            raise RulesError(f"{self._who}: no phase {anchor!r} in stage {stage!r}, only {ids}")
        if phase.id in ids and phase.id != replace:
            raise RulesError(f"{self._who}: there is a phase {phase.id!r} already")
        at = ids.index(anchor)
        if replace:
            phases[at] = phase
        else:
            phases.insert(at + bool(after), phase)

    def _phases(self, stage: str) -> list[Phase]:
        if stage == "main" and not any(each.id == "main" for each in self.said.stages):
            self.stage("main")
        for each in self.said.stages:
            if each.id == stage:
                return each.phases
        raise RulesError(f"{self._who}: no stage {stage!r}")

    def drop_phase(self, id: str, stage: str = "main") -> None:
        """Take a phase out of a stage's turn, and the routes that were said for it so far."""
        phases = self._phases(stage)
        kept = [phase for phase in phases if phase.id != id]
        if len(kept) == len(phases):
            raise RulesError(f"{self._who}: no phase {id!r} in stage {stage!r}")
        phases[:] = kept
        self.said.routes.pop(id, None)

    def route(self, phase: str, fn: Route) -> None:
        """Let `fn(next, state)` choose what follows a phase: a phase id of the same stage,
        TURN_START, TURN_END or GAME_END.
        """
        self.said.routes.setdefault(phase, []).append(fn)

    def action(self, kind: str, effect: Effect, why: Why | None = None) -> None:
        """Declare an action kind, its effect, and what explains why one is not legal."""
        if kind in self.said.effects:
            raise RulesError(f"{self._who}: there is an action {kind!r} already")
        self.said.effects[kind] = effect
        if why:
            self.said.whys[kind] = why

    def after(self, kind: str, effect: Effect) -> None:
        """Run `effect` after each action of that kind."""
        self.said.after.setdefault(kind, []).append(effect)

    def end_turn(self, fn: Auto) -> None:
        """Run `fn` when a turn ends, before the seat changes."""
        self.said.end_turn.append(fn)

    def guess(self, fn: Callable[[State, int], None]) -> None:
        """Refine the kernel's guess of unknown faces: `fn(guessed state, seat)`."""
        self.said.guesses.append(fn)

    def counted(self, kind: str) -> None:
        """Count events of this kind in statistics."""
        self.said.counted.append(kind)

    # scoring

    def turn_score(self, fn: Auto) -> None:
        """Run `fn` in the phase `score` that ends each turn."""
        self.said.turn_score.append(fn)

    def final_score(self, fn: Auto) -> None:
        """Run `fn` once when the game is over."""
        self.said.final_score.append(fn)

    def finished(self, fn: Test) -> None:
        """End the main stage after a turn for which any such test holds."""
        self.said.finished.append(fn)

    def ends_now(self, fn: Test) -> None:
        """End the game at once when any such test holds after an effect, answer or phase."""
        self.said.ends_now.append(fn)

    def project(self, fn: Callable[[float, State, int], float]) -> None:
        """Adjust the points that a seat would have if the game ended now."""
        self.said.projections.append(fn)

    def rank(self, key: Callable[[State, int], int]) -> None:
        """Break ties after the points and the keys added before; higher is better."""
        self.said.ranks.append(key)
