"""Pennants and marks are seen at every size, also where meeples stand on all segments."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide.core.colours import mix
from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.screen import Cursor, Glyphs, Grid, Look
from bastide.core.state import State
from bastide.plugins.carcassonne.look.palette import PAINTS, SEAM
from bastide.plugins.carcassonne.look.spots import city_spot, pennant_spot
from bastide.plugins.carcassonne.look.view import GLYPH_CELL, MARGIN_LEFT, ZOOMS
from bastide.plugins.carcassonne.pieces import City
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins.carcassonne.look.conftest import CATHEDRAL, INN, spread
from tests.plugins.looks import look_of
from tests.repeats import repeated

DRAWN = {
    shade: name
    for name, colours in (
        ("pennant", [PAINTS["pennant"].true]),
        ("inn", [colour for _, colour in INN.colours]),
        ("cathedral", [colour for _, colour in CATHEDRAL.colours]),
    )
    for colour in colours
    for shade in (colour, mix(colour, SEAM.other, SEAM.share))
}
"""Colours that only one kind of picture has, also where the tile's edge is darker."""

CRAMPED = (0, "large", "ic-L")
"""At the smallest size a large farmer fills the whole corner field that the inn stands in."""

SIGNS: dict[Glyphs, dict[str, str]] = {
    "unicode": {"pennant": "⚑", "inn": INN.letter, "cathedral": CATHEDRAL.letter},
    "ascii": {"pennant": "*", "inn": INN.ascii, "cathedral": CATHEDRAL.ascii},
}

Shown = dict[str, Counter[str]]
"""By tile type, how much of each picture is seen."""


def wanted(rules: Rules) -> Shown:
    """Return how many pictures each tile type has."""
    found: Shown = {}
    for id, tile in board(rules.new()).tables.tiles.items():
        found[id] = Counter(mark for seg in tile.segments() for mark in seg.marks)
        found[id]["pennant"] += sum(city.pennants for city in tile.cities)
    return {id: +shown for id, shown in found.items()}


def tiles(rules: Rules, s: State, look: Look) -> dict[str, Grid]:
    """Return each tile of a spread table, painted alone."""
    screen, out = CarcassonneScreen(rules, English()), {}
    wide, high = ZOOMS[look.zoom] if look.glyphs == "blocks" else GLYPH_CELL
    for placed in board(s).placed:
        grid = Grid(MARGIN_LEFT + 3 * wide, 1 + 3 * high)
        at = Cursor(origin=(placed.x, placed.y), flags=("pan",))
        screen.paint(grid, s, -1, at, look)
        out[placed.tile] = grid
    return out


def pixels(grid: Grid) -> Counter[str]:
    """Return how many pixels have a colour of each picture."""
    found: Counter[str] = Counter()
    for chars, styles in zip(grid.chars, grid.styles, strict=True):
        for char, style in zip(chars, styles, strict=True):
            halves = (style.fg, style.bg) if char == "▀" else (style.bg, style.bg)
            found.update(DRAWN[half] for half in halves if half in DRAWN)
    return found


@pytest.mark.parametrize("turn", repeated(range(4)))
@pytest.mark.parametrize("zoom", range(len(ZOOMS)))
def test_a_crowd_of_meeples_leaves_some_of_every_picture(
    large: Rules, zoom: int, turn: int
) -> None:
    look = look_of(zoom=zoom)
    alone = tiles(large, spread(large, turn), look)
    for piece in ("meeple", "large"):
        crowded = tiles(large, spread(large, turn, piece), look)
        for id, pictures in wanted(large).items():
            before, after = pixels(alone[id]), pixels(crowded[id])
            assert {*before} == {*pictures}, id
            left = [after[name] * 10 >= before[name] for name in pictures]
            assert all(left) or (zoom, piece, id) == CRAMPED, (id, piece)


@pytest.mark.parametrize("turn", repeated(range(4)))
@pytest.mark.parametrize("glyphs", SIGNS)
def test_a_crowd_of_meeples_leaves_every_sign(large: Rules, glyphs: Glyphs, turn: int) -> None:
    look = look_of("none", glyphs)
    for piece in ("", "meeple", "large"):
        for id, grid in tiles(large, spread(large, turn, piece), look).items():
            shown = Counter("".join(line[MARGIN_LEFT:] for line in grid.lines()[1:]))
            for name, n in wanted(large)[id].items():
                assert shown[SIGNS[glyphs][name]] >= n, (id, piece)


def test_a_pennant_and_a_knight_stand_apart_in_a_city_of_any_form() -> None:
    for sides in ("N", "E", "NW", "SW", "EW", "NS", "NES", "ESW", "NESW"):
        city = City("c1", tuple(sides))
        (u, v), (x, y) = city_spot(city), pennant_spot(city)
        assert max(abs(u - x), abs(v - y)) > 0.19, sides
