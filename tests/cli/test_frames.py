"""Golden frames: every screen at six sizes and four depths, compared with what a person has read.

A file of `frames` has the rows of a screen at three sizes, without colours, and for each size and
depth a digest of characters and styles. `make playthroughs` writes the files anew; read the diff.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2s
from pathlib import Path

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.frame import fragments, make_ascii
from bastide.cli.screens.shell import Size
from bastide.cli.screens.table_page import TablePage
from bastide.core.colours import READABLE
from bastide.core.screen import Grid
from tests.cli.scenes import SCENES, SIZES, Scene, composed
from tests.cli.test_views import check_frame
from tests.palettes import least_contrast
from tests.plugins.looks import fits

FOLDER = Path(__file__).parent / "frames"
TEXT_SIZES = ((60, 18), (80, 24))
"""Sizes of which all rows are kept."""

DISPLAYS = (
    *(Display("true"), Display("256"), Display("16"), Display("none")),
    Display("none", "ascii"),
)
THEMES = (
    (Display("true", theme="light"), (120, 36)),
    (Display("256", theme="light"), (80, 24)),
    (Display("true", theme="high-contrast"), (80, 24)),
    (Display("256", theme="high-contrast"), (120, 36)),
    (Display("16"), (80, 24)),
    (Display("16", theme="light"), (120, 36)),
)
ALL = [
    pytest.param(scene, id=scene.name, marks=pytest.mark.plays(*scene.plays)) for scene in SCENES
]


@pytest.fixture
def shown(scene: Scene, tmp_path: Path) -> tuple[Scene, TablePage]:
    """Return a screen in the smallest terminal, its keys pressed, with its page."""
    page = scene.page(tmp_path, Display())
    scene.steer(page, SIZES[0])
    return scene, page  # type: ignore[return-value]  # whatever page it is, it has a shell


def frames(
    shown: tuple[Scene, TablePage], display: Display, sizes: tuple[Size, ...]
) -> Iterator[Grid]:
    """Return the frames of a screen at some sizes, all of whose texts can be read."""
    scene, page = shown
    page.shell.show(display)
    for size in sizes:
        grid = composed(page, size, scene.typed)
        over = page.overlay(size)
        check_contrast(over[1] if over else grid)  # what is behind a box is not there to be read
        yield grid


@pytest.mark.parametrize("scene", ALL)
def test_a_screen_looks_as_it_did_when_it_was_read(
    shown: tuple[Scene, TablePage], golden: Callable[[Path, str], None]
) -> None:
    """And its frames are whole, in the glyphs and colours of their depth, and can be read (F19)."""
    texts, digests = [], []
    for display in DISPLAYS:
        for size, grid in zip(SIZES, frames(shown, display, SIZES), strict=True):
            name = "x".join(map(str, size))
            check_frame(grid, size)
            check_colours(grid, display)
            if display.glyphs == "ascii":
                make_ascii(grid)
                assert all(char.isascii() for row in grid.chars for char in row)
            digests.append(f"{name} {display.depth} {display.glyphs} {digest(grid)}")
            if display == Display("none") and size in TEXT_SIZES:
                rows = "\n".join(f"|{line.rstrip()}" for line in grid.lines())
                texts.append(f"{name}\n{rows}\n")
    golden(FOLDER / f"{shown[0].name}.txt", "\n".join([*texts, *digests, ""]))


@pytest.mark.parametrize("scene", ALL)
def test_f19_every_text_can_be_read_in_every_theme(shown: tuple[Scene, TablePage]) -> None:
    """Text that is really painted, on what is really behind it: at least 4.5 to 1."""
    for display, size in THEMES:
        assert [*frames(shown, display, (size,))]


def digest(grid: Grid) -> str:
    """Return a short digest of what a terminal would be sent."""
    return blake2s(repr(fragments(grid)).encode(), digest_size=8).hexdigest()


def check_colours(grid: Grid, display: Display) -> None:
    """Check that a frame has colours of its depth only."""
    colours = {colour for row in grid.styles for style in {*row} for colour in style[:2]}
    assert all(fits(colour, display.depth) for colour in colours)


NO_TEXT = {*" ▀▒─│┌┐└┘╭╮╰╯", ""}
"""Half blocks, lines and shades: pictures, which are held to no contrast."""


def check_contrast(grid: Grid) -> None:
    """Check every text against what is behind it, in every usual palette."""
    pairs: dict[tuple[int, int], tuple[int, int, str]] = {}
    for y, (chars, styles) in enumerate(zip(grid.chars, grid.styles, strict=True)):
        for x, (char, style) in enumerate(zip(chars, styles, strict=True)):
            if char not in NO_TEXT:
                pairs.setdefault(style[:2], (x, y, char))
    weak = {at: least_contrast(*p) for p, at in pairs.items() if least_contrast(*p) < READABLE}
    assert not weak
