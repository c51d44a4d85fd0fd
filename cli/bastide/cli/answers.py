"""How commands answer: lines of text, tables in columns, JSON for scripts."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from shutil import get_terminal_size
from typing import TextIO

from bastide.cli import streams
from bastide.cli.wording import broken, wrap
from bastide.core.screen import text_width

_CONTROLS = dict.fromkeys({*range(32), *range(127, 160)} - {*map(ord, "\n\t")}, "?")


def show(lines: Iterable[str]) -> None:
    """Print lines; on a terminal they are broken between words."""
    for line in lines:
        for part in _parts(line, sys.stdout):
            print(part)  # noqa: T201  # this is where the program prints


def complain(line: str) -> None:
    """Print a line on standard error."""
    for part in _parts(line, sys.stderr):
        print(part, file=sys.stderr, flush=True)  # noqa: T201


def cleaned(line: str) -> str:
    """Return a text without control characters: whatever was typed or stands in a file is in it."""
    return line.translate(_CONTROLS)


def _parts(line: str, stream: TextIO) -> list[str]:
    line = cleaned(line)
    return broken(line, get_terminal_size().columns) if streams.is_tty(stream) else [line]


def show_json(content: object) -> None:
    """Print content as JSON, in ASCII, so that any encoding carries it."""
    print(json.dumps(content, indent=2), file=streams.reserved())


def columns(rows: Sequence[Sequence[str]], *, fit: bool = True) -> list[str]:
    """Return rows of cells as lines with aligned columns, two blanks apart.

    Args:
        rows: cells, as many in each.
        fit: on a terminal break cells that have no room beside the others, between words.
    """
    if not rows:
        return []
    widths = [max(text_width(row[n]) for row in rows) for n in range(len(rows[0]))]
    if fit and streams.is_tty(sys.stdout):
        words = [max(_longest_word(row[n]) for row in rows) for n in range(len(widths))]
        widths = _narrowed(widths, words, get_terminal_size().columns - _GAP * (len(widths) - 1))
    return [line for row in rows for line in _lines(row, widths)]


_GAP = 2
"""Blanks between two columns."""


def _longest_word(cell: str) -> int:
    return max(map(text_width, cell.split(" ")))


def _narrowed(widths: Sequence[int], words: Sequence[int], room: int) -> list[int]:
    """Return the widths of columns that have so many cells, the widest ones made narrower.

    No word is broken: where the longest ones have no room side by side, all stays as it is.
    """
    for most in range(max(widths), 0, -1):
        found = [min(wide, max(most, word)) for wide, word in zip(widths, words, strict=True)]
        if sum(found) <= room:
            return found
    return list(widths)


def _lines(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    parts = [
        [cell] if text_width(cell) <= wide else wrap(cell, wide)
        for cell, wide in zip(row, widths, strict=True)
    ]
    return [_line(cells, widths) for cells in zip_longest(*parts, fillvalue="")]


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [cell + " " * (wide - text_width(cell)) for cell, wide in zip(row, widths, strict=True)]
    return (" " * _GAP).join(cells).rstrip()


def show_prompt(text: str) -> None:
    """Print a text that a person types behind."""
    print(cleaned(text), end="", flush=True)  # noqa: T201


_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""To the first cell; clear the window; clear what has scrolled out of it."""


HANDS_OFF = 0.7
"""Seconds for which nobody can take a keyboard over: a second Enter of the one before."""


def cover(rows: int) -> None:
    """Move what was printed out of sight: by empty lines; a terminal forgets it, if it can."""
    show([""] * rows)
    if streams.is_tty(sys.stdout) and os.environ.get("TERM", "") not in ("", "dumb"):
        print(_CLEAR, end="", flush=True)  # noqa: T201
