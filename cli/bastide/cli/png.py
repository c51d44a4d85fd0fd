"""Pictures of cells as PNG files, by the standard library alone.

The format is that of W3C's PNG specification, 3rd edition: a header, one compressed stream of rows
that each begin with a filter of 0, an end; 8 bits a channel, no transparency.
"""

from __future__ import annotations

import struct
import zlib
from functools import cache

from bastide.cli.letters import HEIGHT, WIDTH, dots
from bastide.core.colours import rgb_of
from bastide.core.screen import OWN, Colour, Grid, Style

CELL = (8, 16)
"""Pixels of a cell, across and down: a dot of a letter is one across and two down."""

_MARGIN = 1
_PAPER, _INK = 0x000000, 0xFFFFFF
"""What stands for a terminal's own colours."""


def png_of(grid: Grid) -> bytes:
    """Return a picture of a grid in 24-bit colours."""
    wide, high = grid.width * CELL[0], grid.height * CELL[1]
    header = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    rows = bytearray()
    for chars, styles in zip(grid.chars, grid.styles, strict=True):
        cells = [_cell(*cell) for cell in zip(chars, styles, strict=True)]
        for y in range(CELL[1]):
            rows += b"\0" + b"".join(cell[y] for cell in cells)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@cache
def _cell(char: str, style: Style) -> tuple[bytes, ...]:
    """Return the rows of pixels of a cell."""
    ink, paper = _bytes(style.fg, _INK), _bytes(style.bg, _PAPER)
    if style.reverse:
        ink, paper = paper, ink
    if char == "▀":
        half = CELL[1] // 2
        return (ink * CELL[0],) * half + (paper * CELL[0],) * half
    if not char.strip():
        return (paper * CELL[0],) * CELL[1]
    before, after = paper * _MARGIN, paper * (CELL[0] - _MARGIN - WIDTH)
    lines = [before + b"".join(ink if dot else paper for dot in row) + after for row in dots(char)]
    blank = paper * CELL[0]
    twice = [line for line in lines for _ in range(2)]
    return (blank, *twice, *[blank] * (CELL[1] - 1 - 2 * HEIGHT))


def _bytes(colour: Colour, own: Colour) -> bytes:
    return bytes(rgb_of(own if colour == OWN else colour))
