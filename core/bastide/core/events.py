"""Actions and events: plain data that is message, saved game, log line and test at once."""

from __future__ import annotations

from typing import NamedTuple

Plain = None | bool | int | str | bytes | tuple["Plain", ...]
"""Data that has a canonical encoding; what actions, events and answers are made of."""


class Action(NamedTuple):
    """One decision of a seat.

    `kind` is `<plugin>.<verb>`. `claims` are (item, face) pairs: the hidden cards that this action
    uses and what the seat says they are.
    """

    kind: str
    data: tuple[Plain, ...] = ()
    claims: tuple[tuple[int, Plain], ...] = ()


class Term(NamedTuple):
    """One summand of a score: `number` things of a unit, worth `times` points each.

    `unit` is a message id in the plugin's catalogue (`coin`); `note` says why `times` is what it
    is, where that is not plain (`doubled`).
    """

    number: int
    unit: str
    times: int = 1
    note: str = ""


class Event(NamedTuple):
    """Something that happened; `source` is the plugin that reports it, or `core`."""

    source: str
    kind: str
    data: tuple[Plain, ...] = ()


class Score(NamedTuple):
    """The data of an event of kind `score`.

    `category` groups scores (`harvest`); `where` is a place in the game's own form; `final` is true
    for the count at the end. `points` is always the sum of `number * times` over the terms.
    """

    seat: int
    points: int
    category: str
    where: tuple[Plain, ...]
    terms: tuple[Term, ...]
    final: bool


def total(terms: tuple[Term, ...]) -> int:
    """Return the points that the terms add up to."""
    return sum(term.number * term.times for term in terms)


def score_of(event: Event) -> Score:
    """Return the score that an event of kind `score` carries, also one read back as plain data."""
    seat, points, category, where, terms, final = event.data
    return Score(
        seat,  # type: ignore[arg-type]  # a score event has this shape; the kernel alone makes it
        points,  # type: ignore[arg-type]
        category,  # type: ignore[arg-type]
        where,  # type: ignore[arg-type]
        tuple(Term(*term) for term in terms),  # type: ignore[misc, union-attr]
        final,  # type: ignore[arg-type]
    )


def is_same(one: Plain, other: Plain) -> bool:
    """Tell whether plain data is equal and of equal types: True is not 1 here."""
    if one != other:
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return all(map(is_same, one, other))
    return type(one) is type(other)
