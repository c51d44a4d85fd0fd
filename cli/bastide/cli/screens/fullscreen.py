"""The full-screen program: one prompt_toolkit application that shows the top page of a shell.

The page paints the whole frame as a grid; the library draws what has changed of it, edits the
typed line, shows the completion menu, and puts boxes over the frame as floats. Redraws are capped
at 20 a second, and nothing is redrawn by time alone but the time of a turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import NamedTuple

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Float,
    FloatContainer,
    Layout,
    Window,
)
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import DynamicStyle

from bastide.cli.depth import library_depth
from bastide.cli.screens.commands import Reply
from bastide.cli.screens.controls import GridControl, MouseReader, PageCompleter, menu_style
from bastide.cli.screens.frame import make_ascii, style_text
from bastide.cli.screens.job_control import JobControl
from bastide.cli.screens.key_bindings import bind_keys
from bastide.cli.screens.keys_in import SafeInput
from bastide.cli.screens.layout import prompt_row, tier_of
from bastide.cli.screens.prompt import PROMPT_X, typing_room
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.screen_faults import ScreenFaults
from bastide.cli.screens.shell import Page, Shell, Size
from bastide.cli.screens.terminal import BEGIN_FRAME, END_FRAME, Keeper, copy_text
from bastide.cli.screens.typed_line import DrawnAsText
from bastide.cli.stopping import HUNG_UP
from bastide.core.screen import Grid, text_width
from bastide.core.typed import typed_number

REDRAW_INTERVAL = 0.05
"""Least seconds between two redraws."""

TICK = 1.0
"""Seconds between two redraws of a turn's time."""

ESCAPE_TIME, SEQUENCE_TIME = 0.05, 0.3
"""Seconds after which Escape is a key of its own, and a begun key sequence is given up."""

EMPTY = Grid(0, 0)


class Ended(NamedTuple):
    """How the program ended: its exit code, and what is to be printed afterwards."""

    code: int
    lines: tuple[str, ...] = ()


