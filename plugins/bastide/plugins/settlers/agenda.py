"""What is still to be done, step by step: how one effect leads to others with choices of both.

An effect does not play its consequences, it writes them down: `then(s, a, b)` has `a` done next,
then `b`, and only then what was there before. After each answer and each decision the agenda is
worked off as far as it goes without anybody; a step that needs an answer or a decision is a phase
of its own, by the name of the step. With nothing left the turn ends.

The effect of a decision strikes its task off (`done`), or leaves it for another choice of the same
kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from bastide.core.builder import RulesBuilder
from bastide.core.chance import Answer, Request
from bastide.core.events import Action
from bastide.core.phases import GAME_END, SCORE, Effect, Phase
from bastide.core.state import State
from bastide.plugins.settlers.state import ID, NOBODY, Task, realm


class Step(NamedTuple):
    """What a task of a name means: done by itself (`run` alone), a request, or a decision.

    run: asked before anybody is: returns whether an answer or a decision is needed. If not, it has
        struck the task off.
    legal, accepts, hidden, ask, answer: as in a `Phase`; the task's seat decides.
    """

    run: Callable[[State, Task], bool] | None = None
    legal: Callable[[State], Iterable[Action]] | None = None
    accepts: Callable[[State, Action], bool] | None = None
    hidden: bool = False
    ask: Callable[[State], tuple[Request, ...]] | None = None
    answer: Callable[[State, tuple[Answer, ...]], None] | None = None


Steps = Mapping[str, Step]


# The next four run several times in each step: they reach into the slice without `realm`.


def then(s: State, *tasks: Task) -> None:
    """Have tasks done next, in this order, before what is on the agenda already."""
    agenda: list[Task] = s.parts[ID].agenda
    agenda.extend(tasks[::-1])


def top(s: State) -> Task:
    """Return the task that is due."""
    agenda: list[Task] = s.parts[ID].agenda
    return agenda[-1]


def done(s: State) -> Task:
    """Strike the task that is due off, and return it."""
    agenda: list[Task] = s.parts[ID].agenda
    return agenda.pop()


def count_down(s: State) -> Task:
    """Make the task that is due one less; return what it was."""
    task = done(s)
    if task.n > 1:
        realm(s).agenda.append(task._replace(n=task.n - 1))
    return task


def by_step(effects: Mapping[str, Effect]) -> Effect:
    """Return the effect of an action that several steps know: what it does, by their names."""
    return lambda s, a: effects[top(s).step](s, a)


def actor(s: State) -> int:
    """Return the seat of the task that is due."""
    agenda: list[Task] = s.parts[ID].agenda
    return agenda[-1].seat


def automatic(fn: Callable[[State, Task], None]) -> Step:
    """Return a step that needs nobody; it is struck off before it is done."""

    def run(s: State, task: Task) -> bool:
        realm(s).agenda.pop()
        fn(s, task)
        return False

    return Step(run)


def add_steps(
    rules: RulesBuilder, steps: Steps, actions: Iterable[str], begin: Callable[[State], None]
) -> None:
    """Add a phase for each step that may need somebody, and work the agenda off after each.

    actions: the kinds of what is decided. begin: writes down what a turn consists of.
    """
    runs = {name: step.run for name, step in steps.items()}

    def start(s: State) -> None:
        begin(s)
        resolve(s)

    def resolve(s: State, a: Action | None = None) -> None:
        table = realm(s)
        agenda = table.agenda
        while agenda and table.winner == NOBODY:
            task = agenda[-1]
            run = runs[task.step]
            if run is None or run(s, task):
                return

    rules.phase(Phase(BEGIN, enter=(start,)))
    rules.route(BEGIN, _due)
    for name, step in steps.items():
        if step.legal or step.ask:
            rules.phase(_phase(name, step, resolve))
            rules.route(name, _due)
    for kind in actions:
        rules.after(kind, resolve)


BEGIN = "begin"
"""The phase that a turn begins with."""


def _phase(name: str, step: Step, resolve: Callable[[State], None]) -> Phase:
    take = step.answer

    def answer(s: State, answers: tuple[Answer, ...]) -> None:
        if take:
            take(s, answers)
        resolve(s)

    return Phase(
        name,
        legal=step.legal,
        accepts=step.accepts,
        hidden=step.hidden,
        ask=step.ask,
        answer=answer if step.ask else None,
        actor=actor,
    )


def _due(following: str, s: State) -> str:
    """Go on with what is due; with nothing left the turn is over."""
    table = realm(s)
    if table.winner != NOBODY:
        return GAME_END
    return table.agenda[-1].step if table.agenda else SCORE
