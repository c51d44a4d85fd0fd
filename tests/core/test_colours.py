"""Colours of every depth: what may stand in a style, and how themes are reduced."""

from __future__ import annotations

import pytest

from bastide.core.colours import (
    Rgb,
    colour_of,
    index_of,
    indexed,
    ink_on,
    luminance,
    mix,
    nearest,
    reduced,
    rgb_of,
)
from bastide.core.screen import DARK, LIGHT, OWN, Depth, Theme


def everything(theme: Theme) -> list[int]:
    return [*theme[:-1], *theme.seats]


def test_an_index_is_no_24_bit_colour_and_not_the_terminals_own() -> None:
    for n in range(256):
        assert indexed(n) < OWN
        assert index_of(indexed(n)) == n
    assert index_of(OWN) is None
    assert index_of(0x123456) is None


def test_the_parts_of_a_colour() -> None:
    assert rgb_of(0x123456) == Rgb(0x12, 0x34, 0x56)
    assert colour_of(Rgb(0x12, 0x34, 0x56)) == 0x123456
    assert rgb_of(indexed(16)) == Rgb(0, 0, 0)
    assert rgb_of(indexed(231)) == Rgb(255, 255, 255)
    assert rgb_of(indexed(179)) == Rgb(215, 175, 95)
    assert rgb_of(indexed(232)) == Rgb(8, 8, 8)
    assert rgb_of(indexed(255)) == Rgb(238, 238, 238)


@pytest.mark.parametrize("colour", [OWN, indexed(0), indexed(15)])
def test_the_terminal_alone_knows_its_first_sixteen(colour: int) -> None:
    with pytest.raises(ValueError, match="depends on the terminal"):
        rgb_of(colour)


def test_every_fixed_entry_is_nearest_to_itself() -> None:
    for n in range(16, 256):
        found = nearest(colour_of(rgb_of(indexed(n))))
        assert rgb_of(found) == rgb_of(indexed(n))


def test_mixing_takes_a_share_of_the_other() -> None:
    assert mix(0x000000, 0xFFFFFF, 0) == 0x000000
    assert mix(0x000000, 0xFFFFFF, 1) == 0xFFFFFF
    assert mix(0x000000, 0xFF8000, 0.5) == 0x804000


@pytest.mark.parametrize("theme", [DARK, LIGHT])
@pytest.mark.parametrize("depth", ["none", "16", "256", "true"])
def test_a_reduced_theme_holds_colours_of_its_depth(theme: Theme, depth: Depth) -> None:
    small = reduced(theme, depth)

    indices = [index_of(colour) for colour in everything(small) if colour != OWN]
    if depth == "true":
        assert small is theme
    elif depth == "none":
        assert indices == []
    else:
        low, high = (0, 15) if depth == "16" else (16, 255)
        assert all(n is not None and low <= n <= high for n in indices)
    assert reduced(small, depth) == small


def test_at_16_colours_a_theme_keeps_the_terminals_own_ground() -> None:
    for theme in (DARK, LIGHT):
        small = reduced(theme, "16")
        assert {small.background, small.panel, small.table, small.text, small.ink} == {OWN}


def test_letters_on_a_badge_can_be_read() -> None:
    for theme in (DARK, reduced(DARK, "256"), reduced(DARK, "16")):
        for badge in theme.seats:
            assert abs(luminance(badge) - luminance(ink_on(badge))) > 80
    assert ink_on(0xFFDE28) == 0x000000
    assert ink_on(0x18181C) == 0xFFFFFF
