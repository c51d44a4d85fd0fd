"""What the plugins of a table said to a builder, before it is compiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bastide.core.phases import Auto, Effect, Route, Stage, Test, Why
from bastide.core.retiring import Use
from bastide.core.slots import Slot
from bastide.core.state import Part, State


@dataclass(slots=True)
class Said:
    """All that the plugins said to a builder; what `Rules` is compiled from.

    `brought`: the plugins that said something, in order, by its kind (`phase`) and id; for
    explanations only. `hides`: a manifest of the table says that there are hidden cards.
    """

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
    retired: list[Use] = field(default_factory=list)
    brought: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    hides: bool = True

    def note(self, what: str, id: str, who: str) -> None:
        """Note which plugin said something that is explained by its kind and id."""
        self.brought.setdefault((what, id), []).append(who)
