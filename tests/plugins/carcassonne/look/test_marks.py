"""Marks on the board: fresh tiles, ghosts, places, meeples, outlines."""

from __future__ import annotations

import pytest

from bastide.core.colours import contrast, indexed
from bastide.core.events import Event
from bastide.core.rules import Rules
from bastide.core.screen import DARK, LIGHT, Cursor, Depth, Glyphs, Grid, Look, Theme
from bastide.core.state import State
from bastide.plugins.carcassonne.look.art import colourless
from bastide.plugins.carcassonne.look.blocks import border, corners, outline
from bastide.plugins.carcassonne.look.palette import PAINTS, colour
from bastide.plugins.carcassonne.look.position import Position
from bastide.plugins.carcassonne.look.scene import scene_of
from bastide.plugins.carcassonne.look.view import MARGIN_LEFT, MARGIN_TOP, ZOOMS, look_at
from bastide.plugins.carcassonne.pieces import SIDES, STEPS
from bastide.plugins.carcassonne.slots import Art
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.turn import PLACED
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins.carcassonne.look.conftest import play_to, sketch_by_id, started
from tests.plugins.looks import look_of

SIZE = (150, 60)
CENTRED = Cursor(origin=(0, 0), flags=("pan",))


def painted(screen: CarcassonneScreen, s: State, seat: int, look: Look, cursor: Cursor) -> Grid:
    grid = Grid(*SIZE)
    screen.paint(grid, s, seat, cursor, look)
    return grid


def colours(grid: Grid) -> set[int]:
    return {c for row in grid.styles for style in row for c in (style.fg, style.bg)}


def laid_by(s: State, seat: int, n: int) -> tuple[Event, ...]:
    return tuple(Event("carcassonne", PLACED, (seat, *p)) for p in board(s).placed[-n:])


@pytest.mark.parametrize("depth", ["16", "256", "true"])
def test_f07_tiles_laid_since_are_marked_in_amber(
    screen: CarcassonneScreen, four: Rules, depth: Depth
) -> None:
    s = play_to(four, 5, 20, "place")
    look = look_of(depth)
    amber = colour("fresh", depth)
    marked = look._replace(fresh=laid_by(s, 1, 2))
    assert painted(screen, s, 0, marked, CENTRED).styles != (
        painted(screen, s, 0, look, CENTRED).styles
    )
    assert amber in colours(painted(screen, s, 0, marked, CENTRED))


def test_my_own_tiles_are_not_fresh(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 5, 20, "place")
    look = look_of(zoom=1)
    mine = look._replace(fresh=laid_by(s, 0, 3))
    assert painted(screen, s, 0, mine, CENTRED).styles == (
        painted(screen, s, 0, look, CENTRED).styles
    )
    assert painted(screen, s, 1, mine, CENTRED).styles != (
        painted(screen, s, 1, look, CENTRED).styles
    )


@pytest.mark.parametrize(("glyphs", "signs"), [("unicode", "┌┐└┘"), ("ascii", "/\\")])
def test_f07_without_colour_fresh_tiles_have_other_corners(
    screen: CarcassonneScreen, four: Rules, glyphs: Glyphs, signs: str
) -> None:
    s = play_to(four, 5, 20, "place")
    look = look_of("none", glyphs)
    plain = "".join(painted(screen, s, 0, look, CENTRED).lines())
    fresh = look._replace(fresh=laid_by(s, 1, 2))
    marked = "".join(painted(screen, s, 0, fresh, CENTRED).lines())
    for sign in signs:
        assert plain.count(sign) == 0
        assert marked.count(sign) == 8 // len(signs)


@pytest.mark.parametrize("zoom", range(4))
def test_the_ghost_has_a_frame_that_says_whether_it_may_lie(
    screen: CarcassonneScreen, four: Rules, zoom: int
) -> None:
    s = play_to(four, 5, 20, "place")
    tile = (6, 8, 10, 14)[zoom], (3, 4, 5, 7)[zoom]
    start = started(screen, s)
    legal = start._replace(origin=(start.x, start.y), flags=("pan",))
    illegal = legal._replace(x=30, y=30, origin=(30, 30))
    for cursor, paint in ((legal, "frame"), (illegal, "refused")):
        grid = painted(screen, s, s.seat, look_of(zoom=zoom), cursor)
        left, top = look_at(SIZE, tile, (cursor.x, cursor.y)).place(cursor.x, cursor.y)
        corner = grid.styles[top][left]
        assert PAINTS[paint].true in (corner.fg, corner.bg)


