"""Pixels in the colours of every depth."""

from __future__ import annotations

import pytest

from bastide.core.colours import index_of, indexed
from bastide.core.look.paints import faded
from bastide.core.look.pixels import blit, blocks, half, upper_of
from bastide.core.screen import OWN, Depth, Grid, Style
from bastide.plugins.carcassonne.look.art import pictures, scaled
from bastide.plugins.carcassonne.look.geometry import Sketch
from bastide.plugins.carcassonne.look.palette import (
    GHOST,
    PAINTS,
    REFUSED,
    colour,
    place_ground,
)
from bastide.plugins.carcassonne.look.raster import (
    VARIANTS,
    Album,
    paint,
    variant_of,
)
from bastide.plugins.carcassonne.look.view import ZOOMS
from bastide.plugins.carcassonne.pieces import base_tiles
from tests.plugins.carcassonne.look.conftest import CATHEDRAL, EVERY_TILE, INN, sketch_of

MARKS = {"inn": INN, "cathedral": CATHEDRAL}
SIZES = tuple(wide for wide, _ in ZOOMS)


def tile(id: str) -> Sketch:
    return sketch_of(next(tile for tile in EVERY_TILE if tile.id == id))


def painted(id: str, size: int, turn: int = 0) -> list[str]:
    return [name for row in paint(tile(id), pictures(tile(id), MARKS), turn, size) for name in row]


@pytest.mark.parametrize("size", SIZES)
def test_every_paint_is_in_the_palette(sketch: Sketch, size: int) -> None:
    for variant in range(VARIANTS):
        rows = paint(sketch, pictures(sketch, MARKS), 0, size, variant)
        names = {name for row in rows for name in row if not name.startswith("#")}
        assert names <= {*PAINTS}


@pytest.mark.parametrize("size", SIZES)
def test_what_stands_on_a_tile_is_seen_at_every_size(size: int) -> None:
    assert {"monastery roof", "monastery wall", "monastery door"} <= {*painted("base-B", size)}
    assert {"village", "village roof"} <= {*painted("base-X", size)}
    assert {"pennant", "pennant white"} <= {*painted("base-M", size)}
    assert {"#c8402c", "#4084d0"} & {*painted("ic-A", size)}
    assert "#787c96" in painted("ic-K", size)


@pytest.mark.parametrize("size", SIZES)
def test_decorations_stay_upright_when_the_tile_turns(size: int) -> None:
    for turn in range(4):
        rows = paint(tile("base-A"), pictures(tile("base-A"), MARKS), turn, size)
        roofs = [y for y, row in enumerate(rows) for name in row if name == "monastery roof"]
        walls = [y for y, row in enumerate(rows) for name in row if name == "monastery wall"]
        assert max(roofs) < min(walls)


def test_an_unknown_mark_costs_nothing() -> None:
    assert pictures(tile("ic-A"), {}) == []


def test_pictures_of_marks_are_scaled_but_never_away() -> None:
    assert scaled(("RB", "BB"), 0.1) == ("R",) or scaled(("RB", "BB"), 0.1) == ("B",)
    assert scaled(("RB", "BB"), 2) == ("RRBB", "RRBB", "BBBB", "BBBB")


def test_texture_is_always_the_same_and_differs_from_cell_to_cell() -> None:
    plain = tile("base-U")
    assert paint(plain, [], 0, 10, 1) == paint(plain, [], 0, 10, 1)
    assert paint(plain, [], 0, 10, 1) != paint(plain, [], 0, 10, 2)
    assert {variant_of(x, y) for x in range(-9, 9) for y in range(-9, 9)} == {*range(VARIANTS)}


def test_a_quiet_grid_darkens_the_last_column_and_row_but_not_of_the_smallest() -> None:
    album = Album({tile.id: tile for tile in base_tiles()}, {})
    large = album.colours("base-B", 0, 10, 0, "true")
    small = album.colours("base-B", 0, 6, 0, "true")
    plain = {colour(name, "true") for name in ("field", "field dark", "field light")}
    assert {*large[0][:9], *small[5], *(row[5] for row in small)} <= plain
    assert not plain & {*large[9], *(row[9] for row in large)}


@pytest.mark.parametrize("tint", [None, GHOST, REFUSED, faded(0x1D2026), faded(OWN)])
def test_colours_are_those_of_the_depth(tint: None) -> None:
    for name in (*PAINTS, "#c8402c"):
        assert colour(name, "none", tint) == OWN
        assert 0 <= colour(name, "true", tint) <= 0xFFFFFF
        assert 16 <= (index_of(colour(name, "256", tint)) or 0) <= 255
        assert colour(name, "16", tint) == OWN or (index_of(colour(name, "16", tint)) or 0) <= 15


def test_a_faded_tile_takes_the_panel_of_its_depth() -> None:
    assert faded(0xFFFFFF).other == 0xFFFFFF
    assert faded(indexed(231)).other == 0xFFFFFF
    assert faded(indexed(3)) == faded(OWN)


def test_the_ground_of_a_place_follows_the_theme() -> None:
    assert place_ground(0x22262C) == place_ground(OWN) == "place dark"
    assert place_ground(0xE4DED0) == "place pale"


@pytest.mark.parametrize("depth", ["16", "256", "true"])
def test_half_blocks_show_two_pixels_a_cell(depth: Depth) -> None:
    red, blue = colour("roof", depth), colour("pennant", depth)

    chars, styles = blocks([[red, red, OWN], [red, blue, blue]])

    assert chars == [[" ", "▀", "▀"]]
    assert styles[0][0] == Style(bg=red)
    assert styles[0][1] == Style(red, blue)
    assert styles[0][2] == Style(blue, OWN, reverse=True)


def test_the_upper_pixel_of_a_cell_can_be_read_back() -> None:
    for upper in (OWN, 5, 6):
        for lower in (OWN, 5, 6):
            char = " " if upper == lower else "▀"
            assert upper_of(char, half(upper, lower)) == upper


def test_tiles_are_cut_off_at_every_edge_of_the_pane() -> None:
    chars, styles = blocks([[n + 10 * m for n in range(6)] for m in range(6)])
    for left in range(-8, 8):
        for top in range(-5, 5):
            grid = Grid(4, 3)
            blit(grid, left, top, chars, styles)
            assert [len(row) for row in grid.chars] == [4] * 3
            assert [len(row) for row in grid.styles] == [4] * 3
            shown = grid.styles[0][0] != Style()
            assert shown == (-6 < left <= 0 and -3 < top <= 0)
