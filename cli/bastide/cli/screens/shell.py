"""What all screens share: settings, the stack of pages, and the way to the terminal.

Pages hold the presenters; the shell knows nothing of keys and cells. Whatever reaches the
terminal goes through `Effects`, which the full-screen program implements and tests record.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, Protocol

from bastide.cli.catalogs import DOMAIN, Catalogs, Language
from bastide.cli.config import Config
from bastide.cli.depth import Display
from bastide.cli.screens.commands import DONE, Option, Reply
from bastide.cli.screens.pen import Pen
from bastide.cli.screens.rects import Frame, Rect
from bastide.cli.sessions.ports import Lobby, Refused, Texts
from bastide.core.messages import Text
from bastide.core.screen import Grid
from bastide.net.identity import is_ticket

log = logging.getLogger(__name__)
Size = tuple[int, int]


class Effects(Protocol):
    """What pages can do to the terminal."""

    def redraw(self) -> None:
        """Paint soon."""
        ...

    def prefill(self, text: str) -> None:
        """Put a text into the prompt, the cursor behind it."""
        ...

    def ring(self) -> None:
        """Ring the bell once."""
        ...

    def entitle(self, title: str) -> None:
        """Set the title of the terminal's window."""
        ...

    def empty(self, talk: bool) -> None:
        """Empty the prompt; with `talk`, something that is being said stays."""
        ...

    def copy(self, text: str) -> None:
        """Put a text into the clipboard (OSC 52)."""
        ...

    def close(self) -> None:
        """End the program."""
        ...


class Page(Protocol):
    """A screen: painted, given keys, mouse and typed lines. Sizes are (width, height) in cells."""

    def paint(self, size: Size, typed: str) -> Frame:
        """Paint the whole screen; `typed` stands in the prompt."""
        ...

    def overlay(self, size: Size) -> tuple[Rect, Grid] | None:
        """Return what lies over the screen."""
        ...

    def key(self, key: str) -> bool:
        """Act on a key while the prompt is empty; False: it is text."""
        ...

    def submit(self, line: str) -> None:
        """Act on a typed line."""
        ...

    def offered(self, line: str) -> Sequence[Option]:
        """Return whole lines that could be typed, with their meanings."""
        ...

    def click(self, x: int, y: int, right: bool, size: Size) -> None:
        """Act on a click; `right`: with the right button."""
        ...

    def wheel(self, x: int, y: int, step: int, size: Size) -> None:
        """Act on the wheel: -1 up, 1 down."""
        ...

    def drag(self, x: int, y: int, by: tuple[int, int], size: Size) -> None:
        """Act on the mouse moving with a button held, from a cell by so many cells."""
        ...

    def changed(self) -> None:
        """Take note that the port has changed, or that the page is on top again."""
        ...

    def tell(self, reply: Reply) -> None:
        """Show a sentence."""
        ...

    def retell(self, texts: Texts) -> None:
        """Speak another language."""
        ...

    @property
    def ticks(self) -> bool:
        """Whether something on it changes with time alone."""
        ...

    @property
    def takes_text(self) -> bool:
        """Whether characters go to a field of the page and not to the prompt."""
        ...

    @property
    def boxed(self) -> bool:
        """Whether a box lies over the page, which Escape closes before it clears the prompt."""
        ...

    @property
    def covered(self) -> bool:
        """Whether the prompt makes way for something else (a replay's slider)."""
        ...


