"""The loop that every game is played by: phases, decisions, requests, turns and stages.

The order of everything:

    new():    slices made (plugin order) -> on_setup -> turn order drawn -> first stage opens
    turn:     per phase: enter -> ask, wait for answers -> answer -> legal, wait for an action
              -> effect -> reactions -> route to the next
    score:    turn_score functions
    turn end: end_turn -> in the main stage: finished? -> next seat (None: next stage opens)
    game end: final_score -> ranking = verdicts, then points, then rank keys

`ends_now` is asked after enter, after answer, and after effect and reactions. On arrival in a
phase `seat` is the seat whose turn it is; where there is a decision it is then the one to decide.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from bastide.core.chance import (
    PUBLIC_REQUESTS,
    Answer,
    Order,
    Request,
    check_labels,
)
from bastide.core.claims import lay_claims
from bastide.core.compiled import Step, Stretch, compile_steps
from bastide.core.declared import Effects
from bastide.core.errors import RulesError
from bastide.core.events import Action, Event
from bastide.core.hiding import check_public
from bastide.core.messages import message
from bastide.core.phases import GAME_END, MAIN, TURN_END, TURN_START
from bastide.core.state import ALL, State

if TYPE_CHECKING:
    from bastide.core.dealer import Answers
    from bastide.core.said import Said

MAX_AUTOMATIC = 10_000
"""Phases, or answers, in a row without a decision, after which a game is said to hang."""

_AUTOMATIC = range(MAX_AUTOMATIC)  # made once: that costs almost as much as an empty phase
_ORDER_PHASE = "<order>"


class Machine:
    """Plays compiled phases on a state that it is given; it holds none itself."""

    def __init__(self, said: Said, seats: int, seating: str) -> None:
        self.seats, self.seating, self._hides = seats, seating, said.hides
        self._stages = tuple(Stretch(g.id, g.next_seat, g.phases[0].id) for g in said.stages)
        self._steps = compile_steps(said)
        self._effects = Effects(
            {kind: (fn, *said.after.get(kind, ())) for kind, fn in said.effects.items()}
        )
        self._makes, self._setup = dict(said.parts), tuple(said.setup)
        self._final, self._end_turn = tuple(said.final_score), tuple(said.end_turn)
        self._finished, self._ends_now = tuple(said.finished), tuple(said.ends_now)

    def new(self, eyes: int = ALL) -> State:
        """Return the first position, as far as it goes without an answer."""
        s = self._blank()
        s.eyes = eyes
        if self.seating == "drawn":
            s.phase = _ORDER_PHASE
            s.waiting = (Order(self.seats),)
        else:
            self._run(s, self._open(s, 0))
        return s

    def _blank(self) -> State:
        s = State(self.seats)
        for who, make in self._makes.items():
            s.parts[who] = make(s)
        for fn in self._setup:
            fn(s)
        return s

    def stage(self, s: State) -> str:
        """Return the id of the stage that is played."""
        return self._stages[s.stage].id

    def seated(self, s: State) -> bool:
        """Tell whether the turn order is known."""
        return s.phase != _ORDER_PHASE

    def together(self, s: State) -> bool:
        """Tell whether all seats choose unseen now."""
        step = self._steps.get(s.phase)
        return bool(step and step.together and not s.over and not s.waiting)

    def hidden(self, s: State) -> bool:
        """Tell whether the choices of this decision depend on faces others may not know."""
        step = self._steps.get(s.phase)
        return bool(step and step.hidden)

    # a decision, an answer

    def apply(self, s: State, a: Action, seat: int = -1) -> None:
        """Play an action in place, unchecked; for searches and whoever has checked it.

        `seat` matters only in a phase played together.
        """
        step = self._steps[s.phase]
        if step.together:
            if not self._seal(s, a, s.seat if seat < 0 else seat):
                return
        else:
            if a.claims:
                lay_claims(s, a)
            for fn in self._effects[a.kind]:
                fn(s, a)
        if self._ends_now and self._is_ended(s):
            self._finish(s)
        else:
            self._run(s, self._next(s, step))

    def _seal(self, s: State, a: Action, seat: int) -> bool:
        """Note one seat's choice; when all have chosen, run the effects in turn order."""
        s.sealed[seat] = a
        left = [n for n in range(s.seats) if n not in s.sealed]
        s.legal = None
        if left:
            s.seat = left[0]
            return False
        sealed, s.sealed = sorted(s.sealed.items()), {}
        for n, action in sealed:
            s.seat = n
            lay_claims(s, action)
            for fn in self._effects[action.kind]:
                fn(s, action)
        return True

    def answer(self, s: State, answers: tuple[Answer, ...]) -> None:
        """Go on, in place, from the requests that `s` waits for."""
        waiting, s.waiting = s.waiting, ()
        if not waiting:
            raise RulesError("an answer came, but nothing was asked")
        if s.phase == _ORDER_PHASE:
            s.seating = tuple(cast("tuple[int, ...]", answers[0].value))  # the answer to an Order
            self._run(s, self._open(s, 0))
            return
        for request, answer in zip(waiting, answers, strict=True):
            if type(request) not in PUBLIC_REQUESTS:
                s.cards().apply(request, answer)  # type: ignore[arg-type]  # not public: secret
        step = self._steps[s.phase]
        if step.answer:
            step.answer(s, answers)
        if self._ends_now and self._is_ended(s):
            self._finish(s)
        elif not self._decide(s, step):
            self._run(s, self._next(s, step))

    def settle(self, s: State, dealer: Answers) -> None:
        """Let a dealer that answers at once answer, in place, until nothing is asked.

        Raises:
            RulesError: the rules ask and ask, or for what cannot be.
        """
        for _ in _AUTOMATIC:
            if not s.waiting:
                return
            self.answer(s, dealer.answer(s))
        raise asks_for_ever(s)

    def _next(self, s: State, step: Step) -> str:
        """Return what follows a phase."""
        phase = step.next
        for route in step.routes:
            phase = route(phase, s)
        return phase

    # from one phase to the next

    def _run(self, s: State, phase: str) -> None:
        """Go on with a phase until a decision, a request or the end of the game."""
        for _ in _AUTOMATIC:
            step = self._steps.get(phase)
            if step is None:
                if phase == GAME_END:
                    self._finish(s)
                    return
                phase = self._turn(s, phase)
                continue
            s.phase, s.seat, s.legal = phase, s.turn_seat, None
            for fn in step.enter:
                fn(s)
            if self._ends_now and self._is_ended(s):
                self._finish(s)
                return
            if step.ask and self._asks(s, step.ask(s)):
                return
            if step.legal and self._decide(s, step):
                return
            phase = step.next
            for route in step.routes:
                phase = route(phase, s)
        raise RulesError(
            message(
                "phase {phase} goes on for ever: nobody can act, nothing ends", phase=repr(s.phase)
            )
        )

    def _turn(self, s: State, phase: str) -> str:
        """Return the first phase of this turn or of the next one."""
        if phase == TURN_START:
            return self._stages[s.stage].first
        if phase == TURN_END:
            return self._end_of_turn(s)
        raise RulesError(
            message(
                "a route leads from {phase} to {name}, which is no phase: return the id of a phase "
                "of this stage",
                phase=repr(s.phase),
                name=repr(phase),
            )
        )

    def _asks(self, s: State, requests: tuple[Request, ...]) -> bool:
        """Note what is asked; False if nothing is."""
        if len(requests) > 1:
            check_labels(requests)
        if not self._hides:
            check_public(requests, s.phase, self._steps[s.phase].ask)
        s.waiting = requests
        return bool(requests)

    def _decide(self, s: State, step: Step) -> bool:
        """Stop for a decision, or report that there is nothing to decide."""
        if step.legal is None:
            return False
        if step.together:
            s.seat, s.legal = 0, None
            return True
        s.seat = s.turn_seat if step.actor is None else step.actor(s)
        if step.hidden:
            s.legal = None  # there is always something: `legal` sees to it, the kit for all eyes
            return True
        if self._offers(s, step.legal(s)) or step.accepts:
            return True
        s.events.append(Event("core", "skip", (s.seat, s.phase)))
        return False

    def _offers(self, s: State, actions: Iterable[Action]) -> bool:
        """Tell whether anything is legal; what is not a list yet is listed when somebody asks."""
        if isinstance(actions, list):
            s.legal = actions
            return bool(actions)
        s.legal = None
        return next(iter(actions), None) is not None

    def _end_of_turn(self, s: State) -> str:
        for fn in self._end_turn:
            fn(s)
        s.turn += 1
        s.stage_turn += 1
        stage = self._stages[s.stage]
        if stage.id == MAIN and self._is_finished(s):
            return self._open(s, s.stage + 1)
        seat = stage.next_seat(s, s.stage_turn)
        if seat is None:
            return self._open(s, s.stage + 1)
        s.turn_seat = seat
        return stage.first

    def _is_finished(self, s: State) -> bool:
        for fn in self._finished:  # noqa: SIM110  # asked after each turn: any() takes thrice as long
            if fn(s):
                return True
        return False

    def _open(self, s: State, first: int) -> str:
        """Open the first stage from a number on that has a turn; return its first phase."""
        for n in range(first, len(self._stages)):
            seat = self._stages[n].next_seat(s, 0)
            if seat is not None:
                s.stage, s.stage_turn, s.turn_seat = n, 0, seat
                return self._stages[n].first
        return GAME_END

    def _is_ended(self, s: State) -> bool:
        for fn in self._ends_now:  # noqa: SIM110  # asked after each phase: any() takes thrice as long
            if fn(s):
                return True
        return False

    def _finish(self, s: State) -> None:
        for fn in self._final:
            fn(s)
        s.over, s.legal, s.waiting = True, [], ()


def asks_for_ever(s: State) -> RulesError:
    """Return what is said of a phase whose answers lead to the next request, without end."""
    return RulesError(
        message("phase {phase} asks for ever: nobody can act, nothing ends", phase=repr(s.phase))
    )
