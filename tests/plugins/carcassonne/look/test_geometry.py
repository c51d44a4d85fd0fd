"""One description of a tile serves every size: seams, fields and meeple spots agree."""

from __future__ import annotations

import pytest

from bastide.plugins.carcassonne.look.geometry import Pixels, Sketch
from bastide.plugins.carcassonne.look.masks import flood, single
from bastide.plugins.carcassonne.look.shapes import (
    Beam,
    Box,
    Cap,
    Corner,
    Rest,
    Ring,
    Shape,
    from_side,
    on_side,
    turned,
)
from bastide.plugins.carcassonne.look.view import ZOOMS
from bastide.plugins.carcassonne.pieces import HALVES, base_tiles
from tests.plugins.carcassonne.look.conftest import EVERY_TILE, sketch_of

SIZES = tuple(wide for wide, _ in ZOOMS)
CLASS = {"C": "c", "F": "f"}


def edge(pixels: Pixels, side: int) -> list[str]:
    """Return the classes of the pixels along a side, clockwise, without the corners."""
    size = len(pixels)
    points = [on_side(side, (i + 0.5) / size, 0.5 / size) for i in range(1, size - 1)]
    return [pixels[int(v * size)][int(u * size)][0] for u, v in points]


def profile(terrain: str, size: int) -> list[str]:
    """Return what every edge of a terrain must look like, so that any two of them agree."""
    if terrain == "R":
        return ["r" if i in (size // 2 - 1, size // 2) else "f" for i in range(1, size - 1)]
    return [CLASS[terrain]] * (size - 2)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("turn", range(4))
def test_edges_agree_across_every_seam(size: int, turn: int) -> None:
    wrong = []
    for tile in EVERY_TILE:
        pixels = sketch_of(tile).pixels(size, turn)
        for side, terrain in enumerate(tile.turned_edges(turn)):
            if tile.wall_corner and terrain == "F":
                continue  # its wall runs into a corner, and ends at the seam
            if edge(pixels, side) != profile(terrain, size):
                wrong.append((tile.id, side))
    assert wrong == []


@pytest.mark.parametrize("size", [10, 14])
def test_field_pixels_hang_together_as_the_data_say(sketch: Sketch, size: int) -> None:
    pixels = sketch.pixels(size)
    free = {(x, y) for y in range(size) for x in range(size) if pixels[y][x][:1] == "f"}
    mask = sum(single(cell, size) for cell in free)

    found: dict[int, set[str]] = {}
    for half in HALVES:
        n = HALVES.index(half)
        u, v = on_side(n // 2, 0.25 + 0.5 * (n % 2), 0.5 / size)
        start = (int(u * size), int(v * size))
        if start in free:
            island = flood(single(start, size), mask, size)
            found.setdefault(island, set()).add(half)

    wanted = [{*field.half_edges} for field in sketch.tile.fields if field.half_edges]
    assert sorted(map(sorted, found.values())) == sorted(map(sorted, wanted))


@pytest.mark.parametrize("size", [10, 14])
def test_field_pixels_carry_the_field_of_the_data(sketch: Sketch, size: int) -> None:
    pixels = sketch.pixels(size)

    for field in sketch.tile.fields:
        for half in field.half_edges:
            n = HALVES.index(half)
            u, v = on_side(n // 2, 0.25 + 0.5 * (n % 2), 0.5 / size)
            assert pixels[int(v * size)][int(u * size)] == field.id


@pytest.mark.parametrize("size", SIZES)
def test_every_zoom_shows_each_segment_at_its_spot(sketch: Sketch, size: int) -> None:
    for turn in range(4):
        pixels = sketch.pixels(size, turn)
        for segment in sketch.tile.segments():
            u, v = sketch.spot(segment.id, turn)
            assert pixels[int(v * size)][int(u * size)] == segment.id
            assert sketch.segment_at(u, v, turn) == segment.id


def test_every_segment_has_a_spot_on_the_tile(sketch: Sketch) -> None:
    assert {segment.id for segment in sketch.tile.segments()} == {*sketch.spots}
    assert all(0 < u < 1 and 0 < v < 1 for u, v in sketch.spots.values())


def test_a_turned_tile_is_the_same_pixels_turned(sketch: Sketch) -> None:
    for size in SIZES:
        once = sketch.pixels(size, 1)
        plain = sketch.pixels(size, 0)
        assert all(once[x][size - 1 - y] == plain[y][x] for y in range(size) for x in range(size))


def test_four_turns_are_none(sketch: Sketch) -> None:
    assert sketch.pixels(10, 4) == sketch.pixels(10)
    assert turned(0.2, 0.7, 4) == pytest.approx((0.2, 0.7))


def test_only_crossings_of_three_or_more_have_a_village() -> None:
    shown = {tile.id for tile in base_tiles() if sketch_of(tile).has_village()}
    assert shown == {"base-L", "base-W", "base-X"}


def test_side_coordinates_go_round_clockwise() -> None:
    for side in range(4):
        assert from_side(side, *on_side(side, 0.2, 0.3)) == pytest.approx((0.2, 0.3))
    assert on_side(1, 0.25, 0.1) == pytest.approx((0.9, 0.25))


@pytest.mark.parametrize(
    "shape",
    [
        Cap(0, 0.34),
        Cap(2, 0.32, apart=True),
        Corner(1, 0.484),
        Rest((Cap(0, 0.27), Cap(2, 0.27))),
        Rest(()),
        Beam(((0.5, 0.0), (0.5, 1.0)), 0.105),
        Ring(2, 0.105),
        Box(0.2, 0.2, 0.8, 0.6),
    ],
    ids=lambda shape: type(shape).__name__,
)
def test_outline_and_inside_of_a_shape_agree(shape: Shape) -> None:
    outline = shape.outline()
    grid = [(x / 40 + 0.0125, y / 40 + 0.0125) for x in range(40) for y in range(40)]

    wrong = [p for p in grid if shape.holds(*p) != _within(p, outline)]

    assert len(wrong) <= len(grid) * 0.01  # the outline has straight pieces


def _within(point: tuple[float, float], outline: tuple[tuple[float, float], ...]) -> bool:
    """Tell whether a point is inside a polygon: a line to the right crosses it an odd time."""
    u, v = point
    inside = False
    for (ua, va), (ub, vb) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (va > v) != (vb > v) and u < ua + (v - va) * (ub - ua) / (vb - va):
            inside = not inside
    return inside
