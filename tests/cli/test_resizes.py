"""F16: a terminal that changes its size all the time, in mid-game and with boxes open."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.layout import LEAST, prompt_row
from bastide.core.screen import text_width
from tests.cli.scenes import SCENES, Scene, composed, press

RESIZES = 200
LARGE = 10
"""One terminal of so many may be as large as 250x80: its cells cost time, not trouble."""

STARTS = ("carcassonne-six", "barony-act", "settlers-main", "carcassonne-end", "settlers-replay")
KEYS = (
    *("f1", "f2", "f3", "f5", "f6", "f7", "escape", "escape", "enter", "n", "tab", "s-right"),
    *(":players", ":hint", ":log", ":talk", ":board", "pagedown", "down", "c", "b", "right"),
)
PARAMETERS = [
    pytest.param(scene, id=scene.name, marks=pytest.mark.plays(*scene.plays))
    for scene in SCENES
    if scene.name in STARTS
]


@pytest.mark.parametrize("scene", PARAMETERS)
def test_f16_no_size_breaks_a_table_or_loses_what_was_typed(scene: Scene, tmp_path: Path) -> None:
    chance = random.Random(16)
    page = scene.page(tmp_path, Display())
    keys = [key for key in KEYS if key != "escape" or not page.covered]  # which leaves a replay
    typed = "/merci"
    for n in range(RESIZES):
        most = (250, 80) if n % LARGE == 0 else (90, 28)
        size = chance.randint(1, most[0]), chance.randint(1, most[1])
        grid = page.paint(size, typed).grid
        assert (grid.width, grid.height) == size
        assert all(text_width("".join(row)) == size[0] for row in grid.chars)
        if size >= LEAST and size[1] >= LEAST[1]:
            assert all(text_width(line) == size[0] for line in composed(page, size, typed).lines())
            shown = "".join(grid.chars[prompt_row(*size)])
            assert page.covered or typed in shown
        page.wheel(chance.randrange(size[0]), chance.randrange(size[1]), 1, size)
        press(page, chance.choice(keys))
    again = page.paint((120, 36), typed).grid
    assert page.paint((120, 36), typed).grid.chars == again.chars
