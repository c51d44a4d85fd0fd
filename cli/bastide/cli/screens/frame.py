"""From a grid of cells to what prompt_toolkit draws: equal-style runs joined, no colour changed."""

from __future__ import annotations

from functools import cache

from prompt_toolkit.formatted_text import StyleAndTextTuples

from bastide.cli.plain_letters import to_ascii
from bastide.core.colours import index_of, rgb_of
from bastide.core.screen import Colour, Grid, Style

_ANSI = (
    *("ansiblack", "ansired", "ansigreen", "ansiyellow"),
    *("ansiblue", "ansimagenta", "ansicyan", "ansigray"),
    *("ansibrightblack", "ansibrightred", "ansibrightgreen", "ansibrightyellow"),
    *("ansibrightblue", "ansibrightmagenta", "ansibrightcyan", "ansiwhite"),
)
"""The library's names of the first 16 entries of a palette."""


@cache
def style_text(style: Style) -> str:
    """Return a style in the library's words."""
    words = [_colour("fg", style.fg), _colour("bg", style.bg)]
    words += ["bold" if style.bold else "", "underline" if style.underline else ""]
    words.append("reverse" if style.reverse else "")
    return " ".join(word for word in words if word)


def _colour(part: str, colour: Colour) -> str:
    if colour == -1:
        return ""
    n = index_of(colour)
    if n is not None and n < 16:
        return f"{part}:{_ANSI[n]}"
    # An entry above 15 goes by its exact value: the library finds that entry again.
    return "{}:#{:02x}{:02x}{:02x}".format(part, *rgb_of(colour))


def fragments(grid: Grid) -> list[StyleAndTextTuples]:
    """Return each row as (style, text) runs."""
    return [_runs(*row) for row in zip(grid.chars, grid.styles, strict=True)]


def _runs(chars: list[str], styles: list[Style]) -> StyleAndTextTuples:
    runs: StyleAndTextTuples = []
    start, end = 0, len(chars)
    while start < end:
        style, stop = styles[start], start + 1
        while stop < end and (styles[stop] is style or styles[stop] == style):
            stop += 1
        runs.append((style_text(style), "".join(chars[start:stop])))
        start = stop
    return runs


def make_ascii(grid: Grid) -> None:
    """Replace what is not ASCII, in place; a character of two columns becomes one and a blank."""
    for row in grid.chars:
        for x, char in enumerate(row):
            if char == "":
                row[x] = " "
            elif not char.isascii():
                row[x] = to_ascii(char)
