from __future__ import annotations

import pytest
from prompt_toolkit.formatted_text import fragment_list_to_text

from bastide.cli.plain_letters import to_ascii
from bastide.cli.screens.fade import fade, fade_grid
from bastide.cli.screens.frame import fragments, make_ascii, style_text
from bastide.core.colours import indexed
from bastide.core.screen import DARK, OWN, Grid, Style


def test_equal_styles_are_joined() -> None:
    grid = Grid(6, 2)
    grid.text(1, 0, "ab", Style(0xFF0000, 0x0000FF, bold=True))
    rows = fragments(grid)
    assert rows[0] == [("", " "), ("fg:#ff0000 bg:#0000ff bold", "ab"), ("", "   ")]
    assert rows[1] == [("", "      ")]


@pytest.mark.parametrize(
    ("style", "words"),
    [
        (Style(), ""),
        (Style(indexed(1), indexed(12)), "fg:ansired bg:ansibrightblue"),
        (Style(indexed(16), indexed(231)), "fg:#000000 bg:#ffffff"),
        (Style(indexed(244)), "fg:#808080"),
        (Style(OWN, OWN, bold=True, underline=True, reverse=True), "bold underline reverse"),
    ],
)
def test_a_style_in_the_words_of_the_library(style: Style, words: str) -> None:
    assert style_text(style) == words


def test_a_wide_character_keeps_its_two_columns() -> None:
    grid = Grid(5, 1)
    grid.text(0, 0, "漢x")
    assert fragment_list_to_text(fragments(grid)[0]) == "漢x  "


def test_everything_becomes_ascii_in_place() -> None:
    grid = Grid(12, 1)
    grid.text(0, 0, "É●╭─…×漢⣿é’ß")
    make_ascii(grid)
    assert "".join(grid.chars[0]) == "E*+-.x? *e's"


def test_what_has_no_twin_in_ascii_becomes_a_question_mark() -> None:
    assert to_ascii("ж →") == "? >"


def test_fading_goes_towards_the_background() -> None:
    faded = fade(Style(0xFFFFFF, 0x000000, bold=True), 0x000000, "true")
    assert faded == Style(0x525252, 0x000000)
    assert fade(Style(indexed(231), indexed(16)), DARK.background, "256").fg < -17
    assert fade(Style(indexed(1), OWN), OWN, "16") == Style(indexed(8))
    assert fade(Style(bold=True), OWN, "none") == Style()


def test_a_whole_grid_fades() -> None:
    grid = Grid(2, 2, Style(0xFFFFFF, 0xFFFFFF))
    fade_grid(grid, 0x000000, "true")
    assert {style.bg for row in grid.styles for style in row} == {0x525252}
