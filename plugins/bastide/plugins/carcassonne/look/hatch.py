"""How the field view marks fields: lines of colour, letters where there are none, and labels."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist
from typing import NamedTuple

from bastide.core.colours import colour_of, ink_on, mix, nearest, rgb_of
from bastide.core.look.position import Cell
from bastide.core.look.words import LETTERS
from bastide.core.messages import Text
from bastide.core.screen import OWN, Colour, Depth, Grid, Style, text_width
from bastide.plugins.carcassonne.look.farms import Farm
from bastide.plugins.carcassonne.look.geometry import Pixels, Sketch
from bastide.plugins.carcassonne.look.palette import PAINTS, colour
from bastide.plugins.carcassonne.look.scene import Scene
from bastide.plugins.carcassonne.look.view import MARGIN_LEFT, MARGIN_TOP
from bastide.plugins.carcassonne.pieces import Placed

_STEP = 4
"""Pixels from one line to the next."""

_SHARE = 0.75
"""How much of a line is its holder's colour."""

_LONG = 10
"""Columns of a tile from which on labels are in words."""


class Lines(NamedTuple):
    """Lines on one field of a tile: their colours by turns; dotted where nobody holds it."""

    segment: str
    colours: tuple[Colour, ...]
    dotted: bool = False


class Hatch(NamedTuple):
    """Lines on the fields of a tile; `shift` keeps them straight from tile to tile."""

    shift: int
    lines: tuple[Lines, ...]


PLAIN = Hatch(0, ())


def hatch_of(scene: Scene, cell: Cell) -> Hatch:
    """Return the lines on a tile of a scene; `PLAIN` without the field view."""
    fields = scene.fields.get(cell)
    if not fields:
        return PLAIN
    depth, seats = scene.look.depth, scene.theme.seats
    lines = [
        Lines(id, tuple(line_colour(seats[n], depth) for n in holders))
        if holders
        else Lines(id, (colour("frame", depth),), dotted=True)
        for id, holders in fields.items()
    ]
    period = _STEP * 60  # whole turns of two to six colours
    return Hatch((cell[0] + cell[1]) * scene.view.tile[0] % period, tuple(lines))


def line_colour(seat: Colour, depth: Depth) -> Colour:
    """Return the colour of a seat's lines; the terminal's 16 cannot be mixed."""
    if depth in ("16", "none"):
        return seat
    mixed = mix(PAINTS["field"].true, colour_of(rgb_of(seat)), _SHARE)
    return nearest(mixed) if depth == "256" else mixed


