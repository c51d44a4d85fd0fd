"""Whole board panes of random games, at every size, depth and glyph set."""

from __future__ import annotations

from itertools import product

import pytest

from bastide.core.events import Event
from bastide.core.rules import Rules
from bastide.core.screen import DARK, LIGHT, Cursor, Depth, Glyphs, Grid, column_width
from bastide.core.state import State
from bastide.plugins.carcassonne.look.masks import covered
from bastide.plugins.carcassonne.look.steering import FIELDS
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.turn import PLACED
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins.carcassonne.look.conftest import play_to, started
from tests.plugins.looks import fits, look_of
from tests.repeats import REPEATED, repeated

PANES = {
    "60x18": (60, 13, 0),
    "80x24": (56, 19, 0),
    "100x30": (70, 25, 1),
    "120x36": (84, 31, 2),
    "160x45": (116, 40, 2),
    "200x60": (150, 55, 3),
}
"""Columns, rows and zoom of the board pane, by size of the terminal."""

ALLOWED = {*"▀▒═║╔╗╚╝╠╣╦╩╬─│┌┐└┘╭╮╰╯▟▙·•●○◐◆►⌂♜♞▣⚑≈²×→←↑↓↳›…—★"}
LATIN = {chr(n) for n in range(32, 127)} | {*"é"}
DEPTHS: tuple[Depth, ...] = ("true", "256", "16", "none")
GLYPHS: tuple[Glyphs, ...] = ("blocks", "unicode", "ascii")
MOMENTS = tuple(product((3, 30, 66), ("place", "meeple")))


def frames(screen: CarcassonneScreen, s: State, depth: Depth, glyphs: Glyphs) -> list[Grid]:
    """Return the board at every size, also with its fields, the hand and the overlays."""
    grids = []
    fresh = tuple(Event("carcassonne", PLACED, (9, *p)) for p in board(s).placed[-3:])
    for wide, high, zoom in PANES.values():
        look = look_of(depth, glyphs, zoom)._replace(fresh=fresh)
        for flags in ((), (FIELDS,)):
            grid = Grid(wide, high)
            screen.paint(grid, s, s.seat, started(screen, s)._replace(flags=flags), look)
            grids.append(grid)
    for wide, high in ((22, 4), (34, 6), (48, 8), (10, 12), (3, 1)):
        grid = Grid(wide, high)
        screen.paint_hand(grid, s, s.seat, started(screen, s), look_of(depth, glyphs))
        grids.append(grid)
    for paint in [overlay.paint for overlay in screen.overlays() if overlay.paint]:
        for wide, high in ((56, 12), (100, 30), (10, 3)):
            grid = Grid(wide, high)
            paint(grid, s, s.seat, look_of(depth, glyphs))
            grids.append(grid)
    return grids


@pytest.mark.parametrize("depth", repeated(DEPTHS))
@pytest.mark.parametrize("glyphs", GLYPHS)
def test_frames_keep_to_their_columns_glyphs_and_colours(
    screen: CarcassonneScreen, four: Rules, depth: Depth, glyphs: Glyphs
) -> None:
    for turn, phase in MOMENTS:
        s = play_to(four, turn, turn, phase)
        for grid in frames(screen, s, depth, glyphs):
            check(grid, depth, glyphs)


@REPEATED
@pytest.mark.parametrize("glyphs", GLYPHS)
def test_frames_with_marks_and_large_meeples_do_so_too(large: Rules, glyphs: Glyphs) -> None:
    screen = CarcassonneScreen(large)
    for turn, phase in MOMENTS:
        s = play_to(large, turn, turn, phase, crowded=True)
        for depth in DEPTHS:
            for grid in frames(screen, s, depth, glyphs):
                check(grid, depth, glyphs)


def check(grid: Grid, depth: Depth, glyphs: Glyphs) -> None:
    for row, styles in zip(grid.chars, grid.styles, strict=True):
        assert len(row) == len(styles) == grid.width
        assert all(column_width(char) == 1 for char in {*row})
        assert {*row} <= (LATIN - {"é"} if glyphs == "ascii" else ALLOWED | LATIN)
        assert all(fits(style.fg, depth) and fits(style.bg, depth) for style in {*styles})
    if glyphs == "ascii":
        "".join(grid.lines()).encode("ascii")


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_a_redraw_is_the_same_frame(screen: CarcassonneScreen, four: Rules, theme: object) -> None:
    s = play_to(four, 1, 20, "place")
    look = look_of("true", theme=DARK if theme is DARK else LIGHT)
    one, two = Grid(56, 19), Grid(56, 19)

    screen.paint(one, s, s.seat, started(screen, s), look)
    screen.paint(two, s, s.seat, started(screen, s), look)

    assert (one.chars, one.styles) == (two.chars, two.styles)


def test_spectators_and_waiting_seats_see_no_ghost(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 1, 20, "place")
    for seat in (-1, (s.seat + 1) % 4):
        here, elsewhere = Grid(84, 31), Grid(84, 31)
        screen.paint(here, s, seat, Cursor(), look_of(zoom=2))
        screen.paint(elsewhere, s, seat, Cursor(x=1, y=-2), look_of(zoom=2))
        assert here.styles == elsewhere.styles


def test_the_end_of_a_game_can_be_painted(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 4, 999, "place")
    assert s.over
    for depth in DEPTHS:
        for grid in frames(screen, s, depth, "blocks"):
            check(grid, depth, "blocks")


@pytest.mark.timed
@pytest.mark.parametrize("pane", ["80x24", "120x36"])
@pytest.mark.parametrize("phase", ["place", "meeple"])
def test_the_first_frame_is_quick(four: Rules, pane: str, phase: str) -> None:
    from time import perf_counter

    s = play_to(four, 2, 60, phase)
    wide, high, zoom = PANES[pane]
    times = []
    for _ in range(5):
        covered.cache_clear()
        screen = CarcassonneScreen(four)
        cursor = started(screen, s)
        begun = perf_counter()
        screen.paint(Grid(wide, high), s, s.seat, cursor, look_of(zoom=zoom))
        times.append(perf_counter() - begun)
    assert min(times) < 0.040


@pytest.mark.timed
@pytest.mark.parametrize(("pane", "most"), [("80x24", 0.010), ("120x36", 0.025)])
def test_a_redraw_is_quick(screen: CarcassonneScreen, four: Rules, pane: str, most: float) -> None:
    from time import perf_counter

    s = play_to(four, 2, 60, "place")
    wide, high, zoom = PANES[pane]
    grid, cursor = Grid(wide, high), started(screen, s)
    screen.paint(grid, s, s.seat, cursor, look_of(zoom=zoom))
    times = []
    for _ in range(20):
        begun = perf_counter()
        screen.paint(grid, s, s.seat, cursor, look_of(zoom=zoom))
        times.append(perf_counter() - begun)
    assert sorted(times)[10] < most
