"""Whole panes of random games, at every size, depth and glyph set."""

from __future__ import annotations

import re
from time import perf_counter
from xml.etree import ElementTree

import pytest

from bastide.core.colours import indexed, reduced, rgb_of
from bastide.core.events import Event
from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.screen import (
    DARK,
    LIGHT,
    Cursor,
    Depth,
    Glyphs,
    Grid,
    Theme,
    column_width,
)
from bastide.core.state import State
from bastide.plugins.barony.look.hexes import ZOOMS
from bastide.plugins.barony.look.palette import colour
from bastide.plugins.barony.look.pawns import badges
from bastide.plugins.barony.look.steering import LETTERS
from bastide.plugins.barony.look.terrain import VARIANTS, drawing
from bastide.plugins.barony.pieces import CITY, STRONGHOLD, TERRAINS, VILLAGE
from bastide.plugins.barony.presence import knights, structure
from bastide.plugins.barony.state import realm
from bastide.plugins.barony.ui import BaronyScreen
from tests.plugins.barony.look.conftest import play_to, started, text
from tests.plugins.barony.tables import compose, give, position
from tests.plugins.looks import fits, look_of
from tests.repeats import repeated

PANES = {
    "60x18": (50, 12, 0),
    "80x24": (56, 19, 1),
    "100x30": (70, 25, 2),
    "120x36": (84, 31, 3),
    "200x60": (150, 55, 4),
    "largest": (150, 55, 5),
    "none at all": (3, 1, 2),
}
"""Columns, rows and zoom of the board pane, by size of the terminal."""

ALLOWED = {*"▀▒═║─│·►⌂♜♞▣≈²×…▟▙"}
LATIN = {chr(n) for n in range(32, 127)} | {*"é"}
DEPTHS: tuple[Depth, ...] = ("none", "16", "256", "true")
GLYPHS: tuple[Glyphs, ...] = ("blocks", "unicode", "ascii")
MOMENTS = ((0, "settle"), (40, "act"), (90, "more"), (9999, "act"))


def frames(screen: BaronyScreen, s: State, depth: Depth, glyphs: Glyphs) -> list[Grid]:
    """Return the board at every size, with each kind of action, the menu and the overlay."""
    grids = []
    fresh = (Event("barony", "barony.moved", (9, 2, 1, 3, 1)),)
    for wide, high, zoom in PANES.values():
        look = look_of(depth, glyphs, zoom)._replace(fresh=fresh)
        for key in ("", "f3", "t", "s"):
            cursor = screen.move(s, s.seat, started(screen, s), key)
            grid = Grid(wide, high)
            screen.paint(grid, s, s.seat, cursor, look)
            grids.append(grid)
    for wide, high in ((22, 4), (34, 6), (48, 8), (10, 12), (3, 1)):
        grid = Grid(wide, high)
        screen.paint_hand(grid, s, s.seat, started(screen, s), look_of(depth, glyphs))
        grids.append(grid)
    for wide, high in ((76, 20), (40, 10), (1, 1)):
        grid = Grid(wide, high)
        paint = screen.overlays()[0].paint
        assert paint is not None
        paint(grid, s, s.seat, look_of(depth, glyphs))
        grids.append(grid)
    return grids


@pytest.mark.parametrize("depth", repeated(DEPTHS))
@pytest.mark.parametrize("glyphs", GLYPHS)
def test_frames_keep_to_their_columns_glyphs_and_colours(
    screen: BaronyScreen, four: Rules, depth: Depth, glyphs: Glyphs
) -> None:
    for turn, phase in MOMENTS:
        for grid in frames(screen, play_to(four, 5, turn, phase), depth, glyphs):
            check(grid, depth, glyphs)


def check(grid: Grid, depth: Depth, glyphs: Glyphs) -> None:
    for row, styles in zip(grid.chars, grid.styles, strict=True):
        assert len(row) == len(styles) == grid.width
        assert all(column_width(char) == 1 for char in row)
        assert {*row} <= (LATIN if glyphs == "ascii" else ALLOWED | LATIN)
        assert all(fits(style.fg, depth) and fits(style.bg, depth) for style in styles)
    if glyphs == "ascii":
        "".join(grid.lines()).replace("é", "e").encode("ascii")