@pytest.mark.parametrize(("theme", "paint"), [(DARK, 15), (LIGHT, 0)])
def test_the_frame_of_a_ghost_is_seen_on_the_ground_of_16_colours(
    screen: CarcassonneScreen, four: Rules, theme: Theme, paint: int
) -> None:
    s = play_to(four, 5, 20, "place")
    start = started(screen, s)
    cursor = start._replace(origin=(start.x, start.y), flags=("pan",))
    grid = painted(screen, s, s.seat, look_of("16", theme=theme), cursor)
    left, top = look_at(SIZE, (6, 3), (cursor.x, cursor.y)).place(cursor.x, cursor.y)
    corner = grid.styles[top][left]
    assert indexed(paint) in (corner.fg, corner.bg)


def test_a_ghost_over_a_tile_leaves_it_to_be_seen(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 5, 20, "place")
    over = CENTRED._replace(x=0, y=0)
    left, top = look_at(SIZE, (10, 5), (0, 0)).place(0, 0)
    look = look_of(zoom=2)
    before = painted(screen, s, -1, look, CENTRED)
    after = painted(screen, s, s.seat, look, over)
    assert after.styles[top][left] != before.styles[top][left]
    assert after.styles[top + 2][left + 1 : left + 9] == before.styles[top + 2][left + 1 : left + 9]


@pytest.mark.parametrize("depth", ["none", "16", "256", "true"])
def test_places_have_their_numbers(screen: CarcassonneScreen, four: Rules, depth: Depth) -> None:
    s = play_to(four, 5, 12, "place")
    grid = painted(screen, s, s.seat, look_of(depth), CENTRED._replace(x=40, y=40))
    shown = " ".join(grid.lines())
    for n in range(1, len(screen.places(s, s.seat, Cursor())) + 1):
        assert str(n) in shown


@pytest.mark.parametrize("zoom", range(4))
def test_a_meeple_shows_its_letter_where_it_stands(
    screen: CarcassonneScreen, four: Rules, zoom: int
) -> None:
    s = play_to(four, 5, 24, "place")
    tile = (6, 8, 10, 14)[zoom], (3, 4, 5, 7)[zoom]
    for meeple in board(s).meeples:
        cursor = Cursor(origin=(meeple.x, meeple.y), flags=("pan",))
        grid = painted(screen, s, -1, look_of(zoom=zoom), cursor)
        left, top = look_at(SIZE, tile, (meeple.x, meeple.y)).place(meeple.x, meeple.y)
        rows = [grid.chars[y][left : left + tile[0]] for y in range(top, top + tile[1])]
        assert any("ABCD"[meeple.seat] in row for row in rows)


def test_a_large_meeple_is_marked(large: Rules) -> None:
    screen = CarcassonneScreen(large)
    s = play_to(large, 3, 30, "place", crowded=True)
    assert any(meeple.piece == "large" for meeple in board(s).meeples)
    for zoom in range(4):
        shown = "".join(painted(screen, s, -1, look_of(zoom=zoom), CENTRED).lines())
        assert "²" in shown
    ascii_board = "".join(painted(screen, s, -1, look_of("none", "ascii"), CENTRED).lines())
    assert any(f"{letter}2" in ascii_board for letter in "ABCD")


def test_a_feature_is_outlined_over_all_its_tiles(screen: CarcassonneScreen, four: Rules) -> None:
    for seed in range(12):
        s = play_to(four, seed, 24, "meeple")
        for n, place in enumerate(screen.places(s, s.seat, Cursor()), start=1):
            cursor = screen.at_place(s, s.seat, started(screen, s), n)
            found = Position(four, s, s.seat, cursor).outlined()
            assert bool(found) == bool(place.action.data)
            if found:
                last = board(s).placed[-1]
                assert place.action.data[0] in found[last.x, last.y]


def test_an_outline_runs_inside_a_city_and_around_a_road() -> None:
    city = sketch_by_id("base-C").pixels(10)
    assert outline(city, {"c1"}) == []
    road = sketch_by_id("base-U").pixels(10)
    assert {road[y][x][0] for x, y in outline(road, {"r1"})} == {"f"}
    cap = sketch_by_id("base-E").pixels(10)
    assert {cap[y][x][0] for x, y in outline(cap, {"c1"})} == {"c"}


