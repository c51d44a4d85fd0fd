"""The whole full-screen program without a terminal: keys through a pipe, a screen read by pyte."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from io import StringIO

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.output.vt100 import Vt100_Output

from bastide.cli.screens.fullscreen import Console, Ended
from bastide.cli.screens.shell import Page, Shell
from tests.cli.reader import Terminal

PATIENCE = 10.0
"""Seconds after which something that should have happened has not."""

ESCAPE, ENTER, TAB, CTRL_C, CTRL_Y, CTRL_Z = "\x1b", "\r", "\t", "\x03", "\x19", "\x1a"
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
HOME, END, PAGE_UP, PAGE_DOWN, SHIFT_TAB = "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~", "\x1b[Z"
SHIFT_ARROWS = ("\x1b[1;2A", "\x1b[1;2B", "\x1b[1;2C", "\x1b[1;2D")
FUNCTION = {
    **{1: "\x1bOP", 2: "\x1bOQ", 3: "\x1bOR", 4: "\x1bOS", 5: "\x1b[15~", 6: "\x1b[17~"},
    **{7: "\x1b[18~", 8: "\x1b[19~", 9: "\x1b[20~", 10: "\x1b[21~", 11: "\x1b[23~"},
}


def clicked(x: int, y: int) -> str:
    """Return what a terminal says of a click on a cell, both counted from 0."""
    return f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m"


class Driver:
    """A running console: type, look, resize, end."""

    def __init__(self, shell: Shell, page: Page, pipe: PipeInput, size: tuple[int, int]) -> None:
        self.shell, self._pipe = shell, pipe
        self.size = size
        self.written = StringIO()
        self._read = 0
        output = Vt100_Output(self.written, self._size, term="xterm-256color", enable_cpr=False)
        self.console = Console(shell, pipe, output)
        self.terminal = Terminal(*size)
        shell.open(page)
        self.task = asyncio.ensure_future(self.console.run())

    def _size(self) -> Size:
        return Size(rows=self.size[1], columns=self.size[0])

    @property
    def typed(self) -> str:
        """Return what stands in the prompt."""
        return self.console.buffer.text

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something to be true."""
        async with asyncio.timeout(PATIENCE):
            while not holds():  # noqa: ASYNC110  # what is waited for has no event of its own
                await asyncio.sleep(0.002)

    async def keys(self, *keys: str) -> None:
        """Press keys, one after the other, and wait until they have been acted on."""
        for key in keys:
            self._pipe.send_text(key)
            # A lone Escape is told from a sequence by time alone.
            await asyncio.sleep(0.08 if key == ESCAPE else 0.004)
        await self.drawn()

    def send(self, data: bytes) -> None:
        """Send bytes as a terminal would, without waiting."""
        self._pipe.send_bytes(data)

    @property
    def parser(self) -> Vt100Parser:
        """Return what makes keys of bytes."""
        parser = self._pipe.vt100_parser  # type: ignore[attr-defined]  # of the pipe on Unix
        assert isinstance(parser, Vt100Parser)
        return parser

    async def drawn(self) -> None:
        """Wait until the screen shows what there is."""
        app = self.console.app
        await asyncio.sleep(0.01)
        await self.until(lambda: self.task.done() or not app.invalidated)

    def look(self) -> list[str]:
        """Return the rows that a terminal would show now."""
        text = self.written.getvalue()
        self.terminal.feed(text[self._read :])
        self._read = len(text)
        return self.terminal.lines()

    def sees(self, text: str) -> bool:
        """Tell whether a text is on the screen."""
        return any(text in line for line in self.look())

    def resize(self, width: int, height: int) -> None:
        """Change the size of the terminal, as its signal would tell."""
        self.size = (width, height)
        self.terminal.screen.resize(height, width)
        self.console.app._on_resize()

    async def ended(self) -> Ended:
        """Wait for the end."""
        async with asyncio.timeout(PATIENCE):
            return await self.task


@asynccontextmanager
async def driven(
    shell: Shell, page: Page, size: tuple[int, int] = (120, 36)
) -> AsyncIterator[Driver]:
    """Run the program over a page, and end it afterwards."""
    with create_pipe_input() as pipe:
        driver = Driver(shell, page, pipe, size)
        await driver.until(lambda: driver.console.app.is_running)
        await driver.drawn()
        try:
            yield driver
        finally:
            driver.console.close()
            await driver.ended()