def test_a_redraw_is_the_same_frame_in_both_themes(screen: BaronyScreen, four: Rules) -> None:
    s = play_to(four, 1, 40, "act")
    for look in (look_of(zoom=3), look_of(zoom=3, theme=LIGHT)):
        one, two = Grid(84, 31), Grid(84, 31)
        screen.paint(one, s, s.seat, started(screen, s), look)
        screen.paint(two, s, s.seat, started(screen, s), look)
        assert (one.chars, one.styles) == (two.chars, two.styles)


def test_spectators_see_no_numbers(screen: BaronyScreen, four: Rules) -> None:
    s = play_to(four, 1, 40, "act")
    here, elsewhere = Grid(84, 31), Grid(84, 31)
    screen.paint(here, s, -1, Cursor(), look_of(zoom=3))
    screen.paint(elsewhere, s, -1, Cursor(x=1, y=-2), look_of(zoom=3))
    assert here.styles == elsewhere.styles


@pytest.mark.parametrize("zoom", ZOOMS)
def test_terrains_are_told_apart_without_colour(zoom: tuple[int, int]) -> None:
    """Of each terrain another share of pixels is lighter or darker than its ground."""
    patterns = set()
    for terrain in range(len(TERRAINS)):
        strips = drawing(terrain, 0, zoom, "true", "")
        plain = max(c for strip in strips for c in strip.colours)
        assert plain > 0
        rows = (tuple(colour for colour in strip.colours) for strip in strips)
        patterns.add(tuple(tuple(colour == row[0] for colour in row) for row in rows))
    assert len(patterns) == len(TERRAINS)


@pytest.mark.parametrize("terrain", range(len(TERRAINS)))
def test_neighbours_of_one_terrain_do_not_run_together_in_16_colours(terrain: int) -> None:
    strips = drawing(terrain, 0, ZOOMS[3], "16", "")
    right = [strip.colours[-1] for strip in strips if len(strip.colours) == ZOOMS[3][0]]
    assert right
    assert {*right} == {indexed(0)}


@pytest.mark.parametrize("depth", ["16", "256", "true"])
def test_marks_differ_from_each_other(depth: Depth) -> None:
    marks = ("cursor", "refused", "lit", "fresh", "start")
    assert len({colour(mark, depth) for mark in marks}) == len(marks)


@pytest.mark.parametrize("depth", ["16", "256", "true"])
@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_what_is_new_has_no_colour_of_a_player(depth: Depth, theme: Theme) -> None:
    fresh = colour("fresh", depth)
    assert fresh not in reduced(theme, depth).seats[:4]
    if depth == "true":
        apart = [rgb_of(fresh), *map(rgb_of, theme.seats[:4])]
        for other in apart[1:]:
            assert sum((a - b) ** 2 for a, b in zip(apart[0], other, strict=True)) > 100**2


def test_drawings_of_a_terrain_differ() -> None:
    for terrain in range(len(TERRAINS)):
        drawn = {drawing(terrain, n, ZOOMS[-1], "true", "") for n in range(VARIANTS)}
        assert len(drawn) > 1


def test_badges_name_the_seat_the_structure_and_the_knights() -> None:
    code = structure(0, CITY) + knights(0, 3)
    assert [badge.text for badge in badges(code, 4, 8, ascii=False)] == ["A♜♞3"]
    assert [badge.text for badge in badges(code, 4, 8, ascii=True)] == ["Ack3"]
    assert [b.text for b in badges(structure(1, STRONGHOLD), 4, 8, ascii=False)] == ["B▣"]


def test_where_seats_share_a_hex_all_are_seen() -> None:
    code = structure(0, VILLAGE) + knights(1) + knights(2) + knights(3)
    assert [b.text for b in badges(code, 4, 8, ascii=True)] == ["Av", "Bk", "Ck", "Dk"]
    assert [b.text for b in badges(code, 4, 4, ascii=True)] == ["A", "B", "C", "D"]


def test_the_pawns_of_every_hex_are_on_the_board(four: Rules) -> None:
    screen = BaronyScreen(four)
    s = play_to(four, 2, 80, "act")
    grid = Grid(200, 90)
    screen.paint(grid, s, -1, Cursor(), look_of(zoom=5))
    shown = "\n".join(grid.lines())
    for code in realm(s).pawns:
        for badge in badges(code, 4, 14, ascii=False):
            assert badge.text in shown


