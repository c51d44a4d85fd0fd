"""Whole panes at every size, depth and glyph set, and some of them as text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pytest

from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.messages import English
from bastide.core.screen import LIGHT, Cursor, Depth, Glyphs, Grid, column_width
from bastide.plugins.settlers.cards import CARDS, RESOURCES
from bastide.plugins.settlers.look.catalogue import ENTRIES
from bastide.plugins.settlers.look.landscape import pixels
from bastide.plugins.settlers.look.painter import Painter
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.signs import ASCII, UNICODE, card_sign
from bastide.plugins.settlers.look.sums import paint_sums
from bastide.plugins.settlers.look.targets import CENTRE, PILE, REGION, SITE, Target
from bastide.plugins.settlers.setup import ARRANGE_ACTION
from bastide.plugins.settlers.state import realm
from tests.plugins.looks import fits
from tests.plugins.settlers.look.stand import (
    Stand,
    drawn,
    gained,
    lines_of,
    look_of,
    middle,
    played,
    standing,
    widest,
)
from tests.plugins.settlers.tables import compose, table

FRAMES = Path(__file__).parent / "frames"
DEPTHS: tuple[Depth, ...] = ("none", "16", "256", "true")
GLYPHS: tuple[Glyphs, ...] = ("blocks", "unicode", "ascii")
PANES = {(50, 12): 0, (56, 19): 0, (70, 25): 1, (84, 31): 2, (150, 55): 3, (3, 1): 2, (30, 8): 5}
"""Zooms by columns and rows of the pane."""

LATIN = {chr(n) for n in range(32, 127)}
ALLOWED = {*"▀▒═║│·●○◐◆►⌂♜♞⚑≈×→←…★▟▙"} | LATIN


def check(grid: Grid, depth: Depth, glyphs: Glyphs) -> None:
    for row, styles in zip(grid.chars, grid.styles, strict=True):
        assert len(row) == len(styles) == grid.width
        assert all(column_width(char) == 1 for char in row)
        assert {*row} <= (LATIN if glyphs == "ascii" else ALLOWED)
        assert all(fits(style.fg, depth) and fits(style.bg, depth) for style in styles)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("glyphs", GLYPHS)
def test_frames_keep_to_their_columns_glyphs_and_colours(depth: Depth, glyphs: Glyphs) -> None:
    for s in (middle(), widest(), played(3, 60)):
        for size, zoom in PANES.items():
            for cursor in (Cursor(), Cursor(flags=("cards=33",))):
                position = standing(s, s.seat)._replace(cursor=cursor)
                check(drawn(position, size, look_of(depth, glyphs, zoom)), depth, glyphs)
            grid = Grid(*size)
            paint_sums(grid, s, look_of(depth, glyphs), English())
            check(grid, depth, glyphs)


@pytest.mark.parametrize("width", [1, 2, 9, 33, 60, 131, 200])
@pytest.mark.parametrize("height", [1, 2, 5, 13, 22, 60])
def test_panes_of_any_size_can_be_drawn(width: int, height: int) -> None:
    for flags in ((), ("cards=0",)):
        position = standing(widest(), 0)._replace(cursor=Cursor(flags=flags))
        check(drawn(position, (width, height), look_of()), "true", "blocks")


# what is drawn

TEXTS: dict[str, tuple[tuple[int, int], Glyphs, Cursor]] = {
    "table_56x19": ((56, 19), "unicode", Cursor()),
    "table_84x31": ((84, 31), "unicode", Cursor()),
    "table_50x12_ascii": ((50, 12), "ascii", Cursor()),
    "cards_56x19": ((56, 19), "unicode", Cursor(flags=("cards=6",))),
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_table_as_text(golden: Callable[[Path, str], None], name: str) -> None:
    size, glyphs, cursor = TEXTS[name]
    lit = {Target(SITE, 1, -1, "U", 2): 1, Target(CENTRE, 1, 2): 2, Target(PILE, n=3): 3}
    position = Stand(middle(), 1, lit, Target(CENTRE, 1, 2), cursor=cursor)
    golden(FRAMES / f"{name}.txt", lines_of(position, size, look_of("none", glyphs)))


def test_what_can_be_chosen_bears_its_number() -> None:
    s = middle()
    for zoom, size in enumerate([(56, 19), (84, 31)]):
        for target in standing(s, 1).lit:
            shown = lines_of(Stand(s, 1, {target: 77}), size, look_of(zoom=zoom))
            assert shown.count("(77)") == 1, target


def test_marks_differ_without_colour() -> None:
    """Lit is a line at both sides, lifted a double one, pointed at are brackets."""
    s, at, look = middle(), Target(REGION, 1, 0, "U"), look_of("none", "unicode")
    plain, lit, lifted, pointed = (
        lines_of(position, (56, 19), look)
        for position in (
            *(Stand(s, 1, {}), Stand(s, 1, {at: 0})),
            *(Stand(s, 1, {}, lifted=at), Stand(s, 1, {}, at)),
        )
    )
    assert [text.count("│") for text in (plain, lit)] == [0, 6]
    assert [text.count("║") for text in (plain, lifted)] == [0, 6]
    assert [text.count("[") for text in (plain, pointed)] == [0, 3]


def test_regions_show_what_they_gained_and_what_is_doubled() -> None:
    s = middle()
    fresh = (gained(1, 1, 0, "U"), gained(1, 1, 0, "U"))
    shown = lines_of(Stand(s, 1, {}), (84, 31), look_of()._replace(fresh=fresh))
    assert "+2" in shown
    assert "+2" not in lines_of(Stand(s, 1, {}), (84, 31), look_of())
    assert lines_of(Stand(s, 0, {}), (84, 31), look_of()).count("×2") == 2 + 1


def test_what_a_draft_has_spent_is_no_gain_any_more() -> None:
    s, painter = middle().clone(), Painter(English())
    look = look_of()._replace(fresh=(gained(1, 1, 0, "U"),))
    lands = realm(s).lands[1]
    grids = []
    for n in (2, 1, 0):
        lands.stock[lands.at[0, "U"]] = n
        grids.append(Grid(84, 31))
        painter.board(grids[-1], Stand(s, 1, {}), look)
    told = ["\n".join(grid.lines()) for grid in grids]
    assert [text.count("+1") - told[1].count("+1") for text in told] == [1, 0, 0]
    assert [text.count(" -1 ") - told[0].count(" -1 ") for text in told] == [0, 0, 1]


def test_dice_event_and_offer_are_told() -> None:
    s = middle()
    told = lines_of(Stand(s, 1, {}), (56, 19), look_of())
    assert " 4 " in told
    assert "◐ Plague" in told
    t = table()
    assert "not rolled yet" in lines_of(Stand(t.all, 0, {}), (56, 19), look_of())
    t.do("offer 1 wool for 1 ore")
    told = lines_of(Stand(t.all, 0, {}), (56, 19), look_of())
    assert "Ada gives 1 wool for 1 ore" in told


def test_tokens_and_figures_are_told_of_each_seat() -> None:
    told = lines_of(Stand(middle(), 1, {}), (84, 31), look_of())
    ada, blaise = (line for line in told.splitlines() if line.lstrip()[:2] in ("A ", "B "))
    assert "♞2 ⚑4 ◆1" in ada
    assert "♞ knight" in ada
    assert "2 cards" in blaise
    assert "◆ windmill" in blaise
    small = lines_of(Stand(middle(), 1, {}), (50, 12), look_of())
    assert "♞ A   ◆ B" in small


def test_spectators_see_the_same_table_without_numbers() -> None:
    s = middle()
    shown = lines_of(Stand(s, -1, {}), (84, 31), look_of())
    assert shown == lines_of(Stand(s, 1, {}), (84, 31), look_of())


# without colour


def test_kinds_of_cards_and_lands_have_signs_of_their_own() -> None:
    kinds = {(card.kind, card.type) for card in CARDS.values()}
    for signs in (UNICODE, ASCII):
        assert len({card_sign(card, signs) for card in ENTRIES}) == len(kinds) + 1
        assert len(set(signs.patterns)) == len(RESOURCES)


@pytest.mark.parametrize("size", [(6, 1), (9, 1), (12, 3), (20, 7)])
def test_landscapes_differ_by_more_than_their_colours(size: tuple[int, int]) -> None:
    shapes = set()
    for resource in range(len(RESOURCES)):
        _, styles = pixels(resource, 2, *size, "true")
        flat = [half for row in styles for style in row for half in (style.fg, style.bg)]
        shapes.add(tuple(flat.index(half) for half in flat))
    assert len(shapes) == len(RESOURCES)


# painting


def test_a_redraw_is_the_same_frame_in_both_themes() -> None:
    painter = Painter(English())
    for look in (look_of(zoom=2), look_of(zoom=2, theme=LIGHT)):
        one, two = Grid(84, 31), Grid(84, 31)
        painter.board(one, standing(widest(), 0), look)
        painter.board(two, standing(widest(), 0), look)
        assert (one.chars, one.styles) == (two.chars, two.styles)


@pytest.mark.timed
@pytest.mark.parametrize("size", [(84, 31), (150, 55)])
def test_a_redraw_is_quick(size: tuple[int, int]) -> None:
    position, times = standing(widest(), 0), []
    for _ in range(10):
        begun = perf_counter()
        drawn(position, size, look_of(zoom=PANES[size]))
        times.append(perf_counter() - begun)
    assert sorted(times)[5] < 0.025


def test_what_was_laid_unseen_is_shown_to_who_has_laid_it() -> None:
    """Also while it waits to be sent, when nothing can be chosen."""
    rules = compose()
    s = rules.new()
    rules.settle(s, LocalDealer(bytes(32)))
    order = (5, 4, 3, 2, 1, 0)
    s = rules.step(s, Action(ARRANGE_ACTION, order))
    for eyes, seat, laid in ((0, 0, 6), (0, -1, 6), (1, -1, 6), (-1, -1, 0)):
        lands = realm(Position(rules, s.view(eyes), seat, Cursor()).s).lands[max(0, eyes)]
        assert len(lands.lands) == laid
        if eyes == 0:
            assert [land.number for land in lands.lands] == [6, 5, 4, 3, 2, 1]
