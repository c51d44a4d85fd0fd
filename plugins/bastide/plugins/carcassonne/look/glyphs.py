"""The board in characters, 7 x 3 a tile: for terminals without half blocks or without colour.

A tile has a middle column and row, so that roads have a middle. Nothing depends on colour: cities
are shaded, fields dotted, the empty table is blank.
"""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.colours import ink_on
from bastide.core.screen import OWN, Colour, Grid, Style
from bastide.plugins.carcassonne.look.art import built, mark_spot
from bastide.plugins.carcassonne.look.geometry import MONASTERY_AT, Sketch, pennant_spot
from bastide.plugins.carcassonne.look.palette import colour
from bastide.plugins.carcassonne.look.scene import LETTERS, Scene, Spot
from bastide.plugins.carcassonne.look.shapes import Point, turned
from bastide.plugins.carcassonne.look.view import GLYPH_CELL
from bastide.plugins.carcassonne.pieces import SIDES, Meeple, Placed, Tile, turn_side
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
    dot: str
    gap: str
    large: str
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
    dot="·",
    gap="×",
    large="²",
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
    dot=".",
    gap="x",
    large="2",
    corners="/\\\\/",
    ascii=True,
)

Rows = list[list[str]]
"""Characters of a tile, by row."""


class GlyphTile(NamedTuple):
    """A tile in characters: what is shown, the segment and the paint of each cell."""

    chars: Rows
    segments: list[list[str]]
    paints: Rows


class GlyphPainter:
    """Paints scenes with characters; keeps every tile that it has drawn."""

    def __init__(self, sketches: dict[str, Sketch], marks: dict[str, Art]) -> None:
        self._sketches, self._marks = sketches, marks
        self._tiles: dict[tuple[str, int, bool], GlyphTile] = {}

    def tile(self, tile: str, turn: int, glyphs: GlyphSet) -> GlyphTile:
        """Return a tile in characters; not to be changed."""
        key = (tile, turn, glyphs.ascii)
        if key not in self._tiles:
            self._tiles[key] = draw_tile(self._sketches[tile], turn, glyphs, self._marks)
        return self._tiles[key]

    def paint(self, grid: Grid, scene: Scene, glyphs: GlyphSet, bare: bool = False) -> None:
        """Draw a scene. `bare`: only the characters will be seen, no style."""
        brush = _Brush(self, grid, scene, glyphs, bare)
        brush.dots()
        for placed in scene.tiles:
            brush.laid(placed)
        for cell, number in scene.numbers:
            brush.place(cell, number)
        brush.ghost()
        for meeple in scene.meeples:
            brush.meeple(meeple)
        for spot in scene.spots:
            brush.spot(spot)

    def spot(self, placed: Placed, segment: str) -> tuple[int, int]:
        """Return the cell of a tile on which a meeple stands on a segment."""
        return cell_of_point(self._sketches[placed.tile].spot(segment, placed.rotation))


