"""What may be played in a position: what is listed, what is accepted besides, and why not.

An action may come from anybody and hold anything: where a plugin's function stumbles over one, it
is not legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bastide.core.claims import check_claims
from bastide.core.errors import IllegalAction, RulesError
from bastide.core.events import Action, is_same
from bastide.core.machine import Machine
from bastide.core.messages import Message, message
from bastide.core.state import State

if TYPE_CHECKING:
    from bastide.core.said import Said

_UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What a plugin's function may stumble over in an action that somebody else made up."""


class Referee(Machine):
    """Tells what is legal in a state that it is given, and checks what is to be played."""

    def __init__(self, said: Said, seats: int, seating: str) -> None:
        super().__init__(said, seats, seating)
        self._whys = dict(said.whys)

    def legal(self, s: State) -> list[Action]:
        """Return the legal actions of the seat to act; kept with the state, not to be changed."""
        if s.legal is None:
            step = self._steps.get(s.phase)
            gen = step.legal if step else None
            s.legal = [] if gen is None or s.over or s.waiting else list(gen(s))
            if not s.legal and self.hidden(s) and not s.over and not s.waiting:
                raise RulesError(
                    message(
                        "phase {phase} is hidden: its list must never be empty, add an action that "
                        "needs no card",
                        phase=repr(s.phase),
                    )
                )
        return s.legal

    def legal_for(self, s: State, seat: int) -> list[Action]:
        """Return what a seat may choose now; in a phase played together each seat has its own."""
        if s.legal is not None and seat == s.seat:
            return s.legal
        if not self.together(s):
            return self.legal(s) if seat == s.seat else []
        if seat in s.sealed:
            return []
        t = s.clone()
        t.seat, t.legal = seat, None
        return self.legal(t)

    def open_ended(self, s: State) -> bool:
        """Tell whether more may be accepted now than what is listed."""
        step = self._steps.get(s.phase)
        return bool(step and step.accepts)

    def accepts(self, s: State, a: Action) -> bool:
        """Tell whether the phase's judge of open-ended actions, if it has one, accepts `a`."""
        return self._judged(s, a)[0]

    def _judged(self, s: State, a: Action) -> tuple[bool, Exception | None]:
        """Return what a phase's judge says of an action, and what it stumbled over."""
        judge = self._steps[s.phase].accepts
        if judge is None or a.kind not in self._effects:
            return False, None
        try:
            return judge(s, a), None
        except _UNREADABLE as error:
            return False, error

    def check(self, s: State, a: Action, seat: int = -1) -> State:
        """Return a clone in which `a` is ready to be applied, its claims laid open.

        Raises:
            IllegalAction: the rules do not accept it; `why` says so.
        """
        self._check_seat(s, a, seat)
        t = s.clone()
        if seat >= 0 and seat != s.seat:
            t.seat, t.legal = seat, None
        check_claims(t, a)
        listed = any(is_same(a, each) for each in self.legal(t) if a == each)
        if not listed:
            self._check_accepted(t, a)
        t.seat, t.legal = s.seat, s.legal
        return t

    def _check_accepted(self, s: State, a: Action) -> None:
        accepted, stumbled = self._judged(s, a)
        if accepted:
            return
        why, silent = self._explained_why(s, a)
        raise IllegalAction(a, why or Message("this is not possible now"), stumbled or silent)

    def _check_seat(self, s: State, a: Action, seat: int) -> None:
        if s.over:
            raise IllegalAction(a, Message("the game is over"))
        if s.waiting:
            raise IllegalAction(a, Message("the dealer has not answered yet"))
        if seat < 0:
            return
        if seat in s.sealed:
            raise IllegalAction(a, Message("this seat has chosen already"))
        if seat != s.seat and not self._steps[s.phase].together:
            raise IllegalAction(a, Message("it is another seat's decision"))

    def why(self, s: State, a: Action) -> Message | None:
        """Return why an action is not legal, in words of the rules, if anybody can say."""
        return self._explained_why(s, a)[0]

    def _explained_why(self, s: State, a: Action) -> tuple[Message | None, Exception | None]:
        """Return why an action is not legal, and what a plugin stumbled over when it was asked."""
        explain = self._whys.get(a.kind)
        try:
            return (explain(s, a) if explain else None), None
        except _UNREADABLE as error:
            return None, error

    def step(self, s: State, a: Action) -> State:
        """Return the position after a checked action.

        Raises:
            IllegalAction: the rules do not accept it.
        """
        t = self.check(s, a)
        self.apply(t, a)
        return t
