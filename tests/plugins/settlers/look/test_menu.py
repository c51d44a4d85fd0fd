"""The menu of the hand pane where there is little room."""

from __future__ import annotations

import pytest

from bastide.core.screen import Cursor, Grid, text_width
from bastide.plugins.settlers.look.menu import ENDINGS, SHORT, TITLES
from tests.plugins.settlers.look.seat import screen_in
from tests.plugins.settlers.look.stand import look_of
from tests.plugins.settlers.tables import side, table

NARROWEST = 7
"""Columns that a title has beside its key in the smallest window."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_title_has_a_form_for_the_smallest_window(language: str) -> None:
    text = screen_in(language).text
    for title in {*TITLES.values(), *ENDINGS.values()}:
        ways = [text(title), *([text(SHORT[title])] if title in SHORT else [])]
        assert min(map(text_width, ways)) <= NARROWEST, title


def menu_at(width: int, line: int = 0, language: str = "en") -> list[str]:
    """Return the menu of a seat that builds, with a line of it chosen."""
    s = table(side(hand="otto lumber abbey", stock="1 1 2 1 1 0")).all.view(0)
    grid = Grid(width, 12)
    screen_in(language).paint_hand(grid, s, 0, Cursor(hand=line), look_of())
    return [text.rstrip() for text in grid.lines()]


def test_all_that_is_built_shows_its_cost_where_there_is_room() -> None:
    shown = menu_at(33)
    assert all(any(digit in line for digit in "123") for line in shown[:6]), shown


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_chosen_shows_its_cost_in_a_narrow_menu(language: str) -> None:
    for line in range(1, 7):
        chosen = menu_at(22, line, language)[line - 1]
        assert any(digit in chosen for digit in "123"), chosen