class Shell:
    """The settings of this console and its stack of pages.

    Args:
        lobby: the list of tables; None where a single table is shown.
        catalogs: of the program and of all plugins.
        config: the settings that were read.
        folder: where settings are written.
        display: how this terminal is drawn to.
        language: what to speak, by name (`fr`).
    """

    def __init__(
        self,
        lobby: Lobby | None,
        catalogs: Catalogs,
        config: Config,
        folder: Path,
        display: Display,
        language: str,
    ) -> None:
        self.lobby, self.catalogs, self.config, self.folder = lobby, catalogs, config, folder
        self.display = display
        self.texts: Language = catalogs.texts(language)
        self.mouse = config.on("input.mouse")
        self.bell = config.on("sound.bell")
        self.pages: list[Page] = []
        self.copied: list[str] = []
        self.effects: Effects | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._wish: asyncio.Task[None] | None = None
        self._pen: Pen | None = None
        if lobby is not None:
            lobby.watch(self.changed)

    @property
    def t(self) -> Text:
        """The program's own messages."""
        return self.texts(DOMAIN)

    @property
    def pen(self) -> Pen:
        """How this terminal is drawn to, in the language chosen."""
        if self._pen is None:
            self._pen = Pen(self.display, self.t)
        return self._pen

    # pages

    @property
    def top(self) -> Page:
        """The page that is shown."""
        return self.pages[-1]

    def open(self, page: Page) -> None:
        """Show a page over the others; what was being typed was meant for those."""
        self._empty(talk=False)
        self._open(page)

    def _open(self, page: Page) -> None:
        self.pages.append(page)
        page.changed()
        self.redraw()

    def replace(self, page: Page) -> None:
        """Show a page in place of the top one: the same table, so that talk goes on."""
        self._empty(talk=True)
        self.pages.pop()
        self._open(page)

    def back(self) -> None:
        """Show the page below; without one, end the program."""
        if len(self.pages) == 1:
            self.close()
            return
        self._empty(talk=False)
        self.pages.pop()
        self.changed()

    def _empty(self, talk: bool) -> None:
        if self.effects:
            self.effects.empty(talk)

    def changed(self) -> None:
        """Take note that something shown has changed."""
        if self.pages:
            self.top.changed()
        self.redraw()

    def redraw(self) -> None:
        """Paint soon."""
        if self.effects:
            self.effects.redraw()

    # wishes

    def run(self, wish: Coroutine[Any, Any, None]) -> None:
        """Carry a wish out; a refusal is shown as a sentence. One at a time: Enter is soon hit."""
        if self.is_busy:
            wish.close()
            self.top.tell(Reply(self.t("One moment: the last wish is still on its way."), "dim"))
            return
        self._wish = self.start(wish)

    @property
    def is_busy(self) -> bool:
        """Whether a wish is still on its way; its answer comes with its end."""
        return self._wish is not None and not self._wish.done()

    def start(self, wish: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Carry something out in the background, whatever else goes on."""
        task = asyncio.get_running_loop().create_task(self._granted(wish))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _granted(self, wish: Coroutine[Any, Any, None]) -> None:
        try:
            await wish
        except Refused as refusal:
            self.top.tell(Reply(str(refusal)))
        self.changed()

    def prefill(self, text: str) -> None:
        """Put a text into the prompt."""
        if self.effects:
            self.effects.prefill(text)

    def ring(self) -> None:
        """Ring the bell, unless it is switched off."""
        if self.effects and self.bell:
            self.effects.ring()

    def entitle(self, title: str) -> None:
        """Set the title of the terminal's window."""
        if self.effects:
            self.effects.entitle(title)

    def copy(self, text: str) -> Reply:
        """Put an address or a ticket into the clipboard; it is printed after the end, too."""
        if not text:
            return Reply(self.t("There is nothing to copy here."))
        if text not in self.copied:
            self.copied.append(text)
        if self.effects:
            self.effects.copy(text)
        if is_ticket(text):
            return Reply(self.t("Ticket copied: {text}", text=text), "good")
        return Reply(self.t("Address copied: {text}", text=text), "good")

    def close(self) -> Reply:
        """End the program."""
        if self.effects:
            self.effects.close()
        return DONE

    def show(self, display: Display) -> None:
        """Draw in another way from now on."""
        self.display, self._pen = display, None
        self.redraw()

    def speak(self, language: str) -> None:
        """Speak another language, everywhere and at once."""
        self.texts, self._pen = self.catalogs.texts(language), None
        if self.lobby is not None:
            self.lobby.retell(self.texts)
        for page in self.pages:
            page.retell(self.texts)
        self.changed()
