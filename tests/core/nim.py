"""Nim: take from a heap; from a multiple of five take again. And an expansion of it.

Public, with options, two stages, a judge of words, a reaction, a route, and slots.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import ModuleType
from typing import cast

from bastide.core.builder import TURN_START, Phase, RulesBuilder
from bastide.core.events import Action, Term
from bastide.core.hookspecs import Manifest, Option
from bastide.core.messages import Message, message
from bastide.core.rules import Rules
from bastide.core.slots import Fold, Steps, Table
from bastide.core.state import State
from tests.core.games import plugin


@dataclass(slots=True)
class Heap:
    """The heap, what each seat has taken, and its word.

    even: the heap is even, which follows from it.
    """

    left: int
    taken: list[int]
    words: list[str]
    again: bool = False
    even: bool = field(default=False, metadata={"cache": True})

    def clone(self) -> Heap:
        return Heap(self.left, self.taken[:], self.words[:], self.again, self.even)

    def recompute(self, rules: Rules) -> None:
        self.even = self.left % 2 == 0


def heap(s: State) -> Heap:
    part: Heap = s.parts["nim"]
    return part


def most(value: int, s: State, /) -> int:
    """Return how many things a seat may take at most."""
    return value


def took(s: State, number: int, /) -> None:
    """Do something after so many things were taken."""


KINDS: Table[str, int] = Table("nim.kinds")
ART: Table[str, str] = Table("nim.art", rules=False)
MOST = Fold(most)
TOOK = Steps(took)

TAKE_2 = Action("nim.take", (2,))


def nim_manifest() -> Manifest:
    return Manifest(
        "nim",
        "1.0",
        "game",
        title="Nim",
        seats=(2, 3),
        options=(
            Option("heap", 12, "Things in the heap", low=3, high=40),
            Option("first", "any", "First word", choices=("any", "short")),
            Option("last_wins", True, "Who takes the last thing wins"),
        ),
    )


def nim_setup(rules: RulesBuilder) -> None:
    rules.put(KINDS)("stone", 1)
    rules.put(ART)("stone", "o")
    size = int(rules.options["heap"])
    rules.part(lambda s: Heap(size, [0] * s.seats, [""] * s.seats, even=size % 2 == 0))


def accepts_short(s: State, a: Action) -> bool:
    return _is_word(a, 3)


def accepts_any(s: State, a: Action) -> bool:
    return _is_word(a, 8)


def _is_word(a: Action, longest: int) -> bool:
    (word,) = a.data
    return a.kind == "nim.say" and isinstance(word, str) and word.isalpha() and len(word) <= longest


def say(s: State, a: Action) -> None:
    heap(s).words[s.seat] = str(a.data[0])
    s.emit("nim", "nim.said", s.seat, a.data[0])


def why_not_take(s: State, a: Action) -> Message | None:
    (number,) = a.data
    if cast("int", number) > heap(s).left:
        return message("only {n} are left", n=heap(s).left)
    return None


def note(s: State, a: Action) -> None:
    """Let a seat take again from a multiple of five."""
    heap(s).again = heap(s).left % 5 == 0 and heap(s).left > 0


def nim_turn(rules: RulesBuilder) -> None:
    accepts = accepts_short if rules.options["first"] == "short" else accepts_any
    rules.stage("opening", lambda s, n: s.seats - 1 - n if n < s.seats else None)
    rules.phase(
        Phase("word", lambda s: [Action("nim.say", (w,)) for w in ("ann", "bob")], accepts),
        stage="opening",
    )
    rules.action("nim.say", say)
    rules.counted("nim.said")
    _taking(rules)


def _taking(rules: RulesBuilder) -> None:
    values = rules.derive(lambda built: built.value(MOST))
    steps = rules.derive(lambda built: built.steps(TOOK))

    def choices(s: State) -> list[Action]:
        top = min(values()(3, s), heap(s).left)
        return [Action("nim.take", (n,)) for n in range(1, top + 1)]

    def take(s: State, a: Action) -> None:
        (number,) = cast("tuple[int]", a.data)
        h = heap(s)
        h.left -= number
        h.taken[s.seat] += number
        h.even = h.left % 2 == 0
        for step in steps():
            step(s, number)

    rules.phase(Phase("take", choices))
    rules.action("nim.take", take, why_not_take)
    rules.after("nim.take", note)
    rules.route("score", lambda following, s: TURN_START if heap(s).again else following)


def nim_scoring(rules: RulesBuilder) -> None:
    last_wins = bool(rules.options["last_wins"])

    def turn(s: State) -> None:
        taken = heap(s).taken[s.turn_seat] - s.scores[s.turn_seat]
        s.score(s.turn_seat, "nim", "taken", (Term(taken, "thing"),))

    def final(s: State) -> None:
        last = s.turn_seat if heap(s).left else (s.turn_seat - 1) % s.seats
        for seat in range(s.seats):
            if (seat == last) == last_wins:
                s.score(seat, "nim", "last", (Term(1, "end", 5, "bonus"),), final=True)

    rules.turn_score(turn)
    rules.final_score(final)
    rules.finished(lambda s: heap(s).left == 0)
    rules.project(lambda value, s, seat: value + (0.5 if seat == s.turn_seat else 0))
    rules.rank(lambda s, seat: -seat)


def nim() -> ModuleType:
    return plugin("nim", manifest=nim_manifest, setup=nim_setup, turn=nim_turn, scoring=nim_scoring)


# nim_plus: a gold piece, one more to take, tips


@dataclass(slots=True)
class Tips:
    """How often each seat took as much as it could."""

    times: list[int]

    def clone(self) -> Tips:
        return Tips(self.times[:])


def plus_manifest() -> Manifest:
    return Manifest("nim_plus", "1.0", "expansion", extends="nim", seats=(2, 4))


def plus_setup(rules: RulesBuilder) -> None:
    rules.put(KINDS)("gold", 3)
    rules.replace(KINDS)("stone", 2)
    rules.part(lambda s: Tips([0] * s.seats))

    @rules.fold(MOST)
    def one_more(value: int, s: State, /) -> int:
        return value + 1

    @rules.step(TOOK)
    def tip(s: State, number: int, /) -> None:
        if number == 4:
            s.parts["nim_plus"].times[s.seat] += 1
            s.emit("nim_plus", "nim_plus.tip", s.seat)


def plus_turn(rules: RulesBuilder) -> None:
    rules.phase(Phase("rest"), after="take")


def nim_plus() -> ModuleType:
    return plugin("nim_plus", manifest=plus_manifest, setup=plus_setup, turn=plus_turn)


def begun(rules: Rules) -> State:
    """Return a position where all have said a word, and seat 0 may take one to three things."""
    s = rules.new()
    for _ in range(rules.seats):
        s = rules.step(s, Action("nim.say", ("ann",)))
    return s
