"""Colour depth, glyph set and theme of a terminal, decided once at start from plain values.

What decides the depth, the first that applies: the flag `--color`; NO_COLOR (not empty) or
TERM=dumb: none; the configuration; COLORTERM; TERM. Who wants what is in the call's arguments:
nothing here reads the environment or asks the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from bastide.core.colours import reduced
from bastide.core.screen import DARK, LIGHT, Depth, Glyphs, Theme

if TYPE_CHECKING:
    from prompt_toolkit.output import ColorDepth

HIGH_CONTRAST = Theme(
    background=0x000000,
    panel=0x000000,
    table=0x000000,
    line=0xFFFFFF,
    dim=0xDCDCDC,
    text=0xFFFFFF,
    ink=0xFFFFFF,
    accent=0xFFFF00,
    good=0x78FF78,
    bad=0xFFA0A0,
    title=0x000000,
    current=0x303030,
    seats=(0xFFFFFF, 0x000000) * 3,
)
THEMES = {"dark": DARK, "light": LIGHT, "high-contrast": HIGH_CONTRAST}

_DEPTHS: dict[str, Depth] = {"never": "none", "none": "none", "16": "16", "256": "256"}
_DEPTHS |= {"true": "true", "24": "true"}
_GLYPHS: dict[str, Glyphs] = {"ascii": "ascii", "unicode": "unicode", "blocks": "blocks"}
_ASCII_TERMS = ("linux", "vt100", "vt220", "dumb")


class Display(NamedTuple):
    """How this terminal is drawn to; `theme` is a key of `THEMES`."""

    depth: Depth = "true"
    glyphs: Glyphs = "blocks"
    theme: str = "dark"

    def colours(self) -> Theme:
        """Return the theme in the colours of the depth."""
        return reduced(THEMES[self.theme], self.depth)


def parse_depth(text: str) -> Depth | None:
    """Return the depth that a word names, or None for one that names none."""
    return _DEPTHS.get(text.strip().lower())


def parse_glyphs(text: str) -> Glyphs | None:
    """Return the glyph set that a word names, or None for one that names none."""
    return _GLYPHS.get(text.strip().lower())


def library_depth(depth: Depth) -> ColorDepth:
    """Return what prompt_toolkit calls a depth; it does not read COLORTERM itself."""
    from prompt_toolkit.output import ColorDepth  # slow to import, and only screens need it

    return {
        "none": ColorDepth.DEPTH_1_BIT,
        "16": ColorDepth.DEPTH_4_BIT,
        "256": ColorDepth.DEPTH_8_BIT,
        "true": ColorDepth.DEPTH_24_BIT,
    }[depth]


def detect_depth(environ: Mapping[str, str], flag: str = "", configured: str = "") -> Depth:
    """Return the colour depth.

    Args:
        environ: the environment variables.
        flag: the value of `--color`: never, 16, 256, true, or "" or auto.
        configured: the value of `display.depth`, in the same words.
    """
    term = environ.get("TERM", "")
    asked = parse_depth(flag)
    if asked:
        return asked
    if environ.get("NO_COLOR") or term == "dumb":
        return "none"
    return parse_depth(configured) or _announced(environ, term)


def _announced(environ: Mapping[str, str], term: str) -> Depth:
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "true"
    if term.endswith("-direct") or "WT_SESSION" in environ:
        return "true"
    return "256" if "256color" in term else "16"


def detect_glyphs(
    environ: Mapping[str, str], encoding: str, flag: str = "", configured: str = ""
) -> Glyphs:
    """Return the glyph set.

    Args:
        environ: the environment variables.
        encoding: of the standard output.
        flag: `--ascii` or `--glyphs`: ascii, unicode, blocks, or "" or auto.
        configured: the value of `display.glyphs`, in the same words.
    """
    if "utf" not in encoding.lower():
        return "ascii"
    by_terminal: Glyphs = "ascii" if environ.get("TERM", "") in _ASCII_TERMS else "blocks"
    return _GLYPHS.get(flag) or _GLYPHS.get(configured) or by_terminal


def wide_language(environ: Mapping[str, str]) -> bool:
    """Tell whether terminals of this locale may draw block glyphs two cells wide."""
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        if environ.get(name):
            return environ[name].startswith(("ja", "ko", "zh"))
    return False
