"""What a terminal would show: escape sequences read by pyte, as lines or as a grid."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pyte
from pyte.modes import DECAWM

from bastide.core.colours import indexed
from bastide.core.screen import OWN, Colour, Grid, Style

_NAMES = {
    **{name: n for n, name in enumerate("black red green brown blue magenta cyan white".split())},
    **{
        f"bright{name}": n + 8
        for n, name in enumerate("black red green brown blue magenta cyan white".split())
    },
    "bfightmagenta": 13,
}
_UNREAD = re.compile(r"\x1b\[[0-9;]*t|\x1b\]52;[^\x07]*\x07")


class Terminal:
    """A terminal of a size that is fed what a program writes."""

    def __init__(self, width: int, height: int) -> None:
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.Stream(self.screen)

    def feed(self, text: str) -> None:
        """Read what a program wrote; title and clipboard sequences are left out."""
        self._stream.feed(_UNREAD.sub("", text))

    def lines(self) -> list[str]:
        """Return the rows of characters."""
        return list(self.screen.display)

    @property
    def wraps(self) -> bool:
        """Whether a line that is too long goes on in the next row."""
        return DECAWM in self.screen.mode

    def grid(self) -> Grid:
        """Return the screen as a grid."""
        grid = Grid(self.screen.columns, self.screen.lines)
        for y in range(grid.height):
            for x in range(grid.width):
                cell = self.screen.buffer[y][x]
                style = Style(
                    _colour(cell.fg),
                    _colour(cell.bg),
                    cell.bold,
                    cell.underscore,
                    cell.reverse,
                )
                grid.chars[y][x], grid.styles[y][x] = cell.data, style
        return grid


def _colour(name: str) -> Colour:
    if name == "default":
        return OWN
    if name in _NAMES:
        return indexed(_NAMES[name])
    return int(name, 16)


def main() -> None:
    """Turn a capture (`tmux capture-pane -e -p`) into a picture: CAPTURE WIDTH HEIGHT PNG."""
    from tests.picture import picture

    capture, width, height, png = sys.argv[1:]
    terminal = Terminal(int(width), int(height))
    text = Path(capture).read_text("utf-8")
    terminal.feed(text.rstrip("\n").replace("\n", "\r\n"))
    picture(terminal.grid()).save(png)


if __name__ == "__main__":
    main()
