"""The menu of the hand pane where there is little room."""

from __future__ import annotations

import pytest

from bastide.core.screen import text_width
from bastide.plugins.settlers.look.menu import ENDINGS, NARROWEST, SHORT, TITLES
from tests.plugins.settlers.look.seat import screen_in


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_title_has_a_form_for_the_smallest_window(language: str) -> None:
    text = screen_in(language).text
    for title in {*TITLES.values(), *ENDINGS.values()}:
        ways = [text(title), *([text(SHORT[title])] if title in SHORT else [])]
        assert min(map(text_width, ways)) <= NARROWEST, title