class _Brush(NamedTuple):
    """One painting of one scene."""

    painter: GlyphPainter
    grid: Grid
    scene: Scene
    glyphs: GlyphSet
    bare: bool

    def dots(self) -> None:
        """Draw the cells that hold nothing."""
        style = Style(self.scene.theme.dim, self.scene.theme.table)
        for cell in self.scene.empty:
            x, y = self.scene.view.place(*cell)
            if cell in self.scene.gaps:
                self.grid.put(x + 3, y + 1, self.glyphs.gap, style)

    def laid(self, placed: Placed) -> None:
        """Draw a tile of the board."""
        cell = (placed.x, placed.y)
        marked = self.scene.outlined.get(cell, set())
        self.tile(cell, placed.tile, placed.rotation, marked)
        if cell in self.scene.fresh:
            self.corners(cell, self.glyphs.corners, "fresh")

    def tile(
        self, cell: tuple[int, int], tile: str, turn: int, marked: set[str], reverse: bool = False
    ) -> None:
        """Draw a tile; the segments that are marked in bold."""
        drawn = self.painter.tile(tile, turn, self.glyphs)
        left, top = self.scene.view.place(*cell)
        depth, floor = self.scene.look.depth, self.scene.theme.table
        for y in range(HIGH):
            for x in range(WIDE):
                ink = colour(drawn.paints[y][x], depth)
                bold = drawn.segments[y][x] in marked
                style = Style(ink, floor, bold=bold, underline=bold, reverse=reverse)
                self.grid.put(left + x, top + y, drawn.chars[y][x], style)

    def corners(self, cell: tuple[int, int], chars: str, paint: str) -> None:
        """Mark the corners of a tile."""
        left, top = self.scene.view.place(*cell)
        style = Style(colour(paint, self.scene.look.depth), self.scene.theme.table, bold=True)
        places = ((0, 0), (WIDE - 1, 0), (0, HIGH - 1), (WIDE - 1, HIGH - 1))
        for (x, y), char in zip(places, chars, strict=True):
            self.grid.put(left + x, top + y, char, style)

    def place(self, cell: tuple[int, int], number: int) -> None:
        """Draw the number of a legal place."""
        left, top = self.scene.view.place(*cell)
        ink = colour("place", self.scene.look.depth)
        text = f"<{number}>"
        style = Style(ink, self.scene.theme.table, bold=True)
        self.grid.text(left + (WIDE - len(text)) // 2, top + 1, text, style)

    def ghost(self) -> None:
        """Draw the tile at the cursor in reverse; crosses in its corners where it may not lie."""
        ghost = self.scene.ghost
        if ghost is None:
            return
        cell = (ghost.x, ghost.y)
        if ghost.tile:
            self.tile(cell, ghost.tile, ghost.rotation, set(), reverse=True)
        if not ghost.legal:
            self.corners(cell, self.glyphs.gap * 4, "refused")

    def meeple(self, meeple: Meeple) -> None:
        """Draw a meeple: its letter, in reverse or in brackets."""
        placed = self.scene.under(meeple)
        if placed is None:
            return
        large = self.scene.weights.get(meeple.piece, 1) > 1
        text = LETTERS[meeple.seat] + (self.glyphs.large if large else "")
        style = _badge(self.scene.theme.seats[meeple.seat], reverse=True)
        self.badge(placed, meeple.segment, f"({text})" if self.bare else text, style)

    def spot(self, spot: Spot) -> None:
        """Draw the number of a meeple choice; the chosen one in reverse."""
        ink = colour("frame" if spot.chosen else "place", self.scene.look.depth)
        style = _badge(ink, reverse=spot.chosen)
        self.badge(self.scene.on, spot.segment, str(spot.number), style)

    def badge(self, placed: Placed, segment: str, text: str, style: Style) -> None:
        """Write letters where a segment has its spot, all of them on the tile."""
        x, y = self.painter.spot(placed, segment)
        left, top = self.scene.view.place(placed.x, placed.y)
        x = max(0, min(WIDE - len(text), x - (len(text) - 1) // 2))
        self.grid.text(left + x, top + y, text, style)


def _badge(ink: Colour, reverse: bool) -> Style:
    """Return the style of letters on a colour; without colour in reverse, or else underlined."""
    if ink == OWN:
        return Style(bold=True, reverse=reverse, underline=not reverse)
    return Style(ink_on(ink), ink, bold=True)


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
    for city in sketch.tile.cities:
        if city.pennants:
            at = cell_of_point(turned(*pennant_spot(city), turn))
            _set(drawn, at, glyphs.pennant, "pennant", "")
    for segment in built(sketch):
        for mark in segment.marks:
            art = marks.get(mark, Art(mark[0], mark[0]))
            at = cell_of_point(turned(*mark_spot(sketch, segment, art), turn))
            letter = art.ascii if glyphs.ascii else art.letter
            _set(drawn, at, letter, "fresh", "")