def draw_lines(rows: list[list[Colour]], ids: Pixels, hatch: Hatch) -> None:
    """Draw diagonal lines over the pixels of fields."""
    lines = {each.segment: each for each in hatch.lines}
    for y, row in enumerate(ids):
        for x, id in enumerate(row):
            line = lines.get(id)
            at = x + y + hatch.shift
            if line and at % _STEP == 0 and not (line.dotted and (x - y) % _STEP):
                rows[y][x] = line.colours[at // _STEP % len(line.colours)]


def small_letter(holders: tuple[int, ...], x: int, y: int) -> str:
    """Return what stands in the place of a field's dot in characters; "" leaves the dot."""
    return LETTERS[holders[(x + y) // 2 % len(holders)]].lower() if holders else ""


# labels


class Label(NamedTuple):
    """What a field is called on the board: its holders' letters, and its worth."""

    holders: tuple[int, ...]
    text: str

    @property
    def width(self) -> int:
        """Columns that it takes."""
        return len(self.holders) + text_width(self.text)


def label_of(farm: Farm, tile: int, text: Text) -> Label:
    """Return a field's label for tiles of so many columns: in words where it is worth something."""
    if tile >= _LONG and farm.points:
        one, many = "{n} city = {points}", "{n} cities = {points}"
        said = text.count(one, many, farm.cities, points=farm.points)
    else:
        said = str(farm.points)
    if not farm.holders:
        said = text("free {worth}", worth=said)
    return Label(farm.holders, f" {said} " if tile >= _LONG else said)


def draw_labels(grid: Grid, scene: Scene, sketches: dict[str, Sketch], text: Text) -> None:
    """Write a label on every field that is held or worth something, as far as there is room.

    It never covers a meeple; it covers the tile at the cursor or another label only where it tells
    who holds a field.
    """
    meeples, taken = _meeple_cells(scene, sketches), _ghost_cells(scene)
    placed = {(tile.x, tile.y): tile for tile in scene.tiles}
    for farm in scene.farms:
        label = label_of(farm, scene.view.tile[0], text)
        spots = _spots(farm, scene, sketches, placed)
        places = [_at(grid, spot, label.width) for spot in spots]
        open_ones = [place for place in places if not meeples & {*_cells(place, label.width)}]
        free = [place for place in open_ones if not taken & {*_cells(place, label.width)}]
        if free or (open_ones and farm.holders):
            place = (free or open_ones)[0]
            taken |= {*_cells(place, label.width)}
            _draw_label(grid, scene, label, place)


def _spots(
    farm: Farm, scene: Scene, sketches: dict[str, Sketch], placed: dict[Cell, Placed]
) -> list[Cell]:
    """Return where in the pane a field has room, those in the middle of what is seen first.

    After each place come those a row below and above it.
    """
    found = []
    for x, y, id in farm.segments:
        tile = placed.get((x, y))
        if tile:
            found.append(spot_cell(scene, sketches, tile, id))
    if not found:
        return []
    mean = tuple(sum(spot[i] for spot in found) / len(found) for i in (0, 1))
    found.sort(key=lambda spot: dist((spot[0], 2 * spot[1]), (mean[0], 2 * mean[1])))
    return [(x, y + dy) for x, y in found for dy in (0, 1, -1)]


def spot_cell(scene: Scene, sketches: dict[str, Sketch], tile: Placed, id: str) -> Cell:
    """Return the cell of the pane on which a piece on a segment stands."""
    (wide, high), (left, top) = scene.view.tile, scene.view.place(tile.x, tile.y)
    u, v = sketches[tile.tile].spot(id, tile.rotation)
    return left + min(wide - 1, int(u * wide)), top + min(high - 1, int(v * high))


def _at(grid: Grid, spot: Cell, width: int) -> Cell:
    """Return where a label around a spot begins, so that all of it is in the pane."""
    x = max(MARGIN_LEFT, min(grid.width - width, spot[0] - width // 2))
    return x, max(MARGIN_TOP, min(grid.height - 1, spot[1]))


def _cells(place: Cell, width: int) -> Iterable[Cell]:
    return ((x, place[1]) for x in range(place[0] - 1, place[0] + width + 1))


def _meeple_cells(scene: Scene, sketches: dict[str, Sketch]) -> set[Cell]:
    """Return the cells that meeples and their heads take."""
    found = set()
    for meeple in scene.meeples:
        x, y = spot_cell(scene, sketches, scene.under(meeple), meeple.segment)
        found |= {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0)}
    return found


def _ghost_cells(scene: Scene) -> set[Cell]:
    """Return the cells of the tile at the cursor."""
    if scene.ghost is None:
        return set()
    (wide, high), (left, top) = scene.view.tile, scene.view.place(scene.ghost.x, scene.ghost.y)
    return {(left + x, top + y) for x in range(wide) for y in range(high)}


def _draw_label(grid: Grid, scene: Scene, label: Label, place: Cell) -> None:
    theme, (x, y) = scene.theme, place
    plain = scene.look.depth == "none"
    for seat in label.holders:
        shade = theme.seats[seat]
        style = Style(OWN, OWN, bold=True, reverse=True)
        grid.put(x, y, LETTERS[seat], style if plain else Style(ink_on(shade), shade, bold=True))
        x += 1
    grid.text(x, y, label.text, Style(theme.ink, theme.panel, bold=True, reverse=plain))
