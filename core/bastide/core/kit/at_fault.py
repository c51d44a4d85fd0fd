"""Where a fault is: which function of a plugin has brought a game to where it is now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bastide.core.compiled import Step
from bastide.core.conformance import ConformanceError, name_of
from bastide.core.errors import IllegalAction, RulesError
from bastide.core.messages import Message, message
from bastide.core.places import place_of, raised_at
from bastide.core.purity import ImpureError
from bastide.core.rules import Rules
from bastide.core.state import ALL, State

_NOTHING = Step((), None, None, None, None, None, False, False, "", ())
"""Stands for a phase of the kernel's own."""


class AtFault:
    """Names the functions that may be at fault at a position.

    `latest`: the one that has changed the position last, None if nobody can tell.
    """

    def __init__(self, rules: Rules, s: State) -> None:
        self._functions, self._state = rules.functions(), s
        self.latest: object = None

    @property
    def step(self) -> Step:
        """The phase that the game is at."""
        return self._functions.steps.get(self._state.phase, _NOTHING)

    @property
    def judge(self) -> object:
        """What says which actions are possible now."""
        return self.step.accepts or self.step.legal

    @property
    def count(self) -> object:
        """The first function of the count at the end."""
        return next(iter(self._functions.counts), None)

    @property
    def rank(self) -> object:
        """The first function that decides beside the points."""
        return next(iter(self._functions.ranks), None)

    @property
    def way(self) -> object:
        """What may have led to another phase: a route, or the list of the phase itself."""
        routes = (route for step in self._functions.steps.values() for route in step.routes)
        return next(routes, None) or self.step.legal

    def effect(self, kind: str) -> object:
        """Return the effect of a kind of action."""
        return next(iter(self._functions.effects.get(kind, ())), None)

    @contextmanager
    def guarded(self, who: str) -> Iterator[None]:
        """Turn what a plugin raises into a sentence that says where, and to whose eyes."""
        try:
            yield
        except (ConformanceError, IllegalAction):
            raise
        except ImpureError as error:
            raise ConformanceError(error.message, error.place) from error
        except RulesError as error:
            at = place_of(error.at) if error.at is not None else raised_at(error)
            place = at or place_of(self.step.ask or self.step.legal)
            raise ConformanceError(error.message, place) from error
        except Exception as error:  # a plugin may raise anything
            raise ConformanceError(self._failed(who, error), raised_at(error)) from error

    def _failed(self, who: str, error: Exception) -> Message:
        """Say what a plugin raised, and the remedy; to whose eyes, where these may differ."""
        fields = {"phase": self._state.phase, "kind": type(error).__name__, "reason": str(error)}
        if self._state.secrets is None or who == name_of(ALL):
            return message(
                "{phase}: the rules fail with {kind}: {reason}; mend that line", **fields
            )
        if "None" in fields["reason"] and not isinstance(error, NameError):
            return message(
                "{phase}: in the eyes of {eyes} the rules fail with {kind}: {reason}; a face that "
                "these eyes do not know is None, ask for that first",
                eyes=who,
                **fields,
            )
        return message(
            "{phase}: in the eyes of {eyes} the rules fail with {kind}: {reason}; mend that line",
            eyes=who,
            **fields,
        )
