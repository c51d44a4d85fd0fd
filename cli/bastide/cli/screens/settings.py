"""The commands that change settings; they work on every page and are remembered."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bastide.cli.config import Value, save_setting, unsaved
from bastide.cli.depth import THEMES, parse_depth, parse_glyphs
from bastide.cli.languages import NAMES
from bastide.cli.screens.commands import Command, Option, Reply
from bastide.cli.screens.shell import Shell

AUTO = "auto"
"""What the program finds out at its start, from the terminal."""

log = logging.getLogger(__name__)


class Settings:
    """Language, colours, glyphs, mouse and bell of a shell."""

    def __init__(self, shell: Shell) -> None:
        self.shell, self.t = shell, shell.t

    def commands(self) -> list[Command]:
        """Return the commands."""
        t = self.t
        return [
            Command("lang", t("choose the language"), self.set_language, self._languages),
            Command("theme", t("choose the colours"), self.set_theme, self._themes),
            Command("depth", t("choose how many colours"), self.set_depth, self._depths),
            Command("glyphs", t("choose the drawing characters"), self.set_glyphs, self._glyphs),
            Command("mouse", t("mouse on or off"), self.set_mouse, self._switch),
            Command("bell", t("bell on or off"), self.set_bell, self._switch),
        ]

    def _languages(self) -> list[Option]:
        known = self.shell.catalogs.languages()
        return [(language, NAMES.get(language, language)) for language in known]

    def _themes(self) -> list[Option]:
        return [
            ("dark", self.t("light text on dark")),
            ("light", self.t("dark text on light")),
            ("high-contrast", self.t("black and white, bright marks")),
            (AUTO, self.t("as the terminal is, from the next start on")),
        ]

    def _depths(self) -> list[Option]:
        return [
            ("true", self.t("24-bit colours")),
            ("256", self.t("256 colours")),
            ("16", self.t("the terminal's own 16 colours")),
            ("none", self.t("no colours")),
            (AUTO, self.t("as the terminal is, from the next start on")),
        ]

    def _glyphs(self) -> list[Option]:
        return [
            ("blocks", self.t("half-block pictures")),
            ("unicode", self.t("lines and signs")),
            ("ascii", self.t("plain letters only")),
            (AUTO, self.t("as the terminal is, from the next start on")),
        ]

    def _switch(self) -> list[Option]:
        return [("on", self.t("switch it on")), ("off", self.t("switch it off"))]

    def set_language(self, word: str) -> Reply:
        """Speak another language."""
        known = self.shell.catalogs.knows(word)
        if not known:
            return self._choose(self._languages())
        self.shell.speak(known)
        self.t = self.shell.t
        return self.keep("display.language", known)

    def set_theme(self, word: str) -> Reply:
        """Choose the colours."""
        if word == AUTO:
            return self._later("display.theme")
        if word not in THEMES:
            return self._choose(self._themes())
        self.shell.show(self.shell.display._replace(theme=word))
        return self.keep("display.theme", word)

    def set_depth(self, word: str) -> Reply:
        """Choose the colour depth."""
        if word == AUTO:
            return self._later("display.depth")
        depth = parse_depth(word)
        if depth is None:
            return self._choose(self._depths())
        self.shell.show(self.shell.display._replace(depth=depth))
        return self.keep("display.depth", depth)

    def set_glyphs(self, word: str) -> Reply:
        """Choose the glyph set."""
        if word == AUTO:
            return self._later("display.glyphs")
        glyphs = parse_glyphs(word)
        if glyphs is None:
            return self._choose(self._glyphs())
        self.shell.show(self.shell.display._replace(glyphs=glyphs))
        return self.keep("display.glyphs", glyphs)

    def set_mouse(self, word: str) -> Reply:
        """Take the mouse, or hand it back to the terminal."""
        if word not in ("on", "off"):
            return self._choose(self._switch())
        self.shell.mouse = word == "on"
        return self.keep("input.mouse", self.shell.mouse)

    def set_bell(self, word: str) -> Reply:
        """Ring when it becomes my turn, or do not."""
        if word not in ("on", "off"):
            return self._choose(self._switch())
        self.shell.bell = word == "on"
        return self.keep("sound.bell", self.shell.bell)

    def _choose(self, options: Sequence[Option]) -> Reply:
        return Reply(self.t("Choose one of {words}.", words=", ".join(text for text, _ in options)))

    def _later(self, key: str) -> Reply:
        """Let the program find a setting out itself, when it starts again."""
        kept = self.keep(key, AUTO)
        said = self.t("Set: it holds from the next start on.")
        return Reply(said, "good") if kept.tone == "good" else kept

    def keep(self, key: str, value: Value) -> Reply:
        """Write a setting to the file, so that it is there next time."""
        self.shell.config.values[key] = value
        try:
            save_setting(self.shell.folder, key, value)
        except OSError as error:
            log.warning("settings not written: %s", error)
            fault = unsaved(self.t, self.shell.folder, error)
            return Reply(self.t("Set for now. {fault}", fault=fault), "dim")
        return Reply(self.t("Set."), "good")
