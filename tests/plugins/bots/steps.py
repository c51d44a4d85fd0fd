"""A game made up for bots: in each turn a seat walks some steps and is paid for the way.

The way is a text of the letters a to c. What it is worth comes from a table: bots that look ahead
are told apart by what they find in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType

from bastide.core.builder import RulesBuilder
from bastide.core.events import Action, Term
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.phases import Phase
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from bastide.core.state import State

NAMES = ("a", "b", "c")


@dataclass(slots=True)
class Walk:
    """The way so far in this turn."""

    way: str

    def clone(self) -> Walk:
        return Walk(self.way)


def way(s: State) -> str:
    """Return the way of the turn so far."""
    walk: Walk = s.parts["steps"]
    return walk.way


def step_game(
    values: Mapping[str, int] | None = None,
    *,
    steps: int = 2,
    seats: int = 2,
    together: bool = False,
    names: tuple[str, ...] = NAMES,
) -> Rules:
    """Compose the game.

    Args:
        values: points for having walked just this way, as soon as it is walked.
        steps: decisions of a turn.
        seats: players; each has one turn.
        together: all seats choose unseen.
        names: the steps to choose from.
    """
    worth = values or {}

    def bastide_manifest() -> Manifest:
        return Manifest("steps", "1", "game", seats=(1, 6))

    def bastide_setup(rules: RulesBuilder) -> None:
        rules.part(lambda s: Walk(""))

    def walk(s: State, a: Action) -> None:
        part: Walk = s.parts["steps"]
        part.way += str(a.data[0])
        if part.way in worth:
            s.score(s.seat, "steps", "way", (Term(worth[part.way], "point"),))

    def bastide_turn(rules: RulesBuilder) -> None:
        for n in range(steps):
            actions = [Action("steps.walk", (name,)) for name in names]
            rules.phase(Phase(f"step{n}", lambda s, a=actions: a, together=together))
        rules.action("steps.walk", walk)
        rules.end_turn(lambda s: setattr(s.parts["steps"], "way", ""))

    def bastide_scoring(rules: RulesBuilder) -> None:
        rules.finished(lambda s: s.turn == seats)

    module = ModuleType("steps")
    for hook in (bastide_manifest, bastide_setup, bastide_turn, bastide_scoring):
        setattr(module, hook.__name__, hookimpl(hook))
    plugins = Plugins({"steps": lambda: module})
    assert plugins.faults == []
    return plugins.compose(Setup("steps", seats, options=(("seating", "listed"),)))
