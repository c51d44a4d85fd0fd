from __future__ import annotations

import pytest

from bastide.core.screen import DARK, LIGHT, PLAIN_STYLE, Grid, Style, column_width, fit, text_width

BOLD = Style(bold=True)


def test_a_new_grid_is_empty() -> None:
    assert Grid(3, 2).lines() == ["   ", "   "]


def test_text_is_written_cell_by_cell() -> None:
    grid = Grid(6, 1)

    end = grid.text(1, 0, "ab", BOLD)

    assert end == 3
    assert grid.lines() == [" ab   "]
    assert grid.styles[0] == [PLAIN_STYLE, BOLD, BOLD, PLAIN_STYLE, PLAIN_STYLE, PLAIN_STYLE]


def test_what_lies_outside_is_cut_off() -> None:
    grid = Grid(3, 1)

    grid.text(-1, 0, "abcdef")
    grid.text(0, 5, "x")
    grid.put(9, 0, "x")

    assert grid.lines() == ["bcd"]


def test_a_wide_character_fills_two_cells() -> None:
    grid = Grid(5, 1)

    end = grid.text(0, 0, "a字b")

    assert end == 4
    assert grid.chars == [["a", "字", "", "b", " "]]
    assert grid.lines() == ["a字b "]


def test_half_a_wide_character_is_a_question_mark() -> None:
    grid = Grid(2, 1)

    grid.text(1, 0, "字")

    assert grid.chars == [[" ", "?"]]


def test_characters_without_width_are_left_out() -> None:
    grid = Grid(3, 1)

    assert grid.text(0, 0, "a\u0301\x07b") == 2
    assert grid.lines() == ["ab "]


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("\U0001f44d\U0001f3fd!", "\U0001f44d!"),
        ("\U0001f1eb\U0001f1f7!", "FR!"),
        ("\u2764\ufe0f!", "\u2764!"),
        ("\U0001f468\u200d\U0001f467!", "\U0001f468\U0001f467!"),
    ],
    ids=["skin tone", "flag", "variant", "joined"],
)
def test_what_terminals_disagree_on_is_not_drawn(text: str, drawn: str) -> None:
    grid = Grid(text_width(text), 1)

    assert grid.text(0, 0, text) == text_width(text) == text_width(drawn)
    assert grid.lines() == [drawn]


def test_a_rectangle_is_filled_and_another_grid_copied() -> None:
    grid, small = Grid(5, 3), Grid(2, 1)
    small.text(0, 0, "xy", BOLD)

    grid.fill(1, 0, 3, 2, BOLD, "#")
    grid.blit(4, 2, small)

    assert grid.lines() == [" ### ", " ### ", "    x"]
    assert grid.styles[2][4] == BOLD


@pytest.mark.parametrize(("text", "width"), [("", 0), ("abc", 3), ("字", 2), ("e\u0301", 1)])
def test_the_width_of_a_text_is_in_columns(text: str, width: int) -> None:
    assert text_width(text) == width


def test_control_characters_take_no_column() -> None:
    assert [column_width(char) for char in "a\x07\x1b"] == [1, 0, 0]


@pytest.mark.parametrize(
    ("text", "width", "cut"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("abcd", 1, "…"),
        ("abcd", 0, ""),
        ("字字字", 5, "字字…"),
        ("字字字", 4, "字…"),
    ],
)
def test_a_text_is_cut_to_its_place(text: str, width: int, cut: str) -> None:
    assert fit(text, width) == cut
    assert text_width(fit(text, width)) <= width


def test_a_cut_may_be_marked_in_ascii() -> None:
    assert fit("abcdef", 5, "..") == "abc.."
    assert fit("abcdef", 1, "..") == ""


def test_themes_have_a_colour_for_six_seats() -> None:
    assert [len(set(theme.seats)) for theme in (DARK, LIGHT)] == [6, 6]
