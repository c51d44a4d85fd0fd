"""The test game of the network: a small race with dice, and stakes that are chosen unseen."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Answer, Roll
from bastide.core.events import Action, Term
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.messages import Message
from bastide.core.plugins import Plugins
from bastide.core.state import State
from tests.core.cards import cards

TURNS = 6


@dataclass(slots=True)
class Track:
    """How far each runner is, the last roll, and the stakes."""

    at: list[int]
    roll: int
    stakes: list[int]

    def clone(self) -> Track:
        return Track(self.at[:], self.roll, self.stakes[:])


def track(s: State) -> Track:
    part: Track = s.parts["race"]
    return part


def race() -> ModuleType:
    """Return the plugin: roll, then run or rest; at the end of a turn all stake unseen."""
    module = ModuleType("race")
    module.__package__ = ""

    @hookimpl
    def bastide_manifest() -> Manifest:
        return Manifest("race", "1.0", "game", seats=(2, 6))

    @hookimpl
    def bastide_setup(rules: RulesBuilder) -> None:
        rules.part(lambda s: Track([0] * s.seats, 0, [0] * s.seats))

    @hookimpl
    def bastide_turn(rules: RulesBuilder) -> None:
        def rolled(s: State, answers: tuple[Answer, ...]) -> None:
            value = answers[0].value
            assert isinstance(value, int)
            track(s).roll = value

        def run(s: State, a: Action) -> None:
            track(s).at[s.seat] += track(s).roll
            s.score(s.seat, "race", "run", (Term(track(s).roll, "step"),))

        def stake(s: State, a: Action) -> None:
            value = a.data[0]
            assert isinstance(value, int)
            track(s).stakes[s.seat] += value

        def why(s: State, a: Action) -> Message | None:
            return Message("only 0 to 2 may be staked")

        rules.phase(Phase("roll", ask=lambda s: (Roll(6),), answer=rolled))
        rules.phase(Phase("run", lambda s: [Action("race.run"), Action("race.rest")]))
        rules.phase(
            Phase("stake", lambda s: [Action("race.stake", (n,)) for n in range(3)], together=True)
        )
        rules.action("race.run", run)
        rules.action("race.rest", lambda s, a: None)
        rules.action("race.stake", stake, why)

    @hookimpl
    def bastide_scoring(rules: RulesBuilder) -> None:
        rules.finished(lambda s: s.turn >= TURNS)

    for hook in (bastide_manifest, bastide_setup, bastide_turn, bastide_scoring):
        setattr(module, hook.__name__, hook)
    return module


def plugins() -> Plugins:
    return Plugins({"race": race, "cards": cards})
