"""Pictures made of character cells, and the columns that texts take in them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

Colour = int
"""0xRRGGBB, OWN for the terminal's own, or `colours.indexed(n)` for entry n of its palette."""

OWN = -1


class Style(NamedTuple):
    """How a cell looks.

    Both colours are of the depth in `Look.depth`: 24-bit ones at `true`, `colours.indexed(16)` to
    255 at `256`, `indexed(0)` to 15 at `16`, `OWN` alone at `none`; `OWN` goes everywhere. The
    front end writes them out as they are: nothing is mapped to a near colour on the way.
    """

    fg: Colour = OWN
    bg: Colour = OWN
    bold: bool = False
    underline: bool = False
    reverse: bool = False


PLAIN_STYLE = Style()


class Grid:
    """A rectangle of character cells; writes outside it are cut off, never an error.

    A character that takes two columns fills its cell and leaves the next one empty ("").
    """

    __slots__ = ("chars", "height", "styles", "width")

    def __init__(self, width: int, height: int, style: Style = PLAIN_STYLE) -> None:
        self.width, self.height = width, height
        self.chars = [[" "] * width for _ in range(height)]
        self.styles = [[style] * width for _ in range(height)]

    def put(self, x: int, y: int, char: str, style: Style = PLAIN_STYLE) -> None:
        """Write one character of one column."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self.chars[y][x] = char
            self.styles[y][x] = style

    def text(self, x: int, y: int, text: str, style: Style = PLAIN_STYLE) -> int:
        """Write a line of text and return the column after it. Wide characters take two.

        Terminals disagree on the columns of joined emoji. So a skin tone, a variant and what joins
        are left out, and the two parts of a flag are written as letters.
        """
        for char in text:
            wide = column_width(char)
            if wide == 0:
                continue
            char = _FLAG_LETTERS.get(char, char)
            if wide == 2 and not 0 <= x < self.width - 1:
                char, wide = "?", 1
            self.put(x, y, char, style)
            if wide == 2:
                self.put(x + 1, y, "", style)
            x += wide
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: Style, char: str = " ") -> None:
        """Fill a rectangle."""
        left, right = max(0, x), min(self.width, x + width)
        if left < right:
            for row in range(max(0, y), min(self.height, y + height)):
                self.chars[row][left:right] = [char] * (right - left)
                self.styles[row][left:right] = [style] * (right - left)

    def blit(self, x: int, y: int, other: Grid) -> None:
        """Copy another grid into this one, clipped."""
        left, right = max(0, x), min(self.width, x + other.width)
        if left < right:
            for row in range(max(0, y), min(self.height, y + other.height)):
                self.chars[row][left:right] = other.chars[row - y][left - x : right - x]
                self.styles[row][left:right] = other.styles[row - y][left - x : right - x]

    def lines(self) -> list[str]:
        """Return the characters of each row."""
        return ["".join(row) for row in self.chars]


_FLAG_LETTERS = {chr(0x1F1E6 + n): chr(ord("A") + n) for n in range(26)}
"""The regional indicators of Unicode: some terminals draw two of them as one flag."""
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
"""The emoji modifiers of Unicode (UTS #51): some terminals draw one into the emoji before it."""


@lru_cache(4096)
def column_width(char: str) -> int:
    """Return the columns that a character takes in a grid: 0, 1 or 2 (control characters: 0)."""
    from wcwidth import wcwidth

    if char in _SKIN_TONES:
        return 0
    if char in _FLAG_LETTERS:
        return 1
    return max(0, wcwidth(char))


def text_width(text: str) -> int:
    """Return the columns that a line of text takes."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(column_width, text))


def fit(text: str, width: int, ellipsis: str = "…") -> str:
    """Cut a text to a number of columns, with an ellipsis where something is missing."""
    if text_width(text) <= width:
        return text
    kept, used = "", text_width(ellipsis)
    for char in text:
        used += column_width(char)
        if used > width:
            break
        kept += char
    return (kept + ellipsis) if width >= text_width(ellipsis) else ""
