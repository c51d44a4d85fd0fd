"""Points: for what a tile finishes, and for the rest at the end. Rule: carcassonne.md, 4 and 5."""

from __future__ import annotations

from bastide.core.events import Term
from bastide.core.state import State
from bastide.plugins.carcassonne.board import (
    Place,
    monastery_at,
    open_ends,
    pennants,
    tiles_around,
    touched_cities,
)
from bastide.plugins.carcassonne.features import number_of, release, root_of
from bastide.plugins.carcassonne.pieces import KINDS, MONASTERY, Kind, Meeple, kind_of
from bastide.plugins.carcassonne.slots import Feature
from bastide.plugins.carcassonne.state import ID, Board, board
from bastide.plugins.carcassonne.tables import (
    AROUND,
    CLAIMED,
    NUMBER,
    NUMBER_BITS,
    OPEN,
    cell_of,
    weights,
)
from bastide.plugins.carcassonne.turn import last_cell

RETURNS = "carcassonne.return"
"""Event: (seat, piece, x, y, segment): a meeple goes back to its supply."""

_RANK = {kind: n for n, kind in enumerate(KINDS)}

Crew = tuple[int, list[Meeple]]
"""The root of a feature and the meeples in it, oldest first."""


def score_turn(s: State) -> None:
    """Score what the tile just laid has finished, and give the meeples back (section 4)."""
    b = board(s)
    roots = finished_by(b, last_cell(b))
    if roots:
        for crew in crews(b, roots):
            pay(s, crew, 0, done=True)
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
            roots.append(monastery_at(b, monk))
    return roots


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


def pay(s: State, crew: Crew, cities: int, *, done: bool) -> None:
    """Give the points of a feature to every seat with the most weight in it.

    `cities`: finished ones that it touches, for a field.
    """
    b = board(s)
    root, (oldest, *_) = crew
    feature = feature_of(b, root, (oldest.x, oldest.y, oldest.segment), cities, kinds(crew[1]))
    terms = b.tables.points((), s, feature, done)
    for seat in majority(b.totals[root], s.seats):
        s.score(seat, ID, feature.kind, terms, feature.where, final=not done)


def majority(total: int, seats: int) -> list[int]:
    """Return the seats with the most weight in a claimed feature with these totals."""
    best: list[int] = []
    top = 1
    for seat, weight in enumerate(weights(total, seats)):
        if weight > top:
            best, top = [seat], weight
        elif weight == top:
            best.append(seat)
    return best


def kinds(meeples: list[Meeple]) -> tuple[str, ...]:
    """Return the kinds of some pieces, each once, in alphabetical order."""
    return tuple(sorted({meeple.piece for meeple in meeples}))


def kinds_in(b: Board, root: int) -> tuple[str, ...]:
    """Return the kinds of piece that stand in a feature; `pay` knows them without a search."""
    return kinds([m for m in b.meeples if root_of(b, number_of(b, m.x, m.y, m.segment)) == root])


def feature_of(b: Board, root: int, where: Place, cities: int, pieces: tuple[str, ...]) -> Feature:
    """Return what there is to say of a feature; `where` is one of its segments."""
    x, y, segment = where
    kind = kind_of(segment)
    return Feature(
        kind=kind,
        tiles=tiles_of(b, root, kind, cell_of(x, y)),
        pennants=pennants(b, root),
        cities=cities,
        marks=b.marks.get(root, ()),
        where=where,
        pieces=pieces,
    )


def tiles_of(b: Board, root: int, kind: Kind, cell: int) -> int:
    """Return the tiles of a feature, each once; for a monastery its own and those around it."""
    return 1 + tiles_around(b, cell) if kind == "monastery" else b.tiles[root].bit_count()


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
    b = board(s)
    found = crews(b)
    touched = touched_cities(b, [root for root, meeples in found if is_field(meeples[0])])
    for crew in found:
        pay(s, crew, len(touched.get(crew[0], ())), done=False)


def is_field(meeple: Meeple) -> bool:
    """Tell whether a meeple is a farmer."""
    return kind_of(meeple.segment) == "field"


def is_finished(s: State) -> bool:
    """Tell whether the last tile has been laid."""
    b = board(s)
    return b.tables.pile_empty(not b.bag, s)


def worth(s: State, x: int, y: int, segment: str) -> tuple[Term, ...]:
    """Return the summands of what the feature of a segment is worth, if the game ended now."""
    b = board(s)
    root = root_of(b, number_of(b, x, y, segment))
    cities = len(touched_cities(b, (root,)).get(root, ()))
    feature = feature_of(b, root, (x, y, segment), cities, kinds_in(b, root))
    done = feature.kind != "field" and not open_ends(b, root, feature.kind, cell_of(x, y))
    return b.tables.points((), s, feature, done)
