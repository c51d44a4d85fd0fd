from __future__ import annotations

import pytest

from bastide.cli.depth import (
    THEMES,
    Display,
    detect_depth,
    detect_glyphs,
    library_depth,
    parse_depth,
    wide_language,
)
from bastide.cli.screens.pen import Pen
from bastide.core.colours import READABLE, contrast, ink_on, legible, rgb_of
from bastide.core.messages import English
from bastide.core.screen import DARK, Depth
from tests.palettes import least_contrast

GROUNDS = ("background", "panel", "title", "current", "table")
INKS = ("dim", "text", "ink", "accent", "good", "bad")


@pytest.mark.parametrize(
    ("environ", "flag", "configured", "depth"),
    [
        ({"COLORTERM": "truecolor", "TERM": "xterm-256color"}, "", "", "true"),
        ({"COLORTERM": "24bit", "TERM": "xterm"}, "", "", "true"),
        ({"TERM": "xterm-256color"}, "", "", "256"),
        ({"TERM": "xterm-direct"}, "", "", "true"),
        ({"TERM": "linux"}, "", "", "16"),
        ({}, "", "", "16"),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, "", "", "none"),
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, "", "true", "none"),
        ({"NO_COLOR": "", "COLORTERM": "truecolor"}, "", "", "true"),
        ({"NO_COLOR": "1"}, "256", "", "256"),
        ({"COLORTERM": "truecolor"}, "never", "true", "none"),
        ({"COLORTERM": "truecolor"}, "auto", "16", "16"),
        ({"TERM": "xterm-256color"}, "", "auto", "256"),
    ],
)
def test_f18_who_decides_the_depth(
    environ: dict[str, str], flag: str, configured: str, depth: str
) -> None:
    assert detect_depth(environ, flag, configured) == depth


@pytest.mark.parametrize(
    ("environ", "encoding", "flag", "configured", "glyphs"),
    [
        ({"TERM": "xterm"}, "utf-8", "", "", "blocks"),
        ({"TERM": "xterm"}, "cp1252", "", "", "ascii"),
        ({"TERM": "xterm"}, "ANSI_X3.4-1968", "blocks", "", "ascii"),
        ({"TERM": "linux"}, "UTF-8", "", "", "ascii"),
        ({"TERM": "linux"}, "UTF-8", "blocks", "", "blocks"),
        ({"TERM": "xterm"}, "UTF-8", "ascii", "blocks", "ascii"),
        ({"TERM": "xterm"}, "UTF-8", "", "unicode", "unicode"),
    ],
)
def test_who_decides_the_glyphs(
    environ: dict[str, str], encoding: str, flag: str, configured: str, glyphs: str
) -> None:
    assert detect_glyphs(environ, encoding, flag, configured) == glyphs


def test_east_asian_locales_may_draw_blocks_wide() -> None:
    assert wide_language({"LANG": "ja_JP.UTF-8"})
    assert wide_language({"LC_ALL": "zh_CN.UTF-8", "LANG": "fr_FR.UTF-8"})
    assert not wide_language({"LC_CTYPE": "fr_FR.UTF-8", "LANG": "ko_KR.UTF-8"})
    assert not wide_language({})


def test_the_library_is_told_the_depth() -> None:
    depths: tuple[Depth, ...] = ("none", "16", "256", "true")
    assert len({library_depth(depth) for depth in depths}) == 4
    assert parse_depth("purple") is None


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast(0x000000, 0xFFFFFF) == pytest.approx(21)
    assert contrast(0x777777, 0xFFFFFF) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", ["true", "256", "16"])
def test_f19_every_text_can_be_read_on_every_ground(theme: str, depth: Depth) -> None:
    pen = Pen(Display(depth, "blocks", theme), English())
    for ground in GROUNDS:
        for ink in INKS:
            style = pen.style(ink, ground)
            assert least_contrast(style.fg, style.bg) >= READABLE, (ink, ground)
        for seat in range(6):
            style = pen.seat(seat, ground)
            assert least_contrast(style.fg, style.bg) >= READABLE, (seat, ground)
    for style in (pen.marked(), pen.title("accent"), *(pen.badge(seat) for seat in range(6))):
        assert least_contrast(style.fg, style.bg) >= READABLE, style


def test_colours_that_can_be_read_stay_as_they_are() -> None:
    assert legible(DARK.text, DARK.panel) == DARK.text
    assert legible(DARK.accent, DARK.title) == DARK.accent


def test_letters_on_badges_can_be_read() -> None:
    for colour in DARK.seats:
        assert contrast(colour, ink_on(colour)) >= READABLE


def test_a_colour_of_the_palette_stays_one() -> None:
    pen = Pen(Display("256"), English())
    style = pen.style("dim", "current")
    assert style.fg < -17
    assert rgb_of(style.fg)
