"""A small game whose every function can be told to raise, or to answer nonsense.

Seats roll and take stones; who has most when the heap is empty wins. `SWITCH.at` names the function
that fails from now on, `SWITCH.fault` what comes of it: an exception to raise, or an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from bastide.cli.sessions.guarded_screen import METHODS
from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Answer, Request, Roll
from bastide.core.default_screen import DefaultScreen
from bastide.core.events import Action, Term
from bastide.core.hookspecs import Bot, Chooser, Manifest, Option, Renderer, hookimpl
from bastide.core.messages import Text
from bastide.core.plugins import Plugins
from bastide.core.rules import Rules
from bastide.core.slots import Fold, Steps
from bastide.core.state import State

ID = "stones"
HEAP = 30


class Odd(BaseException):
    """Something that is no `Exception`."""


@dataclass(slots=True)
class Switch:
    """What fails now, and how."""

    at: str = ""
    fault: object = None

    def __call__(self, place: str, answer: Callable[[], Any]) -> Any:  # noqa: ANN401  # of any function
        """Return what a function answers, or fail where it is told to."""
        if self.at != place:
            return answer()
        if isinstance(self.fault, BaseException):
            raise self.fault
        return self.fault


SWITCH = Switch()


@dataclass(slots=True)
class Stones:
    """The heap, the die, and what each seat took."""

    left: int = HEAP
    die: int = 0
    taken: list[int] = field(default_factory=list)

    def clone(self) -> Stones:
        """Return an independent copy."""
        return SWITCH("clone", lambda: Stones(self.left, self.die, self.taken[:]))  # type: ignore[no-any-return]  # or nonsense


def stones(s: State) -> Stones:
    """Return the slice of this game."""
    part: Stones = s.parts[ID]
    return part


def worth(value: int, s: State, /) -> int:
    """Return what a stone is worth."""
    return value


def was_taken(s: State, /) -> None:
    """Follow what was taken."""


WORTH = Fold(worth)
TAKEN = Steps(was_taken)


def ask(s: State) -> tuple[Request, ...]:
    """Ask for the die."""
    return SWITCH("ask", lambda: (Roll(3),))  # type: ignore[no-any-return]  # or nonsense


def answered(s: State, answers: tuple[Answer, ...]) -> None:
    """Note the die."""

    def note() -> None:
        stones(s).die = int(str(answers[0].value))

    SWITCH("answer", note)


def legal(s: State) -> list[Action]:
    """Return how many may be taken."""
    most = min(stones(s).die, stones(s).left)
    return SWITCH("legal", lambda: [Action("stones.take", (n,)) for n in range(1, most + 1)])  # type: ignore[no-any-return]  # or nonsense


def late(s: State) -> list[Action]:
    """Return the end of a turn, one by one: what fails does so when all are asked for."""

    def listed() -> list[Action]:
        return [Action("stones.end")]

    def each() -> Any:  # noqa: ANN401  # a generator, or nonsense
        yield Action("stones.end")
        SWITCH("late", listed)

    return each()  # type: ignore[no-any-return]  # any iterable will do


def built(rules: RulesBuilder) -> None:
    """Say all that there is to be said of a turn."""
    fold, steps = (
        rules.derive(lambda made: made.value(WORTH)),
        rules.derive(lambda made: made.steps(TAKEN)),
    )

    def take(s: State, a: Action) -> None:
        n = int(str(a.data[0]))
        stones(s).left -= n
        stones(s).taken[s.seat] += n
        for step in steps():
            step(s)
        s.score(s.seat, ID, "stone", (Term(n, "stone", fold()(1, s)),))

    def passive(place: str, answer: object = None) -> Callable[..., Any]:
        return lambda *_: SWITCH(place, lambda: answer)

    rules.fold(WORTH)(lambda value, s: SWITCH("fold", lambda: value))
    rules.step(TAKEN)(passive("step"))
    rules.phase(Phase("roll", ask=ask, answer=answered, enter=(passive("enter"),)))
    rules.phase(
        Phase(
            "take",
            legal=legal,
            accepts=passive("accepts", False),
            actor=lambda s: SWITCH("actor", lambda: s.turn_seat),
        )
    )
    rules.phase(Phase("end", legal=late))
    rules.route("take", lambda following, s: SWITCH("route", lambda: following))
    rules.action("stones.take", lambda s, a: SWITCH("effect", lambda: take(s, a)), passive("why"))
    rules.action("stones.end", lambda s, a: None)
    rules.after("stones.take", passive("after"))
    rules.end_turn(passive("end_turn"))
    rules.ends_now(passive("ends_now", False))


RULES = (
    *("clone", "ask", "answer", "legal", "late", "fold", "step", "enter", "actor", "route"),
    *("effect", "after", "end_turn", "ends_now", "turn_score", "finished", "final"),
)
"""Functions without which the game cannot go on."""

ASIDE = ("accepts", "why", "project", "rank")
"""Functions that only tell something."""

COMPOSED = ("setup", "turn", "scoring", "part", "on_setup", "derive")
"""Functions that are called when a table is opened."""


class StonesScreen(DefaultScreen):
    """The default screen, each method with a switch."""

    def svg(self, s: State, names: tuple[str, ...]) -> str:
        """Return a picture of nothing."""
        return SWITCH("svg", lambda: "<svg/>")  # type: ignore[no-any-return]  # or nonsense


def _switched(name: str) -> Callable[..., Any]:
    plain: Callable[..., Any] = getattr(DefaultScreen, name)
    return lambda self, *given: SWITCH(f"screen {name}", lambda: plain(self, *given))


for each in METHODS:
    setattr(StonesScreen, each, _switched(each))


def make_screen(rules: Rules, text: Text) -> StonesScreen:
    """Return the screen."""
    return SWITCH("screen", lambda: StonesScreen(rules, text))  # type: ignore[no-any-return]  # or nonsense


def make_bot(rules: Rules, seat: int, seed: int) -> Chooser:
    """Return what takes most."""
    return SWITCH("make", lambda: lambda s: SWITCH("choose", lambda: rules.legal(s)[-1]))  # type: ignore[no-any-return]  # or nonsense


def plugin() -> ModuleType:
    """Return the plugin."""

    def bastide_manifest() -> Manifest:
        option = Option("quick", False, "A quick game")
        made = Manifest(ID, "1.0", "game", "Stones", seats=(1, 4), options=(option,))
        return SWITCH("manifest", lambda: made)  # type: ignore[no-any-return]  # or nonsense

    def bastide_setup(rules: RulesBuilder) -> None:
        SWITCH("setup", lambda: None)
        rules.part(lambda s: SWITCH("part", lambda: Stones(taken=[0] * s.seats)))
        rules.on_setup(lambda s: SWITCH("on_setup", lambda: None))
        rules.derive(lambda made: SWITCH("derive", lambda: None))

    def bastide_turn(rules: RulesBuilder) -> None:
        SWITCH("turn", lambda: built(rules))

    def bastide_scoring(rules: RulesBuilder) -> None:
        SWITCH("scoring", lambda: None)
        rules.turn_score(lambda s: SWITCH("turn_score", lambda: None))
        rules.finished(lambda s: SWITCH("finished", lambda: stones(s).left <= 0))
        rules.final_score(lambda s: SWITCH("final", lambda: None))
        rules.project(lambda value, s, seat: SWITCH("project", lambda: value))
        rules.rank(lambda s, seat: SWITCH("rank", lambda: 0))

    def bastide_bots() -> list[Bot]:
        return SWITCH("bots", lambda: [Bot("most", (ID,), make_bot)])  # type: ignore[no-any-return]  # or nonsense

    def bastide_renderers() -> list[Renderer]:
        return SWITCH("renderers", lambda: [Renderer(ID, "console", make_screen)])  # type: ignore[no-any-return]  # or nonsense

    module = ModuleType(ID)
    for hook in (
        *(bastide_manifest, bastide_setup, bastide_turn, bastide_scoring),
        *(bastide_bots, bastide_renderers),
    ):
        setattr(module, hook.__name__, hookimpl(hook))
    return module


def plugins() -> Plugins:
    """Return plugins with this game alone."""
    return Plugins({ID: plugin})
