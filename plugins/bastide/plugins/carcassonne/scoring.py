"""Points: for what a tile finishes, and for the rest at the end. Rule: carcassonne.md, 4 and 5."""

from __future__ import annotations

from bastide.core.events import Term
from bastide.core.state import State
from bastide.plugins.carcassonne.features import number_of, release, root_of
from bastide.plugins.carcassonne.pieces import KINDS, MONASTERY, Meeple, kind_of
from bastide.plugins.carcassonne.slots import Feature
from bastide.plugins.carcassonne.state import ID, Board, board
from bastide.plugins.carcassonne.tables import (
    AROUND,
    CLAIMED,
    NUMBER,
    NUMBER_BITS,
    OPEN,
    PENNANT,
    cell_of,
    weights,
)
from bastide.plugins.carcassonne.turn import last_cell

RETURNS = "carcassonne.return"
"""Event: (seat, piece, x, y, segment): a meeple goes back to its supply."""

_PENNANTS = CLAIMED // PENNANT - 1
_RANK = {kind: n for n, kind in enumerate(KINDS)}

Crew = tuple[int, list[Meeple]]
"""The root of a feature and the meeples in it, oldest first."""


def score_turn(s: State) -> None:
    """Score what the tile just laid has finished, and give the meeples back (section 4)."""
    b = board(s)
    roots = finished_by(b, last_cell(b))
    if roots:
        for crew in crews(b, roots):
            pay(s, crew, done=True)
            bring_back(s, crew)


def finished_by(b: Board, cell: int) -> list[int]:
    """Return the roots of claimed features that the tile on a cell has finished."""
    there = b.at[cell]
    first, roots = there >> NUMBER_BITS, []
    for k in b.tables.shapes[there & NUMBER].closing:
        root = root_of(b, first + k)
        total = b.totals[root]
        if total >= CLAIMED and not total & OPEN:
            roots.append(root)
    for monk in b.monks:
        if (monk == cell or cell - monk in AROUND) and tiles_around(b, monk) == len(AROUND):
            roots.append(number_of_monastery(b, monk))
    return roots


def tiles_around(b: Board, cell: int) -> int:
    """Return how many of the eight cells around a cell hold a tile."""
    return sum(cell + step in b.at for step in AROUND)


def number_of_monastery(b: Board, cell: int) -> int:
    """Return the number of the monastery's segment on a cell."""
    there = b.at[cell]
    return (there >> NUMBER_BITS) + b.tables.shapes[there & NUMBER].ids.index(MONASTERY)


def crews(b: Board, roots: list[int] | None = None) -> list[Crew]:
    """Return who stands in some features (or all), in the order of scoring.

    By kind, then by the place of the oldest meeple: row, column, segment.
    """
    found: dict[int, list[Meeple]] = {}
    for meeple in b.meeples:
        root = root_of(b, number_of(b, meeple.x, meeple.y, meeple.segment))
        if roots is None or root in roots:
            found.setdefault(root, []).append(meeple)
    return sorted(found.items(), key=_order)


def _order(crew: Crew) -> tuple[int, int, int, str]:
    oldest = crew[1][0]
    return _RANK[kind_of(oldest.segment)], oldest.y, oldest.x, oldest.segment


def pay(s: State, crew: Crew, *, done: bool) -> None:
    """Give the points of a feature to every seat with the most weight in it."""
    b = board(s)
    root = crew[0]
    feature = feature_of(b, crew)
    terms = b.tables.points((), s, feature, done)
    for seat in majority(b.totals[root], s.seats):
        s.score(seat, ID, feature.kind, terms, feature.where, final=not done)


def majority(total: int, seats: int) -> list[int]:
    """Return the seats with the most weight in a claimed feature with these totals."""
    each = weights(total, seats)
    top = max(each)
    return [seat for seat, weight in enumerate(each) if weight == top]


def feature_of(b: Board, crew: Crew) -> Feature:
    """Return what there is to say of a claimed feature."""
    root, (oldest, *_) = crew
    kind = kind_of(oldest.segment)
    cell = cell_of(oldest.x, oldest.y)
    return Feature(
        kind=kind,
        tiles=1 + tiles_around(b, cell) if kind == "monastery" else b.tiles[root].bit_count(),
        pennants=b.totals[root] // PENNANT & _PENNANTS,
        cities=len(touched_cities(b, root)) if kind == "field" else 0,
        marks=b.marks.get(root, ()),
        where=(oldest.x, oldest.y, oldest.segment),
    )


def touched_cities(b: Board, field: int) -> list[int]:
    """Return the roots of the finished cities that a field touches, each once (section 5.2)."""
    found: dict[int, None] = {}
    tiles = b.tiles[field]
    for n, there in enumerate(b.at.values()):
        if tiles >> n & 1:
            first = there >> NUMBER_BITS
            for mine, city in b.tables.shapes[there & NUMBER].touches:
                if root_of(b, first + mine) == field:
                    root = root_of(b, first + city)
                    if not b.totals[root] & OPEN:
                        found[root] = None
    return list(found)


def bring_back(s: State, crew: Crew) -> None:
    """Give all meeples of a feature back to their owners."""
    b = board(s)
    root, meeples = crew
    release(b, root)
    for meeple in meeples:
        x, y, segment, seat, piece = meeple
        b.meeples.remove(meeple)
        b.supply[piece][seat] += 1
        if segment == MONASTERY:
            b.monks.remove(cell_of(x, y))
        s.emit(ID, RETURNS, seat, piece, x, y, segment)


def score_end(s: State) -> None:
    """Score every feature that still holds meeples; they stay where they are (section 5)."""
    for crew in crews(board(s)):
        pay(s, crew, done=False)


def is_finished(s: State) -> bool:
    """Tell whether the last tile has been laid."""
    b = board(s)
    return b.tables.pile_empty(not b.bag, s)


def worth(s: State, crew: Crew, *, done: bool) -> tuple[Term, ...]:
    """Return the summands of what a claimed feature would be worth."""
    b = board(s)
    return b.tables.points((), s, feature_of(b, crew), done)
