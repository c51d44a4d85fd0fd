"""One position of a game, as one pair of eyes may know it."""

from __future__ import annotations

from typing import Any, Protocol, Self

from bastide.core.chance import Request
from bastide.core.errors import RulesError
from bastide.core.events import Action, Event, Plain, Score, Term, total
from bastide.core.messages import message
from bastide.core.secrets import Secrets

PUBLIC = -1
"""The eyes of a spectator, and of everybody until the turn order is drawn."""

ALL = -2
"""The eyes of a local dealer: every face is known."""

_new = tuple.__new__  # makes a record in a third of the time of its own constructor


class Part(Protocol):
    """A plugin's slice of the state: a dataclass with a plain form (see `plain`)."""

    def clone(self) -> Self:
        """Return an independent copy."""
        ...


class State:
    """One position. Seats are numbered in turn order: seat 0 begins.

    `seat` is to act, `turn_seat` has the turn. `turn` counts turns from 0, `stage_turn` those of
    the stage. `parts` holds the plugins' slices by plugin id. `waiting` are the requests that a
    dealer has to answer before anything else. `events` are those since the last clone. `sealed`
    holds the choices made so far in a phase played together. `seating[n]` is the place at the
    table (in the genesis) of seat n. `eyes`: whose faces `secrets` holds.
    """

    __slots__ = (
        "events",
        "eyes",
        "legal",
        "over",
        "parts",
        "phase",
        "scores",
        "sealed",
        "seat",
        "seating",
        "seats",
        "secrets",
        "stage",
        "stage_turn",
        "turn",
        "turn_seat",
        "waiting",
    )

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.seating: tuple[int, ...] = tuple(range(seats))
        self.stage = 0
        self.stage_turn = 0
        self.phase = ""
        self.seat = 0
        self.turn_seat = 0
        self.turn = 0
        self.over = False
        self.scores = [0] * seats
        self.parts: dict[str, Any] = {}
        self.secrets: Secrets | None = None
        self.eyes = ALL
        self.waiting: tuple[Request, ...] = ()
        self.events: list[Event] = []
        self.sealed: dict[int, Action] = {}
        self.legal: list[Action] | None = None

    def clone(self) -> State:
        """Return an independent copy, without the events."""
        new = self._same()
        new.scores = self.scores[:]
        new.parts = {key: part.clone() for key, part in self.parts.items()}
        new.secrets = self.secrets and self.secrets.clone()
        new.sealed = self.sealed.copy()
        return new

    def _same(self) -> State:
        """Return a state that shares everything with this one, but for the events."""
        new = State.__new__(State)
        new.seats = self.seats
        new.seating = self.seating
        new.stage = self.stage
        new.stage_turn = self.stage_turn
        new.phase = self.phase
        new.seat = self.seat
        new.turn_seat = self.turn_seat
        new.turn = self.turn
        new.over = self.over
        new.scores = self.scores
        new.parts = self.parts
        new.secrets = self.secrets
        new.eyes = self.eyes
        new.waiting = self.waiting
        new.events = []
        new.sealed = self.sealed
        new.legal = self.legal
        return new

    def view(self, seat: int) -> State:
        """Return the position as one seat may know it (-1: a spectator).

        It is a look at this very position, good until it changes: whoever looks must not change
        it, and whoever wants to go on from there clones it. Where nothing is hidden it is the
        state itself.
        """
        if self.secrets is None and not self.sealed:
            return self
        new = self._same()
        new.eyes = seat
        new.secrets = self.secrets and self.secrets.blind(seat)
        if self.sealed:
            new.sealed = {i: a if i == seat else SEALED for i, a in self.sealed.items()}
        if seat != self.seat or self.eyes not in (ALL, seat):
            new.legal = None  # of the seat to act it is the same: choices are what that seat knows
        return new

    def face(self, item: int) -> Plain:
        """Return the face of an item, or None if these eyes do not know it."""
        return self.secrets.face(item) if self.secrets else None

    def cards(self) -> Secrets:
        """Return piles and hands; made empty at the first call."""
        if self.secrets is None:
            self.secrets = Secrets(self.seats)
        return self.secrets

    def emit(self, source: str, kind: str, *data: Plain) -> None:
        """Report that something happened."""
        self.events.append(_new(Event, (source, kind, data)))

    def score(
        self,
        seat: int,
        source: str,
        category: str,
        terms: tuple[Term, ...],
        where: tuple[Plain, ...] = (),
        final: bool = False,
    ) -> None:
        """Give a seat the points that the terms add up to, and say why.

        Args:
            seat: who gets them.
            source: the plugin that says so.
            category: what it is for, a word of the plugin (`harvest`).
            terms: the sum; an empty one says "no points" and is reported, too.
            where: the place on the board, in the game's own form.
            final: whether this belongs to the count at the end.
        """
        points = _points(category, terms)
        self.scores[seat] += points
        self.events.append(
            Event(source, "score", Score(seat, points, category, where, terms, final))
        )


SEALED = Action("core.sealed")
"""What others see of a choice that is not shown yet."""


def _points(category: str, terms: tuple[Term, ...]) -> int:
    """Return what terms add up to; whatever else was given is said to be none."""
    try:
        return total(terms)
    except (AttributeError, TypeError) as error:
        given: object = terms
        if isinstance(given, tuple) and not isinstance(given, Term):
            raise  # of a number that is none
        said = message(
            "{category}: points are given by a tuple of Term, as in (Term(2, 'coin'),), not by "
            "{value}",
            category=category,
            value=f"{terms!r:.40}",
        )
        raise RulesError(said) from error
