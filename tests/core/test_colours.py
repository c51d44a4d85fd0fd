from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.colours import (
    READABLE,
    Rgb,
    colour_of,
    index_of,
    indexed,
    ink_on,
    legible,
    luminance,
    mix,
    nearest,
    reduced,
    rgb_of,
)
from bastide.core.look.paints import badge
from bastide.core.screen import DARK, LIGHT, OWN, Depth, Theme
from tests.palettes import least_contrast

COLOURS = st.integers(0, 0xFFFFFF)


@given(COLOURS)
def test_a_colour_comes_back_from_its_parts(colour: int) -> None:
    assert colour_of(rgb_of(colour)) == colour
    assert index_of(colour) is None


@given(st.integers(0, 255))
def test_an_entry_of_the_palette_comes_back(n: int) -> None:
    assert index_of(indexed(n)) == n
    assert indexed(n) not in (OWN, *range(3))


@pytest.mark.parametrize(
    ("n", "rgb"),
    [
        (16, Rgb(0, 0, 0)),
        (231, Rgb(255, 255, 255)),
        (196, Rgb(255, 0, 0)),
        (244, Rgb(128, 128, 128)),
    ],
)
def test_entries_from_16_on_look_alike_everywhere(n: int, rgb: Rgb) -> None:
    assert rgb_of(indexed(n)) == rgb


@pytest.mark.parametrize("colour", [OWN, indexed(0), indexed(15)])
def test_what_the_terminal_decides_has_no_parts(colour: int) -> None:
    with pytest.raises(ValueError, match="depends on the terminal's palette"):
        rgb_of(colour)


@given(st.integers(16, 255))
def test_the_nearest_entry_to_an_entry_looks_the_same(n: int) -> None:
    assert rgb_of(nearest(colour_of(rgb_of(indexed(n))))) == rgb_of(indexed(n))


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert [mix(0x000000, 0xFF8000, share) for share in (0, 0.5, 1)] == [0, 0x804000, 0xFF8000]


def test_letters_are_black_on_bright_and_white_on_dark() -> None:
    assert [ink_on(colour) for colour in (0xFFDE28, 0x18181C)] == [0x000000, 0xFFFFFF]
    assert [ink_on(indexed(n)) for n in (11, 4)] == [indexed(0), indexed(15)]
    assert [ink_on(indexed(n)) for n in (231, 16)] == [indexed(16), indexed(231)]


def test_brightness_goes_from_black_to_white() -> None:
    assert luminance(0) == 0
    assert luminance(0xFFFFFF) == pytest.approx(255)
    assert luminance(indexed(8)) == luminance(indexed(8))


def colours(theme: Theme) -> list[int]:
    return [*(getattr(theme, name) for name in Theme._fields if name != "seats"), *theme.seats]


@pytest.mark.parametrize("theme", [DARK, LIGHT])
@pytest.mark.parametrize("depth", get_args(Depth))
def test_a_theme_has_only_colours_of_its_depth(theme: Theme, depth: Depth) -> None:
    allowed = {
        "true": range(0x1000000),
        "256": [OWN, *map(indexed, range(16, 256))],
        "16": [OWN, *map(indexed, range(16))],
        "none": [OWN],
    }[depth]

    once = reduced(theme, depth)

    assert all(colour in allowed for colour in colours(once))
    assert reduced(once, depth) == once


def test_seats_stay_apart_in_16_and_256_colours() -> None:
    for depth in ("16", "256"):
        assert len(set(reduced(DARK, depth).seats)) == 6


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_seats_have_colours_that_differ_and_stand_out_from_the_dark(theme: Theme) -> None:
    for depth in ("true", "256", "16"):
        seats = reduced(theme, depth).seats
        assert len(set(seats)) == len(seats)
    grounds = (DARK.panel, DARK.background, DARK.table)
    for colour in theme.seats:
        for ground in grounds:
            assert (
                sum(abs(a - b) for a, b in zip(rgb_of(colour), rgb_of(ground), strict=True)) > 100
            )


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_every_text_of_16_colours_can_be_read_in_every_usual_palette(theme: Theme) -> None:
    few = reduced(theme, "16")
    assert OWN not in colours(few)
    for ground in ("background", "panel", "table", "title", "current"):
        for ink in ("dim", "text", "ink", "accent", "good", "bad"):
            assert least_contrast(getattr(few, ink), getattr(few, ground)) >= READABLE


def test_an_entry_that_can_be_read_nowhere_becomes_black_or_white() -> None:
    for ground in (0, 1, 4, 5, 7, 10, 11, 14, 15):
        for ink in range(16):
            found = legible(indexed(ink), indexed(ground))
            assert least_contrast(found, indexed(ground)) >= READABLE


def test_letters_on_any_of_the_16_can_be_read_in_every_usual_palette() -> None:
    for n in range(16):
        style = badge(indexed(n))
        assert least_contrast(style.fg, style.bg) >= READABLE
