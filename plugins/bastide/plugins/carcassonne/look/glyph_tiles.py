"""Tiles in characters, 7 x 3 a tile, and the sets of characters that there are.

A tile has a middle column and row, so that roads have a middle. Nothing depends on colour: cities
are shaded, fields dotted, the empty table is blank.
"""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.screen import Look
from bastide.plugins.carcassonne.look.art import built, mark_spot
from bastide.plugins.carcassonne.look.geometry import MONASTERY_AT, Sketch
from bastide.plugins.carcassonne.look.shapes import Point, turned
from bastide.plugins.carcassonne.look.spots import pennant_spot
from bastide.plugins.carcassonne.look.view import GLYPH_CELL
from bastide.plugins.carcassonne.pieces import SIDES, Tile, turn_side
from bastide.plugins.carcassonne.slots import Art

WIDE, HIGH = GLYPH_CELL
_MIDDLE = (3, 1)
_LEGS = {
    "N": ((3, 0),),
    "E": ((4, 1), (5, 1), (6, 1)),
    "S": ((3, 2),),
    "W": ((0, 1), (1, 1), (2, 1)),
}
"""The cells of a road from a side to the middle."""


class GlyphSet(NamedTuple):
    """The characters of one set."""

    city: str
    field: str
    across: str
    down: str
    bends: dict[str, str]
    village: dict[str, str]
    monastery: str
    pennant: str
    gap: str
    corners: str
    ascii: bool = False


UNICODE = GlyphSet(
    city="▒",
    field="·",
    across="═",
    down="║",
    bends={"NE": "╚", "ES": "╔", "SW": "╗", "NW": "╝"},
    village={"ESW": "╦", "NSW": "╣", "NEW": "╩", "NES": "╠", "NESW": "╬"},
    monastery="▟▀▙",
    pennant="⚑",
    gap="×",
    corners="┌┐└┘",
)
ASCII = GlyphSet(
    city="#",
    field=".",
    across="-",
    down="|",
    bends=dict.fromkeys(("NE", "ES", "SW", "NW"), "+"),
    village=dict.fromkeys(("ESW", "NSW", "NEW", "NES", "NESW"), "o"),
    monastery="[+]",
    pennant="*",
    gap="x",
    corners="/\\\\/",
    ascii=True,
)


def glyph_set(look: Look) -> GlyphSet | None:
    """Return the characters to draw with; None for half-block pixels, which need colour."""
    return look.characters(UNICODE, ASCII)


Rows = list[list[str]]
"""Characters of a tile, by row."""


class GlyphTile(NamedTuple):
    """A tile in characters: what is shown, the segment and the paint of each cell."""

    chars: Rows
    segments: list[list[str]]
    paints: Rows


def cell_of_point(point: Point) -> tuple[int, int]:
    """Return the cell of a tile that holds a point."""
    return min(WIDE - 1, int(point[0] * WIDE)), min(HIGH - 1, int(point[1] * HIGH))


def draw_tile(sketch: Sketch, turn: int, glyphs: GlyphSet, marks: dict[str, Art]) -> GlyphTile:
    """Return a tile in characters."""
    segments = [[_sample(sketch, x, y, turn) for x in range(WIDE)] for y in range(HIGH)]
    chars = [[_ground(segments[y][x], x, y, glyphs) for x in range(WIDE)] for y in range(HIGH)]
    paints = [["city" if id[:1] == "c" else "field" for id in row] for row in segments]
    drawn = GlyphTile(chars, segments, paints)
    for road in sketch.tile.roads:
        sides = tuple(turn_side(side, turn) for side in road.sides)
        _road(drawn, road.id, sides, glyphs)
    _crossing(drawn, sketch.tile, turn, glyphs)
    _decorate(drawn, sketch, turn, glyphs, marks)
    return drawn


