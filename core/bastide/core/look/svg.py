"""Boards as SVG pictures: the frame around them, and the key to seats and names."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from bastide.core.look.words import LETTERS
from bastide.core.screen import DARK, Colour


def picture(left: float, top: float, width: float, height: float, parts: Iterable[str]) -> str:
    """Return a picture of some elements on a table, in units of their coordinates."""
    box = f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="sans-serif">'
    )
    table = (
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'fill="{hexed(DARK.table)}"/>'
    )
    return "\n".join([head, table, *parts, "</svg>\n"])


def key(names: tuple[str, ...], x: float, y: float) -> str:
    """Return the line that tells whose the letters are."""
    shown = "   ".join(f"{LETTERS[n]} {name}" for n, name in enumerate(names))
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="14" fill="{hexed(DARK.ink)}" '
        f'xml:space="preserve">{escape(shown)}</text>'
    )


def hexed(colour: Colour) -> str:
    """Return a 24-bit colour as `#rrggbb`."""
    return f"#{colour:06x}"
