"""Lines, paints and pictures; pixels are tested with the tiles that they draw."""

from __future__ import annotations

import pytest

from bastide.core.colours import indexed
from bastide.core.look.lines import Box, first_shown, line_at, paint_lines, wrapped
from bastide.core.look.paints import Paint, Tint, badge, palette
from bastide.core.look.pixels import blocks, lower_of, upper_of
from bastide.core.look.svg import key, picture
from bastide.core.look.words import chained, lettered
from bastide.core.screen import DARK, OWN, Colour, Depth, Grid, Look, Style

COLOUR = palette({"grass": Paint(0x70A848, 71, 2), "none of 16": Paint(0x70A848, 71, OWN)})
DEPTHS: list[tuple[Depth, Colour]] = [
    ("none", OWN),
    ("16", indexed(2)),
    ("256", indexed(71)),
    ("true", 0x70A848),
]


def test_lines_break_at_plain_blanks_alone() -> None:
    assert wrapped("en main\u202f: 3  sur\u00a03", 8) == ["en", "main\u202f: 3", "sur\u00a03"]


@pytest.mark.parametrize(("depth", "colour"), DEPTHS)
def test_a_paint_has_a_colour_at_each_depth(depth: Depth, colour: Colour) -> None:
    assert COLOUR("grass", depth) == colour


def test_tints_change_what_has_shades() -> None:
    black = Tint(0x000000, 1.0)

    assert COLOUR("grass", "true", black) == 0
    assert COLOUR("grass", "256", black) == indexed(16)
    assert COLOUR("grass", "16", black) == indexed(2)
    assert COLOUR("none of 16", "16") == OWN
    assert COLOUR("#ff0000", "16") == indexed(1)


def test_letters_on_no_colour_are_in_reverse_or_underlined() -> None:
    assert badge(OWN) == Style(bold=True, reverse=True)
    assert badge(OWN, reverse=False) == Style(bold=True, underline=True)
    assert badge(0xFFFFFF) == Style(0x000000, 0xFFFFFF, bold=True)


def test_a_list_is_scrolled_to_its_chosen_line_and_found_by_the_mouse() -> None:
    grid, box = Grid(6, 4), Box(1, 1, 4, 2)
    paint_lines(grid, box, 5, 3, DARK, lambda n: f"<{n}>")

    assert [line.rstrip() for line in grid.lines()] == ["", " <2>", " <3>", ""]
    assert [line_at(box, 5, 3, (2, y)) for y in range(4)] == [None, 2, 3, None]
    assert line_at(box, 1, 0, (2, 2)) is line_at(box, 5, 3, (0, 1)) is None
    assert first_shown(3, 9, 2) == 0


def test_both_pixels_of_a_cell_are_found_again() -> None:
    chars, styles = blocks([[1, OWN, 3], [2, 4, 3]])

    shown = list(zip(chars[0], styles[0], strict=True))
    assert [upper_of(*cell) for cell in shown] == [1, OWN, 3]
    assert [lower_of(*cell) for cell in shown] == [2, 4, 3]


def test_a_picture_names_the_seats_safely() -> None:
    drawn = picture(0, 0, 10, 10, [key(("<Ada>", "Bo"), 1, 9)])

    assert "A &lt;Ada&gt;   B Bo</text>\n</svg>\n" in drawn
    assert drawn.startswith("<svg ")


def test_the_zoom_is_the_nearest_that_there_is() -> None:
    assert [Look(zoom).zoomed("abc") for zoom in (-1, 1, 9)] == ["a", "b", "c"]
    shown = [Look(glyphs=glyphs).characters("u", "a") for glyphs in ("blocks", "unicode", "ascii")]
    assert shown == [None, "u", "a"]
    assert Look(depth="none").characters("u", "a") == "u"


def test_things_are_joined_and_lettered() -> None:
    assert chained(["a", "b", "c"], lambda one, two: f"{one}; {two}") == "a; b; c"
    assert chained([], lambda one, two: one) == ""
    assert lettered((1, "x"), str) == {"a": "1", "b": "x"}
