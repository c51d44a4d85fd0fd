"""Where on a tile its segments are, so that choices that look alike can be told apart."""

from __future__ import annotations

from collections.abc import Iterable

from bastide.core.messages import Text
from bastide.plugins.carcassonne.look.naming import Lying, ordered
from bastide.plugins.carcassonne.pieces import kind_of, turn_halves

THIS = {
    "city": "in this city",
    "road": "on this road",
    "monastery": "in this monastery",
    "field": "in this field",
}
TOWARDS = {"N": "to the north", "E": "to the east", "S": "to the south", "W": "to the west"}
FIELD = {
    "": "in the field in the middle",
    "N": "in the field north",
    "NE": "in the field north-east",
    "E": "in the field east",
    "SE": "in the field south-east",
    "S": "in the field south",
    "SW": "in the field south-west",
    "W": "in the field west",
    "NW": "in the field north-west",
}
"""By where the middle of a field's half-edges lies on the tile."""

_HALF_AT = {
    "NL": (-1, -2),
    "NR": (1, -2),
    "EL": (2, -1),
    "ER": (2, 1),
    "SL": (1, 2),
    "SR": (-1, 2),
    "WL": (-2, 1),
    "WR": (-2, -1),
}
"""Where the half-edges are: quarters of a tile to the east and south of its middle."""


class Whereabouts:
    """Says where a piece may stand, in one language."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def where(self, lying: Lying, segment: str) -> str:
        """Say where a piece on a segment stands: `in this city`, or which of several it is."""
        kind, tile = kind_of(segment), lying.tile
        same = {"city": tile.cities, "road": tile.roads, "field": tile.fields}.get(kind, ())
        if len(same) < 2:
            return self._text(THIS[kind])
        if kind == "field":
            return self._field(lying, segment)
        sides = next(part.sides for part in tile.segments(lying.turn) if part.id == segment)
        towards = [self._text(TOWARDS[side]) for side in ordered(sides)]
        shown = towards[0]
        for each in towards[1:]:
            shown = self._text("{first} and {last}", first=shown, last=each)
        if kind == "city":
            return self._text("in the city {towards}", towards=shown)
        return self._text("on the road {towards}", towards=shown)

    def _field(self, lying: Lying, segment: str) -> str:
        """Say which field it is by the compass, and by the city where that is not enough."""
        fields, turn = {field.id: field for field in lying.tile.fields}, lying.turn
        at = {id: compass(turn_halves(field.half_edges, turn)) for id, field in fields.items()}
        shown = self._text(FIELD[at[segment]])
        others = [fields[id] for id in fields if id != segment and at[id] == at[segment]]
        if others and fields[segment].cities and not all(field.cities for field in others):
            return self._text("{where}, by the city", where=shown)
        return shown


def compass(halves: Iterable[str]) -> str:
    """Return the one of the eight directions in which half-edges lie, "" for all around."""
    points = [_HALF_AT[half] for half in halves]
    x, y = (sum(point[i] for point in points) for i in (0, 1))
    north_south = ("N" if y < 0 else "S") if 5 * abs(y) > 2 * abs(x) else ""
    east_west = ("W" if x < 0 else "E") if 5 * abs(x) > 2 * abs(y) else ""
    return north_south + east_west
