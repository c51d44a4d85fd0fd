"""Playing one random game on all pairs of eyes, each choice from a seat's own list."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from types import ModuleType

from bastide.core.chance import needs_roll
from bastide.core.conformance import ConformanceError, name_of, need
from bastide.core.dealer import LocalDealer
from bastide.core.encoding import enc, tagged_hash
from bastide.core.errors import IllegalAction
from bastide.core.events import Action, Event
from bastide.core.kit.agreement import compare
from bastide.core.kit.copies import answer_twice, as_sent, check_clones, play_twice
from bastide.core.kit.decisions import (
    check_listed,
    check_nonsense,
    check_opened,
    check_projections,
    check_restored,
    check_unseen,
)
from bastide.core.kit.eyes import Eyes
from bastide.core.messages import message
from bastide.core.places import place_of
from bastide.core.rules import Rules
from bastide.core.state import ALL, State

MOST_ANSWERS = 1_000
"""Answers in a row without a decision, after which a game is said to hang."""

Invariant = Callable[[State], None]


@dataclass(slots=True)
class Played:
    """One random game: every action with its seat, the events, and the end.

    `digests`: the state digest before each action.
    """

    actions: list[tuple[int, Action]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    digests: list[bytes] = field(default_factory=list)
    final: State | None = None

    @property
    def state(self) -> State:
        """The position at the end."""
        if self.final is None:
            raise ConformanceError("the game was not played")
        return self.final


class Kit:
    """Plays one game: `answer` and `decide` in turn until it is over, then `finish`.

    `rolls`: how often chance has answered.
    """

    def __init__(self, rules: Rules, seed: int, invariant: Invariant | None) -> None:
        self._rules, self._invariant = rules, invariant
        self._random, self._dealer = Random(seed), kit_dealer(seed)
        self.eyes, self.played = Eyes(rules, seed), Played()
        self.rolls = 0
        check_clones(self.eyes)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.eyes.all.over

    def answer(self) -> None:
        """Let the dealer answer everybody, each with what it may see."""
        eyes = self.eyes
        for _ in range(MOST_ANSWERS):
            waiting = eyes.all.waiting
            if not waiting:
                return
            self.rolls += any(map(needs_roll, waiting))
            eyes.at.latest = eyes.at.step.answer or eyes.at.step.ask
            with eyes.at.guarded(name_of(ALL)):
                answers = self._dealer.answer(eyes.all)
            if eyes.is_due("answered"):
                answer_twice(eyes, answers)
            else:
                eyes.go_on(eyes.all, answers)
            eyes.show(waiting, answers)
            self._compare()
        need(
            False,
            "{phase}: the rules ask for ever: let the phase end without a request, or route on",
            eyes.at.step.ask,
            phase=eyes.all.phase,
        )

    def decide(self) -> None:
        """Let the seat to act choose, or all where they choose together, and carry it out."""
        eyes = self.eyes
        check_opened(eyes)
        eyes.note()
        together = self._rules.together(eyes.all)
        seats = range(self._rules.seats) if together else (eyes.all.seat,)
        listed = {seat: self._list(seat) for seat in seats}
        chosen = [(seat, self._random.choice(actions)) for seat, actions in listed.items()]
        if eyes.is_due("nonsense"):
            check_nonsense(eyes)
            check_projections(eyes)
        sent = [(seat, as_sent(eyes, action)) for seat, action in chosen]
        ready = {key: self._ready(key, sent) for key in eyes.views}
        for n, (seat, action) in enumerate(chosen):
            if n:
                eyes.note()
                check_unseen(eyes, seat, listed[seat])
            self._play(seat, action, sent[n][1])
        for key, view in ready.items():
            eyes.replace(key, view, sent)
        self._compare()
        if eyes.is_due("restored"):
            check_restored(eyes)

    def _list(self, seat: int) -> list[Action]:
        """Return a seat's own list, which must hold what there is."""
        mine, full = self.eyes.legal_for(seat)
        check_listed(self.eyes, seat, mine, full)
        return mine

    def _ready(self, key: int, chosen: list[tuple[int, Action]]) -> State:
        """Return a view ready for what was chosen, all of it legal in these eyes, too."""
        at, view = self.eyes.at, self.eyes.views[key]
        for seat, action in chosen:
            try:
                with at.guarded(name_of(key)):
                    view = self._rules.check(view, action, seat)
            except IllegalAction as error:
                said = message(
                    "{phase}: {eyes} refuses what seat {seat} chose ({kind}: {reason}): it depends "
                    "on a face that is not claimed, claim it in the action",
                    phase=self.eyes.all.phase,
                    eyes=name_of(key),
                    seat=seat,
                    kind=action.kind,
                    reason=str(error),
                )
                raise ConformanceError(said, place_of(at.step.legal)) from error
        return view

    def _play(self, seat: int, action: Action, sent: Action) -> None:
        """Carry out and record a choice."""
        self.played.actions.append((seat, action))
        self.played.digests.append(self.eyes.digest)
        self.eyes.claim(action)
        self.eyes.at.latest = self.eyes.at.effect(action.kind)
        play_twice(self.eyes, seat, action, sent)

    def _compare(self) -> None:
        """Check the position, and what the game itself wants of it."""
        check_clones(self.eyes)
        compare(self.eyes)
        if self._invariant:
            self._invariant(self.eyes.all)

    def finish(self) -> None:
        """Check that all see the same ranking."""
        eyes = self.eyes
        check_opened(eyes)
        ranking = self._rules.ranking(eyes.all)
        seats = sorted(seat for _, seat in ranking)
        need(
            seats == list(range(self._rules.seats)),
            "the ranking does not hold every seat once: let tie-breaks return whole numbers",
        )
        for seat, view in eyes.views.items():
            need(
                self._rules.ranking(view) == ranking,
                "{eyes} sees another ranking: a tie-break depends on a face, open the cards before",
                eyes.at.rank,
                eyes=name_of(seat),
            )
        self.played.final, self.played.events = eyes.all, eyes.events


def modules_of(rules: Rules) -> list[ModuleType]:
    """Return the modules of the packages that a table's rules were written in."""
    made = rules.functions()
    said: list[object] = [fn for fns in made.effects.values() for fn in fns]
    for s in made.steps.values():
        said += [fn for fn in (s.legal, s.ask, s.answer, s.accepts, *s.enter) if fn]
    homes = {str(getattr(fn, "__module__", "")).rpartition(".")[0] for fn in said}
    starts = tuple(f"{home}." for home in homes if home and not home.startswith("bastide.core"))
    return [each for name, each in list(sys.modules.items()) if name.startswith(starts)]


def kit_dealer(seed: int) -> LocalDealer:
    """Return the dealer of the kit's game with this seed."""
    return LocalDealer(tagged_hash("kit", enc(seed)))