def test_an_outline_is_closed_along_a_side_without_neighbour() -> None:
    fields = sketch_by_id("base-U").pixels(10)
    north = {(x, 0) for x in range(10)}
    assert not north & {*outline(fields, {"f1"})}
    assert north <= {*outline(fields, {"f1"}, ("N", "S"))}
    assert {fields[y][x] for x, y in outline(fields, {"f1"}, ("N", "S"))} == {"f1"}
    city = sketch_by_id("base-C").pixels(10)
    assert {*outline(city, {"c1"}, "NESW")} == {*border(10)}


@pytest.mark.parametrize("zoom", range(4))
def test_a_lonely_field_is_outlined_on_its_free_sides(
    screen: CarcassonneScreen, four: Rules, zoom: int
) -> None:
    s = play_to(four, 3, 0, "meeple")
    farmers = [
        (n, str(place.action.data[0]))
        for n, place in enumerate(screen.places(s, s.seat, Cursor()), start=1)
        if place.action.data and str(place.action.data[0]).startswith("f")
    ]
    for n, _ in farmers:
        cursor = screen.at_place(s, s.seat, started(screen, s), n)
        position = Position(four, s, s.seat, cursor)
        look = look_of(zoom=zoom)
        scene = scene_of(position, look_at(SIZE, ZOOMS[zoom], (0, 0)), look)
        for cell in position.outlined():
            for side, (dx, dy) in zip(SIDES, STEPS, strict=True):
                beside = position.shape_at(cell[0] + dx, cell[1] + dy)
                assert (side in scene.bare_sides(cell)) == (beside is None)
    assert farmers


def test_corners_and_border_lie_on_the_rim() -> None:
    for size in (6, 8, 10, 14):
        rim = {(x, y) for x in range(size) for y in range(size) if {x, y} & {0, size - 1}}
        assert {*border(size)} == rim
        assert {*corners(size)} < rim
        assert {(0, 0), (0, size - 1), (size - 1, 0), (size - 1, size - 1)} <= {*corners(size)}


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("depth", ["256", "true"])
def test_the_names_of_cells_can_be_read(
    screen: CarcassonneScreen, four: Rules, theme: Theme, depth: Depth
) -> None:
    grid = painted(screen, four.new(), -1, look_of(depth, theme=theme), CENTRED)
    style = grid.styles[0][grid.lines()[0].index("0")]
    assert contrast(style.fg, style.bg) >= 4.5


@pytest.mark.parametrize("depth", ["none", "16"])
def test_the_names_of_cells_are_text_where_colours_are_not_known(
    screen: CarcassonneScreen, four: Rules, depth: Depth
) -> None:
    look = look_of(depth)
    grid = painted(screen, four.new(), -1, look, CENTRED)
    assert grid.styles[0][grid.lines()[0].index("0")].fg == look.theme.text


def test_the_margins_hold_the_names_of_the_cells(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 5, 20, "place")
    grid = painted(screen, s, -1, look_of(zoom=2), CENTRED)
    names = grid.lines()[0].split()
    assert names[names.index("0") - 1 : names.index("0") + 2] == ["1W", "0", "1E"]
    rows = [line[:MARGIN_LEFT].strip() for line in grid.lines()[MARGIN_TOP:]]
    shown = [row for row in rows if row]
    assert shown[shown.index("0") - 1 : shown.index("0") + 2] == ["1N", "0", "1S"]


def test_at_16_colours_the_ground_is_one_of_them_on_which_names_can_be_read(
    screen: CarcassonneScreen, four: Rules
) -> None:
    s = play_to(four, 5, 20, "place")
    grid = painted(screen, s, -1, look_of("16"), CENTRED)
    assert grid.styles[0][0].bg == indexed(0)
    assert indexed(2) in colours(grid)


def test_a_letter_of_a_picture_that_stands_for_no_colour_is_told() -> None:
    rows, smaller = (".RX", "R R"), ((6, ("Y",)),)

    assert colourless(Art("r", "r", rows, (("R", 1),), smaller=smaller)) == ["X", "Y"]
