from __future__ import annotations

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.pen import Pen, letter
from bastide.core.messages import English
from bastide.core.screen import OWN


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_title_of_16_colours_never_has_the_colour_that_the_terminal_writes_with(
    theme: str,
) -> None:
    """Nobody knows that colour: on a terminal that writes black it could not be read on blue."""
    pen = Pen(Display("16", theme=theme), English())
    for title in (pen.title(), pen.title("accent"), pen.style(), pen.marked()):
        assert OWN not in title[:2]


def test_seats_have_letters() -> None:
    assert [letter(seat) for seat in range(6)] == list("ABCDEF")
    assert letter(None) == letter(-1) == "·"
