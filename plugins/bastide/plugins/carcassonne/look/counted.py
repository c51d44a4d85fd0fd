"""The feature of which the final count is being stepped through: a front end says which one it is.

It puts the score alone into `Look.fresh`, and nothing else tells of final scores there.
"""

from __future__ import annotations

from bastide.core.events import score_of
from bastide.core.look.position import Cell
from bastide.core.screen import Look
from bastide.plugins.carcassonne.board import Place
from bastide.plugins.carcassonne.look.position import Position
from bastide.plugins.carcassonne.state import ID


def counted_place(look: Look) -> Place | None:
    """Return a segment of the feature that is counted, as column, row and segment."""
    scores = [score_of(event) for event in look.fresh if event[:2] == (ID, "score")]
    if len(look.fresh) != 1 or not scores or not scores[0].final:
        return None
    x, y, segment = scores[0].where
    return int(str(x)), int(str(y)), str(segment)


def counted_feature(position: Position, look: Look) -> dict[Cell, set[str]]:
    """Return the segments of that feature, by cell."""
    place = counted_place(look)
    return position.feature(*place) if place else {}


def counted_cell(look: Look) -> Cell | None:
    """Return a cell of that feature, which must be seen."""
    place = counted_place(look)
    return place and place[:2]
