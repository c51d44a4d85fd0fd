"""A game for tables: dice, moves, and choices that are made unseen."""

from __future__ import annotations

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Roll
from bastide.core.events import Action
from bastide.core.state import State
from tests.core.games import no_effect

GO = Action("tiny.go")


def dice(rules: RulesBuilder) -> None:
    """A game: roll, then go; every second turn all say something unseen."""
    rules.phase(Phase("roll", ask=lambda s: (Roll(6),), answer=_rolled))
    rules.phase(Phase("go", lambda s: [GO, Action("tiny.stay")]))
    rules.phase(Phase("say", lambda s: [Action("tiny.say", (n,)) for n in range(3)], together=True))
    rules.action("tiny.go", no_effect)
    rules.action("tiny.stay", no_effect)
    rules.action("tiny.say", lambda s, a: s.emit("tiny", "tiny.said", s.seat, *a.data))


def _rolled(s: State, answers: tuple[object, ...]) -> None:
    s.emit("tiny", "tiny.rolled", s.turn_seat)
