"""What a pane paints stays within its frame, on every screen, at the sizes where room is short."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens import boxes
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Rect
from bastide.core.screen import Grid, Style
from tests.cli.scenes import SCENES, Scene

SIZES = ((60, 18), (80, 24))
ALL = [
    pytest.param(scene, id=scene.name, marks=pytest.mark.plays(*scene.plays)) for scene in SCENES
]
UPRIGHT = {*"│╭╮╰╯←→"}
"""What may stand in an upright edge; an arrow says that a board goes on."""


class _Frame(NamedTuple):
    grid: Grid
    at: Rect


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[_Frame]:
    """Return the frames that are drawn from now on."""
    found: list[_Frame] = []
    draw = boxes._border

    def border(grid: Grid, pen: Pen, at: Rect, line: Style) -> None:
        found.append(_Frame(grid, at))
        draw(grid, pen, at, line)

    monkeypatch.setattr(boxes, "_border", border)
    return found


@pytest.mark.parametrize("scene", ALL)
def test_nothing_that_a_pane_paints_runs_over_its_frame(
    scene: Scene, tmp_path: Path, drawn: list[_Frame]
) -> None:
    page = scene.page(tmp_path, Display("none"))
    scene.steer(page, SIZES[0])
    for language, size in product(("en", "fr"), SIZES):
        page.shell.speak(language)  # type: ignore[attr-defined]  # whatever page, it has a shell
        drawn.clear()
        page.paint(size, scene.typed)
        page.overlay(size)
        assert [row for frame in drawn for row in _broken(frame)] == [], (language, size)


def _broken(frame: _Frame) -> list[str]:
    """Return the rows of a frame one of whose edges is written over."""
    grid, at = frame
    left, right = at.x, at.x + at.width - 1
    rows = range(max(0, at.y), min(grid.height, at.y + at.height))
    return [
        "".join(grid.chars[y])
        for y in rows
        if not {grid.chars[y][left], grid.chars[y][right]} <= UPRIGHT
    ]
