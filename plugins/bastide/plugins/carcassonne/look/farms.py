"""The field view: who holds each field, what it is worth, where it lies. Rule: section 5.2."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.events import total
from bastide.core.look.position import Cell
from bastide.plugins.carcassonne.board import Place, touched_cities
from bastide.plugins.carcassonne.features import root_of
from bastide.plugins.carcassonne.look.position import Position
from bastide.plugins.carcassonne.scoring import feature_of, kinds_in, majority
from bastide.plugins.carcassonne.state import Board
from bastide.plugins.carcassonne.tables import CLAIMED, NUMBER, NUMBER_BITS, weights


class Farm(NamedTuple):
    """A field of the board, as if the game ended now.

    holders: seats with the most weight in it, who get its points. weights: (seat, weight) of all
    who stand in it. cities: finished ones that it touches. segments: its parts, the oldest first.
    at: its oldest farmer's cell, or that of its first part.
    """

    holders: tuple[int, ...]
    weights: tuple[tuple[int, int], ...]
    cities: int
    points: int
    segments: tuple[Place, ...]
    at: Cell


def farms(position: Position) -> list[Farm]:
    """Return all fields: the seat's own, those it shares or contests, others', then free ones.

    The most valuable of each come first.
    """
    b = position.board
    parts = _parts(b)
    touched = touched_cities(b, parts)
    first = {(m.x, m.y, m.segment): n for n, m in enumerate(b.meeples)}
    found = []
    for root, segments in parts.items():
        oldest = min(segments, key=lambda place: first.get(place, len(first)))
        found.append(_farm(position, root, segments, oldest, len(touched.get(root, ()))))
    return sorted(found, key=lambda farm: _rank(farm, position.seat))


def _parts(b: Board) -> dict[int, tuple[Place, ...]]:
    """Return the segments of each field by its root."""
    found: dict[int, list[Place]] = {}
    for placed, there in zip(b.placed, b.at.values(), strict=True):
        shape, first = b.tables.shapes[there & NUMBER], there >> NUMBER_BITS
        for k, kind in enumerate(shape.kinds):
            if kind == "field":
                place = placed.x, placed.y, shape.ids[k]
                found.setdefault(root_of(b, first + k), []).append(place)
    return {root: tuple(places) for root, places in found.items()}


def _farm(
    position: Position, root: int, segments: tuple[Place, ...], oldest: Place, cities: int
) -> Farm:
    b, s = position.board, position.s
    packed = b.totals[root]
    claimed = packed >= CLAIMED
    standing = enumerate(weights(packed, s.seats)) if claimed else ()
    feature = feature_of(b, root, oldest, cities, kinds_in(b, root))
    terms = b.tables.points((), s, feature, False)
    return Farm(
        holders=tuple(majority(packed, s.seats)) if claimed else (),
        weights=tuple((seat, weight) for seat, weight in standing if weight),
        cities=cities,
        points=total(terms),
        segments=segments,
        at=oldest[:2],
    )


def _rank(farm: Farm, seat: int) -> tuple[int, int, int, int]:
    alone = farm.holders == (seat,)
    concerned = any(other == seat for other, _ in farm.weights)
    group = 0 if alone else 1 if concerned else 2 if farm.holders else 3
    return group, -farm.points, farm.at[1], farm.at[0]
