"""What inns and cathedrals do to points. Rule: inns_and_cathedrals.md, section 3.

A feature has a mark once, however many of its segments carry it: a second inn or cathedral adds
nothing.
"""

from __future__ import annotations

from bastide.core.events import Term
from bastide.core.state import State
from bastide.plugins.carcassonne.slots import Feature
from bastide.plugins.inns_and_cathedrals.pieces import CATHEDRAL, INN

INN_POINTS = 2
"""For each tile of a finished road with an inn."""

CATHEDRAL_POINTS = 3
"""For each tile and each pennant of a finished city with a cathedral."""

Terms = tuple[Term, ...]


def inn_points(terms: Terms, s: State, feature: Feature, done: bool, /) -> Terms:
    """Return the summands of a road, more where it has an inn, and worth 0 if unfinished."""
    if feature.kind == "road" and INN in feature.marks:
        return _each(terms, INN_POINTS if done else 0, INN)
    return terms


def cathedral_points(terms: Terms, s: State, feature: Feature, done: bool, /) -> Terms:
    """Return the summands of a city, more where it has a cathedral, and worth 0 if unfinished."""
    if feature.kind == "city" and CATHEDRAL in feature.marks:
        return _each(terms, CATHEDRAL_POINTS if done else 0, CATHEDRAL)
    return terms


def _each(terms: Terms, times: int, reason: str) -> Terms:
    return tuple(term._replace(times=times, note=reason) for term in terms)