def test_the_names_of_all_hexes_are_shown_on_request(four: Rules) -> None:
    screen = BaronyScreen(four)
    s = play_to(four, 2, 80, "act")
    cursor = screen.move(s, s.seat, started(screen, s), "f3")
    for zoom in (2, 3, 4, 5):
        grid = Grid(200, 90)
        screen.paint(grid, s, s.seat, cursor, look_of(zoom=zoom))
        shown = " ".join(grid.lines())
        assert all(f"{q},{r}" in shown for q, r in realm(s).land.cells)
    assert screen.move(s, s.seat, cursor, "f3").flags == started(screen, s).flags


@pytest.mark.parametrize(("seats", "pane"), [(2, (50, 12)), (3, (56, 19)), (4, (56, 19))])
def test_bricks_show_the_whole_board_in_small_panes(seats: int, pane: tuple[int, int]) -> None:
    rules = compose(seats)
    screen = BaronyScreen(rules)
    for seed in range(8):
        s = play_to(rules, seed, 0, "settle")
        assert not any(screen.beyond(s, -1, Cursor(), pane, look_of()))


@pytest.mark.parametrize("glyphs", ["blocks", "ascii"])
def test_own_pawns_and_all_numbers_are_seen_on_bricks_while_choosing(glyphs: Glyphs) -> None:
    rules = compose(3)
    screen = BaronyScreen(rules)
    for turn in (20, 40):
        s = play_to(rules, 2, turn, "act")
        for key in "ambfe":
            cursor = screen.move(s, s.seat, started(screen, s), key)
            grid, look = Grid(56, 19), look_of("true", glyphs)
            screen.paint(grid, s, s.seat, cursor, look)
            words = re.findall(r"[0-9]+|[A-D]", " ".join(line[4:] for line in grid.lines()))
            numbers = {str(n) for n, _ in enumerate(screen.places(s, s.seat, cursor), 1)}
            assert numbers <= {*words}
            own = [
                code
                for code in realm(s).pawns
                if any(b.seat == s.seat for b in badges(code, 3, 9, False))
            ]
            assert words.count("ABC"[s.seat]) >= len(own)


def test_the_cursor_is_seen_on_a_brick_that_pawns_cover() -> None:
    p = position("0,0 plain 1,0 plain", "A 0,0 c k2", "B 1,0 k1")
    screen = BaronyScreen(p.rules, English())
    cursor = screen.move(p.s, 0, started(screen, p.s), "a")
    grid = Grid(12, 3)
    screen.paint(grid, p.s, 0, cursor, look_of())
    assert any(
        style.bg == colour("cursor", "true") and char == "♜"
        for chars, styles in zip(grid.chars, grid.styles, strict=True)
        for char, style in zip(chars, styles, strict=True)
    )


def test_on_narrow_hexes_names_are_the_columns_alone_which_never_touch(four: Rules) -> None:
    screen = BaronyScreen(four)
    s = play_to(four, 2, 80, "act")
    cursor = screen.move(s, s.seat, started(screen, s), "f3")
    for size, zoom in (((60, 60), 1), ((56, 19), 0)):
        grid = Grid(*size)
        screen.paint(grid, s, s.seat, cursor, look_of("none", "ascii", zoom=zoom))
        rows: dict[int, list[int]] = {}
        for q, r in realm(s).land.cells:
            rows.setdefault(r, []).append(q)
        shown = [[int(word) for word in re.findall(r"-?\d+", line)] for line in grid.lines()]
        for r, columns in rows.items():
            assert [r, *sorted(columns)] in shown


def test_payments_are_listed_over_the_board() -> None:
    p = give(position("0,0 plain", "A 0,0 k1", "B 0,0 k1"), "A", field=3, plain=2, mountain=4)
    screen = BaronyScreen(p.rules, English())
    cursor = screen.move(p.s, 0, started(screen, p.s), "t")
    grid = Grid(84, 31)
    screen.paint(grid, p.s, 0, cursor, look_of(zoom=3))
    shown = "\n".join(grid.lines())
    assert "Become viscount: +15 points" in shown
    assert " 3 field = 15 gold" in shown
    assert "gold, 1 lost" in shown
    assert len(screen.places(p.s, 0, cursor)) == len(p.legal("title"))


def test_a_bank_that_can_run_out_is_shown() -> None:
    for finite in (True, False):
        p = position("0,0 plain", "A 0,0 k1", "B 0,0 k1")
        realm(p.s).bank = [5, 4, 3, 2] if finite else []
        screen = BaronyScreen(p.rules, English())
        grid = Grid(78, 20)
        paint = screen.overlays()[0].paint
        assert paint
        paint(grid, p.s, 0, look_of())
        shown = "\n".join(grid.lines())
        assert ("bank: 2 field, 3 plain, 4 forest, 5 mountain" in shown) == finite
        assert "village" in shown


