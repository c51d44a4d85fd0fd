"""The pieces between prompt_toolkit and a page: a grid as a control, the mouse, completion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.layout import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.styles import BaseStyle, Style

from bastide.cli.depth import Display
from bastide.cli.screens.frame import fragments, style_text
from bastide.cli.screens.layout import tier_of
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.shell import Shell, Size
from bastide.cli.screens.typed_line import as_drawn
from bastide.core.messages import English
from bastide.core.screen import Grid


class MouseReader:
    """Turns events of the mouse into clicks, wheel steps and drags of the top page."""

    def __init__(self, shell: Shell, size: Callable[[], Size]) -> None:
        self._shell, self._size = shell, size
        self._down: tuple[int, int] | None = None
        self._dragged = False

    def read(self, event: MouseEvent, offset: tuple[int, int]) -> bool:
        """Act on an event; tell whether anything may have changed."""
        if tier_of(*self._size()) < 0:
            return False
        x, y = event.position.x + offset[0], event.position.y + offset[1]
        page, kind = self._shell.top, event.event_type
        if kind in (MouseEventType.SCROLL_UP, MouseEventType.SCROLL_DOWN):
            page.wheel(x, y, 1 if kind == MouseEventType.SCROLL_DOWN else -1, self._size())
        elif kind == MouseEventType.MOUSE_DOWN:
            self._down, self._dragged = (x, y), False
        elif kind == MouseEventType.MOUSE_MOVE and self._down:
            self._drag(x, y)
        elif kind == MouseEventType.MOUSE_UP and self._down:
            if not self._dragged:
                right = event.button == MouseButton.RIGHT
                page.click(*self._down, right, self._size())
            self._down = None
        else:
            return False
        return True

    def _drag(self, x: int, y: int) -> None:
        if self._down is None or (x, y) == self._down:
            return
        by = (x - self._down[0], y - self._down[1])
        self._shell.top.drag(*self._down, by, self._size())
        self._down, self._dragged = (x, y), True


class GridControl(UIControl):
    """Shows a grid; `offset` is where its first cell is on the screen."""

    def __init__(
        self, grid: Callable[[], Grid], mouse: MouseReader, offset: tuple[int, int]
    ) -> None:
        self._grid, self._mouse, self.offset = grid, mouse, offset

    def create_content(self, width: int, height: int) -> UIContent:
        """Return the grid's rows."""
        rows = fragments(self._grid())
        return UIContent(
            get_line=lambda n: rows[n] if n < len(rows) else [],
            line_count=max(1, len(rows)),
            show_cursor=False,
        )

    def mouse_handler(self, mouse_event: MouseEvent) -> object:
        """Pass the mouse on; NotImplemented, which the library takes, saves a redraw."""
        return None if self._mouse.read(mouse_event, self.offset) else NotImplemented


class PageCompleter(Completer):
    """Lists what could be typed now, each with its meaning."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Return whole lines that begin with what is typed; nothing when it was sent already."""
        text = document.text
        if not text or not document.is_cursor_at_the_end:
            return
        for line, meaning in self._shell.top.offered(text):
            shown, meaning = as_drawn(line.removeprefix(":")), as_drawn(meaning)
            yield Completion(line, start_position=-len(text), display=shown, display_meta=meaning)


def menu_style(pen: Pen) -> BaseStyle:
    """Return the style of the completion menu."""
    return _menu_style(pen.display)


@cache
def _menu_style(display: Display) -> BaseStyle:
    pen = Pen(display, English())
    normal, current = style_text(pen.style("ink", "title")), style_text(pen.marked())
    meaning = style_text(pen.style("text", "title"))
    if pen.plain:
        normal = meaning = "noreverse"
    return Style.from_dict(
        {
            "completion-menu": f"noinherit {normal}",
            "completion-menu.completion": f"noinherit {normal}",
            "completion-menu.completion.current": f"noinherit {current}",
            "completion-menu.meta.completion": f"noinherit {meaning}",
            "completion-menu.meta.completion.current": f"noinherit {current}",
            "scrollbar.background": f"noinherit {normal}",
            "scrollbar.button": f"noinherit {current}",
        }
    )
