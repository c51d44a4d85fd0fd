"""Small pictures that stay upright when a tile turns: monastery, village, pennant, marks."""

from __future__ import annotations

from typing import NamedTuple

from bastide.plugins.carcassonne.look.geometry import MONASTERY_AT, Sketch
from bastide.plugins.carcassonne.look.shapes import CENTRE, Point
from bastide.plugins.carcassonne.look.spots import city_mark_spot, pennant_spot
from bastide.plugins.carcassonne.pieces import City, Road
from bastide.plugins.carcassonne.slots import Art

Rows = tuple[str, ...]

DRAWN_FOR = 14
"""Pixels a side of the tile that the pictures of marks are drawn for."""


class Picture(NamedTuple):
    """A picture and where its middle lies on the tile in turn 0.

    rows: by pixels a side of the tile; under 0 one picture for `DRAWN_FOR`, scaled for the others.
    paints: what each character stands for; a dot or blank is nothing.
    """

    at: Point
    rows: dict[int, Rows]
    paints: dict[str, str]

    def sized(self, size: int) -> Rows:
        """Return its rows for a tile of so many pixels a side."""
        return self.rows[size] if size in self.rows else scaled(self.rows[0], size / DRAWN_FOR)


_HOUSE = (" RR ", "RRRR", "WWWW", "WWDW")
_CHURCH = ("  RR  ", " RRRR ", "RRRRRR", "WWWWWW", "WWDDWW", "WWDDWW")
_INN_SQUARE = ("rr", "vv")
_MARKET = ("rrrr", "vvvv", "vvvv", "vvvv")
MONASTERY_ROWS = {6: _HOUSE, 8: _HOUSE, 10: _HOUSE, 14: _CHURCH}
VILLAGE_ROWS = {6: _INN_SQUARE, 8: _INN_SQUARE, 10: _INN_SQUARE, 14: _MARKET}
PENNANT_ROWS = {
    6: ("wp", "pp"),
    8: ("wp", "pp"),
    10: ("wp", "pw", "pp"),
    14: ("wpp", "pwp", "ppp", "ppp"),
}
_PAINTS = {
    "R": "monastery roof",
    "W": "monastery wall",
    "D": "monastery door",
    "r": "village roof",
    "v": "village",
    "p": "pennant",
    "w": "pennant white",
}


def pictures(sketch: Sketch, marks: dict[str, Art]) -> list[Picture]:
    """Return what stands on a tile, the last on top."""
    out = []
    if sketch.tile.monastery:
        out.append(Picture(MONASTERY_AT, MONASTERY_ROWS, _PAINTS))
    if sketch.has_village():
        out.append(Picture(CENTRE, VILLAGE_ROWS, _PAINTS))
    out += [
        Picture(pennant_spot(city), PENNANT_ROWS, _PAINTS)
        for city in sketch.tile.cities
        if city.pennants
    ]
    return out + [
        Picture(mark_spot(sketch, segment, art), {0: art.rows, **dict(art.smaller)}, _hexed(art))
        for segment in built(sketch)
        for art in (marks[mark] for mark in segment.marks if mark in marks)
        if art.rows
    ]


def mark_spot(sketch: Sketch, segment: City | Road, art: Art) -> Point:
    """Return where the middle of a mark's picture lies."""
    if isinstance(segment, Road):
        return sketch.beside(segment) if art.beside else sketch.spots[segment.id]
    return city_mark_spot(segment)


def _hexed(art: Art) -> dict[str, str]:
    return {key: f"#{colour:06x}" for key, colour in art.colours}


def colourless(art: Art) -> list[str]:
    """Return the characters of a mark's pictures that stand for no colour, though not for nothing.

    They would be left out of the picture.
    """
    pictures = [art.rows, *(rows for _, rows in art.smaller)]
    used = {letter for rows in pictures for row in rows for letter in row}
    return sorted(used - {key for key, _ in art.colours} - {".", " "})


def scaled(rows: Rows, factor: float) -> Rows:
    """Return a picture made smaller or larger, at least one pixel each way."""
    height, width = len(rows), max(map(len, rows), default=0)
    new_height, new_width = max(1, round(height * factor)), max(1, round(width * factor))
    return tuple(
        "".join(
            rows[int((y + 0.5) * height / new_height)].ljust(width)[
                int((x + 0.5) * width / new_width)
            ]
            for x in range(new_width)
        )
        for y in range(new_height)
    )


def built(sketch: Sketch) -> list[City | Road]:
    """Return the segments of a tile that may carry marks."""
    return [*sketch.tile.cities, *sketch.tile.roads]
