"""The field view: who holds each field, what it is worth, and that it is seen without colour."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import pytest

from bastide.core.events import score_of, total
from bastide.core.messages import English
from bastide.core.rules import Rules
from bastide.core.screen import OWN, Cursor, Depth, Glyphs, Grid
from bastide.core.state import State
from bastide.plugins.carcassonne.board import extent
from bastide.plugins.carcassonne.look.farms import Farm, farms
from bastide.plugins.carcassonne.look.hatch import Hatch, Lines, draw_lines, label_of, line_colour
from bastide.plugins.carcassonne.look.palette import colour
from bastide.plugins.carcassonne.look.position import Position
from bastide.plugins.carcassonne.look.scene import scene_of
from bastide.plugins.carcassonne.look.steering import FIELDS
from bastide.plugins.carcassonne.look.view import look_at
from bastide.plugins.carcassonne.pieces import Tile, kind_of
from bastide.plugins.carcassonne.scoring import score_end, worth
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.ui import CarcassonneScreen
from tests.plugins.carcassonne.look.conftest import play_to
from tests.plugins.looks import look_of

SHOWN = Cursor(flags=(FIELDS,))
SIZES = ((60, 13, 0), (56, 19, 0), (70, 25, 1), (84, 31, 2), (150, 55, 3))


def found(rules: Rules, s: State, seat: int = 0) -> list[Farm]:
    return farms(Position(rules, s, seat, Cursor()))


@pytest.mark.parametrize("seed", range(6))
def test_every_field_is_found_once_and_is_worth_what_the_rules_say(large: Rules, seed: int) -> None:
    s = play_to(large, seed, 60, "place", crowded=True)
    listed = found(large, s)
    parts = [part for farm in listed for part in farm.segments]
    assert len(parts) == len({*parts})
    ids = {(p.x, p.y, f.id) for p in board(s).placed for f in _tile(s, p.tile).fields}
    assert {*parts} == ids
    for farm in listed:
        x, y, id = farm.segments[0]
        assert farm.points == total(worth(s, x, y, id))
        assert farm.cities == len(extent(s, x, y, id).cities)
        assert {*extent(s, x, y, id).segments} == {*farm.segments}


def _tile(s: State, id: str) -> Tile:
    return board(s).tables.tiles[id]


@pytest.mark.parametrize("seed", range(6))
def test_the_holders_are_those_who_would_be_paid_now(large: Rules, seed: int) -> None:
    s = play_to(large, seed, 60, "place", crowded=True)
    listed = found(large, s)
    t = s.clone()
    score_end(t)
    paid = [score_of(e) for e in t.events if e.kind == "score"]
    by_field = {score.where: set[int]() for score in paid if score.category == "field"}
    for score in paid:
        if score.category == "field":
            by_field[score.where].add(score.seat)
    held = {
        next(m for m in board(s).meeples if (m.x, m.y, m.segment) in farm.segments)[:3]: {
            *farm.holders
        }
        for farm in listed
        if farm.holders
    }
    assert by_field == held


def test_weights_count_and_the_lighter_side_holds_nothing(large: Rules) -> None:
    contested = [
        farm
        for seed in range(12)
        for farm in found(large, play_to(large, seed, 70, "place", crowded=True))
        if len(farm.weights) > len(farm.holders) > 0
    ]
    assert contested
    for farm in contested:
        top = max(weight for _, weight in farm.weights)
        assert farm.holders == tuple(seat for seat, weight in farm.weights if weight == top)


@pytest.mark.parametrize("seat", range(4))
def test_ones_own_fields_come_first_the_most_valuable_before_the_others(
    large: Rules, seat: int
) -> None:
    s = play_to(large, 3, 70, "place", crowded=True)
    listed = found(large, s, seat)
    alone = [farm.holders == (seat,) for farm in listed]
    concerned = [any(other == seat for other, _ in farm.weights) for farm in listed]
    assert alone == sorted(alone, reverse=True)
    assert concerned == sorted(concerned, reverse=True)
    own = [farm.points for farm in listed if farm.holders == (seat,)]
    assert own == sorted(own, reverse=True)


def test_f3_shows_and_hides_it_whoever_is_to_act(screen: CarcassonneScreen, four: Rules) -> None:
    s = play_to(four, 2, 40, "place")
    for seat in (-1, 0, 1, 2, 3):
        shown = screen.move(s, seat, Cursor(), "f3")
        assert screen.aside(s, seat, Cursor()) is None
        assert screen.aside(s, seat, shown) is not None
        assert screen.move(s, seat, shown, "f3") == Cursor()


def test_it_stays_while_the_game_goes_on(screen: CarcassonneScreen, four: Rules) -> None:
    for phase in ("place", "meeple"):
        s = play_to(four, 2, 40, phase)
        cursor = screen.start(s, s.seat, SHOWN)
        assert FIELDS in cursor.flags
        for key in ("n", "r", "up", "s-left", "c"):
            cursor = screen.move(s, s.seat, cursor, key)
            assert FIELDS in cursor.flags


def test_the_list_names_holders_worth_cities_and_place(large: Rules) -> None:
    screen = CarcassonneScreen(large, English())
    s = play_to(large, 3, 70, "place", crowded=True)
    aside = screen.aside(s, 1, SHOWN)
    assert aside is not None
    wanted = [farm for farm in found(large, s, 1) if farm.holders or farm.points]
    assert [entry.seats for entry in aside.entries] == [farm.holders for farm in wanted]
    for entry, farm in zip(aside.entries, wanted, strict=True):
        assert re.search(rf"\b{farm.cities} cit(y|ies) = {farm.points} points?,", entry.text)
        assert entry.text.startswith("free ") == (not farm.holders)
        assert ("farmers: " in entry.text) == (len(farm.weights) > len(farm.holders) > 0)


def test_a_board_without_farmers_says_so(screen: CarcassonneScreen, four: Rules) -> None:
    aside = screen.aside(four.new(), 0, SHOWN)
    assert aside is not None
    (entry,) = aside.entries
    assert entry.text == "No field is held, and none is worth anything yet."


# on the board


def painted(
    rules: Rules, s: State, size: tuple[int, int, int], depth: Depth, glyphs: Glyphs, cursor: Cursor
) -> Grid:
    wide, high, zoom = size
    grid = Grid(wide, high)
    CarcassonneScreen(rules, English()).paint(grid, s, -1, cursor, look_of(depth, glyphs, zoom))
    return grid


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("depth", "glyphs"),
    [
        ("true", "blocks"),
        ("256", "blocks"),
        ("16", "blocks"),
        ("none", "unicode"),
        ("none", "ascii"),
    ],
)
def test_labels_tell_holder_and_worth_at_every_zoom_and_depth(
    large: Rules, size: tuple[int, int, int], depth: Depth, glyphs: Glyphs
) -> None:
    s = play_to(large, 3, 60, "place", crowded=True)
    text = "\n".join(painted(large, s, size, depth, glyphs, SHOWN).lines())
    tile = 7 if glyphs != "blocks" else (6, 8, 10, 14)[size[2]]
    labels = {
        "".join("ABCD"[seat] for seat in farm.holders) + label_of(farm, tile, English()).text
        for farm in found(large, s)
        if farm.holders
    }
    assert len([label for label in labels if label in text]) >= 3


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
def test_without_colour_small_letters_stand_in_the_fields_that_are_held(
    large: Rules, glyphs: Glyphs
) -> None:
    s = play_to(large, 3, 60, "place", crowded=True)
    size = (150, 55, 3)
    hidden = "".join(painted(large, s, size, "none", glyphs, Cursor()).lines())
    shown = "".join(painted(large, s, size, "none", glyphs, SHOWN).lines())
    holders = {seat for farm in found(large, s) for seat in farm.holders}
    assert {*"abcd"} & {*shown} == {"abcd"[seat] for seat in holders}
    assert not {*"abcd"} & {*hidden}


def test_lines_run_on_from_tile_to_tile_and_take_turns_where_it_is_shared() -> None:
    size, two = 6, (1, 2)
    whole = _lined([[0] * 2 * size for _ in range(size)], 0, two)
    left = _lined([[0] * size for _ in range(size)], 0, two)
    right = _lined([[0] * size for _ in range(size)], size, two)
    assert [a + b for a, b in zip(left, right, strict=True)] == whole
    colours = [pixel for row in whole for pixel in row if pixel]
    assert {*colours} == {1, 2}
    assert len(colours) == 2 * size * size // 4


def _lined(rows: list[list[int]], shift: int, colours: tuple[int, ...]) -> list[list[int]]:
    ids = tuple(tuple("f1" for _ in row) for row in rows)
    draw_lines(rows, ids, Hatch(shift, (Lines("f1", colours),)))
    return rows


def test_a_free_field_has_dots_and_other_segments_have_nothing() -> None:
    rows = [[0] * 8 for _ in range(8)]
    ids = tuple(tuple("c1" if x < 4 else "f1" for x in range(8)) for _ in range(8))
    draw_lines(rows, ids, Hatch(0, (Lines("f1", (7,), dotted=True),)))
    assert sum(pixel == 7 for row in rows for pixel in row) == 4
    assert not any(pixel for row in rows for pixel in row[:4])


@pytest.mark.parametrize("depth", ["true", "256", "16"])
def test_lines_are_not_mistaken_for_the_field(depth: Depth) -> None:
    seats = look_of(depth).theme.seats
    lines = [line_colour(seat, depth) for seat in seats]
    assert len({*lines}) == len(seats)
    assert colour("field", depth) not in lines
    assert OWN not in lines


def test_labels_leave_all_meeples_in_view(large: Rules) -> None:
    s = play_to(large, 3, 40, "place", crowded=True)
    farmers = [m for m in board(s).meeples if kind_of(m.segment) == "field"]
    assert farmers
    size = (150, 55, 3)
    hidden, shown = (painted(large, s, size, "true", "blocks", c) for c in (Cursor(), SHOWN))
    letters = {
        (x, y): char
        for y, row in enumerate(hidden.chars)
        for x, char in enumerate(row)
        if char in "ABCD" and hidden.styles[y][x].bold
    }
    assert [at for at, char in letters.items() if shown.chars[at[1]][at[0]] != char] == []


@pytest.mark.timed
def test_the_field_view_is_quick(four: Rules) -> None:
    from time import perf_counter

    s, screen = play_to(four, 2, 60, "place"), CarcassonneScreen(four)
    times = []
    for _ in range(8):
        begun = perf_counter()
        screen.aside(s, s.seat, SHOWN)
        screen.paint(Grid(84, 31), s, s.seat, SHOWN, look_of(zoom=2))
        times.append(perf_counter() - begun)
    assert min(times) < 0.025


def test_moments_of_whole_games_can_be_listed(extended: Callable[..., Rules]) -> None:
    rules = extended(seats=6)
    screen = CarcassonneScreen(rules, English())
    for turn, phase in product((0, 5, 40, 999), ("place", "meeple")):
        s = play_to(rules, turn, turn, phase)
        for seat in (-1, 5):
            assert screen.aside(s, seat, SHOWN) is not None


def test_free_fields_worth_nothing_are_not_marked(large: Rules) -> None:
    s = play_to(large, 3, 40, "place")
    scene = scene_of(Position(large, s, 1, SHOWN), look_at((84, 31), (6, 3), (0, 0)), look_of())
    every = found(large, s, 1)
    marked = {(cell, id) for cell, ids in scene.fields.items() for id in ids}
    worth = [farm for farm in every if farm.holders or farm.points]
    assert marked == {((x, y), id) for farm in worth for x, y, id in farm.segments}
    assert 0 < len(worth) < len(every)
