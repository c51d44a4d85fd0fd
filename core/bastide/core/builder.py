"""Composition: plugins fill one builder a table, which is then frozen into `Rules`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from bastide.core.contributions import check_taken
from bastide.core.errors import RulesError
from bastide.core.messages import message
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
    Test,
    Why,
    in_turn,
)
from bastide.core.retiring import Use
from bastide.core.said import Said
from bastide.core.slots import Fold, Slot, Steps, Table
from bastide.core.staging import Staging
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
    "in_turn",
]

K = TypeVar("K")
V = TypeVar("V")
P = ParamSpec("P")
T = TypeVar("T")


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
        self.speak("")
        self._rules: Rules | None = None

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The speaking plugin's own options, complete and checked."""
        return self._options.get(self._who, {})

    def _note(self, what: str, id: str = "") -> None:
        self.said.note(what, id, self._who)

    def speak(self, who: str) -> None:
        """Note whose contributions come next. For the kernel."""
        self._who, self._staging = who, Staging(self.said, who)

    def bind(self, rules: Rules) -> None:
        """Note the finished rules and compute what was derived from them. For the kernel."""
        self._rules = rules
        for get in self.said.derived:
            get()

    # slots

    def put(self, slot: Table[K, V]) -> Callable[[K, V], None]:
        """Return a function that adds a component; a second one of a key is an error."""
        self._retire(slot.name, slot.retired)
        return lambda key, value: self._put(slot, key, value, False)

    def replace(self, slot: Table[K, V]) -> Callable[[K, V], None]:
        """Return a function that replaces the component of an existing key."""
        self._retire(slot.name, slot.retired)
        return lambda key, value: self._put(slot, key, value, True)

    def _retire(self, what: str, instead: str) -> None:
        """Note that the speaking plugin uses something that goes, if it does."""
        if instead:
            self.said.retired.append(Use(self._who, what, instead))

    def _put(self, slot: Slot, key: object, value: object, replace: bool) -> None:
        table = self.said.tables.setdefault(slot, {})
        if key in table and not replace:
            raise RulesError(
                message(
                    "{who}: {slot} is already set by {other}: use another key, or replace() if "
                    "yours is to be played instead",
                    who=self._who,
                    slot=f"{slot.name}[{key!r}]",
                    other=table[key][1],
                )
            )
        if key not in table and replace:
            raise RulesError(
                message(
                    "{who}: {slot} has nothing to replace: add it with put()",
                    who=self._who,
                    slot=f"{slot.name}[{key!r}]",
                )
            )
        table[key] = (value, self._who)

    def fold(
        self, slot: Fold[V, P]
    ) -> Callable[[Callable[Concatenate[V, P], V]], Callable[Concatenate[V, P], V]]:
        """Decorate a function that takes the value so far and returns the next."""
        self._retire(slot.name, slot.retired)

        def add(fn: Callable[Concatenate[V, P], V]) -> Callable[Concatenate[V, P], V]:
            check_taken(self._who, slot, slot.base, fn)
            self.said.lists.setdefault(slot, [(slot.base, "")]).append((fn, self._who))
            return fn

        return add

    def step(self, slot: Steps[P]) -> Callable[[Callable[P, None]], Callable[P, None]]:
        """Decorate a function to run after those already in a list of steps."""
        self._retire(slot.name, slot.retired)

        def add(fn: Callable[P, None]) -> Callable[P, None]:
            check_taken(self._who, slot, slot.like, fn)
            self.said.lists.setdefault(slot, []).append((fn, self._who))
            return fn

        return add

    def has(self, slot: Slot) -> bool:
        """Tell whether anybody contributes to a slot; all have spoken once setup is over."""
        return slot in self.said.tables or slot in self.said.lists

    def derive(self, fn: Callable[[Rules], T]) -> Callable[[], T]:
        """Return a getter of `fn(rules)`, computed once, after every plugin has spoken."""
        box: list[T] = []

        def get() -> T:
            if not box:
                if self._rules is None:
                    raise RulesError(
                        message("the rules are not composed yet: call this during play")
                    )
                box.append(fn(self._rules))
            return box[0]

        self.said.derived.append(get)
        return get

    # setup

    def part(self, make: Callable[[State], Part]) -> None:
        """Declare this plugin's slice of the state, `state.parts[<my id>]`."""
        if self._who in self.said.parts:
            raise RulesError(
                message(
                    "{who}: a plugin has one slice of the state: put all fields into one class",
                    who=self._who,
                )
            )
        self.said.parts[self._who] = make
        self._note("part", self._who)

    def on_setup(self, fn: Auto) -> None:
        """Run `fn` on the first state, after every slice exists. Chance is for phases."""
        self.said.setup.append(fn)
        self._note("setup")

    # turn

    def stage(
        self, id: str, next_seat: NextSeat = in_turn, *, before: str = "", after: str = ""
    ) -> None:
        """Open a stage: after those that are there, unless an anchor is given.

        `next_seat(state, n)` is the seat of the stage's n-th turn, or None when it is over.
        """
        self._staging.open(id, next_seat, before=before, after=after)

    def turns(self, next_seat: NextSeat, stage: str = MAIN) -> None:
        """Let `next_seat(s, n)` say whose turns a stage has, instead of what was said so far."""
        self._staging.find(stage).next_seat = next_seat
        self._note("turns", stage)

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
        self._staging.place(phase, stage, after=after, before=before, replace=replace)

    def drop_phase(self, id: str, stage: str = MAIN) -> None:
        """Take a phase out of a stage's turn, and the routes that start there."""
        self._staging.drop(id, stage)

    def route(self, phase: str, fn: Route) -> None:
        """Let `fn(next, state)` choose what follows a phase.

        That is the id of a phase of the same stage, TURN_START, TURN_END or GAME_END.
        """
        self.said.routes.setdefault(phase, []).append(fn)
        self._note("route", phase)

    def action(self, kind: str, effect: Effect, why: Why | None = None) -> None:
        """Declare an action kind, its effect, and what explains why one is not legal.

        `why` is asked about whatever a player sent: kinds, shapes and types are to be checked.
        """
        if not kind.startswith(f"{self._who}."):
            raise RulesError(
                message(
                    "{who}: the action {name} must begin with {prefix}",
                    who=self._who,
                    name=repr(kind),
                    prefix=repr(self._who + "."),
                )
            )
        if kind in self.said.effects:
            raise RulesError(
                message(
                    "{who}: there is an action {name} already: choose another verb",
                    who=self._who,
                    name=repr(kind),
                )
            )
        self.said.effects[kind] = effect
        self._note("action", kind)
        if why:
            self.said.whys[kind] = why

    def after(self, kind: str, effect: Effect) -> None:
        """Run `effect` after each action of that kind."""
        self.said.after.setdefault(kind, []).append(effect)
        self._note("after", kind)

    def end_turn(self, fn: Auto) -> None:
        """Run `fn` when a turn ends, before the seat changes."""
        self.said.end_turn.append(fn)
        self._note("end_turn")

    def guess(self, fn: Callable[[State, int], None]) -> None:
        """Refine the kernel's guess of unknown faces: `fn(guessed state, seat)`."""
        self.said.guesses.append(fn)
        self._note("guess")

    def counted(self, kind: str) -> None:
        """Count events of this kind in statistics."""
        self.said.counted.append(kind)

    # scoring

    def turn_score(self, fn: Auto) -> None:
        """Run `fn` in the phase `score` that ends each turn."""
        self.said.turn_score.append(fn)
        self._note("turn_score")

    def final_score(self, fn: Auto) -> None:
        """Run `fn` once when the game is over."""
        self.said.final_score.append(fn)
        self._note("final_score")

    def finished(self, fn: Test) -> None:
        """End the main stage after a turn for which any such test holds."""
        self.said.finished.append(fn)
        self._note("finished")

    def ends_now(self, fn: Test) -> None:
        """End the game at once when any such test holds after an effect, answer or phase."""
        self.said.ends_now.append(fn)
        self._note("ends_now")

    def project(self, fn: Callable[[float, State, int], float]) -> None:
        """Adjust the points that a seat would have if the game ended now."""
        self.said.projections.append(fn)
        self._note("project")

    def rank(self, key: Callable[[State, int], int]) -> None:
        """Break ties after the points and the keys added before; higher is better."""
        self.said.ranks.append(key)
        self._note("rank")

    def verdict(self, key: Callable[[State, int], int]) -> None:
        """Rank by something that goes before the points: who gave up, who alone may win."""
        self.said.verdicts.append(key)
        self._note("verdict")
