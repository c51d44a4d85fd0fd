"""Composition: plugins fill one builder a table, which is then frozen into `Rules`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from bastide.core.errors import RulesError
from bastide.core.options import OptionValue
from bastide.core.phases import (
    GAME_END,
    MAIN,
    SCORE,
    TURN_END,
    TURN_START,
    Auto,
    Effect,
    NextSeat,
    Phase,
    Route,
    Stage,
    Test,
    Why,
    in_turn,
)
from bastide.core.slots import Fold, Slot, Steps, Table
from bastide.core.state import Part, State

if TYPE_CHECKING:
    from bastide.core.rules import Rules

__all__ = [
    "GAME_END",
    "SCORE",
    "TURN_END",
    "TURN_START",
    "Phase",
    "RulesBuilder",
    "RulesError",
    "Said",
    "Stage",
    "in_turn",
]

K = TypeVar("K")
V = TypeVar("V")
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class Said:
    """All that the plugins said to a builder; what `Rules` is compiled from."""

    tables: dict[Slot, dict[object, tuple[object, str]]] = field(default_factory=dict)
    lists: dict[Slot, list[tuple[Callable[..., object], str]]] = field(default_factory=dict)
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
    verdicts: list[Callable[[State, int], int]] = field(default_factory=list)
    guesses: list[Callable[[State, int], None]] = field(default_factory=list)
    counted: list[str] = field(default_factory=list)
    derived: list[Callable[[], object]] = field(default_factory=list)


class RulesBuilder:
    """What `bastide_setup`, `bastide_turn` and `bastide_scoring` receive.

    `seats`: number at this table. `active`: ids of all plugins of the table, in their order.
    `options`: those of the plugin that is speaking.
    """

    def __init__(
        self, seats: int, active: tuple[str, ...], options: Mapping[str, Mapping[str, OptionValue]]
    ) -> None:
        self.seats, self.active = seats, active
        self.said = Said()
        self._options = options
        self._who = ""
        self._rules: Rules | None = None

    @property
    def options(self) -> Mapping[str, OptionValue]:
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

    def _put(self, slot: Slot, key: object, value: object, replace: bool) -> None:
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

    def stage(
        self, id: str, next_seat: NextSeat = in_turn, *, before: str = "", after: str = ""
    ) -> None:
        """Open a stage: after those that are there, unless an anchor is given.

        `next_seat(state, n)` is the seat of the stage's n-th turn, or None when it is over.
        """
        stages = self.said.stages
        ids = [stage.id for stage in stages]
        if id in ids:
            raise RulesError(f"{self._who}: there is a stage {id!r} already")
        stage = Stage(id, next_seat, [])
        stage.phases.append(Phase(stage.score))
        anchor = self._anchor(ids, "stage", before, after)
        stages.insert(ids.index(anchor) + bool(after) if anchor else len(stages), stage)

    def turns(self, next_seat: NextSeat, stage: str = MAIN) -> None:
        """Let `next_seat(s, n)` say whose turns a stage has, instead of what was said so far."""
        self._stage(stage).next_seat = next_seat

    def phase(
        self,
        phase: Phase,
        *,
        after: str = "",
        before: str = "",
        replace: str = "",
        stage: str = MAIN,
    ) -> None:
        """Place a phase in a stage's turn: before its scoring, unless an anchor is given."""
        place = self._stage(stage)
        phases, ids = place.phases, [p.id for p in place.phases]
        if phase.id in ids and phase.id != replace:
            raise RulesError(f"{self._who}: there is a phase {phase.id!r} already")
        anchor = self._anchor(ids, "phase", after, before, replace)
        if replace:
            phases[ids.index(replace)] = phase
            if phase.id != replace:
                self.said.routes.pop(replace, None)
        elif anchor:
            phases.insert(ids.index(anchor) + bool(after), phase)
        else:
            phases.insert(ids.index(place.score) if place.score in ids else len(ids), phase)

    def _anchor(self, ids: list[str], what: str, *wanted: str) -> str:
        """Return the one anchor that was given, or ""."""
        anchors = [anchor for anchor in wanted if anchor]
        if len(anchors) > 1:
            raise RulesError(f"{self._who}: one {what} can be the anchor, not {anchors}")
        if anchors and anchors[0] not in ids:
            raise RulesError(f"{self._who}: there is no {what} {anchors[0]!r}, only {ids}")
        return anchors[0] if anchors else ""

    def _stage(self, id: str) -> Stage:
        stages = self.said.stages
        if id == MAIN and not any(stage.id == MAIN for stage in stages):
            self.stage(MAIN)
        for stage in stages:
            if stage.id == id:
                return stage
        raise RulesError(f"{self._who}: there is no stage {id!r}")

    def drop_phase(self, id: str, stage: str = MAIN) -> None:
        """Take a phase out of a stage's turn, and the routes that start there."""
        phases = self._stage(stage).phases
        kept = [phase for phase in phases if phase.id != id]
        if len(kept) == len(phases):
            raise RulesError(f"{self._who}: there is no phase {id!r} in the stage {stage!r}")
        phases[:] = kept
        self.said.routes.pop(id, None)

    def route(self, phase: str, fn: Route) -> None:
        """Let `fn(next, state)` choose what follows a phase.

        That is the id of a phase of the same stage, TURN_START, TURN_END or GAME_END.
        """
        self.said.routes.setdefault(phase, []).append(fn)

    def action(self, kind: str, effect: Effect, why: Why | None = None) -> None:
        """Declare an action kind, its effect, and what explains why one is not legal.

        `why` is asked about whatever a player sent: kinds, shapes and types are to be checked.
        """
        if not kind.startswith(f"{self._who}."):
            raise RulesError(
                f"{self._who}: the action {kind!r} must begin with {self._who + '.'!r}"
            )
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

    def verdict(self, key: Callable[[State, int], int]) -> None:
        """Rank by something that goes before the points: who gave up, who alone may win."""
        self.said.verdicts.append(key)
