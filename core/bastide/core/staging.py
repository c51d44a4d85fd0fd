"""Where the stages of a game go, and the phases of their turns: placed, replaced, dropped.

A new one goes to the end, a phase before the scoring of its turn, unless an anchor is given: the
one that it is to stand before or after.
"""

from __future__ import annotations

from collections.abc import Iterable

from bastide.core.errors import RulesError
from bastide.core.messages import Message, message
from bastide.core.phases import MAIN, NextSeat, Phase, Stage, in_turn
from bastide.core.said import Said

_TAKEN = {
    "stage": message("{who}: there is a stage {name} already: choose another id"),
    "phase": message("{who}: there is a phase {name} already: choose another id, or replace it"),
}
_MISSING = {
    "stage": message(
        "{who}: there is no stage {name}, only {names}: name one of those, or open it first with "
        "rules.stage"
    ),
    "phase": message("{who}: there is no phase {name}, only {names}: name one of those"),
}
_NONE = message("{who}: there is no stage {name}, nor another yet: open it first with rules.stage")
_ANCHORS = {
    "stage": message("{who}: one stage can be the anchor, not {names}: leave one of them"),
    "phase": message("{who}: one phase can be the anchor, not {names}: leave one of them"),
}


class Staging:
    """What one plugin, `who`, does to the stages and phases that were said so far."""

    def __init__(self, said: Said, who: str) -> None:
        self._said, self._who = said, who

    def open(self, id: str, next_seat: NextSeat, *, before: str, after: str) -> None:
        """Open a stage, with the phase that scores its turns."""
        stages = self._said.stages
        if MAIN in (before, after) and id != MAIN:
            self.find(MAIN)
        ids = [stage.id for stage in stages]
        if id in ids:
            raise self._wrong(_TAKEN["stage"], id)
        anchor = self._anchor(ids, "stage", before, after)
        stage = Stage(id, next_seat, [])
        stage.phases.append(Phase(stage.score))
        self._said.note("stage", id, self._who)
        self._said.note("phase", stage.score, self._who)
        stages.insert(ids.index(anchor) + bool(after) if anchor else len(stages), stage)

    def find(self, id: str) -> Stage:
        """Return a stage; the main one is opened when it is asked for first."""
        stages = self._said.stages
        ids = [stage.id for stage in stages]
        if id == MAIN and id not in ids:
            self.open(MAIN, in_turn, before="", after="")
            return stages[-1]
        if id not in ids:
            raise self._wrong(_MISSING["stage"] if ids else _NONE, id, ids)
        return stages[ids.index(id)]

    def place(self, phase: Phase, stage: str, *, after: str, before: str, replace: str) -> None:
        """Place a phase in a stage's turn."""
        place = self.find(stage)
        phases, ids = place.phases, [p.id for p in place.phases]
        if phase.id in ids and phase.id != replace:
            raise self._wrong(_TAKEN["phase"], phase.id)
        anchor = self._anchor(ids, "phase", after, before, replace)
        self._said.brought.pop(("phase", replace), None)
        self._said.note("phase", phase.id, self._who)
        if replace:
            phases[ids.index(replace)] = phase
            if phase.id != replace:
                self._forget_routes(replace)
        elif anchor:
            phases.insert(ids.index(anchor) + bool(after), phase)
        else:
            phases.insert(ids.index(place.score) if place.score in ids else len(ids), phase)

    def _anchor(self, ids: list[str], what: str, *wanted: str) -> str:
        """Return the one anchor that was given, or ""."""
        anchors = [anchor for anchor in wanted if anchor]
        if len(anchors) > 1:
            raise self._wrong(_ANCHORS[what], "", anchors)
        if anchors and anchors[0] not in ids:
            raise self._wrong(_MISSING[what] if ids else _NONE, anchors[0], ids)
        return anchors[0] if anchors else ""

    def drop(self, id: str, stage: str) -> None:
        """Take a phase out of a stage's turn, and the routes that start there."""
        phases = self.find(stage).phases
        kept = [phase for phase in phases if phase.id != id]
        if len(kept) == len(phases):
            raise RulesError(
                message(
                    "{who}: there is no phase {name} in the stage {stage}: name one of {names}",
                    who=self._who,
                    name=repr(id),
                    stage=repr(stage),
                    names=str([phase.id for phase in phases]),
                )
            )
        phases[:] = kept
        self._said.brought.pop(("phase", id), None)
        self._forget_routes(id)

    def _forget_routes(self, phase: str) -> None:
        self._said.routes.pop(phase, None)
        self._said.brought.pop(("route", phase), None)

    def _wrong(self, what: Message, id: str, ids: Iterable[str] = ()) -> RulesError:
        fields = {"who": self._who, "name": repr(id), "names": str(list(ids))}
        return RulesError(what._replace(fields=tuple(fields.items())))