class Console:
    """The application, and the effects that pages can have on the terminal."""

    def __init__(
        self, shell: Shell, input: Input | None = None, output: Output | None = None
    ) -> None:
        self.shell = shell
        self._input = SafeInput(input or create_input())
        self._output = output or create_output()
        self._title = ""
        self._faults = ScreenFaults(shell, self.end)
        self.grid, self.box, self.box_at = EMPTY, EMPTY, Rect(0, 0, 0, 0)
        self.buffer = Buffer(
            completer=PageCompleter(shell),
            complete_while_typing=Condition(lambda: self.buffer.text[:1] not in ("", "/")),
            multiline=False,
        )
        self.app: Application[int] = self._application()
        shell.effects = self

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self.shell.top

    @property
    def size(self) -> Size:
        """Width and height of the terminal, in cells."""
        size = self._output.get_size()
        return size.columns, size.rows

    # building

    def _application(self) -> Application[int]:
        shell = self.shell
        app: Application[int] = Application(
            layout=Layout(self._layout(), focused_element=self.buffer),
            key_bindings=bind_keys(shell, self.buffer, lambda: tier_of(*self.size) >= 0),
            style=DynamicStyle(lambda: menu_style(shell.pen)),
            color_depth=lambda: library_depth(shell.display.depth),
            mouse_support=Condition(lambda: shell.mouse),
            full_screen=True,
            erase_when_done=True,
            min_redraw_interval=REDRAW_INTERVAL,
            input=self._input,
            output=self._output,
            before_render=lambda _: self._before_render(),
            after_render=lambda _: self._after_render(),
        )
        app.ttimeoutlen, app.timeoutlen = ESCAPE_TIME, SEQUENCE_TIME
        return app

    def _layout(self) -> FloatContainer:
        """Build the frame, with floats for boxes, the typed line and the completion menu."""
        mouse = MouseReader(self.shell, lambda: self.size)
        frame = Window(GridControl(lambda: self.grid, mouse, (0, 0)))
        over = GridControl(lambda: self.box, mouse, (0, 0))
        shown = ConditionalContainer(Window(over), Condition(lambda: self.box.width > 0))
        typed = BufferControl(self.buffer, [DrawnAsText()])
        line = Window(typed, style=self._prompt_style, height=1)
        self._line_window = line
        self._over, self._line = Float(shown, left=0, top=0), Float(line, left=PROMPT_X, top=0)
        self._over.width, self._over.height = (
            lambda: max(1, self.box.width),
            lambda: max(1, self.box.height),
        )
        self._over_control = over
        self._line.width, self._line.height = self._prompt_width, 1
        menu = CompletionsMenu(max_height=10, scroll_offset=1)
        self._menu = Float(menu, xcursor=True, bottom=2)
        return FloatContainer(frame, [self._over, self._line, self._menu])

    def _prompt_style(self) -> str:
        return style_text(self.shell.pen.style("ink", "panel"))

    def _prompt_width(self) -> int:
        if self._covered:
            return 1
        width = self.size[0]
        return max(1, min(width - PROMPT_X, typing_room(self.shell.pen, width)))

    @property
    def _covered(self) -> bool:
        return self.page.covered and not self.buffer.text and tier_of(*self.size) >= 0

    # drawing

    def _before_render(self) -> None:
        with self._faults.painting():
            self._paint(self.size)
        if isinstance(self._output, Vt100_Output):
            self._output.write_raw(BEGIN_FRAME)

    def _paint(self, size: Size) -> None:
        """Paint the frame and what lies over it, for the size that the terminal has now."""
        pen = self.shell.pen
        self.grid = self.page.paint(size, "" if self._covered else self.buffer.text).grid
        over = self.page.overlay(size) if tier_of(*size) >= 0 else None
        self.box_at, self.box = over or (Rect(0, 0, 0, 0), EMPTY)
        if pen.glyphs == "ascii":
            make_ascii(self.grid)
            make_ascii(self.box)
        self._over.left, self._over.top = self.box_at.x, self.box_at.y
        self._over_control.offset = (self.box_at.x, self.box_at.y)
        self._line.left = 0 if self._covered else min(PROMPT_X, max(0, size[0] - 1))
        self._line.top = prompt_row(*size)
        if text_width(self.buffer.text) < self._prompt_width():
            self._line_window.horizontal_scroll = 0  # left over from a narrower window
        self._menu.bottom = size[1] - self._line.top

    def _after_render(self) -> None:
        if isinstance(self._output, Vt100_Output):
            self._output.write_raw(END_FRAME)
            self._output.flush()

    # Effects

    def redraw(self) -> None:
        """Paint soon."""
        self.app.invalidate()

    def prefill(self, text: str) -> None:
        """Put a text into the prompt, the cursor behind it; what is typed already is kept."""
        if self.buffer.text:
            return
        self.buffer.text = text
        self.buffer.cursor_position = len(text)
        if text[:1] not in ("", "/") and typed_number(text) is None:
            self.buffer.start_completion()

    def empty(self, talk: bool) -> None:
        """Empty the prompt; with `talk`, something that is being said stays."""
        if not (talk and self.buffer.text.startswith("/")):
            self.buffer.reset()

    def ring(self) -> None:
        """Ring the bell once."""
        self._output.bell()
        self._output.flush()

    def entitle(self, title: str) -> None:
        """Set the title of the terminal's window."""
        if title != self._title:
            self._title = title
            self._retitle()

    def _retitle(self) -> None:
        if self._title:
            self._output.set_title(self._title)
            with contextlib.suppress(OSError):  # a window that closes wakes us first
                self._output.flush()

    def copy(self, text: str) -> None:
        """Put a text into the clipboard."""
        self._output.write_raw(copy_text(text))
        self._output.flush()

    def close(self) -> None:
        """End the program."""
        self.end(0)

    def end(self, code: int) -> None:
        """End the program with an exit code; a second call changes nothing."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit(result=code)

    # running

    async def run(self) -> Ended:
        """Show the pages until the program is left; then the terminal is as it was."""
        keeper = Keeper(self._output, sys.stdin)
        keeper.take()
        for fault in self.shell.config.faults[:1]:  # what was printed before lies behind the screen
            self.page.tell(Reply(fault))
        ticks = asyncio.ensure_future(self._tick())
        try:
            with self._faults.heeded(), JobControl(self.app, keeper, self._retitle).heeded():
                code = await self.app.run_async(set_exception_handler=False)
        except (EOFError, KeyboardInterrupt):
            code = HUNG_UP
        except Exception as error:
            code = self._faults.noted(error)
        finally:
            ticks.cancel()
            # However the application ended, the library has left the alternate screen.
            keeper.give_back(clean=True)
        return Ended(code, (*self.shell.copied, *self._faults.last_words()))

    async def _tick(self) -> None:
        """Redraw what changes with time, once a second."""
        while True:
            await asyncio.sleep(TICK)
            if self.page.ticks:
                self.redraw()


async def run_console(
    shell: Shell, page: Page, input: Input | None = None, output: Output | None = None
) -> Ended:
    """Show a page and whatever is opened from it, until the program is left."""
    console = Console(shell, input, output)
    shell.open(page)
    return await console.run()
