"""From what the plugins said to what is played: checked, compiled, and hashed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from bastide.core.encoding import EncodingError, enc, tagged_hash
from bastide.core.errors import RulesError
from bastide.core.messages import Message, message
from bastide.core.phases import (
    MAIN,
    TURN_END,
    Accepts,
    Actor,
    Ask,
    Auto,
    Effect,
    Legal,
    NextSeat,
    OnAnswer,
    Phase,
    Route,
    Stage,
    in_turn,
)
from bastide.core.plain import PlainError, plain
from bastide.core.slots import Slot, Table

if TYPE_CHECKING:
    from bastide.core.rules import Rules
    from bastide.core.said import Said

T = TypeVar("T")


@dataclass(slots=True, frozen=True)
class Step:
    """A phase, compiled: `next` is the one after it, unless a route says otherwise."""

    enter: tuple[Auto, ...]
    ask: Ask | None
    answer: OnAnswer | None
    legal: Legal | None
    accepts: Accepts | None
    actor: Actor | None
    hidden: bool
    together: bool
    next: str
    routes: tuple[Route, ...]


@dataclass(slots=True, frozen=True)
class Stretch:
    """A stage, compiled: whose turns, and the phase that a turn begins with."""

    id: str
    next_seat: NextSeat
    first: str


def compile_steps(said: Said) -> dict[str, Step]:
    """Return the phases of all stages by id."""
    steps: dict[str, Step] = {}
    for stage in said.stages:
        following = [*(phase.id for phase in stage.phases[1:]), TURN_END]
        for phase, nxt in zip(stage.phases, following, strict=True):
            scoring = said.turn_score if phase.id == stage.score else ()
            steps[phase.id] = _step(
                phase, tuple(scoring), nxt, tuple(said.routes.get(phase.id, ()))
            )
    return steps


def _step(phase: Phase, scoring: tuple[Auto, ...], nxt: str, routes: tuple[Route, ...]) -> Step:
    return Step(
        enter=(*phase.enter, *scoring),
        ask=phase.ask,
        answer=phase.answer,
        legal=phase.legal,
        accepts=phase.accepts,
        actor=phase.actor,
        hidden=phase.hidden,
        together=phase.together,
        next=nxt,
        routes=routes,
    )


def compile_fold(fns: tuple[Callable[..., object], ...]) -> Callable[..., object]:
    """Turn the functions of a fold into one."""
    if len(fns) == 1:
        return fns[0]
    if len(fns) == 2:
        one, two = fns
        match len(signature(one).parameters):
            case 2:
                return lambda value, a: two(one(value, a), a)
            case 3:
                return lambda value, a, b: two(one(value, a, b), a, b)
        return lambda value, *args: two(one(value, *args), *args)

    def run(value: object, *args: object) -> object:
        for fn in fns:
            value = fn(value, *args)
        return value

    return run


# checks


def check_said(said: Said) -> None:
    """Refuse what cannot be played.

    Raises:
        RulesError: the sentence says what is missing or clashes.
    """
    if not said.stages:
        raise RulesError(message("no plugin declared a phase: a game is missing"))
    for stage in said.stages:
        if not stage.phases:
            raise _wrong("the stage {name} has no phase left: keep one of them", stage.id)
        _check_end(said, stage)
    _check_names(said)


def _check_end(said: Said, stage: Stage) -> None:
    """Refuse a stage that goes round and round, with nothing that could end it."""
    ends = said.ends_now or said.routes or (stage.id == MAIN and said.finished)
    if stage.next_seat is in_turn and not ends:
        raise _wrong(
            "no plugin says when the stage {name} ends: add rules.finished or rules.ends_now",
            stage.id,
        )


def _check_names(said: Said) -> None:
    ids = [phase.id for stage in said.stages for phase in stage.phases]
    for id in ids:
        if ids.count(id) > 1:
            raise _wrong("two phases are called {name}: rename one", id)
    for id in said.routes:
        if id not in ids:
            raise _wrong("a route starts at {name}, which is no phase: name a phase", id)
    for kind in said.after:
        if kind not in said.effects:
            raise _wrong(
                "something follows the action {name}, which nobody declared: declare it with "
                "rules.action",
                kind,
            )
    slots = [slot.name for slot in _slots(said)]
    for name in slots:
        if slots.count(name) > 1:
            raise _wrong("two slots are called {name}: rename one", name)


def _wrong(what: str, name: str) -> RulesError:
    return RulesError(Message(what, (("name", repr(name)),)))


def _slots(said: Said) -> list[Slot]:
    return [*said.tables, *said.lists]


# what was composed


class Functions(NamedTuple):
    """The functions of plugins that a table's rules are made of; for checks that name one.

    steps: by phase. effects: by kind of action, the reactions after the effect itself. ends: what
    says that the game is over. counts: what gives or projects points at the end. ranks: what
    decides beside the points.
    """

    steps: Mapping[str, Step]
    effects: Mapping[str, tuple[Effect, ...]]
    ends: tuple[Callable[..., object], ...]
    counts: tuple[Callable[..., object], ...]
    ranks: tuple[Callable[..., object], ...]


class PhaseOutline(NamedTuple):
    """A phase for readers: `kinds` of decision, chance, hidden, together and automatic."""

    id: str
    kinds: tuple[str, ...]


class StageOutline(NamedTuple):
    """A stage for readers, with its phases in order."""

    id: str
    phases: tuple[PhaseOutline, ...]


def outlined(stretch: Stretch, steps: Mapping[str, Step]) -> StageOutline:
    """Return a stage with its phases, in the order that they have without routes."""
    phases, id = list[PhaseOutline](), stretch.first
    while id in steps:
        phases.append(PhaseOutline(id, _kinds(steps[id])))
        id = steps[id].next
    return StageOutline(stretch.id, tuple(phases))


def _kinds(step: Step) -> tuple[str, ...]:
    told = {
        "decision": step.legal,
        "chance": step.ask,
        "hidden": step.hidden,
        "together": step.together,
        "automatic": not step.legal and not step.ask,
    }
    return tuple(kind for kind, holds in told.items() if holds)


def contributors(said: Said) -> dict[str, list[str]]:
    """Return, by slot name, the plugins that contribute, in order, each once."""
    spoke = {slot.name: [who for _, who in table.values()] for slot, table in said.tables.items()}
    spoke |= {slot.name: [who for _, who in fns if who] for slot, fns in said.lists.items()}
    return {name: list(dict.fromkeys(whos)) for name, whos in sorted(spoke.items())}


def fingerprint(rules: Rules, said: Said, versions: Mapping[str, str]) -> bytes:
    """Hash everything that was composed, so that a difference shows at the first step.

    Raises:
        RulesError: a component has no plain form; the sentence names it.
    """
    content = [
        rules.seats,
        rules.seating,
        [[who, versions[who], plain(dict(rules.options.get(who, {})))] for who in rules.active],
        [[stage.id, [phase.id for phase in stage.phases]] for stage in said.stages],
        sorted(said.effects),
        [
            [slot.name, _table(slot, table)]
            for slot, table in _by_name(said.tables)
            if _counts(slot)
        ],
        [[slot.name, [who for _, who in fns]] for slot, fns in _by_name(said.lists)],
    ]
    return tagged_hash("fingerprint", enc(content))


def _counts(slot: Slot) -> bool:
    return not isinstance(slot, Table) or slot.rules


def _by_name(slots: Mapping[Slot, T]) -> list[tuple[Slot, T]]:
    return sorted(slots.items(), key=lambda item: item[0].name)


def _table(slot: Slot, table: Mapping[object, tuple[object, str]]) -> list[list[object]]:
    rows = [_component(slot, key, value, who) for key, (value, who) in table.items()]
    return sorted(rows, key=lambda row: enc(row[0]))


def _component(slot: Slot, key: object, value: object, who: str) -> list[object]:
    try:
        row = [plain(key), plain(value)]
        enc(row)
    except PlainError as error:
        said = message(
            "{who}: {slot}: {kind} has no plain form: put only plain data into a table, or declare "
            "the table with rules=False",
            who=who,
            slot=f"{slot.name}[{key!r}]",
            kind=error.kind,
        )
        raise RulesError(said) from error
    except EncodingError as error:
        said = message(
            "{who}: {slot}: {reason}: put only plain data into a table, or declare the table with "
            "rules=False",
            who=who,
            slot=f"{slot.name}[{key!r}]",
            reason=str(error),
        )
        raise RulesError(said) from error
    return row