@pytest.mark.parametrize("language", ["en", "fr"])
def test_all_actions_have_room_in_the_smallest_pane(four: Rules, language: str) -> None:
    screen = BaronyScreen(four, text(language))
    s = play_to(four, 2, 80, "act")
    grid = Grid(22, 4)
    screen.paint_hand(grid, s, s.seat, started(screen, s), look_of())
    shown = "\n".join(grid.lines())
    assert "…" not in shown
    assert re.search(r"\S +[-e] Exp[eé]dition", shown)


def test_the_end_of_a_game_can_be_painted_and_read(screen: BaronyScreen, four: Rules) -> None:
    s = play_to(four, 4, 99999, "act")
    assert s.over
    assert screen.board_text(s, -1, look_of())
    assert screen.counter(s).title.startswith("round ")
    assert len(screen.counter(s).seats) == 4


def test_the_board_as_text_has_all_terrains_pawns_and_a_legend(
    screen: BaronyScreen, four: Rules
) -> None:
    s = play_to(four, 2, 60, "act")
    for glyphs in GLYPHS:
        lines = screen.board_text(s, s.seat, look_of("none", glyphs))
        assert "knight" in lines[-1]
        assert "A Ada" in lines[-1]
        assert all(word in lines[-2] for word in TERRAINS)
        for q, r in realm(s).land.cells:
            assert f"{q},{r}" in "\n".join(lines)
    "".join(screen.board_text(s, s.seat, look_of("none", "ascii"))[:-1]).encode("ascii")


def test_the_board_as_text_is_as_broad_as_its_lines_have_room(
    screen: BaronyScreen, four: Rules
) -> None:
    s = play_to(four, 2, 60, "act")
    broad = {}
    for columns in (0, 120, 80):
        look = look_of("none", "ascii")._replace(columns=columns)
        lines = screen.board_text(s, s.seat, look)[:-2]
        broad[columns] = max(map(len, lines))
        assert min(len(line) - len(line.lstrip()) for line in lines if line) <= 1
    assert broad[80] <= 80 < broad[120] <= 120 < broad[0]


def test_without_colours_the_hex_under_the_cursor_is_reversed(
    screen: BaronyScreen, four: Rules
) -> None:
    s = play_to(four, 2, 0, "settle")
    cursor = screen.start(s, s.seat, Cursor())
    grid = Grid(56, 19)
    screen.paint(grid, s, s.seat, cursor, look_of("none", "ascii", 1))
    assert sum(style.reverse for row in grid.styles for style in row) >= 4
    watched = Grid(56, 19)
    screen.paint(watched, s, -1, cursor, look_of("none", "ascii", 1))
    assert not any(style.reverse for row in watched.styles for style in row)


def test_the_picture_has_a_polygon_for_each_hex_and_every_pawn(four: Rules) -> None:
    s = play_to(four, 2, 60, "act")
    root = ElementTree.fromstring(BaronyScreen(four).svg(s, ("<Ada>", "Bo", "C", "D")))
    kinds = [each.tag.rpartition("}")[2] for each in root.iter()]
    assert kinds.count("polygon") == len(realm(s).land.cells)
    texts = [each.text for each in root.iter() if each.text]
    assert any("<Ada>" in text for text in texts)
    for code in realm(s).pawns:
        assert all(badge.text in texts for badge in badges(code, 4, 14, ascii=False))


@pytest.mark.timed
@pytest.mark.parametrize("pane", ["120x36", "200x60"])
@pytest.mark.parametrize("key", ["m", "e"])
def test_a_redraw_is_quick(screen: BaronyScreen, four: Rules, pane: str, key: str) -> None:
    s = play_to(four, 2, 60, "act")
    wide, high, zoom = PANES[pane]
    cursor = screen.move(s, s.seat, started(screen, s), key)
    times = []
    for _ in range(10):
        begun = perf_counter()
        screen.paint(Grid(wide, high), s, s.seat, cursor, look_of(zoom=zoom))
        screen.hint(s, s.seat, cursor)
        times.append(perf_counter() - begun)
    assert sorted(times)[5] < 0.025


def test_every_letter_of_the_menu_is_a_key_of_the_game(screen: BaronyScreen) -> None:
    keys = screen.keys()
    assert set(LETTERS) <= {each.key for each in keys}