def _sample(sketch: Sketch, x: int, y: int, turn: int) -> str:
    """Return the city or field of a cell; roads are drawn along the middle afterwards."""
    point = (x + 0.5) / WIDE, (y + 0.5) / HIGH
    id = sketch.segment_at(*point, turn)
    return id if id[:1] in "cf" else sketch.field_at(*point, turn)


def _ground(id: str, x: int, y: int, glyphs: GlyphSet) -> str:
    if id[:1] == "c":
        return glyphs.city
    return glyphs.field if (x + y) % 2 == 0 else " "


def _set(drawn: GlyphTile, cell: tuple[int, int], char: str, paint: str, segment: str) -> None:
    x, y = cell
    drawn.chars[y][x], drawn.paints[y][x] = char, paint
    if segment:
        drawn.segments[y][x] = segment


def _road(drawn: GlyphTile, id: str, sides: tuple[str, ...], glyphs: GlyphSet) -> None:
    """Draw a road as far as no city covers it."""
    for side in sides:
        for x, y in _LEGS[side]:
            if drawn.segments[y][x][:1] != "c":
                _set(drawn, (x, y), glyphs.down if side in "NS" else glyphs.across, "road", id)
    if len(sides) == 2 and drawn.segments[1][3][:1] == "f":
        _set(drawn, _MIDDLE, _through(sides, glyphs), "road", id)


def _through(sides: tuple[str, ...], glyphs: GlyphSet) -> str:
    name = "".join(side for side in SIDES if side in sides)
    if name in glyphs.bends:
        return glyphs.bends[name]
    return glyphs.down if name == "NS" else glyphs.across


def _crossing(drawn: GlyphTile, tile: Tile, turn: int, glyphs: GlyphSet) -> None:
    """Draw where legs of roads meet; two that come with stubs make a full crossing."""
    legs = {turn_side(road.sides[0], turn) for road in tile.roads if road.ends == "crossing"}
    if tile.stubs:
        legs = {*SIDES}
    name = "".join(side for side in SIDES if side in legs)
    if name in glyphs.village:
        _set(drawn, _MIDDLE, glyphs.village[name], "village roof", "")


def _decorate(
    drawn: GlyphTile, sketch: Sketch, turn: int, glyphs: GlyphSet, marks: dict[str, Art]
) -> None:
    if sketch.tile.monastery:
        x, y = cell_of_point(turned(*MONASTERY_AT, turn))
        for n, char in enumerate(glyphs.monastery):
            _set(drawn, (x - 1 + n, y), char, "monastery roof", "m")
    taken = _meeple_cells(sketch, turn)
    for city in sketch.tile.cities:
        if city.pennants:
            at = _clear(drawn, turned(*pennant_spot(city), turn), taken)
            _set(drawn, at, glyphs.pennant, "pennant", "")
    for segment in built(sketch):
        for mark in segment.marks:
            art = marks.get(mark, Art(mark[0], mark[0]))
            at = _clear(drawn, turned(*mark_spot(sketch, segment, art), turn), taken)
            letter = art.ascii if glyphs.ascii else art.letter
            _set(drawn, at, letter, "fresh", "")


def _meeple_cells(sketch: Sketch, turn: int) -> set[tuple[int, int]]:
    """Return the cells that meeples cover, the two of a large one among them."""
    spots = [cell_of_point(sketch.spot(seg.id, turn)) for seg in sketch.tile.segments()]
    return {cell for x, y in spots for cell in ((x, y), (x + 1 if x < WIDE - 1 else x - 1, y))}


def _clear(drawn: GlyphTile, point: Point, taken: set[tuple[int, int]]) -> tuple[int, int]:
    """Return the cell of a point, or the nearest on the same segment that no meeple covers."""
    x, y = cell_of_point(point)
    segment = drawn.segments[y][x]
    cells = [(a, b) for b in range(HIGH) for a in range(WIDE) if drawn.segments[b][a] == segment]
    return min(cells, key=lambda c: (c in taken, (c[0] - x) ** 2 + 4 * (c[1] - y) ** 2))
