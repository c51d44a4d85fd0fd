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
from bastide.cli.commands import DONE, Command, Option, Reply
from bastide.cli.config import Config, Value, save_setting
from bastide.cli.depth import THEMES, Display, parse_depth
from bastide.cli.panes import Frame, Pen, Rect
from bastide.cli.ports import Lobby, Refused, Texts
from bastide.core.messages import Text
from bastide.core.screen import Glyphs, Grid

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
    def covered(self) -> bool:
        """Whether the prompt makes way for something else (a replay's slider)."""
        ...


class Shell:
    """The settings of this console and its stack of pages."""

    def __init__(
        self,
        lobby: Lobby,
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
        self._pen: Pen | None = None
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
        """Show a page over the others."""
        self.pages.append(page)
        page.changed()
        self.redraw()

    def replace(self, page: Page) -> None:
        """Show a page in place of the top one."""
        self.pages.pop()
        self.open(page)

    def back(self) -> None:
        """Show the page below."""
        if len(self.pages) > 1:
            self.pages.pop()
        self.changed()

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
        """Carry a wish out in the background; a refusal is shown as a sentence."""
        task = asyncio.get_running_loop().create_task(self._granted(wish))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

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
        """Put a text into the clipboard, and keep it to be printed after the end."""
        if not text:
            return Reply(self.t("There is nothing to copy here."))
        if text not in self.copied:
            self.copied.append(text)
        if self.effects:
            self.effects.copy(text)
        return Reply(self.t("Copied: {text}", text=text), "good")

    def close(self) -> Reply:
        """End the program."""
        if self.effects:
            self.effects.close()
        return DONE

    # settings

    def commands(self) -> list[Command]:
        """Return the commands of every page: they change settings."""
        t = self.t
        on_off = [("on", t("switch it on")), ("off", t("switch it off"))]
        return [
            Command("lang", t("choose the language"), self.set_language, self._languages),
            Command("theme", t("choose the colours"), self.set_theme, self._themes),
            Command("depth", t("choose how many colours"), self.set_depth, self._depths),
            Command("glyphs", t("choose the drawing characters"), self.set_glyphs, self._glyphs),
            Command("mouse", t("mouse on or off"), self.set_mouse, lambda: on_off),
            Command("bell", t("bell on or off"), self.set_bell, lambda: on_off),
        ]

    def _languages(self) -> list[Option]:
        return [(language, NAMES.get(language, language)) for language in self.catalogs.languages()]

    def _themes(self) -> list[Option]:
        return [
            ("dark", self.t("light text on dark")),
            ("light", self.t("dark text on light")),
            ("high-contrast", self.t("black and white, bright marks")),
        ]

    def _depths(self) -> list[Option]:
        return [
            ("true", self.t("24-bit colours")),
            ("256", self.t("256 colours")),
            ("16", self.t("the terminal's own 16 colours")),
            ("none", self.t("no colours")),
        ]

    def _glyphs(self) -> list[Option]:
        return [
            ("blocks", self.t("half-block pictures")),
            ("unicode", self.t("lines and signs")),
            ("ascii", self.t("plain letters only")),
        ]

    def set_language(self, word: str) -> Reply:
        """Speak another language, everywhere and at once."""
        known = self.catalogs.knows(word)
        if not known:
            return self._choose(self._languages())
        self.texts, self._pen = self.catalogs.texts(known), None
        self.lobby.retell(self.texts)
        for page in self.pages:
            page.retell(self.texts)
        self.changed()
        return self._keep("display.language", known)

    def set_theme(self, word: str) -> Reply:
        """Choose the colours."""
        if word not in THEMES:
            return self._choose(self._themes())
        self._show(self.display._replace(theme=word))
        return self._keep("display.theme", word)

    def set_depth(self, word: str) -> Reply:
        """Choose the colour depth."""
        depth = parse_depth(word)
        if depth is None:
            return self._choose(self._depths())
        self._show(self.display._replace(depth=depth))
        return self._keep("display.depth", depth)

    def set_glyphs(self, word: str) -> Reply:
        """Choose the glyph set."""
        glyphs: dict[str, Glyphs] = {"blocks": "blocks", "unicode": "unicode", "ascii": "ascii"}
        if word not in glyphs:
            return self._choose(self._glyphs())
        self._show(self.display._replace(glyphs=glyphs[word]))
        return self._keep("display.glyphs", word)

    def set_mouse(self, word: str) -> Reply:
        """Take the mouse, or hand it back to the terminal."""
        if word not in ("on", "off"):
            return self._choose([("on", ""), ("off", "")])
        self.mouse = word == "on"
        return self._keep("input.mouse", self.mouse)

    def set_bell(self, word: str) -> Reply:
        """Ring when it becomes my turn, or do not."""
        if word not in ("on", "off"):
            return self._choose([("on", ""), ("off", "")])
        self.bell = word == "on"
        return self._keep("sound.bell", self.bell)

    def _show(self, display: Display) -> None:
        self.display, self._pen = display, None
        self.redraw()

    def _choose(self, options: Sequence[Option]) -> Reply:
        return Reply(self.t("Choose one of {words}.", words=", ".join(text for text, _ in options)))

    def _keep(self, key: str, value: Value) -> Reply:
        """Write a setting to the file, so that it is there next time."""
        self.config.values[key] = value
        try:
            save_setting(self.folder, key, value)
        except OSError as error:
            log.warning("settings not written: %s", error)
            return Reply(self.t("Set for now; the settings file cannot be written."), "dim")
        return Reply(self.t("Set."), "good")


NAMES = {"en": "English", "fr": "français"}
"""Languages in their own words."""
